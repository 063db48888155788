#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace outrider {

enum class Severity { plain, warning, error };

/// "outrider: warning: text" and a newline, safe for a terminal; `plain` text stands alone.
std::string log_line(Severity severity, std::string_view text, bool colour);

/// Whether colour may be written to `fd`: a terminal that is not dumb, and NO_COLOR unset or empty.
bool wants_colour(int fd);

/// People's side of the program: lines on stderr. A reader that has stopped reading costs the line, never
/// the deadline.
class Log {
public:
    /// `quiet` leaves errors only.
    Log(int fd, bool quiet, bool colour) : fd_(fd), quiet_(quiet), colour_(colour) {}

    void error(std::string_view text) { write(Severity::error, text); }
    /// Many lines at once: there may be a million.
    void errors(const std::vector<std::string>& texts);
    void warnings(const std::vector<std::string>& texts);
    void warning(std::string_view text) { write(Severity::warning, text); }
    /// A line of -v.
    void line(std::string_view text) { write(Severity::plain, text); }
    /// Lines that are made safe for a terminal already, coloured perhaps.
    void block(std::string_view text);

private:
    void write(Severity severity, std::string_view text);
    void write(Severity severity, const std::vector<std::string>& texts);
    void send(std::string_view text);

    int fd_;
    bool quiet_;
    bool colour_;
    bool stuck_ = false;  ///< the reader has kept us waiting once: from then on lines are dropped at once
};

}  // namespace outrider
