#pragma once

#include "outrider/model/run.hpp"

namespace outrider {

/// SIGHUP, SIGINT and SIGTERM: the first asks for the end and calls `on_first` (from a signal handler), a
/// second one ends the process at once with the code of the first. Until `begin_probing` has been called
/// there is nothing to report, and the first ends the process too. What was already ignored when the process
/// began stays so (nohup).
void watch_signals(void (*on_first)());
/// Returns a descriptor that becomes readable with the first signal.
int begin_probing();
/// The signal that came first.
Interrupt first_signal();
/// 128 + its number.
int exit_code_of(Interrupt interrupt);

}  // namespace outrider
