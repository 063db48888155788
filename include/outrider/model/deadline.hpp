#pragma once

#include "outrider/model/time.hpp"

#include <string>
#include <string_view>

namespace outrider {

/// Which limit a deadline stands for: the words that `detail` names it by.
enum class LimitKind { connect_timeout, write_timeout, read_timeout, probe_timeout, deadline };

/// "connect-timeout", "deadline", ...: the option's name.
std::string_view to_string(LimitKind kind);

/// An absolute point of the steady clock, with the limit that it comes from. Passed down by value; a step
/// takes the sooner of its own limit, the probe's and the run's, so that whatever fires can say which one it
/// was.
class Deadline {
public:
    Deadline(LimitKind kind, Micros value, Clock::time_point at) : kind_(kind), value_(value), at_(at) {}

    static Deadline after(LimitKind kind, Micros value, Clock::time_point from = Clock::now()) {
        return Deadline(kind, value, from + value);
    }

    Clock::time_point at() const { return at_; }
    LimitKind kind() const { return kind_; }
    bool passed(Clock::time_point now = Clock::now()) const { return now >= at_; }
    Micros left(Clock::time_point now = Clock::now()) const {
        return std::chrono::duration_cast<Micros>(at_ - now);
    }

    /// "read-timeout 5s", "deadline 10s": the limit and its value as the user would write it.
    std::string describe() const;

private:
    LimitKind kind_;
    Micros value_;
    Clock::time_point at_;
};

inline Deadline sooner(Deadline a, Deadline b) {
    return b.at() < a.at() ? b : a;
}

/// "500ms", "3s", "1m30s", "1.5s": the shortest form that the command line reads back.
std::string format_duration(Micros value);

}  // namespace outrider
