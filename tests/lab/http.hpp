#pragma once

#include "lab/stream.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace outrider::lab {

using Field = std::pair<std::string, std::string>;

/// A request as it came.
struct Request {
    std::string raw;  ///< every byte of it, body too
    std::string method;
    std::string target;  ///< as sent
    std::string path;    ///< of the target, decoded
    std::vector<Field> query;
    std::string version;  ///< `HTTP/1.1`
    std::vector<Field> fields;
    std::string body;

    /// The first field of that name in any case; empty where there is none.
    std::string_view field(std::string_view name) const;
    /// The first query parameter of that name.
    std::string_view parameter(std::string_view name, std::string_view otherwise = "") const;
    bool keeps_alive() const;
};

/// An answer with a body of known length.
struct Reply {
    int status = 200;
    std::vector<Field> fields;
    std::string body;
    std::chrono::microseconds delay{0};  ///< before it is sent
};

/// The reply as bytes. With `head_only` it is one to HEAD: lengths, but no body.
std::string to_bytes(const Reply& reply, bool keep_alive, bool head_only);
std::string_view reason_phrase(int status);

/// The head (to its empty line) as a request without body; nothing where it is none.
std::optional<Request> parse_request_head(std::string_view head);

/// Reads requests from a stream, one after the other, also where they came in one segment.
class RequestReader {
public:
    explicit RequestReader(Stream& stream) : stream_(stream) {}
    /// The next request with its body; nothing at the end, or where it is no HTTP.
    Task<std::optional<Request>> next();
    /// The next request's head only: what came after it stays in `rest`.
    Task<std::optional<Request>> next_head();
    /// What was read but not used.
    std::string& rest() { return buffer_; }

private:
    Task<bool> fill();
    Task<bool> read_counted(Request& request, std::size_t length);
    Task<bool> read_chunks(Request& request);

    Stream& stream_;
    std::string buffer_;
};

/// Equal but for the case of ASCII letters.
bool same_name(std::string_view a, std::string_view b);
/// `%41` becomes `A`; in a query, `+` becomes a space.
std::string percent_decode(std::string_view text, bool plus_is_space = false);
/// The whole text as a number, or `otherwise`.
std::uint64_t to_number(std::string_view text, std::uint64_t otherwise);
/// Seconds with a fraction, bounded to an hour.
std::chrono::microseconds to_duration(std::string_view seconds, std::chrono::microseconds otherwise);

}  // namespace outrider::lab
