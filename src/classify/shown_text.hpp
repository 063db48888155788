#pragma once

#include "outrider/model/probe_result.hpp"
#include "outrider/model/scrubber.hpp"

namespace outrider {

/// Whether the result shows any text that may have come from the network.
bool shows_text(const ProbeResult& result);

/// Makes its texts fit to be shown: one line each, with neither what `scrubber` knows nor a secret in a URL
/// that the other side sent.
void clean_text(ProbeResult& result, const Scrubber& scrubber);

}  // namespace outrider
