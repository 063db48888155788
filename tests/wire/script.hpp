#pragma once

#include "outrider/wire/handshake.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace outrider::wire_test {

using namespace std::string_literals;
using namespace std::string_view_literals;

/// How a handshake ended: with an error, or with a tunnel and the bytes that belong to it.
struct Ending {
    std::optional<Error> error;
    std::string detail;
    std::string leftover;
    std::optional<int> status = std::nullopt;  ///< of a refused CONNECT's answer

    bool operator==(const Ending&) const = default;
};

inline void PrintTo(const Ending& ending, std::ostream* out) {
    *out << (ending.error ? to_string(*ending.error) : "open") << ", detail " << ending.detail
         << ", leftover " << testing::PrintToString(ending.leftover);
}

inline Ending failed(Error error, std::string detail) {
    return {error, std::move(detail), {}};
}
inline Ending open(std::string leftover = {}) {
    return {std::nullopt, {}, std::move(leftover)};
}

/// A dialogue: what the handshake is expected to write, and what its peer answers. It is played whole, cut at
/// every byte, one byte at a time, and broken off at every byte.
class Script {
public:
    using Make = std::function<std::unique_ptr<Handshake>()>;

    explicit Script(Make make) : make_(std::move(make)) {}

    Script& writes(std::string_view bytes) {
        lines_.push_back({true, std::string(bytes)});
        return *this;
    }
    Script& hears(std::string_view bytes) {
        lines_.push_back({false, std::string(bytes)});
        return *this;
    }

    /// The dialogue ends so, however its bytes come.
    void ends(const Ending& expected) const {
        EXPECT_EQ(play(no_cut), expected);
        EXPECT_EQ(play(every_byte), expected) << "one byte at a time";
        for (std::size_t cut = 1; cut < heard_bytes(); ++cut) {
            EXPECT_EQ(play(cut), expected) << "cut after byte " << cut;
        }
    }

    /// The same, where the detail may quote no more than what had come.
    void ends(Error expected) const {
        EXPECT_EQ(play(no_cut).error, expected);
        EXPECT_EQ(play(every_byte).error, expected) << "one byte at a time";
    }

    /// Ending the stream after any of its bytes but the last is this error.
    void breaks_off(Error expected) const {
        for (std::size_t heard = 0; heard < heard_bytes(); ++heard) {
            EXPECT_EQ(play(every_byte, heard).error, expected) << "closed after byte " << heard;
        }
    }

    Ending whole() const { return play(no_cut); }

private:
    struct Line {
        bool is_written;
        std::string bytes;
    };
    static constexpr std::size_t no_cut = 0;
    static constexpr std::size_t every_byte = std::string::npos;

    std::size_t heard_bytes() const {
        std::size_t sum = 0;
        for (const Line& line : lines_) {
            sum += line.is_written ? 0 : line.bytes.size();
        }
        return sum;
    }

    static bool is_over(const Step& step) {
        return std::holds_alternative<Done>(step) || std::holds_alternative<Fail>(step);
    }

    // Bytes that the handshake has not read when the tunnel opens belong to the tunnel, too.
    static Ending ending(Step step, std::string_view unread) {
        if (const auto* fail = std::get_if<Fail>(&step)) {
            Ending ending{fail->error, fail->detail, {}};
            if (fail->answer) ending.status = fail->answer->status;
            return ending;
        }
        if (const auto* done = std::get_if<Done>(&step)) return open(done->leftover + std::string(unread));
        ADD_FAILURE() << "the script ends before the handshake";
        return {};
    }

    // Plays the script; what is heard comes cut in two after byte `cut`, and ends after byte `limit`.
    Ending play(std::size_t cut, std::size_t limit = std::string::npos) const {
        const std::unique_ptr<Handshake> handshake = make_();
        Step step = handshake->resume({});
        std::size_t heard = 0;
        for (const Line& line : lines_) {
            if (is_over(step)) break;
            if (line.is_written) {
                const auto* write = std::get_if<Write>(&step);
                EXPECT_TRUE(write != nullptr && write->bytes == line.bytes)
                    << "expected to write " << testing::PrintToString(line.bytes) << ", not "
                    << (write != nullptr ? testing::PrintToString(write->bytes) : "anything else"s);
                if (write == nullptr) return {};
                step = handshake->resume({});
                continue;
            }
            std::string_view rest = line.bytes;
            while (!rest.empty() && !is_over(step)) {
                if (heard == limit) return ending(handshake->closed(), {});
                EXPECT_TRUE(std::holds_alternative<Read>(step)) << "expected to read at byte " << heard;
                std::size_t size = cut == every_byte ? 1 : rest.size();
                if (cut > heard && cut < heard + rest.size() && cut != every_byte) size = cut - heard;
                step = handshake->resume(rest.substr(0, size));
                rest.remove_prefix(size);
                heard += size;
            }
            if (is_over(step)) return ending(std::move(step), rest);
        }
        if (!is_over(step)) step = handshake->closed();
        return ending(std::move(step), {});
    }

    Make make_;
    std::vector<Line> lines_;
};

}  // namespace outrider::wire_test
