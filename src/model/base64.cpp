#include "outrider/model/base64.hpp"

#include <cstddef>
#include <cstdint>

namespace outrider {

std::string base64_encode(std::string_view bytes) {
    static constexpr char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string encoded;
    encoded.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            group = group << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
        }
        const std::size_t present = bytes.size() - i;
        encoded += alphabet[group >> 18];
        encoded += alphabet[group >> 12 & 63];
        encoded += present > 1 ? alphabet[group >> 6 & 63] : '=';
        encoded += present > 2 ? alphabet[group & 63] : '=';
    }
    return encoded;
}

}  // namespace outrider
