#pragma once

#include "outrider/model/run.hpp"
#include "outrider/stats/totals.hpp"

#include <string>
#include <vector>

namespace outrider {

/// Remarks for people; they change no number.
std::vector<std::string> notes_on(const RunRecord& run, const Totals& totals);

}  // namespace outrider
