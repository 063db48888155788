#pragma once

#include "outrider/model/run.hpp"
#include "outrider/model/settings.hpp"
#include "outrider/plan/environment.hpp"
#include "outrider/plan/parsed.hpp"

namespace outrider {

/// The shard that `--shard` names, its index taken from JOB_COMPLETION_INDEX where it says so (the place of
/// a pod in a Kubernetes Indexed Job). `total` is not known yet.
Parsed<Shard> find_shard(const ShardChoice& choice, const Environment& environment);

}  // namespace outrider
