#pragma once

#include "outrider/model/observation.hpp"
#include "outrider/model/outcome.hpp"
#include "outrider/wire/chunked.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace outrider {

/// What of a request decides how its answer is read (RFC 9112 section 6.3).
enum class AnswerTo {
    request,
    head,     ///< never has a body
    connect,  ///< a 2xx has no body, whatever its head says: what follows belongs to the tunnel
};

/// How a stream ended.
enum class StreamEnd {
    closed,     ///< the peer closed its side; over TLS with close_notify
    truncated,  ///< over TLS, without close_notify
    reset,
};

/// Reads one HTTP/1.x answer from bytes as they come, 1xx answers skipped, as tolerantly as the contract's
/// section 5 says. In one piece or byte by byte makes no difference, but for one thing: the end of a chunked
/// body that just fits is known only where it comes together with the last byte.
class ResponseReader {
public:
    enum class State { head, body, done, failed };

    static constexpr std::size_t max_head_bytes = 64 * 1024;  ///< of each head
    static constexpr int max_interim = 5;                     ///< 1xx answers

    /// Body bytes beyond `max_body` are neither kept nor waited for.
    explicit ResponseReader(AnswerTo request, std::uint64_t max_body);

    /// Takes the bytes that have come; how many of them belong to this answer. The rest, after `done`, came
    /// early.
    std::size_t feed(std::string_view bytes);
    /// The stream has ended: `done` where that is how the body ends, else `failed`.
    void end(StreamEnd how);

    State state() const { return state_; }
    /// No more bytes are wanted.
    bool finished() const { return state_ == State::done || state_ == State::failed; }

    /// The final head is whole: `answer()` has it. Also where the body then failed.
    bool has_head() const { return has_head_; }
    /// The head does not rule a body out.
    bool has_body() const { return framing_ != Framing::none; }
    /// Head, and as much of the body as has come. `truncated` where its end was not seen
    /// because it reached `max_body`.
    const Answer& answer() const { return answer_; }
    Answer take_answer() { return std::move(answer_); }
    /// Of the head: what follows the status code; often empty.
    const std::string& reason() const { return reason_; }
    /// Body bytes read, after de-chunking.
    std::uint64_t body_bytes() const { return body_bytes_; }

    /// Where `failed`: not_http, malformed_response, header_too_large, connection_closed, connection_reset,
    /// body_incomplete; and one line on why.
    Error error() const { return error_; }
    const std::string& detail() const { return detail_; }

private:
    enum class Framing { none, length, chunked, until_close };

    std::size_t feed_head(std::string_view bytes);
    std::size_t feed_body(std::string_view bytes);
    std::size_t feed_chunks(std::string_view bytes);
    void read_head(std::string_view head);
    void keep(std::string_view data);
    void truncate();
    std::string incomplete(StreamEnd how) const;
    void fail(Error error, std::string detail);

    AnswerTo request_;
    std::uint64_t max_body_;
    State state_ = State::head;
    bool has_head_ = false;
    int interim_ = 0;

    std::string head_;  ///< a head that has not come whole yet
    Answer answer_;
    std::string reason_;

    Framing framing_ = Framing::none;
    std::uint64_t left_ = 0;  ///< of a body of known length
    ChunkDecoder chunks_;
    std::uint64_t body_bytes_ = 0;

    Error error_ = Error::malformed_response;
    std::string detail_;
};

}  // namespace outrider
