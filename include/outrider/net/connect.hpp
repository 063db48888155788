#pragma once

#include "outrider/model/deadline.hpp"
#include "outrider/net/fault.hpp"
#include "outrider/net/loop.hpp"
#include "outrider/net/resolver.hpp"
#include "outrider/net/socket.hpp"

#include <cstdint>
#include <memory>
#include <string>

namespace outrider {

struct Connected {
    std::unique_ptr<Socket> socket;
    std::string remote;  ///< "127.0.0.1:8080": what it is connected to
    MaybeFault
        fault;  ///< connect_refused, connect_timeout, connect_unreachable, local_resources, local_network
};

/// Connects to the first address that answers (RFC 8305 section 5): a new attempt every 250 ms or when one
/// has failed, while the earlier ones go on.
Task<void> connect_any(Loop& loop, const Addresses& addresses, std::uint16_t port, Deadline due,
                       Connected& connected);

/// Of the faults of several addresses the one that counts (contract, section 5).
Fault worst_connect_fault(const std::vector<Fault>& faults);

}  // namespace outrider
