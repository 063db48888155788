#pragma once

#include "files.hpp"

namespace integration {

/// Puts this process, and so all that it starts, into a network of its own that holds nothing but loopback,
/// where the DNS server is 127.0.0.1:53 and the hosts file knows `localhost` alone. Ends with the object.
/// Needs root or user namespaces; throws without them. There must be no other thread when it begins or ends.
class PrivateNetwork {
public:
    PrivateNetwork();
    ~PrivateNetwork();
    PrivateNetwork(const PrivateNetwork&) = delete;
    PrivateNetwork& operator=(const PrivateNetwork&) = delete;

    /// Gives loopback a further address, so that a server can have a public one.
    static void add_address(const char* address);

private:
    TempDir dir_;
    int network_;  ///< the way back
    int mounts_;
};

}  // namespace integration
