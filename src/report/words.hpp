#pragma once

#include "outrider/model/run.hpp"

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

}  // namespace outrider
