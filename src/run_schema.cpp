#include "commands.hpp"
#include "outrider/plan/plan_schema.hpp"
#include "outrider/report/report_schema.hpp"

namespace outrider {
namespace {

std::string schema_of(Document document) {
    switch (document) {
        case Document::report:
            return report_schema();
        case Document::plan:
            return plan_schema();
    }
    return {};
}

}  // namespace

ExitCode run_schema(const CommandLine& command_line) {
    return show({schema_of(*parse_document(command_line.operands.front())), ExitCode::healthy});
}

}  // namespace outrider
