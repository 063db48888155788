#pragma once

#include <compare>
#include <string>
#include <utility>

namespace outrider {

/// Text that must never be shown. It has no operator<< and no implicit conversion; `reveal()` is for the one
/// place of a wire format that sends it, and for the scrubber that looks for it in other text.
class Secret {
public:
    Secret() = default;
    explicit Secret(std::string text) : text_(std::move(text)) {}

    const std::string& reveal() const { return text_; }
    bool empty() const { return text_.empty(); }

    auto operator<=>(const Secret&) const = default;

private:
    std::string text_;
};

template <class Stream>
Stream& operator<<(Stream&, const Secret&) = delete;

}  // namespace outrider
