#include "outrider/report/report.hpp"
#include "report/phrases.hpp"
#include "report/standings.hpp"
#include "report/summary_lines.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace outrider {
namespace {

constexpr std::size_t most_rows = 3;  // of each kind: the reader of a summary wants the worst

void say_if_any(std::string_view label, const std::string& text, SummaryLines& lines) {
    if (!text.empty()) lines.say(label, text);
}

void add_table(const Standings& standings, SummaryLines& lines) {
    std::vector<SummaryLines::Row> rows;
    for (const Standing& row : standings.rows) {
        rows.push_back(
            {row.word, row.state, {share_phrase(*row.tally) + " ok", main_failure(*row.tally), row.label}});
    }
    lines.table(rows);
}

void add_reasons(const HealthDiagnosis& diagnosis, SummaryLines& lines) {
    const std::size_t shown = std::min(diagnosis.reasons.size(), most_rows);
    for (std::size_t i = 0; i < shown; ++i)
        lines.say(i == 0 ? "why" : "", diagnosis.reasons[i].message);
}

void add_probes(const DiagnosticReport& report, SummaryLines& lines) {
    lines.say("probes", completed_phrase(report));
    say_if_any("", succeeded_phrase(report.totals.run), lines);
    say_if_any("latency", latency_phrase(report.totals.run.latency), lines);
}

void add_next(const DiagnosticReport& report, SummaryLines& lines) {
    lines.say("next", next_phrase(report.diagnosis.state));
    lines.say("", "retry after " + delays_phrase(report.backoff));
    say_if_any("", limit_phrase(report.dispatch), lines);
}

}  // namespace

std::string summary_text(const DiagnosticReport& report, bool colour, std::size_t width) {
    SummaryLines lines(colour, width);
    const State state = report.diagnosis.state;
    std::string action(action_of(state));
    if (!report.run.name.empty()) action += "  (" + report.run.name + ')';
    lines.headline(state, action);
    add_reasons(report.diagnosis, lines);
    add_probes(report, lines);
    lines.say("targets", targets_phrase(report));
    add_table(worst_targets(report, most_rows, Listed::in_trouble), lines);
    say_if_any("proxies", proxies_phrase(report), lines);
    add_table(worst_proxies(report, most_rows, Listed::in_trouble), lines);
    say_if_any("drift", drift_phrase(report.drift), lines);
    for (const std::string& note : report.diagnosis.notes)
        lines.say("note", note);
    add_next(report, lines);
    return lines.take();
}

}  // namespace outrider
