#include "classify/conclude.hpp"

#include "classify/asked_wait.hpp"
#include "classify/charset.hpp"
#include "classify/inflate.hpp"

namespace outrider {
namespace {

void note(std::string& detail, std::string_view text) {
    if (text.empty()) return;
    if (!detail.empty()) detail += "; ";
    detail += text;
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

std::optional<ChallengeKind> challenge_kind_of(SignatureKind kind) {
    switch (kind) {
        case SignatureKind::challenge_js:
            return ChallengeKind::js;
        case SignatureKind::challenge_captcha:
            return ChallengeKind::captcha;
        case SignatureKind::challenge_pow:
            return ChallengeKind::pow;
        case SignatureKind::rate_limit:
        case SignatureKind::block:
        case SignatureKind::proxy_page:
        case SignatureKind::edge:
            return std::nullopt;
    }
    return std::nullopt;
}

// A proxy's own answer asks for a wait by these alone.
bool asks_to_wait(int status) {
    return status == 429 || status == 503;
}

/// One answer that stands for the outcome, and all that can be read from it.
class Judgement {
public:
    /// `text`: the answer with its body in UTF-8, where that is not so by itself.
    Judgement(const Answer& answer, const std::optional<Answer>& text, const Observation& seen,
              const Question& asked)
        : answer_(answer),
          text_(text),
          asked_(asked),
          redirect_status_(seen.redirect_status),
          unfinished_(seen.error || seen.cut_off),
          via_http_proxy_(seen.via_http_proxy),
          matches_(asked.matcher.match(text ? *text : answer, seen.via_http_proxy)),
          wait_(read_asked_wait(answer, seen.received)) {}

    ProbeResult result() {
        if (via_http_proxy_ && (matches_.proxy_page || answer_.status == 407)) {
            judge_proxy_page();
        } else {
            judge_target();
        }
        note(result_.detail, wait_.unreadable);
        return std::move(result_);
    }

private:
    // An expectation that the user has stated is stronger than a status, or than a signature that is little
    // more than one.
    bool is_expected() const {
        return asked_.target.request->expect_status_given &&
               asked_.target.request->expect_status.contains(answer_.status);
    }
    bool counts(const std::optional<Match>& match) const {
        return match && !(is_expected() && match->signature->confidence == Confidence::possible);
    }

    void judge_proxy_page() {
        const int status = answer_.status;
        result_.status = redirect_status_;  // this one is not the target's
        if (status == 407 || status == 401) {
            set_error(result_,
                      asked_.proxy_was_authorized ? Error::proxy_auth_failed : Error::proxy_auth_required);
        } else if (status >= 502 && status <= 504) {
            set_error(result_, Error::proxy_bad_gateway);
        } else {
            set_error(result_, Error::proxy_error_page);
        }
        std::string said = "proxy answered " + std::to_string(status);
        if (matches_.proxy_page) {
            tell(*matches_.proxy_page);
            said += " (" + matches_.proxy_page->what + ")";
        }
        note(result_.detail, said);
        if (asks_to_wait(status)) wait_.put_into(result_);
    }

    void judge_target() {
        result_.status = answer_.status;
        result_.quota = wait_.quota.quota;
        if (!is_challenge() && !is_limit() && !is_ban() && !is_error_status()) judge_expectations();
        if (is_throttled() || answer_.status == 503) wait_.put_into(result_);
        if (matches_.edge && matches_.edge->signature->vendor != result_.vendor) {
            result_.edge = matches_.edge->signature->vendor;
        }
    }

    bool is_challenge() {
        if (!counts(matches_.challenge)) return false;
        result_.outcome = Outcome::challenged;
        result_.challenge_kind = challenge_kind_of(matches_.challenge->signature->kind);
        tell(*matches_.challenge);
        return true;
    }

    bool is_limit() {
        const int status = answer_.status;
        const bool spent = status >= 400 && !wait_.quota.spent.empty();
        const bool known = counts(matches_.rate_limit);
        const bool forbidden_for_now = status == 403 && wait_.retry_after.wait_s.value_or(0) >= 1;
        if (!spent && !known && !forbidden_for_now && (status != 429 || is_expected())) return false;

        result_.outcome = Outcome::rate_limited;
        if (known) {
            tell(*matches_.rate_limit);
        } else if (counts(matches_.block)) {
            result_.vendor = matches_.block->signature->vendor;
        }
        if (spent && (!known || result_.confidence != Confidence::confirmed)) {
            tell(Confidence::confirmed, "header " + wait_.quota.spent);
        } else if (!known && wait_.retry_after.wait_s) {
            tell(Confidence::likely, "header Retry-After: " + wait_.retry_after.raw);
        } else if (!known) {
            tell(Confidence::possible, "status " + std::to_string(status));
        }
        return true;
    }

    bool is_ban() {
        if (counts(matches_.block)) {
            result_.outcome = Outcome::banned;
            tell(*matches_.block);
            return true;
        }
        if (answer_.status != 403 || is_expected()) return false;
        result_.outcome = Outcome::banned;
        tell(Confidence::possible, "status 403");
        return true;
    }

    bool is_error_status() {
        if (answer_.status < 400 || answer_.status > 599 || is_expected()) return false;
        result_.outcome = answer_.status >= 500 ? Outcome::server_error : Outcome::client_error;
        return true;
    }

    void judge_expectations() {
        result_.outcome = Outcome::success;
        if (!asked_.target.request->expect_status.contains(answer_.status)) {
            result_.outcome = Outcome::unexpected;
            note(result_.detail, "status " + std::to_string(answer_.status) + " is not expected");
        } else if (asked_.expect_body != nullptr && !unfinished_ && !is_body_expected()) {
            result_.outcome = Outcome::unexpected;
            note(result_.detail, std::string("expect-body not found in the ") +
                                     (answer_.truncated ? "first " : "") +
                                     std::to_string(answer_.body.size()) + " bytes of the body");
        }
    }

    bool is_body_expected() const {
        const auto found_in = [&](const Answer& answer) {
            return asked_.expect_body->found_in(answer.body, answer.truncated);
        };
        return found_in(answer_) || (text_ && found_in(*text_));
    }

    bool is_throttled() const {
        if (result_.outcome == Outcome::rate_limited) return true;
        return answer_.status == 429 &&
               (result_.outcome == Outcome::challenged || result_.outcome == Outcome::banned);
    }

    void tell(const Match& match) {
        result_.vendor = match.signature->vendor;
        tell(match.signature->confidence, match.where + " " + match.what);
    }
    void tell(Confidence confidence, std::string evidence) {
        result_.confidence = confidence;
        result_.evidence = std::move(evidence);
    }

    const Answer& answer_;
    const std::optional<Answer>& text_;
    const Question& asked_;
    std::optional<int> redirect_status_;
    bool unfinished_;
    bool via_http_proxy_;
    Matches matches_;
    AskedWait wait_;
    ProbeResult result_;
};

ProbeResult judge_answer(const Observation& seen, const Question& asked) {
    const Answer& answer = *seen.answer;
    auto inflated = inflate(answer, asked.max_body);
    if (!inflated) return Judgement(answer, in_utf8(answer), seen, asked).result();
    const Answer decoded{.status = answer.status,
                         .http_minor = answer.http_minor,
                         .headers = answer.headers,
                         .body = std::move(inflated->body),
                         .truncated = answer.truncated || inflated->truncated};
    ProbeResult result = Judgement(decoded, in_utf8(decoded), seen, asked).result();
    result.truncated = decoded.truncated;
    return result;
}

// A redirect that was to be followed is not what the outcome is about: what went wrong after it is.
bool is_final(const Observation& seen, const Question& asked) {
    if (!seen.error && !seen.cut_off) return true;
    const int status = seen.answer->status;
    const bool redirect = (status >= 301 && status <= 303) || status == 307 || status == 308;
    return !redirect || asked.target.request->max_redirects == 0;
}

bool is_block(Outcome outcome) {
    return outcome == Outcome::challenged || outcome == Outcome::rate_limited || outcome == Outcome::banned;
}

// What befell the body takes nothing from a head that says no; nor does a redirect that leads nowhere from a
// challenge that comes as one.
std::optional<ProbeResult> judge_head(const Observation& seen, const Question& asked) {
    if (!seen.answer) return std::nullopt;
    const bool leads_nowhere = seen.error == Error::redirect_invalid;
    if (!is_final(seen, asked) && !leads_nowhere) return std::nullopt;
    ProbeResult result = judge_answer(seen, asked);
    const bool unfinished = seen.error || seen.cut_off;
    if (unfinished && result.outcome == Outcome::success) return std::nullopt;
    if (leads_nowhere && !is_block(result.outcome)) return std::nullopt;
    return result;
}

// Who the proxy is that refused, and the wait that it asks for.
void read_refusal(ProbeResult& result, const Answer& refusal, const Observation& seen,
                  const Question& asked) {
    const auto text = in_utf8(refusal);
    if (const auto page = asked.matcher.match(text ? *text : refusal, true).proxy_page) {
        result.vendor = page->signature->vendor;
        result.confidence = page->signature->confidence;
        result.evidence = page->where + " " + page->what;
    }
    const AskedWait wait = read_asked_wait(refusal, seen.received);
    if (asks_to_wait(refusal.status)) wait.put_into(result);
    note(result.detail, wait.unreadable);
}

ProbeResult judge_fault(const Observation& seen, const Question& asked) {
    ProbeResult result;
    set_error(result, seen.cut_off ? Error::cut_off : seen.error.value_or(Error::connection_closed));
    result.dns_cause = seen.dns_cause;
    if (seen.answer) result.status = seen.answer->status;
    if (seen.connect_answer) read_refusal(result, *seen.connect_answer, seen, asked);
    return result;
}

}  // namespace

ProbeResult conclude(const Observation& seen, const Question& asked) {
    auto judged = judge_head(seen, asked);
    ProbeResult result = judged ? *std::move(judged) : judge_fault(seen, asked);
    note(result.detail, seen.error_detail);
    result.blame = blame_of(result, asked.behind_proxy);
    return result;
}

}  // namespace outrider
