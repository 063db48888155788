#include "outrider/probe/probe_one.hpp"

#include "outrider/plan/url.hpp"
#include "outrider/wire/http_request.hpp"
#include "outrider/wire/http_response.hpp"

#include <chrono>
#include <memory>
#include <utility>

namespace outrider {
namespace {

/// One attempt from its first connection to the last byte of its last answer.
class Probe {
public:
    Probe(ProbeContext& context, const ProbeTarget& target, const Proxy* proxy, Observation& seen)
        : context_(context),
          target_(target),
          proxy_(proxy),
          seen_(seen),
          request_(first_request(target)),
          limits_(limits_until(sooner(
              Deadline::after(LimitKind::probe_timeout, context.settings.probe_timeout), context.end))),
          clock_(seen.phases) {}

    // The steps of one request and its answer.
    Task<void> open();
    Task<void> send();
    Task<void> receive();
    bool failed() const { return seen_.error.has_value(); }
    /// After them; true: the answer leads to another request.
    bool goes_on();

private:
    /// Of a hop that starts now; `end`: of the whole probe.
    Limits limits_until(Deadline end) const;
    MaybeFault find_next(const Answer& answer);
    bool needs_body() const;
    void settle_redirect();
    void follow();
    void take_back_redirect();

    Hop next_hop() const;
    AnswerTo answer_to() const { return request_.method == "HEAD" ? AnswerTo::head : AnswerTo::request; }
    Fault fault_of(const StepResult& step) const;
    void on_head(const ResponseReader& reader);
    void on_end(const StepResult& step, ResponseReader& reader);
    void on_failure(const ResponseReader& reader);
    void fail(Fault fault, bool in_body);

    ProbeContext& context_;
    const ProbeTarget& target_;
    const Proxy* proxy_;
    Observation& seen_;
    HopRequest request_;
    std::unique_ptr<Url> redirected_to_;
    std::unique_ptr<Url> next_;  ///< where the answer leads
    MaybeFault dead_end_;        ///< or why its redirect leads nowhere
    std::string before_;         ///< the final URL as it was before this hop
    Limits limits_;              ///< of this hop
    PhaseClock clock_;
    std::unique_ptr<Connection> connection_;
    MaybeFault write_fault_;
    bool last_was_public_ = false;
};

Limits Probe::limits_until(Deadline end) const {
    const Settings& settings = context_.settings;
    const Deadline connect = Deadline::after(LimitKind::connect_timeout, settings.connect_timeout);
    return Limits(settings.read_timeout, settings.write_timeout, end, connect);
}

bool Probe::goes_on() {
    clock_.stop();
    connection_.reset();
    if (failed() || !next_) return false;
    follow();
    limits_ = limits_until(limits_.end);
    return true;
}

// A coroutine of its own, so that what only opening needs is gone while the answer is waited for.
Task<void> Probe::open() {
    const Hop route = next_hop();
    Opened opened;
    co_await open_transport(context_.network, route, limits_, clock_, opened);
    connection_ = std::move(opened.connection);
    seen_.remote = std::move(opened.remote);
    seen_.via_http_proxy = route.absolute_form();
    last_was_public_ = opened.reached_public;
    if (!opened.fault) co_return;
    if (opened.fault->error == Error::redirect_refused) take_back_redirect();
    seen_.dns_cause = opened.dns_cause;
    seen_.connect_answer = std::move(opened.connect_answer);
    fail(std::move(*opened.fault), false);
}

Hop Probe::next_hop() const {
    Hop route(target_, *request_.url, proxy_);
    route.proxy_insecure = context_.settings.proxy_insecure;
    route.public_only = seen_.redirects > 0 && last_was_public_ && !context_.settings.allow_unsafe_redirects;
    return route;
}

Task<void> Probe::send() {
    clock_.enter(Phase::send);
    ++seen_.requests;
    const Proxy* absolute_through = seen_.via_http_proxy ? proxy_ : nullptr;
    const std::string bytes = format_request(target_, request_, absolute_through);
    std::string_view left = bytes;
    while (!left.empty() && !write_fault_) {
        const Deadline due = limits_.next_write();
        const StepResult step = co_await connection_->write_some(left, due);
        if (step.ended == Ended::late) {
            fail({Error::write_timeout, step.detail}, false);
            co_return;
        }
        // A server may answer and hang up before it has read everything: its answer still counts.
        if (step.ended != Ended::ok) write_fault_ = fault_of(step);
        left.remove_prefix(step.bytes);
    }
}

Task<void> Probe::receive() {
    clock_.enter(Phase::wait);
    const std::span<char> buffer = context_.network.buffer();
    std::unique_ptr<ResponseReader> reader;  // made when it is needed: most of the time is spent waiting
    bool wanted = true;
    while (wanted) {
        const Deadline due = limits_.next_read();
        const StepResult step = co_await connection_->read_some(buffer, due);
        if (!reader) reader = std::make_unique<ResponseReader>(answer_to(), context_.settings.max_body);
        const bool had_head = reader->has_head();
        if (step.ended == Ended::ok) reader->feed(std::string_view(buffer.data(), step.bytes));
        if (!had_head && reader->has_head()) on_head(*reader);
        if (step.ended != Ended::ok) on_end(step, *reader);
        wanted = !seen_.error && !reader->finished() && needs_body();
    }
    const bool unreadable = reader->state() == ResponseReader::State::failed && needs_body();
    if (unreadable && !seen_.error) on_failure(*reader);
    seen_.bytes = reader->body_bytes();
    if (!reader->has_head()) co_return;
    seen_.answer = reader->take_answer();
    settle_redirect();
}

// In absolute form TLS, if any, is spoken with the proxy.
Fault Probe::fault_of(const StepResult& step) const {
    const bool proxy_tls = seen_.via_http_proxy && step.error == Error::tls_handshake;
    return {proxy_tls ? Error::proxy_tls : step.error, step.detail};
}

void Probe::on_head(const ResponseReader& reader) {
    seen_.received = std::chrono::time_point_cast<Micros>(std::chrono::system_clock::now());
    dead_end_ = find_next(reader.answer());
    if (reader.has_body() && needs_body()) clock_.enter(Phase::body);
}

// Whatever comes of the body of a redirect that is followed, or that its head refuses, changes nothing. One
// that should lead somewhere and does not may be the page of a challenge.
bool Probe::needs_body() const {
    return !next_ && (!dead_end_ || dead_end_->error == Error::redirect_invalid);
}

// How much of a body came along with its head is a matter of luck: of one that was not needed nothing is
// kept.
void Probe::settle_redirect() {
    if (!needs_body()) {
        seen_.answer->body.clear();
        seen_.answer->truncated = false;
        seen_.bytes = 0;
    }
    if (!dead_end_) return;
    fail(std::move(*dead_end_), false);
    seen_.cut_off = false;  // the head has said it
}

void Probe::on_end(const StepResult& step, ResponseReader& reader) {
    const bool in_body = reader.has_head();
    switch (step.ended) {
        case Ended::ok:
            return;
        case Ended::closed:
            return reader.end(StreamEnd::closed);
        case Ended::truncated:
            return reader.end(StreamEnd::truncated);
        case Ended::late:
            return fail({in_body ? Error::body_timeout : Error::read_timeout, step.detail}, in_body);
        case Ended::failed:
            break;
    }
    if (step.error == Error::connection_reset) return reader.end(StreamEnd::reset);
    Fault fault = fault_of(step);
    if (in_body) fault.error = Error::body_incomplete;
    fail(std::move(fault), in_body);
}

void Probe::on_failure(const ResponseReader& reader) {
    const bool nothing_came = !reader.has_head() && reader.error() == Error::connection_closed;
    // In absolute form the other side is the proxy itself.
    const bool proxy_speaks_other = seen_.via_http_proxy && reader.error() == Error::not_http;
    if (proxy_speaks_other) return fail({Error::proxy_protocol, reader.detail()}, false);
    if (nothing_came && write_fault_) return fail(*write_fault_, false);
    fail({reader.error(), reader.detail()}, reader.has_head());
}

// Where a redirect leads shows in its head alone; or what is wrong with it.
MaybeFault Probe::find_next(const Answer& answer) {
    const unsigned most = target_.request->max_redirects;
    if (most == 0 || !is_redirect(answer.status)) return std::nullopt;
    if (seen_.redirects == most) {
        return Fault{Error::too_many_redirects, "more than " + std::to_string(most) + " redirects"};
    }
    const std::string* location = find_header(answer.headers, "Location");
    if (location == nullptr) {
        return Fault{Error::redirect_invalid, std::to_string(answer.status) + " without a Location"};
    }
    Parsed<Url> next = resolve_reference(*request_.url, *location);
    if (!next) return Fault{Error::redirect_invalid, "Location: " + next.reason()};
    const bool downgrade = request_.url->scheme == UrlScheme::https && next->scheme == UrlScheme::http;
    if (downgrade && !context_.settings.allow_unsafe_redirects) {
        return Fault{Error::redirect_refused, "from https to http"};
    }
    next_ = std::make_unique<Url>(std::move(*next));
    return std::nullopt;
}

void Probe::follow() {
    seen_.redirect_status = seen_.answer->status;
    request_ = redirected(request_, seen_.answer->status, next_.get());
    before_ = std::exchange(seen_.final_url, masked(*next_));
    redirected_to_ = std::move(next_);
    ++seen_.redirects;
}

// Where it leads to shows only in its addresses: it was not followed after all.
void Probe::take_back_redirect() {
    --seen_.redirects;
    seen_.final_url = before_;
}

void Probe::fail(Fault fault, bool in_body) {
    seen_.error = fault.error;
    seen_.error_detail = std::move(fault.detail);
    seen_.error_in_body = in_body;
    seen_.cut_off = context_.network.loop().interrupted();
}

}  // namespace

Observation ProbeContext::not_started() const {
    Observation seen;
    seen.error = Error::not_started;
    seen.error_detail =
        network.loop().interrupted() ? "a signal came first" : end.describe() + ": no time was left to start";
    seen.started = micros_between(started, Clock::now());
    return seen;
}

Task<void> probe_one(ProbeContext& context, const ProbeTarget& target, const Proxy* proxy,
                     Observation& seen) {
    seen.started = micros_between(context.started, Clock::now());
    Probe probe(context, target, proxy, seen);
    bool more = true;
    while (more) {
        co_await probe.open();
        if (!probe.failed()) co_await probe.send();
        if (!probe.failed()) co_await probe.receive();
        more = probe.goes_on();
    }
}

}  // namespace outrider
