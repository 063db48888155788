#pragma once

#include "outrider/plan/plan.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace outrider {

/// Enters targets and proxies into a plan, each once: the first stands, later ones are counted.
class Roster {
public:
    explicit Roster(Plan& plan) : plan_(plan) {}

    void add(ProbeTarget target, TargetLabel label);
    /// The index of the proxy that stands. It is rotating if any of its duplicates is.
    std::uint32_t add(Proxy proxy, ProxyLabel label);
    void reject(std::string source, std::uint64_t line, std::string_view reason);

private:
    Plan& plan_;
    std::unordered_set<std::string> targets_;
    std::unordered_map<std::string, std::uint32_t> proxies_;
};

}  // namespace outrider
