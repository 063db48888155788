#include "report/github_kind.hpp"

#include "outrider/model/text.hpp"
#include "report/columns.hpp"
#include "report/markup.hpp"
#include "report/phrases.hpp"
#include "report/standings.hpp"

#include <string_view>
#include <utility>

namespace outrider {
namespace {

constexpr std::size_t most_rows = 20;
constexpr std::size_t most_columns = 200;  // of a text from elsewhere

/// Text from elsewhere as code, where GitHub looks for no links, mentions or markup. What would end the code
/// or the cell is shown like a control character.
std::string code(std::string_view text) {
    std::string span = "`";
    for (const char c : fit(escape_for_terminal(text), most_columns)) {
        if (c == '`') {
            span += "\\x60";
        } else if (c == '|') {
            span += "\\x7C";
        } else {
            span += c;
        }
    }
    return span + '`';
}

class Page {
public:
    void line(std::string_view text = {}) { text_.append(text).append("\n"); }
    void item(std::string_view text) { text_.append("- ").append(escape_markup(text)).append("\n"); }
    /// A row of the table of facts; none without a text.
    void fact(std::string_view label, std::string_view text) {
        if (text.empty()) return;
        text_.append("| ").append(label).append(" | ").append(escape_markup(text)).append(" |\n");
    }

    /// `row` is what stands in a row; nothing is said where there is nothing `about` them.
    void table(std::string_view what, std::string_view row, std::string_view about,
               const Standings& standings) {
        if (about.empty()) return;
        line();
        text_.append("#### ").append(what).append(": ").append(escape_markup(about)).append("\n");
        if (standings.rows.empty()) return;
        line();
        text_.append("| | ok | mostly | ").append(row).append(" |\n");
        line("| --- | --- | --- | --- |");
        for (const Standing& each : standings.rows) {
            text_.append("| ").append(each.word).append(" | ").append(share_phrase(*each.tally));
            text_.append(" | ").append(main_failure(*each.tally)).append(" | ").append(code(each.label));
            text_ += " |\n";
        }
        if (standings.left_out == 0) return;
        line();
        line(std::to_string(standings.left_out) + " more in trouble are not shown.");
    }

    std::string take() { return std::move(text_); }

private:
    std::string text_;
};

void add_headline(const DiagnosticReport& report, Page& page) {
    const State state = report.diagnosis.state;
    std::string headline = "### outrider: " + std::string(to_string(state)) + ", ";
    headline += next_phrase(state);
    if (!report.run.name.empty()) headline += " (" + code(report.run.name) + ')';
    page.line(headline);
}

void add_reasons(const HealthDiagnosis& diagnosis, Page& page) {
    if (diagnosis.reasons.empty() && diagnosis.notes.empty()) return;
    page.line();
    for (const Reason& reason : diagnosis.reasons)
        page.item(reason.message);
    for (const std::string& note : diagnosis.notes)
        page.item("Note: " + note);
}

void add_facts(const DiagnosticReport& report, Page& page) {
    page.line();
    page.line("| | |");
    page.line("| --- | --- |");
    page.fact("probes", completed_phrase(report));
    page.fact("outcomes", succeeded_phrase(report.totals.run));
    page.fact("latency", latency_phrase(report.totals.run.latency));
    page.fact("drift", drift_phrase(report.drift));
    page.fact("retry after", delays_phrase(report.backoff));
    page.fact("limit", limit_phrase(report.dispatch));
}

}  // namespace

std::string render_github(const DiagnosticReport& report) {
    Page page;
    page.line();  // what stands in the file before may be a line without its end
    add_headline(report, page);
    add_reasons(report.diagnosis, page);
    add_facts(report, page);
    page.table("Targets", "target", targets_phrase(report),
               worst_targets(report, most_rows, Listed::in_trouble));
    page.table("Proxies", "proxy", proxies_phrase(report),
               worst_proxies(report, most_rows, Listed::in_trouble));
    return page.take();
}

}  // namespace outrider
