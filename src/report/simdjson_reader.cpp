#include "report/json_listener.hpp"

#include <simdjson.h>

namespace outrider {
namespace {

namespace ondemand = simdjson::ondemand;
using Type = JsonScalar::Type;

std::string_view without_space_behind(std::string_view token) {
    return token.substr(0, token.find_last_not_of(" \t\r\n") + 1);
}

/// A whole number of more than 64 bits, which is JSON all the same, but not one that no double holds.
bool is_large_whole(std::string_view token) {
    if (token.starts_with('-')) token.remove_prefix(1);
    constexpr std::size_t most_digits = 308;
    return !token.empty() && token.size() <= most_digits && token.front() != '0' &&
           token.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Walks through a document. What holds others may be of any depth here: the listener ends it.
class Walk {
public:
    explicit Walk(JsonListener& listener) : listener_(listener) {}

    /// A value, or the document itself where it holds no others.
    template <class Value>
    bool scalar(Value& value, ondemand::json_type type) {
        switch (type) {
            case ondemand::json_type::null: {
                bool is_null = false;
                return !value.is_null().get(is_null) && is_null && listener_.scalar({Type::null, "null"});
            }
            case ondemand::json_type::boolean: {
                bool flag = false;
                return !value.get_bool().get(flag) &&
                       listener_.scalar({Type::boolean, flag ? "true" : "false"});
            }
            case ondemand::json_type::string: {
                std::string_view text;
                return !value.get_string().get(text) && listener_.scalar({Type::string, text});
            }
            case ondemand::json_type::number:
                return number(value);
            case ondemand::json_type::object:
            case ondemand::json_type::array:
            case ondemand::json_type::unknown:
                return false;
        }
        return false;
    }

    bool object(ondemand::object object) {
        if (!listener_.begin_object()) return false;
        for (auto member : object) {
            std::string_view key;
            if (member.escaped_key().get(key)) return false;
            const bool escaped = key.find('\\') != std::string_view::npos;
            if (escaped && member.unescaped_key().get(key)) return false;
            if (!listener_.key(key) || !any(member.value())) return false;
        }
        return listener_.end();
    }

    bool array(ondemand::array array) {
        if (!listener_.begin_array()) return false;
        for (auto item : array) {
            if (!any(item)) return false;
        }
        return listener_.end();
    }

private:
    bool any(simdjson::simdjson_result<ondemand::value> found) {
        ondemand::value value;
        ondemand::json_type type{};
        if (found.get(value) || value.type().get(type)) return false;
        if (type == ondemand::json_type::object) {
            ondemand::object inside;
            return !value.get_object().get(inside) && object(inside);
        }
        if (type == ondemand::json_type::array) {
            ondemand::array inside;
            return !value.get_array().get(inside) && array(inside);
        }
        return scalar(value, type);
    }

    template <class Value>
    bool number(Value& value) {
        std::string_view token;
        if (simdjson::simdjson_result<std::string_view>(value.raw_json_token()).get(token)) return false;
        token = without_space_behind(token);
        ondemand::number ignored;
        if (value.get_number().get(ignored) && !is_large_whole(token)) return false;
        return listener_.scalar({Type::number, token});
    }

    JsonListener& listener_;
};

}  // namespace

bool read_with_simdjson(std::string& text, JsonListener& listener) {
    ondemand::parser parser;
    ondemand::document document;
    ondemand::json_type type{};
    if (parser.iterate(text).get(document) || document.type().get(type)) return false;
    Walk walk(listener);
    bool heard = false;
    if (type == ondemand::json_type::object) {
        ondemand::object inside;
        heard = !document.get_object().get(inside) && walk.object(inside);
    } else if (type == ondemand::json_type::array) {
        ondemand::array inside;
        heard = !document.get_array().get(inside) && walk.array(inside);
    } else {
        heard = walk.scalar(document, type);
    }
    return heard && document.at_end();
}

}  // namespace outrider
