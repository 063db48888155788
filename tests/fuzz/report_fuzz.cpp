// A report is read, merged alone, settled and written again. Both engines take the same texts for reports,
// and what was written is a report that says the same.
#include "outrider/classify/classify.hpp"
#include "outrider/report/merge.hpp"
#include "outrider/report/read_report.hpp"
#include "outrider/report/report.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>

using namespace outrider;

namespace {

void check(bool holds) {
    if (!holds) std::abort();
}

/// The report on a run that was merged alone; empty where it is none.
std::string merged(RunRecord run) {
    Merge merge(1);
    if (merge.add(std::move(run), "report")) return {};
    auto whole = merge.finish(true);
    if (std::holds_alternative<std::string>(whole)) return {};
    run = std::move(std::get<Merge::Merged>(whole).run);
    settle_blame(run);
    const DiagnosticReport report = report_on(std::move(run), Thresholds{}, Detail::all);
    check(!summary_text(report, false).empty());
    return render(report, ReportKind::json, Serializer::nlohmann, false).bytes;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    check(read_baseline(text, Serializer::simdjson).index() ==
          read_baseline(text, Serializer::nlohmann).index());
    auto first = read_report(text, Serializer::simdjson);
    auto second = read_report(text, Serializer::nlohmann);
    check(first.index() == second.index());
    if (const auto* wrong = std::get_if<NoReport>(&first)) {
        check(!wrong->reason.empty());
        return 0;
    }
    const bool missing = std::get<RunRecord>(first).shard.has_value();
    const std::string bytes = merged(std::get<RunRecord>(std::move(first)));
    check(bytes == merged(std::get<RunRecord>(std::move(second))));
    if (bytes.empty() || missing) return 0;
    auto again = read_report(bytes, Serializer::nlohmann);
    check(std::holds_alternative<RunRecord>(again));
    check(merged(std::get<RunRecord>(std::move(again))) == bytes);
    return 0;
}
