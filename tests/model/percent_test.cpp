#include "outrider/model/percent.hpp"

#include <gtest/gtest.h>

#include <utility>

namespace outrider {
namespace {

TEST(Percent, IsDecodedOnce) {
    const std::pair<const char*, const char*> cases[] = {{"a%20b%2fc%2F", "a b/c/"},
                                                         {"%2541", "%41"},
                                                         {"100% %4 %g0 %", "100% %4 %g0 %"},
                                                         {"plain", "plain"},
                                                         {"", ""}};
    for (const auto& [text, decoded] : cases)
        EXPECT_EQ(percent_decoded(text), decoded);
}

TEST(Percent, AnEncodingIsAByteOrNone) {
    EXPECT_EQ(encoded_byte("x%C3", 1), 0xC3);
    EXPECT_EQ(encoded_byte("x%C3", 0), -1);
    EXPECT_EQ(encoded_byte("x%C", 1), -1);
}

}  // namespace
}  // namespace outrider
