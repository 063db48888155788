#include "handshake_fuzz.hpp"
#include "outrider/wire/http_connect.hpp"

#include <memory>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace outrider;
    const TunnelTarget target{"a.test", 443};
    fuzz::check(
        [&] {
            return std::make_unique<HttpConnect>(target, ConnectFields{"ua", "Basic x"});
        },
        data, size);
    return 0;
}
