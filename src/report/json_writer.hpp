#pragma once

#include "report/decimal.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace outrider {

/// Writes a JSON value, member by member, or several, a line each. Layout and numbers are the same whatever
/// the engine behind it; an engine turns text into JSON strings and keeps the bytes.
class JsonWriter {
public:
    /// `pretty`: indented by 2, else on one line. What is empty stays `{}` or `[]`.
    explicit JsonWriter(bool pretty) : pretty_(pretty) {}
    virtual ~JsonWriter() = default;
    JsonWriter(const JsonWriter&) = delete;
    JsonWriter& operator=(const JsonWriter&) = delete;

    /// About so many bytes are to come in the compact form: room for them is made at once.
    void expect(std::size_t bytes) { reserve(pretty_ ? 2 * bytes : bytes); }

    void begin_object() { open("{"); }
    void end_object() { close("}"); }
    void begin_array() { open("["); }
    void end_array() { close("]"); }
    void key(std::string_view name);
    /// Ends a value that stands by itself; another may follow.
    void end_line();

    void null() { scalar("null"); }
    void boolean(bool value) { scalar(value ? "true" : "false"); }
    void integer(std::uint64_t value);
    void real(const Decimal& value);
    /// Bytes that are not UTF-8 become U+FFFD.
    void string(std::string_view text);

protected:
    /// Gives the engine what has been written: once more at the end.
    void hand_over();
    /// These bytes as they are.
    virtual void raw(std::string_view bytes) = 0;
    /// Valid UTF-8 as a JSON string, quotes included.
    virtual void quoted(std::string_view text) = 0;
    virtual void reserve(std::size_t bytes) = 0;

private:
    void scalar(std::string_view bytes);
    void open(std::string_view bracket);
    void close(std::string_view bracket);
    void begin_item();
    void new_line();
    void clean_and_quote(std::string_view text);

    bool pretty_;
    bool after_key_ = false;
    bool has_items_ = false;  ///< of the innermost object or array
    std::size_t depth_ = 0;
    std::string pending_;  ///< what has been written since the last string
};

}  // namespace outrider
