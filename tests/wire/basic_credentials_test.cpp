#include "wire/basic_credentials.hpp"

#include <gtest/gtest.h>

namespace outrider {
namespace {

TEST(BasicCredentials, TheFirstColonParts) {
    EXPECT_EQ(basic_credentials(Secret("Aladdin"), Secret("open sesame")),
              "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==");
    EXPECT_EQ(basic_credentials(Secret("a"), Secret("b:c")), "Basic YTpiOmM=");
    EXPECT_EQ(basic_credentials(Secret("key"), std::nullopt), "Basic a2V5Og==");
    EXPECT_EQ(basic_credentials(std::nullopt, Secret("pw")), "Basic OnB3");
}

}  // namespace
}  // namespace outrider
