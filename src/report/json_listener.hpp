#pragma once

#include <string>
#include <string_view>

namespace outrider {

/// A value of a JSON document that holds no others.
struct JsonScalar {
    enum class Type { null, boolean, number, string };

    Type type = Type::null;
    std::string_view text;  ///< "true"; a number as it is written; a string decoded
};

/// Is told of a JSON document piece by piece, in its order: so no more of it is in memory than the listener
/// keeps. Each answer says whether to go on.
class JsonListener {
public:
    JsonListener() = default;
    virtual ~JsonListener() = default;
    JsonListener(const JsonListener&) = delete;
    JsonListener& operator=(const JsonListener&) = delete;

    virtual bool begin_object() = 0;
    virtual bool begin_array() = 0;
    /// Of the innermost object or array.
    virtual bool end() = 0;
    virtual bool key(std::string_view name) = 0;
    virtual bool scalar(const JsonScalar& value) = 0;
};

/// Whether the text was one JSON document and the listener heard all of it. Both engines take the same texts
/// for JSON. The one of simdjson may lengthen the text's capacity, and is false where it is not built in.
bool read_with_simdjson(std::string& text, JsonListener& listener);
bool read_with_nlohmann(std::string_view text, JsonListener& listener);

}  // namespace outrider
