#include "secrets.hpp"

#include "files.hpp"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdio>

namespace integration {

namespace {

constexpr std::string_view marker = "s3cr3t-";

std::string hex(std::string_view bytes, std::string_view prefix) {
    std::string result;
    for (const char c : bytes) {
        char digits[3];
        std::snprintf(digits, sizeof digits, "%02x", static_cast<unsigned>(static_cast<unsigned char>(c)));
        result.append(prefix).append(digits);
    }
    return result;
}

std::string upper(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return text;
}

/// The characters of base64 that depend on the marker alone when `before` bytes stand before it.
std::string base64_core(std::size_t before) {
    const std::string whole = base64(std::string(before, ' ') + std::string(marker));
    const std::size_t first = (before * 8 + 5) / 6;
    const std::size_t last = (before + marker.size()) * 8 / 6;
    return whole.substr(first, last - first);
}

}  // namespace

std::string secret(std::string_view name) {
    return std::string(marker) + std::string(name);
}

std::string base64(std::string_view bytes) {
    static constexpr std::string_view alphabet =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string result;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < 3; ++k)
            group = group << 8U | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
        for (std::size_t k = 0; k < 4; ++k)
            result += i + k > bytes.size() ? '=' : alphabet[group >> (18 - 6 * k) & 63U];
    }
    return result;
}

std::string basic(std::string_view user, std::string_view password) {
    return base64(std::string(user) + ":" + std::string(password));
}

std::vector<std::string> traces_of_secrets() {
    return {std::string(marker), "s3cr3t%2D",    "s3cr3t&#",     "s3cr3t\\u002D", hex(marker, "%"),
            base64_core(0),      base64_core(1), base64_core(2), hex(marker, "")};
}

std::vector<std::string> traces_in(std::string_view text) {
    std::vector<std::string> traces = traces_of_secrets();
    const std::string upper_text = upper(std::string(text));
    std::erase_if(
        traces, [&](const std::string& trace) { return upper_text.find(upper(trace)) == std::string::npos; });
    return traces;
}

std::vector<Leak> find_leaks(const std::filesystem::path& root) {
    std::vector<Leak> leaks;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
        if (!entry.is_regular_file()) continue;
        for (std::string& trace : traces_in(read_file(entry.path()) + entry.path().string()))
            leaks.push_back({entry.path(), std::move(trace)});
    }
    return leaks;
}

}  // namespace integration
