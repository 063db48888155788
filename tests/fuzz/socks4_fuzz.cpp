#include "handshake_fuzz.hpp"
#include "outrider/wire/socks4.hpp"

#include <memory>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace outrider;
    fuzz::check(
        [] {
            return std::make_unique<Socks4>(TunnelTarget{"a.test", 443}, Socks4::Names::resolved_by_proxy,
                                            Secret("joe"));
        },
        data, size);
    return 0;
}
