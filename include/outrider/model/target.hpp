#pragma once

#include "outrider/model/header.hpp"
#include "outrider/model/url.hpp"
#include "outrider/model/version.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace outrider {

/// The statuses of `--expect-status`: closed ranges, in the order given.
struct StatusSet {
    std::vector<std::pair<int, int>> ranges;

    bool contains(int status) const {
        for (const auto& [low, high] : ranges) {
            if (status >= low && status <= high) return true;
        }
        return false;
    }
    bool operator==(const StatusSet&) const = default;
};

/// The request that is sent to a target, and what is expected of the answer.
struct TargetRequest {
    std::string method = "GET";
    Headers headers;  ///< as given, in order; a value left empty takes the header out
    std::string body;
    std::string user_agent = "outrider/" + std::string(version);
    StatusSet expect_status{{{200, 299}}};
    bool expect_status_given = false;        ///< by the user: its statuses are no block by the status alone
    std::optional<std::string> expect_body;  ///< RE2 syntax
    unsigned max_redirects = 5;
    bool insecure = false;  ///< certificates are not verified
};

/// What is probed. Targets that are asked alike share their request: a list may hold ten thousand of them.
struct ProbeTarget {
    Url url;
    std::string name;  ///< empty: none given
    std::shared_ptr<const TargetRequest> request = std::make_shared<TargetRequest>();
};

}  // namespace outrider
