#include "classify/matcher.hpp"

#include <cstdint>
#include <cstdlib>

// A file either has errors, each with its place, or signatures that can be matched.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace outrider;
    const ParsedSignatures parsed = parse_signatures({reinterpret_cast<const char*>(data), size});
    for (const std::string& error : parsed.errors) {
        if (error.find(": ") == std::string::npos) std::abort();
    }
    if (!parsed.errors.empty()) return 0;
    Answer answer;
    answer.status = 403;
    answer.headers = {{"Content-Type", "text/html"}, {"Server", "x"}, {"Set-Cookie", "a=b"}};
    answer.body = "<title>t</title><h1>h</h1><script src=/s>x</script><p>text";
    Matcher(parsed.signatures).match(answer, true);
    return 0;
}
