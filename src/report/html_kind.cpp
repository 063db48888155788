#include "report/html_kind.hpp"

#include "outrider/model/text.hpp"
#include "outrider/model/version.hpp"
#include "report/columns.hpp"
#include "report/markup.hpp"
#include "report/phrases.hpp"
#include "report/standings.hpp"
#include "report/timestamp.hpp"

#include <string_view>
#include <utility>
#include <vector>

namespace outrider {
namespace {

constexpr std::size_t most_rows = 200;     // of each table
constexpr std::size_t most_columns = 300;  // of a text from elsewhere

// Nothing may be loaded or run: not even what might have slipped through the escaping.
constexpr std::string_view opening = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<style>
:root { color-scheme: light dark; --line: #d0d7de; --dim: #57606a; --good: #1a7f37; --warn: #9a6700; --bad: #cf222e; }
@media (prefers-color-scheme: dark) {
  :root { --line: #3d444d; --dim: #9198a1; --good: #3fb950; --warn: #d29922; --bad: #f85149; }
}
body { font: 15px/1.5 system-ui, sans-serif; max-width: 75rem; margin: 2rem auto; padding: 0 1rem; }
h1 { margin-bottom: 0; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .2rem .8rem .2rem 0; border-bottom: 1px solid var(--line); }
th { color: var(--dim); font-weight: normal; white-space: nowrap; }
td { overflow-wrap: anywhere; }
.dim { color: var(--dim); }
.HEALTHY, .usable { color: var(--good); }
.DEGRADED { color: var(--warn); }
.CRITICAL, .banned, .challenged, .throttled, .failed { color: var(--bad); }
</style>
)";

/// Text from elsewhere, of any length.
std::string shown(std::string_view text) {
    return escape_markup(fit(escape_for_terminal(text), most_columns));
}

/// "<td>...</td>"
std::string element(std::string_view tag, std::string_view text) {
    return ('<' + std::string(tag)).append(">").append(shown(text)).append("</").append(tag) + '>';
}

class Page {
public:
    Page() : text_(opening) {}

    /// `text` is shown as it is given, whatever it holds.
    void add(std::string_view tag, std::string_view text) { text_.append(element(tag, text)).append("\n"); }
    void raw(std::string_view markup) { text_ += markup; }

    /// A row of the table of facts; none without a text.
    void fact(std::string_view label, std::string_view text) {
        if (!text.empty()) text_.append("<tr>" + element("th", label) + element("td", text) + "</tr>\n");
    }

    void begin_table(const std::vector<std::string_view>& heads) {
        text_ += "<table>\n<tr>";
        for (const std::string_view head : heads)
            text_ += element("th", head);
        text_ += "</tr>\n";
    }
    /// The first cell is coloured by its word.
    void row(std::string_view word, const std::vector<std::string>& cells) {
        text_.append("<tr><td")
            .append(attribute("class", word))
            .append(">")
            .append(shown(word))
            .append("</td>");
        for (const std::string& cell : cells)
            text_ += element("td", cell);
        text_ += "</tr>\n";
    }
    void end_table(std::size_t left_out) {
        text_ += "</table>\n";
        if (left_out > 0) raw("<p class=\"dim\">" + std::to_string(left_out) + " more are not shown.</p>\n");
    }

    std::string take() { return std::move(text_); }

private:
    std::string text_;
};

void add_head(const DiagnosticReport& report, Page& page) {
    const std::string_view state = to_string(report.diagnosis.state);
    const std::string name = report.run.name.empty() ? "" : " (" + report.run.name + ')';
    page.add("title", "outrider: " + std::string(state) + name);
    page.raw("</head>\n<body>\n<h1" + attribute("class", state) + '>' + std::string(state) + "</h1>\n");
    page.add("p", std::string(next_phrase(report.diagnosis.state)) + name);
}

void add_reasons(const HealthDiagnosis& diagnosis, Page& page) {
    if (diagnosis.reasons.empty() && diagnosis.notes.empty()) return;
    page.raw("<ul>\n");
    for (const Reason& reason : diagnosis.reasons)
        page.add("li", reason.message);
    for (const std::string& note : diagnosis.notes)
        page.add("li", "Note: " + note);
    page.raw("</ul>\n");
}

void add_facts(const DiagnosticReport& report, Page& page) {
    page.raw("<table>\n");
    page.fact("started", rfc3339(report.run.started_at));
    page.fact("probes", completed_phrase(report));
    page.fact("outcomes", succeeded_phrase(report.totals.run));
    page.fact("latency", latency_phrase(report.totals.run.latency));
    page.fact("targets", targets_phrase(report));
    page.fact("proxies", proxies_phrase(report));
    page.fact("drift", drift_phrase(report.drift));
    page.fact("retry after", delays_phrase(report.backoff));
    page.fact("limit", limit_phrase(report.dispatch));
    if (!report.run.rejected.empty())
        page.fact("inputs", plural(report.run.rejected.size(), "line") + " rejected");
    page.end_table(0);
}

/// `row` is what stands in a row: "target" or "proxy".
void add_standings(std::string_view what, std::string_view row, const Standings& standings, Page& page) {
    if (standings.rows.empty()) return;
    page.add("h2", what);
    page.begin_table({"", "ok", "mostly", "p95", row});
    for (const Standing& each : standings.rows) {
        const auto& p95 = each.tally->latency.p95;
        page.row(each.word, {share_phrase(*each.tally), main_failure(*each.tally), p95 ? duration(*p95) : "",
                             each.label});
    }
    page.end_table(standings.left_out);
}

/// What is known of why a probe failed.
std::string why(const ProbeResult& result) {
    std::string text = result.vendor;
    for (const std::string* more : {&result.evidence, &result.detail}) {
        if (!more->empty()) text += (text.empty() ? "" : "; ") + *more;
    }
    return text;
}

void add_failures(const RunRecord& run, Page& page) {
    std::size_t failures = 0;
    for (const ProbeResult& result : run.results) {
        if (result.outcome == Outcome::success || ++failures > most_rows) continue;
        if (failures == 1) {
            page.add("h2", "Failed probes");
            page.begin_table({"", "status", "blame", "target", "proxy", "why"});
        }
        const std::string_view word = result.error ? to_string(*result.error) : to_string(result.outcome);
        page.row(word, {result.status ? std::to_string(*result.status) : "",
                        std::string(result.blame ? to_string(*result.blame) : ""),
                        label_of(run.targets[result.target]),
                        result.proxy ? label_of(run.proxies[*result.proxy]) : "direct", why(result)});
    }
    if (failures > 0) page.end_table(failures > most_rows ? failures - most_rows : 0);
}

}  // namespace

std::string render_html(const DiagnosticReport& report) {
    Page page;
    add_head(report, page);
    add_reasons(report.diagnosis, page);
    add_facts(report, page);
    add_standings("Targets", "target", worst_targets(report, most_rows, Listed::all), page);
    add_standings("Proxies", "proxy", worst_proxies(report, most_rows, Listed::all), page);
    add_failures(report.run, page);
    page.raw("<p class=\"dim\">outrider " + escape_markup(version) + "</p>\n</body>\n</html>\n");
    return page.take();
}

}  // namespace outrider
