#pragma once

#include "outrider/diagnose/diagnosis.hpp"
#include "outrider/model/time.hpp"
#include "outrider/stats/totals.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace outrider {

struct DiagnosticReport;

/// What an earlier report says that a later one is compared with: its numbers as they are written there.
struct Baseline {
    struct ListedProxy {
        std::string proxy;  ///< masked
        Verdict verdict = Verdict::untested;
    };

    State state = State::critical;
    std::optional<std::uint64_t> success_rate;  ///< in ten-thousandths
    std::optional<Micros> p95;
    std::vector<ListedProxy> proxies;
};

/// What changed since a baseline. Changes are new minus old.
struct Drift {
    State state_before = State::critical;
    /// In ten-thousandths: the new rate exact, the old one as it was written, rounded half away from zero.
    std::optional<std::int64_t> success_rate_change;
    std::optional<Micros> p95_change;  ///< null where either run had no latency
    /// Masked URLs, each once, in the order in which the new report lists them.
    std::vector<std::string> proxies_lost;
    std::vector<std::string> proxies_gained;
};

/// Only what both runs have tested can be lost or gained: that a proxy is listed in one of them alone, or was
/// left out by a sample, says nothing of it. Proxies are told apart by their masked URL. Several that share
/// one (with other passwords, or keys for users) are as one, which is usable where any of them is.
Drift drift_since(const Baseline& before, const DiagnosticReport& now);

}  // namespace outrider
