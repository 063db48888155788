#pragma once

#include "outrider/model/text.hpp"

#include <string>
#include <vector>

namespace outrider {

/// Hides what `${NAME}` brought in, from 6 characters on, wherever it stands.
Scrubber hidden_scrubber(const std::vector<std::string>& substituted);

}  // namespace outrider
