#pragma once

#include "outrider/diagnose/diagnosis.hpp"
#include "outrider/model/run.hpp"
#include "outrider/model/settings.hpp"
#include "outrider/stats/totals.hpp"

#include <string>

namespace outrider {

/// The whole of what is reported: what was seen, what it adds up to, and what follows from it.
struct DiagnosticReport {
    RunRecord run;
    Totals totals;
    HealthDiagnosis diagnosis;
    BackoffParams backoff;
    DispatchAdvice dispatch;
    Detail detail = Detail::automatic;
};

struct Rendered {
    std::string bytes;
    std::string warning;  ///< one line for stderr; empty: none
};

/// Whether this build holds simdjson.
bool has_simdjson();

/// The report as `kind`, final newline included. `serializer` and `pretty` matter to JSON only; a serializer
/// that is not built in or fails is replaced by nlohmann with a warning.
Rendered render(const DiagnosticReport& report, ReportKind kind, Serializer serializer, bool pretty);

}  // namespace outrider
