#include "outrider/wire/chunked.hpp"

#include <algorithm>
#include <limits>

namespace outrider {
namespace {

int hex_value(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

constexpr unsigned max_digits = 64;
constexpr std::uint64_t max_size = std::numeric_limits<std::int64_t>::max();

}  // namespace

std::string_view ChunkDecoder::next(std::string_view& bytes) {
    while (!bytes.empty() && state_ != State::done && state_ != State::broken) {
        if (state_ == State::data) {
            const auto length = static_cast<std::size_t>(std::min<std::uint64_t>(left_, bytes.size()));
            const std::string_view data = bytes.substr(0, length);
            bytes.remove_prefix(length);
            left_ -= length;
            if (left_ == 0) state_ = State::data_end;
            return data;
        }
        state_ = after(bytes.front());
        bytes.remove_prefix(1);
    }
    return {};
}

ChunkDecoder::State ChunkDecoder::after(char byte) {
    switch (state_) {
        case State::size:
            return after_size_byte(byte);
        case State::extension:
            if (byte == '\n') return begin_chunk();
            return ++skipped_ > max_line_bytes ? State::broken : State::extension;
        case State::size_lf:
            return byte == '\n' ? begin_chunk() : State::broken;
        case State::data_end:
            if (byte == '\r') return State::data_lf;
            return byte == '\n' ? begin_size() : State::broken;
        case State::data_lf:
            return byte == '\n' ? begin_size() : State::broken;
        case State::trailer_start:
            if (byte == '\n') return State::done;
            if (byte == '\r') return State::trailer_lf;
            return ++skipped_ > max_trailer_bytes ? State::broken : State::trailer;
        case State::trailer:
            if (byte == '\n') return State::trailer_start;
            return ++skipped_ > max_trailer_bytes ? State::broken : State::trailer;
        case State::trailer_lf:
            return byte == '\n' ? State::done : State::broken;
        case State::data:
        case State::done:
        case State::broken:
            break;
    }
    return state_;
}

ChunkDecoder::State ChunkDecoder::after_size_byte(char byte) {
    const int digit = hex_value(byte);
    if (digit >= 0 && skipped_ == 0) {
        if (left_ > max_size / 16) return State::broken;
        left_ = left_ * 16 + static_cast<std::uint64_t>(digit);
        return ++digits_ <= max_digits ? State::size : State::broken;
    }
    if (digits_ == 0) return State::broken;
    if (byte == '\n') return begin_chunk();
    if (byte == '\r') return State::size_lf;
    if (byte == ';') return State::extension;
    // White space after the size: of those who pad it to a fixed width.
    if ((byte == ' ' || byte == '\t') && ++skipped_ <= max_line_bytes) return State::size;
    return State::broken;
}

ChunkDecoder::State ChunkDecoder::begin_size() {
    left_ = 0;
    digits_ = 0;
    skipped_ = 0;
    return State::size;
}

ChunkDecoder::State ChunkDecoder::begin_chunk() {
    skipped_ = 0;
    return left_ == 0 ? State::trailer_start : State::data;
}

}  // namespace outrider
