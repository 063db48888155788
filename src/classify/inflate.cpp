#include "classify/inflate.hpp"

#include "classify/trim.hpp"

#include <brotli/decode.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>
#include <vector>

namespace outrider {
namespace {

// The number of codings that may be laid over each other; each one multiplies the work.
constexpr std::size_t most_codings = 3;
using Piece = std::array<char, 16 * 1024>;

/// What is decoded so far.
class Output {
public:
    explicit Output(std::size_t limit) : limit_(limit) {}

    /// False once there is more than fits.
    bool append(std::string_view bytes) {
        const std::size_t room = limit_ - inflated_.body.size();
        inflated_.body += bytes.substr(0, room);
        inflated_.truncated = bytes.size() > room;
        return !inflated_.truncated;
    }
    Inflated take() { return std::move(inflated_); }

private:
    std::size_t limit_;
    Inflated inflated_;
};

constexpr int gzip_or_zlib = MAX_WBITS + 32;
constexpr int bare_deflate = -MAX_WBITS;

// A gzip body may have several members in a row (RFC 1952 section 2.2); anything else after its end is none
// of it.
bool enter_next_member(z_stream& stream) {
    static constexpr std::string_view magic = "\x1F\x8B";
    const std::string_view left(reinterpret_cast<const char*>(stream.next_in), stream.avail_in);
    return left.substr(0, magic.size()) == magic && ::inflateReset(&stream) == Z_OK;
}

std::optional<Inflated> inflate_zlib(std::string_view bytes, std::size_t limit, int window) {
    z_stream stream{};
    if (::inflateInit2(&stream, window) != Z_OK) return std::nullopt;
    const std::unique_ptr<z_stream, int (*)(z_stream*)> end(&stream, &::inflateEnd);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());

    Output output(limit);
    Piece piece;
    bool in_first_member = true;
    while (true) {
        stream.next_out = reinterpret_cast<Bytef*>(piece.data());
        stream.avail_out = piece.size();
        const int result = ::inflate(&stream, Z_NO_FLUSH);
        const bool nothing_more = result == Z_BUF_ERROR || stream.avail_in == 0;
        const bool broken = result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR;
        if (broken && in_first_member) return std::nullopt;
        if (!output.append({piece.data(), piece.size() - stream.avail_out}) || broken) break;
        if (result == Z_STREAM_END) {
            if (!enter_next_member(stream)) break;
            in_first_member = false;
        } else if (nothing_more && stream.avail_out > 0) {
            break;
        }
    }
    return output.take();
}

std::optional<Inflated> inflate_brotli(std::string_view bytes, std::size_t limit) {
    const std::unique_ptr<BrotliDecoderState, void (*)(BrotliDecoderState*)> decoder(
        BrotliDecoderCreateInstance(nullptr, nullptr, nullptr), &BrotliDecoderDestroyInstance);
    if (!decoder) return std::nullopt;
    auto next_in = reinterpret_cast<const std::uint8_t*>(bytes.data());
    std::size_t left_in = bytes.size();

    Output output(limit);
    Piece piece;
    while (true) {
        auto next_out = reinterpret_cast<std::uint8_t*>(piece.data());
        std::size_t left_out = piece.size();
        const auto result =
            BrotliDecoderDecompressStream(decoder.get(), &left_in, &next_in, &left_out, &next_out, nullptr);
        if (result == BROTLI_DECODER_RESULT_ERROR) return std::nullopt;
        if (!output.append({piece.data(), piece.size() - left_out})) break;
        if (result != BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT) break;
    }
    return output.take();
}

std::optional<Inflated> inflate_one(std::string_view coding, std::string_view bytes, std::size_t limit) {
    if (iequals(coding, "br")) return inflate_brotli(bytes, limit);
    if (iequals(coding, "gzip") || iequals(coding, "x-gzip")) return inflate_zlib(bytes, limit, gzip_or_zlib);
    if (iequals(coding, "deflate")) {
        // RFC 9110 means zlib's format; some send deflate bare.
        auto inflated = inflate_zlib(bytes, limit, gzip_or_zlib);
        return inflated ? std::move(inflated) : inflate_zlib(bytes, limit, bare_deflate);
    }
    return std::nullopt;
}

// In the order in which they were applied; `identity` is none.
std::vector<std::string_view> codings_of(const Headers& headers) {
    std::vector<std::string_view> codings;
    for (std::string_view value : header_values(headers, "Content-Encoding")) {
        while (!value.empty()) {
            const std::size_t comma = std::min(value.find(','), value.size());
            const std::string_view coding = trimmed(value.substr(0, comma));
            value.remove_prefix(std::min(comma + 1, value.size()));
            if (!coding.empty() && !iequals(coding, "identity")) codings.push_back(coding);
        }
    }
    return codings;
}

}  // namespace

std::optional<Inflated> inflate(const Answer& answer, std::size_t limit) {
    const auto codings = codings_of(answer.headers);
    if (codings.empty() || codings.size() > most_codings || answer.body.empty()) return std::nullopt;
    std::optional<Inflated> inflated;
    for (auto coding = codings.rbegin(); coding != codings.rend(); ++coding) {
        const std::string_view bytes =
            inflated ? std::string_view(inflated->body) : std::string_view(answer.body);
        auto next = inflate_one(*coding, bytes, limit);
        if (!next) return std::nullopt;
        next->truncated |= inflated && inflated->truncated;
        inflated = std::move(next);
    }
    return inflated;
}

}  // namespace outrider
