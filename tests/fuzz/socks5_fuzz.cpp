#include "handshake_fuzz.hpp"
#include "outrider/wire/socks5.hpp"

#include <memory>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace outrider;
    const TunnelTarget target{"a.test", 443};
    fuzz::check([&] { return std::make_unique<Socks5>(target); }, data, size);
    const SocksCredentials credentials{Secret("joe"), Secret("pw")};
    fuzz::check([&] { return std::make_unique<Socks5>(target, credentials); }, data, size);
    return 0;
}
