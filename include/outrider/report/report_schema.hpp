#pragma once

#include <string>

namespace outrider {

/// The JSON Schema (draft 2020-12) of the report as JSON, indented, with a final newline. Its words are those
/// of the program's own tables.
std::string report_schema();

}  // namespace outrider
