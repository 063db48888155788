#include "plan/credentials.hpp"

#include "outrider/model/percent.hpp"

#include <algorithm>
#include <string>

namespace outrider {

bool has_control(std::string_view text) {
    return std::any_of(text.begin(), text.end(), [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte < 0x20 || byte == 0x7F;
    });
}

Parsed<Credentials> parse_userinfo(std::string_view userinfo) {
    Credentials credentials;
    if (userinfo.empty() || userinfo == ":") return credentials;
    const std::size_t colon = userinfo.find(':');
    credentials.user = Secret(percent_decoded(userinfo.substr(0, colon)));
    if (colon != std::string_view::npos) {
        credentials.password = Secret(percent_decoded(userinfo.substr(colon + 1)));
    }
    if (has_control(credentials.user->reveal()) ||
        (credentials.password && has_control(credentials.password->reveal()))) {
        return Malformed{"a control character in user or password"};
    }
    return credentials;
}

std::optional<Malformed> unfit_for_basic(const std::optional<Secret>& user) {
    if (!user || user->reveal().find(':') == std::string::npos) return std::nullopt;
    return Malformed{"a ':' in the user, which Basic authentication cannot carry"};
}

}  // namespace outrider
