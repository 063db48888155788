#include "report/json_listener.hpp"

#include <nlohmann/json.hpp>

namespace outrider {
namespace {

using Json = nlohmann::json;
using Type = JsonScalar::Type;

class Events final : public nlohmann::json_sax<Json> {
public:
    explicit Events(JsonListener& listener) : listener_(listener) {}

    bool null() override { return listener_.scalar({Type::null, "null"}); }
    bool boolean(bool value) override { return listener_.scalar({Type::boolean, value ? "true" : "false"}); }
    // Only what has a minus comes as one that may be negative.
    bool number_integer(number_integer_t value) override {
        return listener_.scalar({Type::number, value == 0 ? "-0" : std::to_string(value)});
    }
    bool number_unsigned(number_unsigned_t value) override {
        return listener_.scalar({Type::number, std::to_string(value)});
    }
    bool number_float(number_float_t, const string_t& text) override {
        return listener_.scalar({Type::number, text});
    }
    bool string(string_t& text) override { return listener_.scalar({Type::string, text}); }
    bool binary(binary_t&) override { return false; }
    bool start_object(std::size_t) override { return listener_.begin_object(); }
    bool key(string_t& name) override { return listener_.key(name); }
    bool end_object() override { return listener_.end(); }
    bool start_array(std::size_t) override { return listener_.begin_array(); }
    bool end_array() override { return listener_.end(); }
    bool parse_error(std::size_t, const std::string&, const Json::exception&) override { return false; }

private:
    JsonListener& listener_;
};

}  // namespace

bool read_with_nlohmann(std::string_view text, JsonListener& listener) {
    if (text.find('\0') != std::string_view::npos) return false;  // it would be taken for the end
    Events events(listener);
    return Json::sax_parse(text.begin(), text.end(), &events);
}

}  // namespace outrider
