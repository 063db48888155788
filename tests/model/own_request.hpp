#pragma once

#include "outrider/model/target.hpp"

#include <memory>

namespace outrider {

/// Gives a target a request of its own, as it is so far, to be changed.
inline TargetRequest& own_request(ProbeTarget& target) {
    auto own = std::make_shared<TargetRequest>(*target.request);
    target.request = own;
    return *own;
}

}  // namespace outrider
