#include "outrider/output/deliver.hpp"

#include "outrider/model/mask.hpp"
#include "outrider/output/output.hpp"

#include <unistd.h>

#include <algorithm>
#include <future>
#include <utility>

namespace outrider {

bool report_goes_to_terminal(const Settings& settings) {
    return !settings.output && ::isatty(STDOUT_FILENO) == 1;
}

Delivery deliver(const DiagnosticReport& report, const Settings& settings, Clock::time_point deadline,
                 const std::optional<Secret>& proxy_list) {
    Delivery delivery;
    const bool pretty = settings.pretty.value_or(report_goes_to_terminal(settings));
    const auto rendered = [&](ReportKind kind) {
        Rendered result = render(report, kind, settings.serializer, pretty);
        if (!result.warning.empty() && delivery.warnings.empty()) delivery.warnings.push_back(result.warning);
        return std::move(result.bytes);
    };
    std::vector<std::pair<std::string, std::future<WriteError>>> writes;
    const auto write_anew = [&](const ReportFile& file) {
        writes.emplace_back(file.path,
                            std::async(write_file, file.path, rendered(file.kind), deadline, Readers::usual));
    };
    const auto write = [&](const ReportFile& file) {
        // The summary of a job is shared with the other steps, which add to it too.
        if (file.kind == ReportKind::github) {
            writes.emplace_back(file.path, std::async(append_file, file.path, rendered(file.kind), deadline));
        } else {
            write_anew(file);
        }
    };
    if (settings.output) {
        write_anew({settings.format, *settings.output});
    } else {
        writes.emplace_back("stdout", std::async(write_stdout, rendered(settings.format), deadline));
    }
    std::for_each(settings.reports.begin(), settings.reports.end(), write);
    if (settings.proxies_out && proxy_list) {
        writes.emplace_back(
            *settings.proxies_out,
            std::async(write_file, *settings.proxies_out, proxy_list->reveal(), deadline, Readers::owner));
    }

    for (auto& [where, outcome] : writes) {
        if (const WriteError error = outcome.get())
            delivery.errors.push_back(mask_given(where) + ": " + *error);
    }
    return delivery;
}

}  // namespace outrider
