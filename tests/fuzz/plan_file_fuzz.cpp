#include "outrider/plan/plan_file.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

using namespace outrider;

namespace {

void check(bool holds) {
    if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const Environment environment{{"A", "VerySecretValue"}, {"B", ""}};
    const PlanFile plan = parse_plan_file({reinterpret_cast<const char*>(data), size}, environment);
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    for (const std::string& error : plan.errors) {
        check(!error.empty());
        check(error.find("VerySecret") == std::string::npos ||
              text.find("VerySecret") != std::string_view::npos);
    }
    if (!plan.errors.empty()) return 0;
    for (const PlanTarget& target : plan.targets)
        check(!target.url.place.empty());
    for (const PlanProxy& proxy : plan.proxies)
        check(!proxy.url.place.empty());
    for (const auto& [name, values] : plan.options)
        check(find_option(name) != nullptr);
    return 0;
}
