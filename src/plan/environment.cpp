#include "outrider/plan/environment.hpp"

namespace outrider {

Environment read_environment(const char* const* block) {
    Environment environment;
    for (; block != nullptr && *block != nullptr; ++block) {
        const std::string_view entry(*block);
        const std::size_t equals = entry.find('=');
        if (equals != std::string_view::npos) {
            environment.emplace(entry.substr(0, equals), entry.substr(equals + 1));
        }
    }
    return environment;
}

const std::string* find_variable(const Environment& environment, std::string_view name) {
    const auto found = environment.find(name);
    return found == environment.end() || found->second.empty() ? nullptr : &found->second;
}

}  // namespace outrider
