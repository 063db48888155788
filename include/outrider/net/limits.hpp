#pragma once

#include "outrider/model/deadline.hpp"

namespace outrider {

/// The limits that hold for one hop of a probe.
struct Limits {
    Limits(Micros read_timeout, Micros write_timeout, Deadline probe_end, Deadline connect)
        : read(read_timeout), write(write_timeout), end(probe_end), connect_end(sooner(connect, probe_end)) {}

    Micros read;
    Micros write;
    Deadline end;          ///< of the probe or of the run, whichever is sooner
    Deadline connect_end;  ///< of dns, connect, proxy and tls together

    Deadline next_read() const { return sooner(Deadline::after(LimitKind::read_timeout, read), end); }
    Deadline next_write() const { return sooner(Deadline::after(LimitKind::write_timeout, write), end); }
};

}  // namespace outrider
