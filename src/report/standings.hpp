#pragma once

#include "outrider/report/report.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace outrider {

/// One target or proxy as tables for people show it.
struct Standing {
    std::string_view word;       ///< its state, where known, or its verdict
    std::optional<State> state;  ///< of a target
    const Tally* tally;
    std::string label;  ///< its address, and its name in brackets
};

/// The worst come first: by state or verdict, then the lowest success rate, then the most probes.
struct Standings {
    std::vector<Standing> rows;
    std::size_t left_out = 0;  ///< for which there were too many
};

enum class Listed { in_trouble, all };

/// At most `most` rows; they point into `report`.
Standings worst_targets(const DiagnosticReport& report, std::size_t most, Listed listed);
Standings worst_proxies(const DiagnosticReport& report, std::size_t most, Listed listed);

/// How a target and a proxy are called in front of people.
std::string label_of(const TargetLabel& target);
std::string label_of(const ProxyLabel& proxy);

}  // namespace outrider
