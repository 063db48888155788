#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace outrider {

/// Undoes the chunked coding (RFC 9112 section 7.1) of bytes as they come, without keeping any. Extensions
/// and trailer fields are skipped, within limits; lines may end in LF alone, as those of a head may.
class ChunkDecoder {
public:
    static constexpr std::size_t max_line_bytes = 4 * 1024;      ///< a chunk's size and extensions
    static constexpr std::size_t max_trailer_bytes = 64 * 1024;  ///< all trailer fields together

    /// Takes framing off the front of `bytes`, then the data up to the end of the chunk, and returns that
    /// data. None is returned at the end of `bytes`, and once done or broken.
    std::string_view next(std::string_view& bytes);

    bool done() const { return state_ == State::done; }
    bool broken() const { return state_ == State::broken; }

private:
    enum class State {
        size,
        extension,
        size_lf,
        data,
        data_end,
        data_lf,
        trailer_start,
        trailer,
        trailer_lf,
        done,
        broken
    };

    State after(char byte);
    State after_size_byte(char byte);
    State begin_size();
    State begin_chunk();

    State state_ = State::size;
    std::uint64_t left_ = 0;  ///< of the chunk
    unsigned digits_ = 0;
    std::size_t skipped_ = 0;  ///< bytes of the line beside its size, or of the trailer
};

}  // namespace outrider
