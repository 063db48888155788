#pragma once

#include "outrider/classify/signature.hpp"
#include "outrider/model/observation.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace outrider {

/// The body of an answer, taken apart by where its parts act.
class Page {
public:
    /// Reads an HTML page, or what is plain text or another format.
    explicit Page(const Answer& answer);

    /// All that stands at a place, each tag, URL and script ended by a newline; empty for headers and
    /// cookies.
    std::string_view at(Place place) const { return parts_[static_cast<std::size_t>(place)]; }
    bool fits(Extent extent) const;

private:
    friend class PageReader;

    std::array<std::string, 9> parts_;
    std::size_t shown_ = 0;    ///< characters that a reader would see
    bool asks_input_ = false;  ///< a field to fill in, beside the answer to a CAPTCHA
};

}  // namespace outrider
