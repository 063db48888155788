#include "plan/roster.hpp"

#include "outrider/plan/proxy_line.hpp"
#include "outrider/plan/url.hpp"

#include <utility>

namespace outrider {
namespace {

void add_field(std::string& key, std::string_view field) {
    key.append(std::to_string(field.size())).append(":").append(field);
}

std::string key_of(const ProbeTarget& target) {
    std::string key;
    add_field(key, comparison_key(target.url));
    add_field(key, target.method);
    for (const Header& header : target.headers) {
        add_field(key, to_lower(header.name));
        add_field(key, header.value);
    }
    add_field(key, "");
    add_field(key, target.body);
    for (const auto& [low, high] : target.expect_status.ranges) {
        add_field(key, std::to_string(low) + '-' + std::to_string(high));
    }
    add_field(key, target.expect_body ? "matches" : "");
    add_field(key, target.expect_body.value_or(""));
    add_field(key, std::to_string(target.max_redirects) + (target.insecure ? " insecure" : ""));
    return key;
}

}  // namespace

void Roster::add(ProbeTarget target, TargetLabel label) {
    if (!targets_.insert(key_of(target)).second) {
        ++plan_.duplicates;
        return;
    }
    plan_.targets.push_back(std::move(target));
    plan_.target_labels.push_back(std::move(label));
}

std::uint32_t Roster::add(Proxy proxy, ProxyLabel label) {
    const auto next = static_cast<std::uint32_t>(plan_.proxies.size());
    const auto [entry, is_new] = proxies_.emplace(comparison_key(proxy), next);
    const std::uint32_t index = entry->second;
    if (is_new) {
        plan_.proxies.push_back(std::move(proxy));
        plan_.proxy_labels.push_back(std::move(label));
    } else {
        ++plan_.duplicates;
        plan_.proxies[index].rotating |= proxy.rotating;
        plan_.proxy_labels[index].rotating |= proxy.rotating;
    }
    return index;
}

void Roster::reject(std::string source, std::uint64_t line, std::string_view reason) {
    plan_.rejected.push_back({std::move(source), line, std::string(reason)});
}

}  // namespace outrider
