#pragma once

#include "outrider/diagnose/diagnosis.hpp"
#include "outrider/model/run.hpp"
#include "outrider/model/settings.hpp"
#include "outrider/report/drift.hpp"
#include "outrider/stats/totals.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace outrider {

/// What the key `schema` says.
inline constexpr std::string_view report_schema_name = "outrider.report/1";

/// The whole of what is reported: what was seen, what it adds up to, and what follows from it.
struct DiagnosticReport {
    RunRecord run;
    Totals totals;
    HealthDiagnosis diagnosis;
    BackoffParams backoff;
    DispatchAdvice dispatch;
    Detail detail = Detail::all;  ///< as resolve_detail has it
    std::optional<Drift> drift;   ///< null without a baseline
};

/// Everything that follows from a finished run, whose blame has been settled.
DiagnosticReport report_on(RunRecord run, const Thresholds& thresholds, Detail detail);

/// Which probes stand in `results`: what was asked for, else `none` where the report goes to a terminal.
/// `auto` is `all` with -o, with --shard, or up to 1,000 probes (controls aside), else `none`.
Detail resolve_detail(const Settings& settings, std::uint64_t probes, bool stdout_is_terminal);

struct Rendered {
    std::string bytes;
    std::string warning;  ///< one line for stderr, without a newline; empty: none
};

/// Whether this build holds simdjson.
bool has_simdjson();

/// The report as `kind`, final newline included. `serializer` matters to the kinds in JSON only, `pretty` to
/// those that are one value; a serializer that is not built in or fails is replaced by nlohmann with a
/// warning.
Rendered render(const DiagnosticReport& report, ReportKind kind, Serializer serializer, bool pretty);

/// A dozen lines for people: state, why, the worst targets and proxies, what to do next. Text from elsewhere
/// is escaped, and no line is wider than `width` columns. `colour` adds terminal colours.
std::string summary_text(const DiagnosticReport& report, bool colour, std::size_t width = 80);

}  // namespace outrider
