#pragma once

#include "outrider/model/time.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace outrider {

/// How far a run is.
struct ProgressNumbers {
    std::uint64_t planned = 0;
    std::uint64_t done = 0;
    std::uint64_t ok = 0;
    Micros left{0};  ///< to the end of the probe window
};

/// "120/300 done, 100 ok, 20 failed, 4.2 s left", cut to `width` columns (0: as long as it is).
std::string format_progress(const ProgressNumbers& numbers, std::size_t width, bool colour);

/// One line on a terminal that is drawn over itself and leaves nothing behind.
class ProgressLine {
public:
    /// Draws nothing where `fd` is no terminal, or `quiet`.
    ProgressLine(int fd, bool quiet);
    ~ProgressLine() { clear(); }
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    void show(const ProgressNumbers& numbers);
    /// Takes the line away: before other text is written to the terminal, and at the end.
    void clear();

private:
    int fd_;
    bool enabled_;
    bool colour_;
    bool drawn_ = false;
};

}  // namespace outrider
