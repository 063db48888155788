#pragma once

#include "outrider/wire/handshake.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <variant>

namespace outrider::fuzz {

inline bool is_over(const Step& step) {
    return std::holds_alternative<Done>(step) || std::holds_alternative<Fail>(step);
}

/// How a handshake ends whose peer sends these bytes: the error's word, or the tunnel's bytes.
inline std::string run(Handshake& handshake, std::string_view bytes, std::size_t piece) {
    Step step = handshake.resume({});
    while (!is_over(step)) {
        if (std::holds_alternative<Write>(step)) {
            step = handshake.resume({});
        } else if (bytes.empty()) {
            step = handshake.closed();
        } else {
            step = handshake.resume(bytes.substr(0, piece));
            bytes.remove_prefix(bytes.size() < piece ? bytes.size() : piece);
        }
    }
    if (const auto* fail = std::get_if<Fail>(&step)) {
        if (fail->answer) return std::to_string(fail->answer->status) + fail->answer->body;
        return std::string(to_string(fail->error));
    }
    return "open " + std::get<Done>(step).leftover + std::string(bytes);
}

/// Ends alike, whether the bytes come in one piece or one by one.
template <class Make>
void check(Make make, const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    if (run(*make(), bytes, bytes.size() + 1) != run(*make(), bytes, 1)) std::abort();
}

}  // namespace outrider::fuzz
