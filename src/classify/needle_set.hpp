#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace outrider {

/// Finds which of many needles stand in a text, in one pass: most texts hold none, and no pattern is tried.
class NeedleSet {
public:
    /// No needle may have fewer bytes.
    static constexpr std::size_t shortest = 4;

    /// `owner` is what a hit is reported as; several needles may have the same.
    void add(std::string_view needle, std::uint32_t owner);
    /// To be called once, after the last `add`.
    void prepare();
    bool empty() const { return needles_.empty(); }

    /// Calls `found(owner)` for each needle at each place where it stands, in any case.
    template <class Found>
    void scan(std::string_view text, Found found) const;

private:
    struct Needle {
        std::uint32_t start;  ///< its first four bytes
        std::uint32_t owner;
        std::string text;
    };
    static constexpr std::size_t filter_bits = 1 << 13;

    static std::size_t slot(std::uint32_t start) { return start * 0x9E3779B1u >> 19; }
    static std::uint8_t folded(char c) {
        const auto byte = static_cast<std::uint8_t>(c);
        return byte >= 'A' && byte <= 'Z' ? static_cast<std::uint8_t>(byte | 0x20) : byte;
    }
    static bool stands_at(std::string_view text, std::size_t at, const std::string& needle);
    bool may_start(std::uint32_t start) const {
        const std::size_t bit = slot(start);
        return (filter_[bit / 64] >> bit % 64 & 1) != 0;
    }

    std::vector<Needle> needles_;  ///< by start
    std::vector<std::uint64_t> filter_;
};

template <class Found>
void NeedleSet::scan(std::string_view text, Found found) const {
    if (needles_.empty()) return;
    std::uint32_t window = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        window = window << 8 | folded(text[i]);
        if (i + 1 < shortest || !may_start(window)) continue;
        const std::size_t at = i + 1 - shortest;
        auto needle =
            std::lower_bound(needles_.begin(), needles_.end(), window,
                             [](const Needle& each, std::uint32_t start) { return each.start < start; });
        for (; needle != needles_.end() && needle->start == window; ++needle) {
            if (stands_at(text, at, needle->text)) found(needle->owner);
        }
    }
}

}  // namespace outrider
