#pragma once

#include "outrider/model/secret.hpp"
#include "outrider/model/settings.hpp"
#include "outrider/model/time.hpp"
#include "outrider/report/report.hpp"

#include <optional>
#include <string>
#include <vector>

namespace outrider {

/// What writing the reports came to, for stderr.
struct Delivery {
    std::vector<std::string> warnings;
    std::vector<std::string> errors;  ///< what could not be written whole: exit code 74
};

/// Whether the report itself goes to a terminal.
bool report_goes_to_terminal(const Settings& settings);

/// Renders and writes every report that the settings ask for, side by side: a reader that does not read costs
/// no other its report. `proxy_list` is what --proxies-out asks for; nullopt: nothing.
Delivery deliver(const DiagnosticReport& report, const Settings& settings, Clock::time_point deadline,
                 const std::optional<Secret>& proxy_list = std::nullopt);

}  // namespace outrider
