#pragma once

#include "outrider/model/proxy.hpp"
#include "outrider/model/url.hpp"
#include "outrider/plan/environment.hpp"
#include "outrider/plan/parsed.hpp"
#include "plan/no_proxy.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace outrider {

/// What `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` say, lower case before upper; `HTTP_PROXY` is
/// never read, since a CGI server makes it of a request's header. An empty variable counts as unset.
class ProxyEnvironment {
public:
    explicit ProxyEnvironment(const Environment& environment);

    struct Variable {
        std::string_view name;
        std::string_view value;
    };
    /// The variable that names the proxy for `url`; nullopt: it is probed direct.
    std::optional<Variable> proxy_for(const Url& url) const;

private:
    std::optional<Variable> http_;
    std::optional<Variable> https_;
    NoProxy no_proxy_;
};

}  // namespace outrider
