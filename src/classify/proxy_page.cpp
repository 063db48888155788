#include "classify/proxy_page.hpp"

#include <array>
#include <string_view>

namespace outrider {
namespace {

struct Mark {
    std::string_view header;
    std::string_view prefix;  ///< of its value, in any case
    std::string_view vendor;
};

// Headers that the vendors document for answers of their own making.
constexpr std::array marks{
    Mark{"X-Squid-Error", "ERR_", "squid"},          Mark{"Server", "tinyproxy/", "tinyproxy"},
    Mark{"X-Brd-Error", "", "brightdata"},           Mark{"X-Brd-Error-Code", "", "brightdata"},
    Mark{"X-Brd-Err-Code", "", "brightdata"},        Mark{"X-Luminati-Error", "", "brightdata"},
    Mark{"X-Luminati-Error-Code", "", "brightdata"}, Mark{"X-Error-Description", "", "oxylabs"},
};

bool starts_with(std::string_view text, std::string_view prefix) {
    return iequals(text.substr(0, prefix.size()), prefix);
}

// RFC 9209: a member with an `error` parameter says that this hop made the answer.
bool names_an_error(std::string_view proxy_status) {
    for (std::size_t at = proxy_status.find(';'); at != std::string_view::npos;
         at = proxy_status.find(';', at + 1)) {
        const std::size_t name = proxy_status.find_first_not_of(" \t", at + 1);
        if (name != std::string_view::npos && starts_with(proxy_status.substr(name), "error=")) return true;
    }
    return false;
}

std::string shown(std::string_view name, std::string_view value) {
    return std::string(name) + ": " + std::string(value);
}

}  // namespace

std::optional<ProxyPage> find_proxy_page(const Answer& answer) {
    for (const Mark& mark : marks) {
        const std::string* value = find_header(answer.headers, mark.header);
        if (value == nullptr || !starts_with(*value, mark.prefix)) continue;
        return ProxyPage{std::string(mark.vendor), shown(mark.header, *value)};
    }
    for (const std::string_view value : header_values(answer.headers, "Proxy-Status")) {
        if (names_an_error(value)) return ProxyPage{"", shown("Proxy-Status", value)};
    }
    if (answer.status == 407) return ProxyPage{"", "status 407"};
    return std::nullopt;
}

}  // namespace outrider
