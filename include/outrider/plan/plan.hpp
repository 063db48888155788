#pragma once

#include "outrider/model/proxy.hpp"
#include "outrider/model/run.hpp"
#include "outrider/model/scrubber.hpp"
#include "outrider/model/settings.hpp"
#include "outrider/model/target.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace outrider {

/// One (target, proxy), by index; its attempts run one after another, unless it is `rotating`.
struct Pair {
    std::uint32_t target = 0;
    std::optional<std::uint32_t> proxy;  ///< nullopt: direct
    bool control = false;
    bool rotating = false;  ///< each attempt leaves from another address, so they may run side by side
    std::uint32_t first_result = 0;  ///< index of attempt 1 in `results`; the others follow
    std::uint32_t attempts = 1;
};

/// What is to be done: inputs read, checked, without duplicates, in their order.
struct Plan {
    Settings settings;
    std::vector<ProbeTarget> targets;
    std::vector<Proxy> proxies;
    std::vector<TargetLabel> target_labels;  ///< how each target is listed: masked, `${NAME}` as `***`
    std::vector<ProxyLabel> proxy_labels;
    std::vector<Pair> pairs;                 ///< in the order of the report
    std::vector<std::uint32_t> start_order;  ///< indexes into pairs, in the order in which they start
    std::uint32_t results = 0;               ///< attempts over all pairs, controls included
    std::optional<Shard> shard;              ///< which pairs of the sample these are; nullopt: all
    std::vector<Rejected> rejected;
    std::uint64_t duplicates = 0;
    std::string plan_id;                   ///< lower-case hex of SHA-256
    std::vector<std::string> substituted;  ///< what `${NAME}` brought into the plan file: secrets
    std::vector<std::string> warnings;     ///< for stderr
};

/// The list of --proxies-out: the lines of the proxies of which `is_usable` is true, in the order of the
/// plan, to be written for their owner alone.
Secret proxy_list(const Plan& plan, const std::vector<bool>& is_usable);

/// Hides what `${NAME}` brought in, from 6 characters on, wherever it stands.
Scrubber hidden_scrubber(const std::vector<std::string>& substituted);

/// For everything that a probe of this pair may show: its own secrets, and those of `hidden`.
Scrubber scrubber_for(const Plan& plan, const Pair& pair, const Scrubber& hidden);

}  // namespace outrider
