#include "outrider/model/deadline.hpp"

#include <cstdio>

namespace outrider {

std::string_view to_string(LimitKind kind) {
    switch (kind) {
        case LimitKind::connect_timeout:
            return "connect-timeout";
        case LimitKind::write_timeout:
            return "write-timeout";
        case LimitKind::read_timeout:
            return "read-timeout";
        case LimitKind::probe_timeout:
            return "probe-timeout";
        case LimitKind::deadline:
            return "deadline";
    }
    return "";
}

std::string Deadline::describe() const {
    return std::string(to_string(kind_)) + ' ' + format_duration(value_);
}

std::string format_duration(Micros value) {
    const std::int64_t us = value.count();
    const std::int64_t minute = 60'000'000;
    if (us >= minute && us % 1'000'000 == 0) {
        const std::int64_t seconds = us % minute / 1'000'000;
        std::string text = std::to_string(us / minute) + 'm';
        if (seconds != 0) text += std::to_string(seconds) + 's';
        return text;
    }
    if (us != 0 && us < 1'000'000 && us % 1000 == 0) return std::to_string(us / 1000) + "ms";
    std::string text = std::to_string(us / 1'000'000);
    if (const std::int64_t rest = us % 1'000'000; rest != 0) {
        char fraction[8];
        std::snprintf(fraction, sizeof fraction, "%06d", static_cast<int>(rest));
        text += '.';
        text += fraction;
        text.erase(text.find_last_not_of('0') + 1);
    }
    return text + 's';
}

}  // namespace outrider
