#pragma once

#include "outrider/classify/signature.hpp"
#include "outrider/model/observation.hpp"
#include "outrider/model/probe_result.hpp"
#include "outrider/model/run.hpp"
#include "outrider/plan/plan.hpp"

#include <memory>
#include <string>
#include <vector>

namespace outrider {

/// Turns what probes saw into outcomes. Built once before the run (patterns are compiled then); `judge` is
/// const and may be called from several threads.
class Classifier {
public:
    /// The targets' `expect_body` must already have been checked to compile. `more` are signatures that win
    /// over the built-in ones of their kind and confidence.
    explicit Classifier(const Plan& plan, std::vector<Signature> more = {});
    ~Classifier();
    Classifier(Classifier&&) noexcept;

    /// The result of one attempt. Its blame is set where the probe alone tells; the rest is settled
    /// afterwards.
    ProbeResult judge(const Plan& plan, const Pair& pair, std::uint32_t attempt,
                      const Observation& seen) const;

private:
    struct Patterns;
    std::unique_ptr<Patterns> patterns_;
};

/// After the last probe: blame for what happened behind proxies, and DNS faults of this machine itself
/// (contract, section 5). The same for one run and for a merge.
void settle_blame(RunRecord& run);

}  // namespace outrider
