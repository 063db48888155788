#pragma once

#include "outrider/model/proxy.hpp"
#include "outrider/model/run.hpp"
#include "outrider/model/settings.hpp"
#include "outrider/model/target.hpp"
#include "outrider/plan/parsed.hpp"
#include "outrider/plan/plan_file.hpp"

#include <memory>
#include <string>
#include <vector>

namespace outrider {

/// The URLs and proxies of a plan file, read.
struct PlanEntries {
    struct Target {
        Url url;
        TargetLabel label;
    };
    struct Proxies {
        std::vector<Proxy> proxies;
        std::vector<ProxyLabel> labels;  ///< one for each
    };
    std::vector<Target> targets;
    std::vector<Proxies> proxies;
    std::vector<std::string> errors;
};
PlanEntries read_entries(const PlanFile& plan, const Settings& settings);

/// The target at `url`, with what `entry` says of its own over `request`. It fails where the file of its body
/// cannot be read by `until`.
Parsed<ProbeTarget> make_own_target(Url url, const PlanTarget& entry,
                                    const std::shared_ptr<const TargetRequest>& request,
                                    Clock::time_point until);

}  // namespace outrider
