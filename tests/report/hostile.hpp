#pragma once

#include "report/reports.hpp"

#include <sstream>
#include <string>
#include <vector>

namespace outrider::testing {

/// What people who mean no good, or machines that do not care, would have in a report.
inline const std::vector<std::string>& hostile_texts() {
    static const std::vector<std::string> texts{
        "\"'`\\\"",
        "a\nb\r\nc\td",
        "| x | y |\\|",
        "<script>alert(1)</script>",
        "]]><!-- --!> -->",
        "</td></table></code>",
        "&amp;&#60;",
        "\xE2\x80\xAE"
        "cod.exe\xE2\x81\xA6",
        "\xFF\xC3\xED\xA0\x80",
        std::string("nul\0esc\x1b[31m\x7f", 14),
        "\xEF\xBF\xBE\xEF\xBF\xBF\xF0\x9F\x90\x8E",
        "``` ![a](http://b.example) [c]: d @e #1 $x$",
        "{{ }} %s ${PATH} $(id)",
        "=cmd()\\u0022\\N{DIGIT ONE}",
    };
    return texts;
}

/// One run in which every text from elsewhere is hostile: each target and proxy fails.
inline DiagnosticReport hostile_report(const std::string& text) {
    RunRecord run;
    run.name = text;
    run.targets = {{text, "http://t.example/" + text}, {"", text}};
    run.proxies = {{text, "http://***@p.example:1/" + text, false}, {"", text, false}};
    run.rejected = {{text, 1, text}};
    ProbeResult result = ResultOf(Outcome::challenged).answered(403, ms(3)).by(text, text);
    result.evidence = result.detail = result.final_url = result.retry_after_raw = result.remote = text;
    for (const std::uint32_t index : {0U, 1U}) {
        result.target = index;
        result.proxy = index;
        run.results.push_back(result);
    }
    return report_of(std::move(run));
}

inline std::string kind(const DiagnosticReport& report, ReportKind kind) {
    return render(report, kind, Serializer::automatic, false).bytes;
}

inline std::vector<std::string> lines_of(const std::string& text) {
    std::istringstream in(text);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);)
        lines.push_back(line);
    return lines;
}

inline std::size_t count_of(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size()))
        ++count;
    return count;
}

/// A run with so many targets and proxies, each with an address of so many bytes, and one failed probe each.
inline DiagnosticReport large_report(std::uint32_t each, std::size_t bytes) {
    RunRecord run;
    for (std::uint32_t i = 0; i < each; ++i) {
        const std::string label = std::to_string(i) + std::string(bytes, '<');
        run.targets.push_back({"", label});
        run.proxies.push_back({"", label, false});
        ProbeResult result = ResultOf(Error::proxy_timeout).target(i).proxy(i).blame(Blame::proxy);
        result.detail = label;
        run.results.push_back(result);
    }
    return report_of(std::move(run));
}

}  // namespace outrider::testing
