#include "outrider/model/base64.hpp"
#include "outrider/plan/plan.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace outrider {
namespace {

// A short part of a longer secret would riddle every text.
constexpr std::size_t min_part = 6;

void add_credentials(Scrubber& scrubber, const std::optional<Secret>& user,
                     const std::optional<Secret>& password) {
    if (!user && !password) return;
    scrubber.add_basic(user ? user->reveal() : "", password ? password->reveal() : "");
}

// A server may quote TOKEN of "Bearer TOKEN", or the login of "Basic TOKEN".
void add_authorization(Scrubber& scrubber, std::string_view value) {
    const std::size_t blank = std::min(value.find(' '), value.size());
    const std::string_view token = value.substr(std::min(value.find_first_not_of(' ', blank), value.size()));
    scrubber.add(token);
    const auto login = iequals(value.substr(0, blank), "basic") ? base64_decode(token) : std::nullopt;
    if (!login) return;
    const std::size_t colon = std::min(login->find(':'), login->size());
    scrubber.add_basic(login->substr(0, colon), login->substr(std::min(colon + 1, login->size())));
}

// Or the value of one cookie.
void add_cookies(Scrubber& scrubber, std::string_view value) {
    while (!value.empty()) {
        const std::string_view cookie = value.substr(0, value.find(';'));
        scrubber.add(cookie.substr(cookie.find('=') + 1), min_part);
        value.remove_prefix(std::min(cookie.size() + 1, value.size()));
    }
}

}  // namespace

Scrubber hidden_scrubber(const std::vector<std::string>& substituted) {
    Scrubber scrubber;
    for (const std::string& secret : substituted)
        scrubber.add(secret, min_part);
    return scrubber;
}

Scrubber scrubber_for(const Plan& plan, const Pair& pair, const Scrubber& hidden) {
    Scrubber scrubber = hidden;
    const ProbeTarget& target = plan.targets[pair.target];
    add_credentials(scrubber, target.url.user, target.url.password);
    for (const std::string& value : secret_query_values(target.url))
        scrubber.add(value);
    for (const Header& header : target.request->headers) {
        if (!is_secret_header(header.name)) continue;
        scrubber.add(header.value);
        if (iequals(header.name, "cookie")) {
            add_cookies(scrubber, header.value);
        } else {
            add_authorization(scrubber, header.value);
        }
    }
    if (pair.proxy) {
        const Proxy& proxy = plan.proxies[*pair.proxy];
        add_credentials(scrubber, proxy.user, proxy.password);
    }
    return scrubber;
}

}  // namespace outrider
