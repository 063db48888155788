#include "outrider/wire/http_response.hpp"

#include "outrider/model/text.hpp"
#include "outrider/wire/lenient_head.hpp"
#include "spoken.hpp"

#include <boost/beast/http/basic_parser.hpp>

#include <algorithm>

namespace outrider {
namespace {

namespace beast = boost::beast;
using beast::http::field;
using beast::http::verb;
using Code = beast::error_code;
using View = beast::string_view;

// Beast parses the head alone: its reading of chunks wants unread bytes again, takes no LF, and asserts where
// the last chunk comes in pieces.
class HeadParser final : public beast::http::basic_parser<false> {
public:
    explicit HeadParser(Headers& fields) : fields_(fields) {
        skip(true);
        header_limit(4 * ResponseReader::max_head_bytes);  // the strict form may be longer than what came
    }

    // Whether these bytes are one head in strict form.
    bool parse(std::string_view head) {
        Code error;
        put(boost::asio::buffer(head.data(), head.size()), error);
        return !error && is_done();
    }

private:
    void on_field_impl(field, View name, View value, Code&) override {
        fields_.push_back({std::string(name), std::string(value)});
    }

    void on_request_impl(verb, View, View, int, Code&) override {}
    void on_response_impl(int, View, int, Code&) override {}
    void on_header_impl(Code&) override {}
    void on_body_init_impl(const boost::optional<std::uint64_t>&, Code&) override {}
    std::size_t on_body_impl(View, Code&) override { return 0; }
    void on_chunk_header_impl(std::uint64_t, View, Code&) override {}
    std::size_t on_chunk_body_impl(std::uint64_t, View, Code&) override { return 0; }
    void on_finish_impl(Code&) override {}

    Headers& fields_;
};

std::string_view first_line(std::string_view head) {
    return head.substr(0, head.find_first_of("\r\n"));
}

std::string malformed(std::string_view head) {
    if (parse_status_line(first_line(head))) return "malformed response head";
    return "malformed status line \"" + one_line(first_line(head), 60) + '"';
}

std::string too_large(std::string_view head) {
    std::string detail =
        "response head over " + std::to_string(ResponseReader::max_head_bytes / 1024) + " KiB";
    const std::optional<StatusLine> line = parse_status_line(first_line(head));
    if (line) detail += ", status " + std::to_string(line->status);
    return detail;
}

bool opens_tunnel(AnswerTo request, int status) {
    return request == AnswerTo::connect && status / 100 == 2;
}

// RFC 9112 section 6.3.
bool rules_body_out(AnswerTo request, int status) {
    return request == AnswerTo::head || status == 204 || status == 304 || opens_tunnel(request, status);
}

}  // namespace

ResponseReader::ResponseReader(AnswerTo request, std::uint64_t max_body)
    : request_(request), max_body_(max_body) {}

std::size_t ResponseReader::feed(std::string_view bytes) {
    std::size_t used = 0;
    while (state_ == State::head && used < bytes.size()) {
        used += feed_head(bytes.substr(used));
    }
    if (state_ == State::body) used += feed_body(bytes.substr(used));
    // Whatever may follow is not wanted, and so not waited for.
    if (state_ == State::body && body_bytes_ == max_body_) truncate();
    return used;
}

std::size_t ResponseReader::feed_head(std::string_view bytes) {
    const std::size_t before = head_.size();
    std::string_view head = bytes.substr(0, max_head_bytes - before);
    const std::size_t taken = head.size();
    if (before != 0) head = head_.append(head);
    if (!may_be_http1(head)) {
        fail(Error::not_http, what_it_speaks(head));
        return taken;
    }
    const std::size_t end = find_head_end(head, before);
    if (end != std::string_view::npos) {
        read_head(head.substr(0, end));
        head_.clear();
        return end - before;
    }
    if (head.size() == max_head_bytes) {
        fail(Error::header_too_large, too_large(head));
    } else if (before == 0) {
        head_ = head;
    }
    return taken;
}

void ResponseReader::read_head(std::string_view head) {
    const std::optional<StrictHead> strict = strict_head(head);
    if (!strict) return fail(Error::malformed_response, malformed(head));
    const int status = strict->status.status;
    if (status == 101) return fail(Error::malformed_response, "status 101, though no upgrade was asked for");
    if (status < 200) {
        if (++interim_ > max_interim) fail(Error::malformed_response, "too many 1xx answers");
        return;
    }
    answer_.headers.reserve(static_cast<std::size_t>(std::count(head.begin(), head.end(), '\n')));
    HeadParser parser(answer_.headers);
    if (!parser.parse(strict->bytes)) return fail(Error::malformed_response, malformed(head));

    has_head_ = true;
    answer_.status = status;
    answer_.http_minor = strict->status.minor;
    reason_ = strict->status.reason;
    if (strict->bad_length && !opens_tunnel(request_, status)) {
        return fail(Error::malformed_response, "contradictory or unreadable Content-Length");
    }
    const auto length = parser.content_length();
    left_ = length.value_or(0);
    const bool empty = length && left_ == 0;
    if (!empty && !rules_body_out(request_, status)) {
        framing_ = parser.chunked() ? Framing::chunked : length ? Framing::length : Framing::until_close;
    }
    state_ = framing_ == Framing::none ? State::done : State::body;
}

std::size_t ResponseReader::feed_body(std::string_view bytes) {
    if (framing_ == Framing::chunked) return feed_chunks(bytes);
    if (framing_ == Framing::length) bytes = bytes.substr(0, std::min<std::uint64_t>(left_, bytes.size()));
    keep(bytes);
    if (framing_ == Framing::length) {
        left_ -= bytes.size();
        if (left_ == 0) state_ = State::done;
    }
    return bytes.size();
}

std::size_t ResponseReader::feed_chunks(std::string_view bytes) {
    std::string_view rest = bytes;
    while (state_ == State::body && !rest.empty()) {
        keep(chunks_.next(rest));
        if (chunks_.done()) state_ = State::done;
        if (!chunks_.broken()) continue;
        // A fault behind the last byte that was wanted would not have been read if it had come later.
        if (body_bytes_ == max_body_) {
            truncate();
        } else {
            fail(Error::malformed_response, "broken chunked coding");
        }
    }
    return bytes.size() - rest.size();
}

void ResponseReader::keep(std::string_view data) {
    const auto wanted =
        static_cast<std::size_t>(std::min<std::uint64_t>(max_body_ - body_bytes_, data.size()));
    answer_.body.append(data.substr(0, wanted));
    body_bytes_ += wanted;
    if (wanted < data.size()) truncate();
}

void ResponseReader::truncate() {
    answer_.truncated = true;
    state_ = State::done;
}

void ResponseReader::end(StreamEnd how) {
    if (finished()) return;
    if (state_ == State::head) {
        const bool reset = how == StreamEnd::reset;
        return fail(reset ? Error::connection_reset : Error::connection_closed,
                    std::string(reset ? "reset" : "closed") +
                        (head_.empty() ? " before an answer" : " within the response head"));
    }
    if (framing_ == Framing::until_close && how == StreamEnd::closed) {
        state_ = State::done;
        return;
    }
    fail(Error::body_incomplete, incomplete(how));
}

std::string ResponseReader::incomplete(StreamEnd how) const {
    std::string detail = "body ";
    switch (how) {
        case StreamEnd::closed:
            detail += "closed";
            break;
        case StreamEnd::truncated:
            detail += "closed without TLS close_notify";
            break;
        case StreamEnd::reset:
            detail += "reset";
            break;
    }
    detail += " after " + std::to_string(body_bytes_);
    if (framing_ == Framing::length) detail += " of " + std::to_string(body_bytes_ + left_);
    return detail + " bytes";
}

void ResponseReader::fail(Error error, std::string detail) {
    state_ = State::failed;
    error_ = error;
    detail_ = std::move(detail);
}

}  // namespace outrider
