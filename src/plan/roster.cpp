#include "plan/roster.hpp"

#include "outrider/plan/proxy_line.hpp"
#include "outrider/plan/url.hpp"

#include <utility>

namespace outrider {
namespace {

void add_field(std::string& key, std::string_view field) {
    key.append(std::to_string(field.size())).append(":").append(field);
}

std::string key_of(const TargetRequest& request) {
    std::string key;
    add_field(key, request.method);
    for (const Header& header : request.headers) {
        add_field(key, to_lower(header.name));
        add_field(key, header.value);
    }
    add_field(key, "");
    add_field(key, request.body);
    for (const auto& [low, high] : request.expect_status.ranges) {
        add_field(key, std::to_string(low) + '-' + std::to_string(high));
    }
    add_field(key, request.expect_body ? "matches" : "");
    add_field(key, request.expect_body.value_or(""));
    add_field(key, std::to_string(request.max_redirects) + (request.insecure ? " insecure" : ""));
    return key;
}

}  // namespace

// Requests that ask alike have the same number.
std::size_t Roster::number_of(const std::shared_ptr<const TargetRequest>& request) {
    if (request != last_request_) {
        last_request_ = request;
        last_number_ = requests_.emplace(key_of(*request), requests_.size()).first->second;
    }
    return last_number_;
}

void Roster::add(ProbeTarget target, TargetLabel label) {
    std::string key = std::to_string(number_of(target.request));
    key.append(1, ' ').append(comparison_key(target.url));
    if (!targets_.insert(std::move(key)).second) {
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
