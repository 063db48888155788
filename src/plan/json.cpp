#include "plan/json.hpp"

#include "outrider/model/text.hpp"

#include <algorithm>
#include <cstddef>
#include <set>

namespace outrider {
namespace {

constexpr std::size_t max_depth = 16;
// An ordered object looks a key up by walking over all of them.
constexpr std::size_t max_keys = 256;

// Watches a parse for what the finished value would no longer show.
class Watch {
public:
    explicit Watch(std::vector<std::string>& errors) : errors_(errors) {}

    // Whether the value or key is to be kept. `depth` counts the containers around it.
    bool operator()(int depth_, Json::parse_event_t event, const Json& parsed) {
        const auto depth = static_cast<std::size_t>(depth_);
        switch (event) {
            case Json::parse_event_t::object_start:
            case Json::parse_event_t::array_start:
                return enter(depth, event == Json::parse_event_t::array_start);
            case Json::parse_event_t::key:
                return key(depth, parsed.get_ref<const std::string&>());
            case Json::parse_event_t::value:
                count_element(depth);
                return true;
            case Json::parse_event_t::object_end:
            case Json::parse_event_t::array_end:
                open_.resize(std::min(depth, open_.size()));
                return true;
        }
        return true;
    }

    // Of the value that has not been told of yet.
    std::string next_place() const {
        if (open_.empty()) return {};
        const Container& around = open_.back();
        return around.is_array ? pointer_to(place(), around.elements) : pointer_to(place(), around.key);
    }

private:
    struct Container {
        bool is_array = false;
        std::size_t elements = 0;
        std::set<std::string> keys;
        std::string key;  ///< the last one
    };

    bool enter(std::size_t depth, bool is_array) {
        if (depth >= max_depth) {
            if (!too_deep_) {
                errors_.push_back(next_place() + ": the nesting is deeper than " + std::to_string(max_depth));
            }
            too_deep_ = true;
            return false;
        }
        count_element(depth);
        open_.push_back({is_array, 0, {}, {}});
        return true;
    }

    bool key(std::size_t depth, const std::string& name) {
        if (depth == 0 || depth > open_.size()) return false;
        open_.resize(depth);
        Container& object = open_.back();
        if (object.keys.size() == max_keys) {
            errors_.push_back(place() + ": more than " + std::to_string(max_keys) + " keys");
        }
        object.key = name;
        const bool is_new = object.keys.insert(name).second;
        if (!is_new) errors_.push_back(pointer_to(place(), name) + ": the key stands twice");
        return is_new && object.keys.size() <= max_keys;
    }

    void count_element(std::size_t depth) {
        if (depth > 0 && depth <= open_.size() && open_[depth - 1].is_array) ++open_[depth - 1].elements;
    }

    // Of the innermost object.
    std::string place() const {
        std::string pointer;
        for (std::size_t i = 0; i + 1 < open_.size(); ++i) {
            pointer = open_[i].is_array ? pointer_to(pointer, open_[i].elements - 1)
                                        : pointer_to(pointer, open_[i].key);
        }
        return pointer;
    }

    std::vector<std::string>& errors_;
    std::vector<Container> open_;
    bool too_deep_ = false;
};

std::string line_and_column(std::string_view text, std::size_t byte) {
    const std::string_view before = text.substr(0, std::min(byte == 0 ? 0 : byte - 1, text.size()));
    const auto line = std::count(before.begin(), before.end(), '\n') + 1;
    const std::size_t column = before.size() - (before.rfind('\n') + 1) + 1;
    return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

}  // namespace

JsonText parse_json(std::string_view text) {
    JsonText result;
    Watch watch(result.errors);
    // The library tells faults by exceptions; what they say quotes the text.
    try {
        result.value = Json::parse(
            text,
            [&](int depth, Json::parse_event_t event, Json& parsed) { return watch(depth, event, parsed); },
            true, true);
    } catch (const Json::parse_error& error) {
        result.errors.push_back(line_and_column(text, error.byte) + ": this is not valid JSON");
    } catch (const Json::exception&) {
        result.errors.push_back(watch.next_place() + ": the number is too large to be read");
    }
    return result;
}

std::string pointer_to(const std::string& place, std::string_view key) {
    std::string pointer = place + '/';
    // What is no word may be a header's value or a URL in the wrong place, with a secret in it.
    const std::size_t odd = key.find_first_of(":@= ");
    const std::string shown =
        odd == std::string_view::npos ? one_line(key, 80) : one_line(key.substr(0, odd), 80) + "...";
    for (const char c : shown) {
        if (c == '~') {
            pointer += "~0";
        } else if (c == '/') {
            pointer += "~1";
        } else {
            pointer += c;
        }
    }
    return pointer;
}

std::string pointer_to(const std::string& place, std::size_t index) {
    return place + '/' + std::to_string(index);
}

std::string described(const Json& value) {
    switch (value.type()) {
        case Json::value_t::null:
            return "null";
        case Json::value_t::boolean:
            return value.get<bool>() ? "true" : "false";
        case Json::value_t::number_integer:
        case Json::value_t::number_unsigned:
        case Json::value_t::number_float:
            return "the number " + value.dump();
        case Json::value_t::string:
            return "a string";
        case Json::value_t::array:
            return "a list";
        case Json::value_t::object:
            return "an object";
        case Json::value_t::binary:
        case Json::value_t::discarded:
            break;
    }
    return "nothing";
}

}  // namespace outrider
