#include "plan/proxy_env.hpp"

#include <initializer_list>

namespace outrider {
namespace {

std::optional<ProxyEnvironment::Variable> first_set(const Environment& environment,
                                                    std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names) {
        if (const std::string* value = find_variable(environment, name)) {
            return ProxyEnvironment::Variable{name, *value};
        }
    }
    return std::nullopt;
}

std::string_view value_of(const std::optional<ProxyEnvironment::Variable>& variable) {
    return variable ? variable->value : std::string_view();
}

}  // namespace

ProxyEnvironment::ProxyEnvironment(const Environment& environment)
    : http_(first_set(environment, {"http_proxy", "all_proxy", "ALL_PROXY"})),
      https_(first_set(environment, {"https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"})),
      no_proxy_(value_of(first_set(environment, {"no_proxy", "NO_PROXY"}))) {}

std::optional<ProxyEnvironment::Variable> ProxyEnvironment::proxy_for(const Url& url) const {
    if (no_proxy_.covers(url.host.host)) return std::nullopt;
    return url.scheme == UrlScheme::https ? https_ : http_;
}

}  // namespace outrider
