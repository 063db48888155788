#include "outrider/classify/saved_response.hpp"

#include "classify/conclude.hpp"
#include "classify/saved_head.hpp"
#include "classify/shown_text.hpp"
#include "classify/signature_table.hpp"

namespace outrider {

struct SavedClassifier::Parts {
    bool via_proxy;
    std::size_t max_body;
    ProbeTarget target;
    std::optional<BodyPattern> expect_body;
    Matcher matcher;
};

SavedClassifier::SavedClassifier(SavedOptions options)
    : parts_(new Parts{.via_proxy = options.via_proxy,
                       .max_body = options.max_body,
                       .target = {},
                       .expect_body = {},
                       .matcher = Matcher(with_built_in(std::move(options.signatures)))}) {
    TargetRequest& request = options.request;
    request.max_redirects = 0;
    if (request.expect_body) parts_->expect_body.emplace(*request.expect_body);
    parts_->target.request = std::make_shared<TargetRequest>(std::move(request));
}
SavedClassifier::~SavedClassifier() = default;

ProbeResult SavedClassifier::judge(std::string_view bytes, WallTime now) const {
    Observation seen;
    seen.answer = read_saved(bytes, parts_->max_body);
    seen.received = now;
    seen.via_http_proxy = parts_->via_proxy;
    if (!seen.answer) seen.error = bytes.empty() ? Error::connection_closed : Error::not_http;

    Question asked{.target = parts_->target, .matcher = parts_->matcher};
    asked.max_body = parts_->max_body;
    asked.behind_proxy = parts_->via_proxy;
    if (parts_->expect_body) asked.expect_body = &*parts_->expect_body;
    ProbeResult result = conclude(seen, asked);
    clean_text(result, Scrubber());
    return result;
}

}  // namespace outrider
