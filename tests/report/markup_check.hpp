#pragma once

#include "outrider/model/text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <string>
#include <vector>

namespace outrider::testing {

/// Checks that every tag of XML or HTML is a whole one and closed in its turn, every `&` begins an entity,
/// and no character stands there that XML 1.0 does not allow or that is not seen.
inline void expect_well_formed(const std::string& text) {
    static const std::regex tag(
        R"re(<(\?xml [^<>]*\?|!DOCTYPE html|meta( [a-z-]+="[^"<>]*")*|(/?)([a-z][a-z0-9]*)(( [a-z]+="[^"<>]*")*)(/?))>)re");
    static const std::regex entity("&(amp|lt|gt|quot|#39);");
    EXPECT_TRUE(is_valid_utf8(text));
    std::vector<std::string> open;
    std::string between;
    std::sregex_iterator match(text.begin(), text.end(), tag);
    std::size_t at = 0;
    for (const std::sregex_iterator end; match != end; ++match) {
        between += text.substr(at, static_cast<std::size_t>(match->position()) - at);
        at = static_cast<std::size_t>(match->position() + match->length());
        between += (*match)[5];
        if (!(*match)[4].matched || (*match)[7].length() > 0) continue;
        if ((*match)[3].length() == 0) {
            open.push_back((*match)[4]);
        } else {
            ASSERT_FALSE(open.empty()) << match->str();
            EXPECT_EQ(open.back(), (*match)[4]);
            open.pop_back();
        }
    }
    between += text.substr(at);
    EXPECT_TRUE(open.empty());
    EXPECT_EQ(between.find('<'), std::string::npos) << between.substr(between.find('<'), 80);
    EXPECT_EQ(std::regex_replace(between, entity, "").find('&'), std::string::npos);
    std::string lines = text;
    lines.erase(std::remove(lines.begin(), lines.end(), '\n'), lines.end());
    EXPECT_EQ(lines, escape_for_terminal(lines));
    EXPECT_EQ(text.find("\xEF\xBF\xBE"), std::string::npos);
    EXPECT_EQ(text.find("\xEF\xBF\xBF"), std::string::npos);
}

}  // namespace outrider::testing
