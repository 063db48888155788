#pragma once

#include "outrider/model/header.hpp"
#include "outrider/model/url.hpp"

#include <cstdint>
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

/// What is probed: a URL, the request that is sent to it, and what is expected of the answer.
struct ProbeTarget {
    Url url;
    std::string name;  ///< empty: none given
    std::string method = "GET";
    Headers headers;  ///< as given, in order; a value left empty takes the header out
    std::string body;
    std::string user_agent;
    StatusSet expect_status{{{200, 299}}};
    bool expect_status_given = false;        ///< by the user: its statuses are no block by the status alone
    std::optional<std::string> expect_body;  ///< RE2 syntax
    unsigned max_redirects = 5;
    bool insecure = false;
};

}  // namespace outrider
