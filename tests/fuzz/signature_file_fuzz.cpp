#include "classify/matcher.hpp"

#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

/// Each error has its place, but for those of the whole file.
bool is_told(std::string_view error) {
    if (error.starts_with('/')) return error.find(": ") != std::string_view::npos;
    return error == "no valid JSON" || error.ends_with(" is not an object");
}

}  // namespace

// A file either has errors or signatures that can be matched.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace outrider;
    const ParsedSignatures parsed = parse_signatures({reinterpret_cast<const char*>(data), size});
    for (const std::string& error : parsed.errors) {
        if (!is_told(error)) std::abort();
    }
    if (!parsed.errors.empty()) return 0;
    Answer answer;
    answer.status = 403;
    answer.headers = {{"Content-Type", "text/html"}, {"Server", "x"}, {"Set-Cookie", "a=b"}};
    answer.body = "<title>t</title><h1>h</h1><script src=/s>x</script><p>text";
    Matcher(parsed.signatures).match(answer, true);
    return 0;
}
