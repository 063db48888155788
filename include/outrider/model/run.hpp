#pragma once

#include "outrider/model/result_list.hpp"
#include "outrider/model/time.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace outrider {

/// How a target and a proxy are listed: all that the rooms after `probe` know of them, so that nothing there
/// can leak.
struct TargetLabel {
    std::string name;  ///< empty: null
    std::string url;   ///< masked
};
struct ProxyLabel {
    std::string name;   ///< empty: null
    std::string proxy;  ///< masked
    bool rotating = false;
};

/// A line of an input that could not be read; the line itself is never kept.
struct Rejected {
    std::string source;  ///< the file as named, "-", "argument", or the plan's name
    std::uint64_t line = 0;
    std::string reason;
};

/// A run that has every `count`-th pair of a plan from the `index`-th.
struct Shard {
    std::uint32_t index = 0;
    std::uint32_t count = 1;
    std::uint64_t total = 0;  ///< probes, controls aside, that all shards have planned
};

enum class Interrupt { none, sighup, sigint, sigterm };

/// Everything that was observed in one run: what the statistics, the diagnosis and the report are computed
/// from.
struct RunRecord {
    std::string name;  ///< empty: null
    WallTime started_at{};
    Micros duration{0};
    Micros deadline{0};
    Micros probe_window{0};
    bool deadline_hit = false;
    Interrupt interrupt = Interrupt::none;
    std::uint32_t concurrency = 0;  ///< the most that were in flight
    std::optional<Micros> lag;
    std::string plan_id;
    std::optional<Shard> shard;

    std::vector<TargetLabel> targets;
    std::vector<ProxyLabel> proxies;
    /// By pair, then attempt; a target's control after its pairs.
    ResultList results;
    std::uint64_t missing = 0;  ///< probes of shards that a merge does without: abandoned, in the run alone
    std::vector<Rejected> rejected;
    std::uint64_t duplicates = 0;

    /// A DNS lookup of this run came back with an address or a definite no: then its faults are not this
    /// machine's.
    bool dns_answered = false;
};

}  // namespace outrider
