#pragma once

#include "outrider/classify/signature.hpp"
#include "outrider/model/probe_result.hpp"
#include "outrider/model/target.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace outrider {

/// What saved responses are held against.
struct SavedOptions {
    bool via_proxy = false;  ///< they are answers that came through an HTTP proxy
    TargetRequest request;   ///< what is expected of them; a pattern has been checked to compile
    std::size_t max_body = 256 * 1024;
    std::vector<Signature> signatures;  ///< more than the built-in ones
};

/// The work of `outrider classify`: raw HTTP responses, as curl -i and others save them, to their outcomes.
class SavedClassifier {
public:
    explicit SavedClassifier(SavedOptions options);
    ~SavedClassifier();

    /// The result of one saved response; a `Retry-After` date of one without a `Date` counts from `now`.
    ProbeResult judge(std::string_view bytes, WallTime now) const;

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

/// One JSON line, with its newline: `file`, the keys `outcome` to `detail` of a result, `retry_after_s`.
std::string saved_line(std::string_view file, const ProbeResult& result);

}  // namespace outrider
