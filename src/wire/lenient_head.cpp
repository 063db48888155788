#include "outrider/wire/lenient_head.hpp"

#include "field_list.hpp"
#include "outrider/model/header.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>

namespace outrider {
namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool is_control(char c) {
    return (static_cast<unsigned char>(c) < ' ' && c != '\t') || c == '\x7f';
}

std::string_view without_cr(std::string_view line) {
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    return line;
}

std::string_view without_blanks_after(std::string_view name) {
    while (!name.empty() && is_blank(name.back())) {
        name.remove_suffix(1);
    }
    return name;
}

// Takes a line off the front of `rest`, and returns it without its end.
std::string_view take_line(std::string_view& rest) {
    const std::size_t end = rest.find('\n');
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    return without_cr(line);
}

// Like take_line, with the lines that continue it (RFC 9112 section 5.2).
std::string_view take_field(std::string_view& rest) {
    std::size_t end = rest.find('\n');
    // Before an empty line nothing is continued.
    if (end != std::string_view::npos && without_cr(rest.substr(0, end)).empty()) return take_line(rest);
    while (end != std::string_view::npos && end + 1 < rest.size() && is_blank(rest[end + 1])) {
        end = rest.find('\n', end + 1);
    }
    const std::string_view field = rest.substr(0, end);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    return without_cr(field);
}

// What the fields that frame a message say, all together.
class Framing {
public:
    // Whether the field is one of those.
    bool take(std::string_view name, std::string_view value) {
        if (iequals(name, "Content-Length")) {
            take_lengths(value);
        } else if (iequals(name, "Transfer-Encoding")) {
            take_codings(value);
        } else {
            return iequals(name, "Connection") || iequals(name, "Proxy-Connection");
        }
        return true;
    }

    bool bad_length() const { return !encoded_ && bad_length_; }

    void write(std::string& strict) const {
        if (chunked_) {
            strict += "Transfer-Encoding:chunked\r\n";
        } else if (!encoded_ && !bad_length_ && length_) {
            strict.append("Content-Length:").append(std::to_string(*length_)).append("\r\n");
        }
    }

private:
    void take_lengths(std::string_view value) {
        for_each_in_list(value, [this](std::string_view element) {
            std::int64_t length = -1;
            const char* const end = element.data() + element.size();
            const auto [stop, error] = std::from_chars(element.data(), end, length);
            // from_chars takes a minus sign, too.
            const bool is_number = error == std::errc() && stop == end && is_digit(element.front());
            if (!is_number || (length_ && *length_ != length)) bad_length_ = true;
            length_ = length;
        });
    }

    // The last coding decides, and "identity", which is none, has been dropped from the standard. One that is
    // said twice has been applied once: by two programs that each thought of the field.
    void take_codings(std::string_view value) {
        for_each_in_list(value, [this](std::string_view element) {
            const std::string_view coding = trimmed(element.substr(0, element.find(';')));
            if (coding.empty() || iequals(coding, "identity")) return;
            encoded_ = true;
            chunked_ = iequals(coding, "chunked");
        });
    }

    std::optional<std::int64_t> length_;
    bool bad_length_ = false;
    bool encoded_ = false;
    bool chunked_ = false;
};

void append_status_line(std::string& strict, const StatusLine& line) {
    strict += line.minor == 0 ? "HTTP/1.0 " : "HTTP/1.1 ";
    strict.append(std::to_string(line.status)).append(" \r\n");
}

void append_clean(std::string& strict, std::string_view name, std::string_view value) {
    strict.append(name).push_back(':');
    const std::size_t start = strict.size();
    strict.append(value);
    std::replace_if(strict.begin() + static_cast<std::ptrdiff_t>(start), strict.end(), is_control, ' ');
    strict += "\r\n";
}

}  // namespace

bool may_be_http1(std::string_view bytes) {
    static constexpr std::string_view start = "HTTP/1.";
    if (bytes.substr(0, start.size()) != start.substr(0, bytes.size())) return false;
    return bytes.size() <= start.size() || is_digit(bytes[start.size()]);
}

std::size_t find_head_end(std::string_view bytes, std::size_t from) {
    // A line end and the empty line after it may have been cut by the last search's end.
    std::size_t end = bytes.find('\n', from < 2 ? 0 : from - 2);
    while (end != std::string_view::npos) {
        const std::string_view next = bytes.substr(end + 1, 2);
        if (next.substr(0, 1) == "\n") return end + 2;
        if (next == "\r\n") return end + 3;
        end = bytes.find('\n', end + 1);
    }
    return std::string_view::npos;
}

std::optional<StatusLine> parse_status_line(std::string_view line) {
    constexpr std::size_t code_at = 9;  // after "HTTP/1.x "
    constexpr std::size_t code_end = code_at + 3;
    if (line.size() < code_end || !may_be_http1(line) || line[code_at - 1] != ' ') return std::nullopt;
    StatusLine status{line[code_at - 2] - '0', 0, {}};
    for (const char c : line.substr(code_at, 3)) {
        if (!is_digit(c)) return std::nullopt;
        status.status = status.status * 10 + (c - '0');
    }
    if (status.status < 100 || (line.size() > code_end && line[code_end] != ' ')) return std::nullopt;
    status.reason = trimmed(line.substr(code_end));
    return status;
}

std::optional<StrictHead> strict_head(std::string_view head) {
    const std::optional<StatusLine> status = parse_status_line(take_line(head));
    if (!status) return std::nullopt;
    StrictHead strict{{}, *status, false};
    strict.bytes.reserve(head.size() + 64);
    append_status_line(strict.bytes, *status);

    Framing framing;
    for (std::string_view field = take_field(head); !field.empty(); field = take_field(head)) {
        const std::size_t colon = field.find(':');
        if (colon == std::string_view::npos) return std::nullopt;
        const std::string_view name = without_blanks_after(field.substr(0, colon));
        const std::string_view value = field.substr(colon + 1);
        if (!framing.take(name, value)) append_clean(strict.bytes, name, value);
    }
    framing.write(strict.bytes);
    strict.bytes += "\r\n";
    strict.bad_length = framing.bad_length();
    return strict;
}

}  // namespace outrider
