#pragma once

#include "outrider/model/run.hpp"
#include "outrider/model/settings.hpp"
#include "outrider/report/drift.hpp"

#include <string>
#include <variant>

namespace outrider {

/// Why a text is no report that will do, for people: where (a JSON pointer), what was found, what is allowed.
struct NoReport {
    std::string reason;
};

/// The run that a report of this schema, with all its results, tells of. Blame is as it was settled there;
/// of a quota its quotient is known alone, and of names whether lookups were answered is not. The results
/// fit together: indexes are in range, each probe stands once and in order, errors are those of their
/// outcomes. `serializer` as in `render`: both engines read the same.
std::variant<RunRecord, NoReport> read_report(std::string text, Serializer serializer);

/// What a report of this schema says that later ones are compared with; it need not hold its results.
std::variant<Baseline, NoReport> read_baseline(std::string text, Serializer serializer);

}  // namespace outrider
