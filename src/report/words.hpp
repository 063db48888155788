#pragma once

#include "outrider/model/run.hpp"

#include <optional>
#include <string_view>

namespace outrider {

/// The signal's name; empty: none.
inline std::string_view to_string(Interrupt interrupt) {
    switch (interrupt) {
        case Interrupt::none:
            return "";
        case Interrupt::sighup:
            return "SIGHUP";
        case Interrupt::sigint:
            return "SIGINT";
        case Interrupt::sigterm:
            return "SIGTERM";
    }
    return "";
}

inline std::string_view jitter_word(bool full) {
    return full ? "full" : "none";
}

/// Back from the name of a signal; nullopt for any other word.
inline std::optional<Interrupt> parse_interrupt(std::string_view word) {
    for (const Interrupt signal : {Interrupt::sighup, Interrupt::sigint, Interrupt::sigterm}) {
        if (to_string(signal) == word) return signal;
    }
    return std::nullopt;
}

}  // namespace outrider
