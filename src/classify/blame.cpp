#include "outrider/classify/classify.hpp"

#include <unordered_map>

namespace outrider {
namespace {

/// How many probes there were, and how many of them reached the target.
struct Tally {
    std::uint64_t probes = 0;
    std::uint64_t reached = 0;

    void add(bool did_reach) {
        ++probes;
        if (did_reach) ++reached;
    }
    Tally operator-(const Tally& other) const { return {probes - other.probes, reached - other.reached}; }
};

bool is_dns_fault(std::optional<Error> error) {
    return error == Error::dns_failure || error == Error::dns_unavailable || error == Error::dns_timeout;
}

bool reached(const ProbeResult& result) {
    return result.status && !result.error;
}

// What tells nothing about the target is left out of the count.
bool is_witness(const ProbeResult& result) {
    if (result.outcome == Outcome::abandoned || result.outcome == Outcome::local_error) return false;
    return result.outcome != Outcome::proxy_error || result.error == Error::proxy_bad_gateway;
}

// What can be the exit's fault or the target's.
bool is_open(const ProbeResult& result) {
    if (!result.proxy) return false;
    return result.error == Error::proxy_bad_gateway ||
           (result.outcome == Outcome::network_error && !is_dns_fault(result.error));
}

// With no answer to any lookup it is this machine's resolver that failed, not the names.
void settle_dns(RunRecord& run) {
    for (ProbeResult& result : run.results) {
        const std::optional<Error> fault =
            result.error == Error::proxy_dns_failure ? result.dns_cause : result.error;
        if (fault != Error::dns_unavailable && fault != Error::dns_timeout) continue;
        if (run.dns_answered) continue;
        result.error = fault;
        result.outcome = Outcome::local_error;
        result.blame = Blame::local;
    }
}

/// The witnesses of a run, by target and by pair.
class Witnesses {
public:
    explicit Witnesses(const RunRecord& run)
        : run_(run), targets_(run.targets.size()), control_reached_(run.targets.size(), false) {
        for (const ProbeResult& result : run.results) {
            if (result.control) {
                if (reached(result)) control_reached_[result.target] = true;
            } else if (result.proxy && is_witness(result)) {
                targets_[result.target].add(reached(result));
                pairs_[key(result)].add(reached(result));
            }
        }
    }

    std::optional<Blame> blame_for(const ProbeResult& result) const {
        if (control_reached_[result.target]) return Blame::proxy;
        const Tally others = targets_[result.target] - own(result);
        if (others.probes == 0) return std::nullopt;
        return 2 * others.reached >= others.probes ? Blame::proxy : Blame::target;
    }

private:
    static std::uint64_t key(const ProbeResult& result) {
        return std::uint64_t{result.target} << 32 | *result.proxy;
    }

    // Every probe of a rotating proxy is through another exit, so only the probe itself is its own.
    Tally own(const ProbeResult& result) const {
        if (run_.proxies[*result.proxy].rotating) return {1, reached(result) ? 1u : 0u};
        return pairs_.at(key(result));
    }

    const RunRecord& run_;
    std::vector<Tally> targets_;
    std::vector<bool> control_reached_;
    std::unordered_map<std::uint64_t, Tally> pairs_;
};

}  // namespace

void settle_blame(RunRecord& run) {
    settle_dns(run);
    const Witnesses witnesses(run);
    for (ProbeResult& result : run.results) {
        if (is_open(result)) {
            result.blame = witnesses.blame_for(result);
        }
    }
}

}  // namespace outrider
