#pragma once

#include "outrider/model/run.hpp"
#include "outrider/report/drift.hpp"
#include "report/take.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace outrider {

/// What has been read of a report so far.
struct ReportDraft {
    RunRecord run;
    std::uint64_t planned = 0;
    std::uint64_t controls = 0;
    std::vector<bool> has_control;  ///< of each target
    Baseline baseline;              ///< by baseline_shape, which fills nothing else
};

struct Shape;

/// One key of an object: a value of its own, or an object or a list of objects of some shape.
struct Field {
    std::string_view key;
    Complaint (*take)(ReportDraft&, const JsonScalar&) = nullptr;
    const Shape* inside = nullptr;
    bool is_list = false;
};

/// An object of the report, as far as it is read; other keys are passed over.
struct Shape {
    std::span<const Field> fields;  ///< at most 32, each of which must be there
    void (*begin)(ReportDraft&) = nullptr;
};

/// Takes the name of the one schema that there is.
Complaint take_schema(ReportDraft& draft, const JsonScalar& value);

/// The whole report: what report/describe.hpp writes, back again.
const Shape& report_shape();
/// What a later report is compared with.
const Shape& baseline_shape();

}  // namespace outrider
