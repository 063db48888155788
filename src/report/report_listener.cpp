#include "report/report_listener.hpp"

namespace outrider {
namespace {

// Reports are four deep; what else there is in them need not be read, but is walked through.
constexpr std::size_t max_depth = 64;

}  // namespace

bool ReportListener::key(std::string_view name) {
    if (passed_over_ > 0) return true;
    Level& object = levels_.back();
    const std::span<const Field> fields = object.shape->fields;
    object.field = nullptr;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const std::size_t index = (object.next + i) % fields.size();
        if (fields[index].key != name) continue;
        object.field = &fields[index];
        object.next = index + 1;
        const std::uint32_t bit = std::uint32_t{1} << index;
        if ((object.seen & bit) != 0) return fail("the key stands twice");
        object.seen |= bit;
        break;
    }
    return true;
}

bool ReportListener::scalar(const JsonScalar& value) {
    if (passed_over_ > 0) return true;
    if (!levels_.empty() && levels_.back().is_list) ++levels_.back().item;
    if (levels_.empty() || levels_.back().is_list) return fail(found_instead(value, "an object"));
    const Field* field = levels_.back().field;
    if (field == nullptr) return true;
    const Complaint fault =
        field->take != nullptr ? field->take(draft_, value) : Complaint(found_instead(value, allowed_here()));
    return !fault || fail(*fault);
}

bool ReportListener::begin(bool is_list) {
    if (levels_.size() + passed_over_ >= max_depth) {
        return fail("the nesting is deeper than " + std::to_string(max_depth));
    }
    const auto wrong = [&] {
        return fail(std::string(is_list ? "found a list, allowed is " : "found an object, allowed is ") +
                    std::string(allowed_here()));
    };
    if (passed_over_ > 0) {
        ++passed_over_;
        return true;
    }
    if (levels_.empty()) return is_list ? wrong() : enter(&shape_, false);
    Level& level = levels_.back();
    if (level.is_list) {
        ++level.item;
        return is_list ? wrong() : enter(level.shape, false);
    }
    if (level.field == nullptr) {
        passed_over_ = 1;
        return true;
    }
    if (level.field->inside == nullptr || level.field->is_list != is_list) return wrong();
    return enter(level.field->inside, is_list);
}

bool ReportListener::enter(const Shape* shape, bool is_list) {
    if (!is_list && shape->begin != nullptr) shape->begin(draft_);
    levels_.push_back({shape, is_list});
    return true;
}

bool ReportListener::end() {
    if (passed_over_ > 0) {
        --passed_over_;
        return true;
    }
    Level& level = levels_.back();
    level.field = nullptr;
    if (!level.is_list) {
        const std::span<const Field> fields = level.shape->fields;
        for (std::size_t i = 0; i < fields.size(); ++i) {
            if ((level.seen >> i & 1U) == 0) {
                return fail("the key " + std::string(fields[i].key) + " is missing");
            }
        }
    }
    levels_.pop_back();
    return true;
}

bool ReportListener::fail(std::string_view fault) {
    const std::string where = place();
    fault_ = (where.empty() ? "the document" : where) + ": " + std::string(fault);
    return false;
}

std::string_view ReportListener::allowed_here() const {
    if (levels_.empty() || levels_.back().is_list) return "an object";
    const Field& field = *levels_.back().field;
    if (field.inside == nullptr) return "a value of its own";
    return field.is_list ? "a list" : "an object";
}

std::string ReportListener::place() const {
    std::string pointer;
    for (const Level& level : levels_) {
        if (level.is_list && level.item > 0) pointer.append("/").append(std::to_string(level.item - 1));
        if (level.field != nullptr) pointer.append("/").append(level.field->key);
    }
    return pointer;
}

}  // namespace outrider
