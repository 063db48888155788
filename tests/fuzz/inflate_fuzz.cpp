#include "classify/inflate.hpp"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace outrider;
    static constexpr const char* codings[] = {"gzip", "deflate", "br", "br, gzip"};
    constexpr std::size_t limit = 10'000;
    if (size == 0) return 0;
    Answer answer;
    answer.headers.push_back({"Content-Encoding", codings[data[0] % 4]});
    answer.body.assign(reinterpret_cast<const char*>(data) + 1, size - 1);
    const auto inflated = inflate(answer, limit);
    if (inflated && inflated->body.size() > limit) std::abort();
    if (inflated && inflated->truncated && inflated->body.size() != limit &&
        answer.headers[0].value != "br, gzip") {
        std::abort();
    }
    return 0;
}
