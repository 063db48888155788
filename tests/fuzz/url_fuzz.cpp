#include "outrider/plan/url.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

using namespace outrider;

namespace {

void check(bool holds) {
    if (!holds) std::abort();
}

// What is read can be sent as it is, and reading it again changes nothing.
void check_url(const Url& url) {
    const std::string sent = absolute_form(url);
    check(std::all_of(sent.begin(), sent.end(), [](char c) { return c > ' ' && c < 0x7F; }));
    check(url.path_query.starts_with('/') && url.path_query.find('#') == std::string::npos);
    check(url.host.port != 0);
    const Parsed<Url> again = parse_target_url(sent);
    check(bool(again) && again->host == url.host && again->path_query == url.path_query);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    if (const Parsed<Url> url = parse_target_url(text)) check_url(*url);

    const Url base = *parse_target_url("https://u:p@base:8443/a/b?q");
    const Parsed<Url> target = resolve_reference(base, text);
    if (!target) return 0;
    check_url(*target);
    check(!target->user || target->host == base.host || text.find('@') != std::string_view::npos);
    return 0;
}
