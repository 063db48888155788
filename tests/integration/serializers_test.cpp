// Two JSON engines, two builds, the same bytes.
#include "outrider.hpp"
#include "scripted_server.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

namespace integration {
namespace {

using ::testing::HasSubstr;

/// The report without what differs from run to run: times, and rates with them.
std::string timeless(const Exit& exit) {
    static const std::regex times(R"([0-9]+\.[0-9]+|"started_at": ?"[^"]*")");
    return std::regex_replace(exit.out, times, "T");
}

class Serializers : public ::testing::Test {
protected:
    const ScriptedServer server_{
        answer("HTTP/1.1 500 \xc3\xa9 \"quoted\" \\ \xff\x01\r\nRetry-After: \"odd\"\r\n\r\nbody")};

    std::vector<std::string> arguments(std::vector<std::string> more) const {
        more.insert(more.begin(), {server_.url("/%C3%A9?a=\"b"), "http://127.0.0.1:1/", "-x",
                                   "http://127.0.0.1:2", "--direct", "--name", "n\"a\\m\xc3\xa9 \t/", "-q"});
        return more;
    }
};

TEST_F(Serializers, WriteTheSameBytes) {
    for (const char* form : {"--detail=all", "--pretty"}) {
        const Exit nlohmann = outrider(arguments({"--serializer", "nlohmann", form}));
        const Exit automatic = outrider(arguments({"--serializer", "auto", form}));
        const Exit plain = outrider_plain(arguments({form}));
        EXPECT_THAT(nlohmann.out, HasSubstr("outrider.report/1"));
        EXPECT_EQ(timeless(automatic), timeless(nlohmann));
        EXPECT_EQ(timeless(plain), timeless(nlohmann));
    }
}

TEST_F(Serializers, ABuildWithoutSimdjsonSaysSo) {
    const Exit automatic = outrider_plain({server_.url()});
    EXPECT_THAT(automatic.err, HasSubstr("simdjson"));
    EXPECT_EQ(std::count(automatic.err.begin(), automatic.err.end(), '\n'), 1)
        << "one line: " << automatic.err;
    EXPECT_EQ(read_report(automatic).text("/summary/success_rate"), "0.0");
    EXPECT_EQ(outrider_plain({server_.url(), "--serializer", "nlohmann"}).err, "");
    const Exit by_name = outrider_plain({server_.url(), "--serializer", "simdjson"});
    EXPECT_EQ(by_name.code, 64);
    EXPECT_EQ(by_name.out, "");
}

}  // namespace
}  // namespace integration
