#include "outrider/cli/log.hpp"

#include "outrider/model/text.hpp"
#include "terminal.hpp"

#include <cstdlib>

namespace outrider {
namespace {

constexpr int patience_ms = 100;

std::string_view colour_of(Severity severity) {
    switch (severity) {
        case Severity::plain:
            return "";
        case Severity::warning:
            return "\x1b[33m";
        case Severity::error:
            return "\x1b[31m";
    }
    return "";
}

std::string_view word_of(Severity severity) {
    switch (severity) {
        case Severity::plain:
            return "";
        case Severity::warning:
            return "warning";
        case Severity::error:
            return "error";
    }
    return "";
}

}  // namespace

std::string log_line(Severity severity, std::string_view text, bool colour) {
    std::string line;
    if (severity != Severity::plain) {
        line += "outrider: ";
        if (colour) line += colour_of(severity);
        line.append(word_of(severity)).append(":");
        if (colour) line += "\x1b[0m";
        line += ' ';
    }
    return line + escape_for_terminal(text) + '\n';
}

bool wants_colour(int fd) {
    const char* no_color = std::getenv("NO_COLOR");
    return is_terminal(fd) && (no_color == nullptr || *no_color == '\0');
}

void Log::errors(const std::vector<std::string>& texts) {
    write(Severity::error, texts);
}
void Log::warnings(const std::vector<std::string>& texts) {
    write(Severity::warning, texts);
}

void Log::write(Severity severity, std::string_view text) {
    if (quiet_ && severity != Severity::error) return;
    send(log_line(severity, text, colour_));
}

void Log::write(Severity severity, const std::vector<std::string>& texts) {
    if (quiet_ && severity != Severity::error) return;
    std::string lines;
    for (const std::string& text : texts)
        lines += log_line(severity, text, colour_);
    send(lines);
}

void Log::block(std::string_view text) {
    if (!quiet_) send(text);
}

void Log::send(std::string_view text) {
    if (!write_patiently(fd_, text, stuck_ ? 0 : patience_ms)) stuck_ = true;
}

}  // namespace outrider
