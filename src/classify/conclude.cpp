#include "classify/conclude.hpp"

#include "classify/proxy_page.hpp"
#include "classify/retry_after.hpp"

namespace outrider {
namespace {

void note(std::string& detail, std::string_view text) {
    if (text.empty()) return;
    if (!detail.empty()) detail += "; ";
    detail += text;
}

std::string status_words(int status) {
    return "status " + std::to_string(status);
}

// A redirect that was followed is not what the outcome is about: what went wrong after it is.
bool is_final(const Observation& seen, const Question& asked) {
    if (!seen.answer) return false;
    if (!seen.error && !seen.cut_off) return true;
    const int status = seen.answer->status;
    const bool redirect = (status >= 301 && status <= 303) || status == 307 || status == 308;
    return !redirect || asked.target.max_redirects == 0;
}

void set_error(ProbeResult& result, Error error) {
    result.error = error;
    result.outcome = outcome_of(error);
}

// Of a lookup made here: a proxy that resolves says other words.
bool is_dns_fault(Error error) {
    return error == Error::dns_failure || error == Error::dns_unavailable || error == Error::dns_timeout;
}

// Where the probe alone tells; blame behind a proxy is settled when all results are there.
std::optional<Blame> blame_of(const ProbeResult& result, bool behind_proxy) {
    switch (result.outcome) {
        case Outcome::abandoned:
        case Outcome::success:
            return std::nullopt;
        case Outcome::local_error:
            return Blame::local;
        case Outcome::proxy_error:
            if (result.error == Error::proxy_bad_gateway) return std::nullopt;
            return Blame::proxy;
        case Outcome::network_error:
            if (behind_proxy && !is_dns_fault(*result.error)) return std::nullopt;
            return Blame::target;
        case Outcome::challenged:
        case Outcome::rate_limited:
        case Outcome::banned:
        case Outcome::server_error:
        case Outcome::client_error:
        case Outcome::unexpected:
            return Blame::target;
    }
    return std::nullopt;
}

void set_evidence(ProbeResult& result, Outcome outcome, Confidence confidence, std::string evidence) {
    result.outcome = outcome;
    result.confidence = confidence;
    result.evidence = std::move(evidence);
}

/// By the status and `Retry-After`; unset where neither is a fault.
bool judge_status(ProbeResult& result, const Answer& answer, const RetryAfter& wait, const Question& asked) {
    const int status = answer.status;
    if (status == 403 && wait.wait_s.value_or(0) >= 1) {
        set_evidence(result, Outcome::rate_limited, Confidence::likely,
                     "status 403 with Retry-After: " + wait.raw);
        return true;
    }
    if (asked.target.expect_status_given && asked.target.expect_status.contains(status)) return false;
    if (status == 429) {
        set_evidence(result, Outcome::rate_limited, Confidence::possible, status_words(status));
    } else if (status == 403) {
        set_evidence(result, Outcome::banned, Confidence::possible, status_words(status));
    } else if (status >= 500 && status <= 599) {
        result.outcome = Outcome::server_error;
    } else if (status >= 400 && status <= 499) {
        result.outcome = Outcome::client_error;
    } else {
        return false;
    }
    return true;
}

void judge_expectations(ProbeResult& result, const Answer& answer, const Question& asked, bool unfinished) {
    result.outcome = Outcome::success;
    if (!asked.target.expect_status.contains(answer.status)) {
        result.outcome = Outcome::unexpected;
        note(result.detail, status_words(answer.status) + " is not expected");
    } else if (asked.expect_body != nullptr &&
               !asked.expect_body->found_in(answer.body, answer.truncated || unfinished) && !unfinished) {
        result.outcome = Outcome::unexpected;
        note(result.detail, "expect-body not found in the " + std::to_string(answer.body.size()) +
                                (answer.truncated ? " bytes read of a longer body" : " bytes of the body"));
    }
}

bool is_throttled(const ProbeResult& result) {
    if (result.outcome == Outcome::rate_limited) return true;
    return result.status == 429 &&
           (result.outcome == Outcome::challenged || result.outcome == Outcome::banned);
}

void set_wait(ProbeResult& result, const RetryAfter& wait) {
    result.retry_after_s = wait.wait_s;
    result.retry_after_raw = wait.raw;
    if (!wait.ignored.empty()) note(result.detail, "Retry-After ignored, not to be read: " + wait.ignored);
}

void judge_proxy_page(ProbeResult& result, const Answer& answer, const ProxyPage& page,
                      const RetryAfter& wait, const Question& asked) {
    const int status = answer.status;
    if (status == 407 || status == 401) {
        set_error(result,
                  asked.proxy_has_credentials ? Error::proxy_auth_failed : Error::proxy_auth_required);
    } else if (status >= 502 && status <= 504) {
        set_error(result, Error::proxy_bad_gateway);
    } else {
        set_error(result, Error::proxy_error_page);
    }
    result.vendor = page.vendor;
    note(result.detail, "proxy answered " + std::to_string(status) + " (" + page.evidence + ")");
    if (status == 429 || status == 503) set_wait(result, wait);
}

void judge_connect_answer(ProbeResult& result, const Answer& answer, WallTime received) {
    if (answer.status != 429 && answer.status != 503) return;
    set_wait(result, read_retry_after(answer.headers, clock_of(answer.headers, received)));
}

void judge_target_answer(ProbeResult& result, const Answer& answer, const RetryAfter& wait,
                         const Question& asked, bool unfinished) {
    result.status = answer.status;
    if (!judge_status(result, answer, wait, asked)) judge_expectations(result, answer, asked, unfinished);
    if (is_throttled(result) || answer.status == 503) set_wait(result, wait);
}

void judge_answer(ProbeResult& result, const Observation& seen, const Question& asked, bool unfinished) {
    const Answer& answer = *seen.answer;
    const RetryAfter wait = read_retry_after(answer.headers, clock_of(answer.headers, seen.received));
    if (seen.via_http_proxy) {
        if (const auto page = find_proxy_page(answer)) {
            judge_proxy_page(result, answer, *page, wait, asked);
            return;
        }
    }
    judge_target_answer(result, answer, wait, asked, unfinished);
}

}  // namespace

ProbeResult conclude(const Observation& seen, const Question& asked) {
    ProbeResult result;
    if (is_final(seen, asked)) {
        const bool unfinished = seen.error || seen.cut_off;
        judge_answer(result, seen, asked, unfinished);
        // What befell the body takes nothing from a head that says no.
        if (result.outcome == Outcome::success && unfinished) {
            set_error(result, seen.cut_off ? Error::cut_off : *seen.error);
        }
    } else {
        if (seen.answer) result.status = seen.answer->status;
        set_error(result, seen.cut_off ? Error::cut_off : seen.error.value_or(Error::connection_closed));
        result.dns_cause = seen.dns_cause;
    }
    note(result.detail, seen.error_detail);
    if (seen.connect_answer) judge_connect_answer(result, *seen.connect_answer, seen.received);
    result.blame = blame_of(result, asked.behind_proxy);
    return result;
}

}  // namespace outrider
