#include "plan/plan_id.hpp"

#include "plan/digest.hpp"

#include <cstdint>

namespace outrider {
namespace {

void add_number(Digest& digest, std::uint64_t number) {
    digest.add(std::to_string(number));
}

std::string id_of(const TargetRequest& request, const Scrubber& hidden) {
    Digest digest;
    digest.add(request.method);
    add_number(digest, request.headers.size());
    for (const Header& header : request.headers) {
        digest.add(header.name);
        digest.add(is_secret_header(header.name) ? "***" : hidden.scrub(header.value));
    }
    digest.add(hidden.scrub(request.body));
    add_number(digest, request.expect_status.ranges.size());
    for (const auto& [low, high] : request.expect_status.ranges) {
        add_number(digest, static_cast<std::uint64_t>(low));
        add_number(digest, static_cast<std::uint64_t>(high));
    }
    add_number(digest, request.expect_body ? 1 : 0);
    digest.add(hidden.scrub(request.expect_body.value_or("")));
    add_number(digest, request.max_redirects);
    add_number(digest, request.insecure ? 1 : 0);
    return digest.hex();
}

void add_targets(Digest& digest, const Plan& plan, const Scrubber& hidden) {
    const TargetRequest* last = nullptr;
    add_number(digest, plan.targets.size());
    for (std::size_t i = 0; i < plan.targets.size(); ++i) {
        const TargetRequest* request = plan.targets[i].request.get();
        digest.add(plan.target_labels[i].url);
        digest.add(request == last ? "" : id_of(*request, hidden));
        last = request;
    }
}

}  // namespace

std::string plan_id(const Plan& plan, const std::vector<Route>& routes, const Scrubber& hidden) {
    Digest digest;
    digest.add("outrider.plan/1");
    add_targets(digest, plan, hidden);
    add_number(digest, plan.proxies.size());
    for (const ProxyLabel& proxy : plan.proxy_labels) {
        digest.add(proxy.proxy);
        add_number(digest, proxy.rotating ? 1 : 0);
    }
    add_number(digest, routes.size());
    for (const Route& route : routes)
        digest.add(route ? std::to_string(*route) : "direct");
    add_number(digest, plan.settings.direct ? 1 : 0);
    add_number(digest, plan.settings.attempts);
    digest.add(plan.settings.sample ? std::to_string(*plan.settings.sample) : "all");
    add_number(digest, plan.settings.seed);
    add_number(digest, plan.shard ? plan.shard->count : 1);
    return digest.hex();
}

}  // namespace outrider
