#include "report/engines.hpp"

#include <simdjson.h>

#include <utility>

namespace outrider {
namespace {

// The builder is emptied into one string as it fills: it can neither give its buffer away nor tell before the
// end that it ran out of memory.
class SimdjsonWriter final : public JsonWriter {
public:
    using JsonWriter::JsonWriter;

    std::optional<std::string> take() {
        hand_over();
        flush();
        if (failed_) return std::nullopt;
        return std::move(bytes_);
    }

private:
    static constexpr std::size_t chunk = 64 * 1024;

    void raw(std::string_view bytes) override {
        builder_.append_raw(bytes);
        if (builder_.size() >= chunk) flush();
    }
    void quoted(std::string_view text) override { builder_.escape_and_append_with_quotes(text); }
    void reserve(std::size_t bytes) override { bytes_.reserve(bytes); }

    void flush() {
        std::string_view written;
        // A builder that ran out of memory says so here, for good; text that is no UTF-8 must not get out.
        if (builder_.view().get(written) != simdjson::SUCCESS || !builder_.validate_unicode()) {
            failed_ = true;
        } else if (!failed_) {
            bytes_ += written;
        }
        builder_.clear();
    }

    simdjson::builder::string_builder builder_{2 * chunk};
    std::string bytes_;
    bool failed_ = false;
};

}  // namespace

bool has_simdjson() {
    return true;
}

std::optional<std::string> write_with_simdjson(const JsonDocument& document, bool pretty) {
    SimdjsonWriter writer(pretty);
    document(writer);
    return writer.take();
}

}  // namespace outrider
