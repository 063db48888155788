#include "lab/http.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <span>

namespace outrider::lab {

namespace {

constexpr std::size_t largest_head = 1 << 20;
constexpr std::size_t largest_body = 16 << 20;

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    const char letter = lower(c);
    return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t'))
        text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t'))
        text.remove_suffix(1);
    return text;
}

/// A TLS ClientHello, say, is seen by its first byte; it would never show the end of a head.
bool looks_like_http(std::string_view start) {
    return start.empty() || (lower(start.front()) >= 'a' && lower(start.front()) <= 'z');
}

/// Cuts off what stands before `separator`, and the separator; all of it where that does not occur.
std::string_view take_until(std::string_view& text, std::string_view separator) {
    const std::size_t end = text.find(separator);
    const std::string_view taken = text.substr(0, end);
    text.remove_prefix(end == text.npos ? text.size() : end + separator.size());
    return taken;
}

std::vector<Field> parse_query(std::string_view query) {
    std::vector<Field> parameters;
    while (!query.empty()) {
        std::string_view value = take_until(query, "&");
        const std::string_view name = take_until(value, "=");
        parameters.emplace_back(percent_decode(name, true), percent_decode(value, true));
    }
    return parameters;
}

}  // namespace

bool same_name(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](char x, char y) { return lower(x) == lower(y); });
}

std::string percent_decode(std::string_view text, bool plus_is_space) {
    std::string decoded;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const int high = text[i] == '%' && i + 2 < text.size() ? hex_digit(text[i + 1]) : -1;
        const int low = high >= 0 ? hex_digit(text[i + 2]) : -1;
        if (low >= 0) {
            decoded += static_cast<char>(high * 16 + low);
            i += 2;
        } else {
            decoded += plus_is_space && text[i] == '+' ? ' ' : text[i];
        }
    }
    return decoded;
}

std::uint64_t to_number(std::string_view text, std::uint64_t otherwise) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? number : otherwise;
}

std::chrono::microseconds to_duration(std::string_view seconds, std::chrono::microseconds otherwise) {
    double value = 0;
    const auto [end, error] = std::from_chars(seconds.data(), seconds.data() + seconds.size(), value);
    if (error != std::errc() || end != seconds.data() + seconds.size() || !std::isfinite(value))
        return otherwise;
    return std::chrono::microseconds(std::llround(std::clamp(value, 0.0, 3600.0) * 1e6));
}

std::string_view Request::field(std::string_view name) const {
    for (const auto& [key, value] : fields) {
        if (same_name(key, name)) return value;
    }
    return {};
}

std::string_view Request::parameter(std::string_view name, std::string_view otherwise) const {
    for (const auto& [key, value] : query) {
        if (key == name) return value;
    }
    return otherwise;
}

bool Request::keeps_alive() const {
    const std::string_view wish = field("Connection");
    return version == "HTTP/1.1" ? !same_name(wish, "close") : same_name(wish, "keep-alive");
}

std::string to_bytes(const Reply& reply, bool keep_alive, bool head_only) {
    const bool has_body = reply.status >= 200 && reply.status != 204 && reply.status != 304;
    std::string bytes = "HTTP/1.1 " + std::to_string(reply.status) + ' ';
    bytes += reason_phrase(reply.status);
    bytes += "\r\n";
    for (const auto& [name, value] : reply.fields)
        bytes += name + ": " + value + "\r\n";
    if (has_body) bytes += "Content-Length: " + std::to_string(reply.body.size()) + "\r\n";
    bytes += keep_alive ? "Connection: keep-alive\r\n\r\n" : "Connection: close\r\n\r\n";
    if (has_body && !head_only) bytes += reply.body;
    return bytes;
}

std::string_view reason_phrase(int status) {
    switch (status) {
        case 200:
            return "OK";
        case 204:
            return "No Content";
        case 301:
            return "Moved Permanently";
        case 302:
            return "Found";
        case 303:
            return "See Other";
        case 304:
            return "Not Modified";
        case 307:
            return "Temporary Redirect";
        case 308:
            return "Permanent Redirect";
        case 400:
            return "Bad Request";
        case 401:
            return "Unauthorized";
        case 403:
            return "Forbidden";
        case 404:
            return "Not Found";
        case 407:
            return "Proxy Authentication Required";
        case 429:
            return "Too Many Requests";
        case 500:
            return "Internal Server Error";
        case 502:
            return "Bad Gateway";
        case 503:
            return "Service Unavailable";
        case 504:
            return "Gateway Timeout";
        default:
            return "Lab";
    }
}

std::optional<Request> parse_request_head(std::string_view head) {
    Request request;
    request.raw = head;
    std::string_view line = take_until(head, "\r\n");
    request.method = take_until(line, " ");
    request.target = take_until(line, " ");
    request.version = line;
    if (request.method.empty() || request.target.empty() || !request.version.starts_with("HTTP/1."))
        return {};
    while (!head.empty()) {
        std::string_view value = take_until(head, "\r\n");
        if (value.empty()) break;
        const std::string_view name = take_until(value, ":");
        request.fields.emplace_back(name, trimmed(value));
    }
    std::string_view query = request.target;
    if (query.starts_with("http://")) query.remove_prefix(std::min(query.find('/', 7), query.size()));
    request.path = percent_decode(take_until(query, "?"));
    request.query = parse_query(query);
    return request;
}

Task<bool> RequestReader::fill() {
    std::array<char, 2048> chunk;
    const std::span<char> into(chunk);
    const std::size_t count = co_await stream_.read_some(into);
    buffer_.append(chunk.data(), count);
    co_return count != 0;
}

Task<std::optional<Request>> RequestReader::next_head() {
    std::size_t end = buffer_.find("\r\n\r\n");
    while (end == buffer_.npos) {
        if (buffer_.size() > largest_head || !looks_like_http(buffer_)) co_return std::nullopt;
        const std::size_t seen = buffer_.size() < 3 ? 0 : buffer_.size() - 3;
        const bool more = co_await fill();
        if (!more) co_return std::nullopt;
        end = buffer_.find("\r\n\r\n", seen);
    }
    const std::size_t length = end + 4;
    std::optional<Request> request = parse_request_head(std::string_view(buffer_).substr(0, length));
    buffer_.erase(0, length);
    co_return request;
}

Task<std::optional<Request>> RequestReader::next() {
    std::optional<Request> request = co_await next_head();
    if (!request) co_return request;
    bool whole = true;
    if (same_name(request->field("Transfer-Encoding"), "chunked")) {
        whole = co_await read_chunks(*request);
    } else {
        const std::uint64_t length = to_number(request->field("Content-Length"), 0);
        if (length > largest_body) co_return std::nullopt;
        whole = co_await read_counted(*request, length);
    }
    if (!whole) request.reset();
    co_return request;
}

Task<bool> RequestReader::read_counted(Request& request, std::size_t length) {
    while (buffer_.size() < length) {
        const bool more = co_await fill();
        if (!more) co_return false;
    }
    request.body.append(buffer_, 0, length);
    request.raw.append(buffer_, 0, length);
    buffer_.erase(0, length);
    co_return true;
}

Task<bool> RequestReader::read_chunks(Request& request) {
    for (;;) {
        std::size_t line_end = buffer_.find("\r\n");
        while (line_end == buffer_.npos) {
            const bool more = co_await fill();
            if (!more || buffer_.size() > largest_body) co_return false;
            line_end = buffer_.find("\r\n");
        }
        std::size_t length = 0;
        const auto [end, error] = std::from_chars(buffer_.data(), buffer_.data() + line_end, length, 16);
        if (error != std::errc() || length > largest_body) co_return false;
        request.raw.append(buffer_, 0, line_end + 2);
        buffer_.erase(0, line_end + 2);
        const bool whole = co_await read_counted(request, length + 2);
        if (!whole) co_return false;
        request.body.resize(request.body.size() - 2);
        if (length == 0 || request.body.size() > largest_body) co_return length == 0;
    }
}

}  // namespace outrider::lab
