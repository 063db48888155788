#include "classify/needles.hpp"
#include "outrider/model/header.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>

// The input is a pattern, a NUL and a text. Where the pattern matches, one of its needles stands in the text,
// and what is plain matches just where RE2 does.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace outrider;
    const std::string_view input(reinterpret_cast<const char*>(data), std::min<std::size_t>(size, 400));
    const std::size_t end = std::min(input.find('\0'), input.size());
    const std::string pattern(input.substr(0, end));
    const std::string_view text = input.substr(std::min(end + 1, input.size()));
    const auto needles = needles_of(pattern, 4);
    const auto plain = plain_patterns(pattern);

    re2::RE2::Options options(re2::RE2::Latin1);
    options.set_case_sensitive(false);
    options.set_log_errors(false);
    options.set_max_mem(1 << 20);
    const re2::RE2 regex(pattern, options);
    const bool is_ascii = std::none_of(input.begin(), input.end(), [](char c) { return (c & 0x80) != 0; });
    if (!regex.ok() || !is_ascii) return 0;
    const bool matches = re2::RE2::PartialMatch({text.data(), text.size()}, regex);

    const std::string lower = to_lower(text);
    const auto stands = [&](const std::string& needle) { return lower.find(needle) != std::string::npos; };
    if (matches && !needles.empty() && std::none_of(needles.begin(), needles.end(), stands)) std::abort();
    const auto found = [&](const PlainPattern& each) { return each.found_in(text); };
    if (!plain.empty() && std::any_of(plain.begin(), plain.end(), found) != matches) std::abort();
    return 0;
}
