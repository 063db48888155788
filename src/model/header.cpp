#include "outrider/model/header.hpp"

#include <algorithm>

namespace outrider {
namespace {

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

}  // namespace

bool iequals(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](char x, char y) { return lower(x) == lower(y); });
}

std::string to_lower(std::string_view text) {
    std::string lowered(text);
    std::transform(lowered.begin(), lowered.end(), lowered.begin(), lower);
    return lowered;
}

const std::string* find_header(const Headers& headers, std::string_view name) {
    for (const Header& header : headers) {
        if (iequals(header.name, name)) return &header.value;
    }
    return nullptr;
}

std::vector<std::string_view> header_values(const Headers& headers, std::string_view name) {
    std::vector<std::string_view> values;
    for (const Header& header : headers) {
        if (iequals(header.name, name)) values.push_back(header.value);
    }
    return values;
}

bool is_secret_header(std::string_view name) {
    return iequals(name, "authorization") || iequals(name, "proxy-authorization") || iequals(name, "cookie");
}

}  // namespace outrider
