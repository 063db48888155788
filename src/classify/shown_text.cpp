#include "classify/shown_text.hpp"

#include "outrider/model/mask.hpp"
#include "outrider/model/text.hpp"

namespace outrider {

bool shows_text(const ProbeResult& result) {
    return !(result.detail.empty() && result.evidence.empty() && result.retry_after_raw.empty() &&
             result.final_url.empty());
}

void clean_text(ProbeResult& result, const Scrubber& scrubber) {
    const auto clean = [&](const std::string& text) { return mask_urls(scrubber.scrub(text)); };
    for (std::string* text : {&result.detail, &result.evidence, &result.retry_after_raw})
        *text = one_line(clean(*text));
    result.final_url = clean(result.final_url);
}

}  // namespace outrider
