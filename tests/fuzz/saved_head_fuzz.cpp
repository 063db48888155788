#include "classify/saved_head.hpp"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace outrider;
    constexpr std::size_t cap = 64;
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const auto answer = read_saved(bytes, cap);
    if (!answer) return 0;
    if (answer->status < 100 || answer->status > 999 || answer->body.size() > cap) std::abort();
    for (const Header& header : answer->headers) {
        if (header.name.find(':') != std::string::npos || header.value.find('\n') != std::string::npos)
            std::abort();
    }
    return 0;
}
