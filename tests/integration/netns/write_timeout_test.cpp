// A body that nobody takes (in a network of its own, whose sockets buffer little).
#include "outrider.hpp"
#include "private_network.hpp"
#include "scripted_server.hpp"

#include <gtest/gtest.h>

namespace integration {
namespace {

TEST(WriteTimeout, WordAndLimit) {
    const PrivateNetwork network;
    write_file("/proc/sys/net/ipv4/tcp_wmem", "4096 16384 65536");
    write_file("/proc/sys/net/ipv4/tcp_rmem", "4096 16384 65536");
    const ScriptedServer server([](Peer& peer) { peer.idle(); });
    const TempDir dir;
    const std::string body = dir.file("body", std::string(1 << 20, 'b'));
    const Report report =
        probe({server.url(), "-X", "POST", "--body", "@" + body, "--write-timeout", "300ms"});
    EXPECT_EQ(report.verdict(), "network_error/write_timeout/target");
    EXPECT_NE(report.result()["detail"].dump().find("write-timeout 300ms"), std::string::npos)
        << report.result();
}

}  // namespace
}  // namespace integration
