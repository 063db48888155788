#include "classify/needle_set.hpp"

#include <algorithm>

namespace outrider {

void NeedleSet::add(std::string_view needle, std::uint32_t owner) {
    std::uint32_t start = 0;
    for (const char c : needle.substr(0, shortest))
        start = start << 8 | folded(c);
    needles_.push_back({start, owner, std::string(needle)});
}

void NeedleSet::prepare() {
    filter_.assign(filter_bits / 64, 0);
    std::stable_sort(needles_.begin(), needles_.end(),
                     [](const Needle& a, const Needle& b) { return a.start < b.start; });
    for (const Needle& needle : needles_) {
        const std::size_t bit = slot(needle.start);
        filter_[bit / 64] |= std::uint64_t{1} << bit % 64;
    }
}

bool NeedleSet::stands_at(std::string_view text, std::size_t at, const std::string& needle) {
    if (text.size() - at < needle.size()) return false;
    for (std::size_t i = 0; i < needle.size(); ++i) {
        if (folded(text[at + i]) != static_cast<std::uint8_t>(needle[i])) return false;
    }
    return true;
}

}  // namespace outrider
