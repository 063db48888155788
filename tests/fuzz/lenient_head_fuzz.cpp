#include "outrider/wire/lenient_head.hpp"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace outrider;
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);

    // Searching on from where the last search ended finds the same end as one search over all.
    const std::size_t end = find_head_end(bytes);
    std::size_t dripped = std::string_view::npos;
    for (std::size_t have = 1; have <= size && dripped == std::string_view::npos; ++have) {
        dripped = find_head_end(bytes.substr(0, have), have - 1);
    }
    if (dripped != end) std::abort();
    if (end == std::string_view::npos) return 0;

    // What is strict stays as it is, and is one head.
    const auto strict = strict_head(bytes.substr(0, end));
    if (!strict) return 0;
    if (!may_be_http1(bytes) || find_head_end(strict->bytes) > strict->bytes.size()) std::abort();
    const auto again = strict_head(strict->bytes);
    if (strict->bytes.size() > 2 * end + 64) std::abort();
    if (again && (again->bytes != strict->bytes || again->bad_length)) std::abort();
    return 0;
}
