#pragma once

#include "outrider/model/run.hpp"

namespace outrider {

/// SIGHUP, SIGINT and SIGTERM: the first asks for the end, a second one ends the process at once with the
/// code of the first. Until `begin_probing` has been called there is nothing to report, and the first ends
/// the process too. SIGPIPE is ignored; so is what was already ignored when the process began (nohup).
void watch_signals();
/// Returns a descriptor that becomes readable with the first signal.
int begin_probing();
/// The signal that came first.
Interrupt first_signal();

}  // namespace outrider
