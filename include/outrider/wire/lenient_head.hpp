#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace outrider {

/// A status line, with or without a reason phrase.
struct StatusLine {
    int minor = 1;  ///< of HTTP/1.x
    int status = 0;
    std::string_view reason;
};

/// Whether these first bytes of a stream can still become an HTTP/1.x status line.
bool may_be_http1(std::string_view bytes);

/// The length of the head at the start of `bytes`, its empty line included; npos where it is not whole. Lines
/// end in CRLF or LF. Nothing before `from` is looked at again: pass the size that was searched last time.
std::size_t find_head_end(std::string_view bytes, std::size_t from = 0);

/// Reads a status line without its line end; nullopt where it is none, or its status is under 100.
std::optional<StatusLine> parse_status_line(std::string_view line);

/// A head in the strict form of RFC 9112, which any parser takes.
struct StrictHead {
    std::string bytes;
    StatusLine status;        ///< views into the head that was read
    bool bad_length = false;  ///< the Content-Lengths differ, or one is no number below 2^63
};

/// Rewrites a whole head: the line ends become CRLF, folded lines one line, control characters in values
/// spaces. White space before a colon goes, and so does the reason phrase, which nothing but people read.
/// Of the fields that frame the message, those that count are left, once: `Transfer-Encoding: chunked`, else
/// one Content-Length. Connection is left out: each connection serves one request. nullopt where the status
/// line is none or a line is no field.
std::optional<StrictHead> strict_head(std::string_view head);

}  // namespace outrider
