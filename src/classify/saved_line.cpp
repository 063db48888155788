#include "outrider/classify/saved_response.hpp"
#include "outrider/model/mask.hpp"
#include "outrider/model/text.hpp"

#include <nlohmann/json.hpp>

namespace outrider {
namespace {

using Json = nlohmann::ordered_json;

Json text_or_null(const std::string& text) {
    return text.empty() ? Json() : Json(text);
}
template <class Enum>
Json word_or_null(const std::optional<Enum>& value) {
    return value ? Json(to_string(*value)) : Json();
}
template <class Number>
Json number_or_null(const std::optional<Number>& value) {
    return value ? Json(*value) : Json();
}

}  // namespace

std::string saved_line(std::string_view file, const ProbeResult& result) {
    Json line;
    line["file"] = to_valid_utf8(mask_given(file));
    line["outcome"] = to_string(result.outcome);
    line["error"] = word_or_null(result.error);
    line["status"] = number_or_null(result.status);
    line["blame"] = word_or_null(result.blame);
    line["vendor"] = text_or_null(result.vendor);
    line["edge"] = text_or_null(result.edge);
    line["challenge_kind"] = word_or_null(result.challenge_kind);
    line["confidence"] = word_or_null(result.confidence);
    line["evidence"] = text_or_null(result.evidence);
    line["detail"] = text_or_null(result.detail);
    line["retry_after_s"] = number_or_null(result.retry_after_s);
    return line.dump() + '\n';
}

}  // namespace outrider
