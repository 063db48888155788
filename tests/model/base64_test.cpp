#include "outrider/model/base64.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace outrider {
namespace {

TEST(Base64, EncodesTheVectorsOfRfc4648) {
    const std::vector<std::pair<std::string, std::string>> vectors{
        {"", ""},
        {"f", "Zg=="},
        {"fo", "Zm8="},
        {"foo", "Zm9v"},
        {"foob", "Zm9vYg=="},
        {"fooba", "Zm9vYmE="},
        {"foobar", "Zm9vYmFy"},
        {"\xFF\xFE\xFD", "//79"},
        {"\xFB\xEF\xBE", "++++"},
    };
    for (const auto& [bytes, text] : vectors)
        EXPECT_EQ(base64_encode(bytes), text);
    EXPECT_EQ(base64_encode(std::string(3, '\0')), "AAAA");
}

TEST(Base64, DecodesWhatItEncodedWithPaddingOrWithout) {
    for (const std::string bytes : {"", "f", "fo", "foo", "user:p\xE4ss", "\xFF\xFE\xFD"}) {
        const std::string text = base64_encode(bytes);
        EXPECT_EQ(base64_decode(text), bytes);
        EXPECT_EQ(base64_decode(text.substr(0, text.find('='))), bytes);
    }
    EXPECT_EQ(base64_decode("no base64!"), std::nullopt);
}

}  // namespace
}  // namespace outrider
