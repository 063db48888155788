#include "outrider/classify/classify.hpp"

#include "classify/body_pattern.hpp"
#include "classify/conclude.hpp"
#include "classify/shown_text.hpp"
#include "classify/signature_table.hpp"
#include "outrider/wire/http_request.hpp"

#include <map>

namespace outrider {
namespace {

void copy_measurements(ProbeResult& result, const Observation& seen) {
    result.started = seen.started;
    result.phases = seen.phases;
    result.bytes = seen.bytes;
    result.redirects = seen.redirects;
    result.requests = seen.requests;
    result.final_url = seen.final_url;
    result.remote = seen.remote;
    if (seen.answer) {
        result.truncated |= seen.answer->truncated;
        result.http_version = "1." + std::to_string(seen.answer->http_minor);
    }
    if (!result.status) return;
    Micros latency{0};
    for (const auto& phase : seen.phases)
        latency += phase.value_or(Micros{0});
    result.latency = latency;
}

}  // namespace

struct Classifier::Patterns {
    std::map<std::string, BodyPattern, std::less<>> expect_body;
    Matcher matcher;
    Scrubber hidden;

    explicit Patterns(std::vector<Signature> signatures) : matcher(std::move(signatures)) {}

    const BodyPattern* of(const ProbeTarget& target) const {
        return target.request->expect_body ? &expect_body.at(*target.request->expect_body) : nullptr;
    }
};

Classifier::Classifier(const Plan& plan, std::vector<Signature> more)
    : patterns_(std::make_unique<Patterns>(with_built_in(std::move(more)))) {
    patterns_->hidden = hidden_scrubber(plan.substituted);
    for (const ProbeTarget& target : plan.targets) {
        if (target.request->expect_body)
            patterns_->expect_body.try_emplace(*target.request->expect_body, *target.request->expect_body);
    }
}
Classifier::~Classifier() = default;
Classifier::Classifier(Classifier&&) noexcept = default;

ProbeResult Classifier::judge(const Plan& plan, const Pair& pair, std::uint32_t attempt,
                              const Observation& seen) const {
    const ProbeTarget& target = plan.targets[pair.target];
    Question asked{.target = target, .matcher = patterns_->matcher, .expect_body = patterns_->of(target)};
    asked.max_body = plan.settings.max_body;
    if (pair.proxy) {
        asked.behind_proxy = true;
        asked.proxy_was_authorized = is_authorized(target, plan.proxies[*pair.proxy]);
    }
    ProbeResult result = conclude(seen, asked);
    result.target = pair.target;
    result.proxy = pair.proxy;
    result.attempt = attempt;
    result.control = pair.control;
    copy_measurements(result, seen);
    const Scrubber& hidden = patterns_->hidden;
    if (!hidden.empty()) result.remote = hidden.scrub(result.remote);
    // A plain success is not to pay for a scrubber.
    if (shows_text(result)) clean_text(result, scrubber_for(plan, pair, hidden));
    return result;
}

}  // namespace outrider
