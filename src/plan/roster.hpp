#pragma once

#include "outrider/plan/plan.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
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
    std::size_t number_of(const std::shared_ptr<const TargetRequest>& request);

    Plan& plan_;
    std::shared_ptr<const TargetRequest> last_request_;
    std::size_t last_number_ = 0;
    std::unordered_map<std::string, std::size_t> requests_;
    std::unordered_set<std::string> targets_;
    std::unordered_map<std::string, std::uint32_t> proxies_;
};

}  // namespace outrider
