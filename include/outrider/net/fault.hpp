#pragma once

#include "outrider/model/outcome.hpp"

#include <optional>
#include <string>

namespace outrider {

/// Why a step of a probe did not succeed, in the contract's word, and what the peer or the system said.
struct Fault {
    Error error;
    std::string detail;
};
/// Nothing, or the fault that ended the step.
using MaybeFault = std::optional<Fault>;

}  // namespace outrider
