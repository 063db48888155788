#include "outrider/wire/http_response.hpp"

#include <cstdlib>
#include <tuple>

namespace {

using namespace outrider;

constexpr std::uint64_t max_body = 64;

auto read(std::string_view bytes, std::size_t piece, AnswerTo request, StreamEnd end) {
    ResponseReader reader(request, max_body);
    std::size_t used = 0;
    while (used < bytes.size() && !reader.finished()) {
        const std::size_t taken = reader.feed(bytes.substr(used, piece));
        if (taken == 0 || taken > bytes.size() - used) std::abort();
        used += taken;
    }
    reader.end(end);
    if (!reader.finished() || reader.answer().body.size() != reader.body_bytes()) std::abort();
    const auto error = reader.state() == ResponseReader::State::failed ? reader.error() : Error::not_started;
    const std::string detail = error == Error::not_http ? "" : reader.detail();
    // What comes after a cut is nobody's; whether a body that just fits was cut is a matter of luck.
    const bool full = reader.has_body() && reader.body_bytes() == max_body;
    if (full) used = 0;
    return std::tuple(error, detail, used, reader.has_head(), reader.has_body(), reader.answer().status,
                      reader.answer().headers, reader.answer().body, !full && reader.answer().truncated);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const auto request = static_cast<AnswerTo>(data[0] % 3);
    const auto end = static_cast<StreamEnd>(data[0] / 3 % 3);
    const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
    const auto whole = read(bytes, bytes.size() + 1, request, end);
    const auto pieces = read(bytes, 1, request, end);
    // Where it is the first bytes that are wrong, no more of them need to have come.
    const bool same =
        std::get<0>(whole) == Error::not_http ? std::get<0>(pieces) == Error::not_http : whole == pieces;
    if (!same) std::abort();
    return 0;
}
