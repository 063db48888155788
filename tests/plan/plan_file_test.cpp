#include "outrider/plan/plan_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>
#include <string>

namespace outrider {
namespace {

using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;

const Environment environment{
    {"PW", "s3cretword"}, {"N", "3"}, {"BAD", "s3cret\nx"}, {"EMPTY", ""}, {"NESTED", "${PW}"}};

PlanFile parse(std::string_view text) {
    return parse_plan_file(text, environment);
}

TEST(PlanFileTest, IsJsonWithComments) {
    const PlanFile plan =
        parse("\xEF\xBB\xBF// head\n{/* x */ \"targets\": [\"http://h\"], // tail\n \"direct\": true}");
    EXPECT_THAT(plan.errors, IsEmpty());
    ASSERT_THAT(plan.targets, SizeIs(1));
    EXPECT_EQ(plan.targets[0].url.text, "http://h");
    EXPECT_EQ(plan.targets[0].url.place, "/targets/0");
    EXPECT_EQ(plan.options.at("direct").at(0).text, "1");
    EXPECT_TRUE(plan.gives_targets);
    EXPECT_FALSE(plan.gives_proxies);
}

TEST(PlanFileTest, TakesOptionsInTheTypesTheyHave) {
    const PlanFile plan =
        parse(R"({"attempts": 3, "deadline": "5s", "connect_timeout": 1.5, "insecure": false,
        "critical_success_rate": 0.25, "header": ["A: 1", "B: 2"], "proxies_file": ["a", "b"],
        "targets_file": "t", "expect_status": 204})");
    EXPECT_THAT(plan.errors, IsEmpty());
    EXPECT_EQ(plan.options.at("attempts").at(0).text, "3");
    EXPECT_EQ(plan.options.at("connect-timeout").at(0).text, "1.5");
    EXPECT_EQ(plan.options.at("critical-success-rate").at(0).text, "0.25");
    EXPECT_EQ(plan.options.at("insecure").at(0).text, "0");
    EXPECT_EQ(plan.options.at("header").at(1).text, "B: 2");
    EXPECT_EQ(plan.options.at("header").at(1).place, "/header/1");
    EXPECT_EQ(plan.options.at("proxies").at(1).text, "b");
    EXPECT_EQ(plan.options.at("targets").at(0).text, "t");
    EXPECT_EQ(plan.options.at("expect-status").at(0).text, "204");
}

TEST(PlanFileTest, ReadsTargetObjects) {
    const PlanFile plan =
        parse(R"({"targets": [{"url": "http://h", "name": "x", "method": "POST", "body": "b",
        "headers": {"Zeta": "1", "alpha": " 2 "}, "expect_status": "200-204", "expect_body": "ok",
        "max_redirects": 0, "insecure": true},
        {"url": "http://g", "headers": [["A", "1"], ["A", "2"], ["B", ""]]}]})");
    ASSERT_THAT(plan.errors, IsEmpty());
    ASSERT_THAT(plan.targets, SizeIs(2));
    EXPECT_EQ(plan.targets[0].name, "x");
    EXPECT_THAT(plan.targets[0].headers, ElementsAre(Header{"Zeta", "1"}, Header{"alpha", "2"}));
    EXPECT_EQ(plan.targets[0].options.at("method").at(0).text, "POST");
    EXPECT_EQ(plan.targets[0].options.at("max-redirects").at(0).text, "0");
    EXPECT_THAT(plan.targets[1].headers, ElementsAre(Header{"A", "1"}, Header{"A", "2"}, Header{"B", ""}));
}

TEST(PlanFileTest, ReadsProxiesAndCountsEmptyListsAsGiven) {
    const PlanFile plan = parse(R"({"proxies": ["h:1", {"url": "g:2", "name": "x", "rotating": true}]})");
    ASSERT_THAT(plan.errors, IsEmpty());
    ASSERT_THAT(plan.proxies, SizeIs(2));
    EXPECT_EQ(plan.proxies[1].url.place, "/proxies/1/url");
    EXPECT_TRUE(plan.proxies[1].rotating);
    const PlanFile empty = parse(R"({"proxies": [], "targets": []})");
    EXPECT_TRUE(empty.gives_proxies);
    EXPECT_TRUE(empty.gives_targets);
}

TEST(PlanFileTest, ReplacesFromTheEnvironment) {
    const PlanFile plan =
        parse(R"({"targets": ["http://u:${PW}@h/${N}"], "proxies": ["http://u:$${PW}$@h$$:${PW}"],
                  "attempts": "${N}", "name": "run ${PW}", "header": ["X: ${NESTED}${EMPTY}"]})");
    ASSERT_THAT(plan.errors, IsEmpty());
    EXPECT_EQ(plan.targets[0].url.text, "http://u:s3cretword@h/3");
    EXPECT_THAT(plan.targets[0].url.shown, Not(HasSubstr("s3cretword")));
    EXPECT_EQ(plan.proxies[0].url.text, "http://u:${PW}$@h$$:s3cretword");
    EXPECT_EQ(plan.options.at("attempts").at(0).text, "3");
    EXPECT_EQ(plan.options.at("name").at(0).text, "run ***");
    EXPECT_EQ(plan.options.at("header").at(0).text, "X: ${PW}");
    EXPECT_THAT(plan.substituted, testing::UnorderedElementsAre("s3cretword", "3", "${PW}"));
}

struct Fault {
    std::string json;
    std::string error;
};
void PrintTo(const Fault& test, std::ostream* out) {
    *out << test.json;
}
class PlanFault : public testing::TestWithParam<Fault> {};

TEST_P(PlanFault, IsNamedByItsPlace) {
    const PlanFile plan = parse(GetParam().json);
    EXPECT_THAT(plan.errors, ElementsAre(HasSubstr(GetParam().error)));
    EXPECT_THAT(plan.errors, Each(Not(HasSubstr("s3cret"))));
}

const Fault faults[] = {
    {"", "line 1, column 1: this is not valid JSON"},
    {"{\n \"targets\": [\"s3cret\" \"x\"]}", "line 2, column 25: this is not valid JSON"},
    {"{\"targets\": [\"s3cret\xFF\"]}", "this is not valid JSON"},
    {"{} x", "this is not valid JSON"},
    {"[1]", "the plan: found a list, allowed is an object"},
    {R"({"retries": 1})", "/retries: there is no such key"},
    {R"({"plan": "x"})", "/plan: there is no such key"},
    {R"({"a/b~c": 1})", "/a~1b~0c: there is no such key"},
    {R"({"deadline": "1s", "deadline": "2s"})", "/deadline: the key stands twice"},
    {R"({"targets": ["http://h", {"url": "http://h", "url": "s3cret"}]})",
     "/targets/1/url: the key stands twice"},
    {R"({"targets": ["x", {"headers": {"A": "1", "A": "2"}, "url": "x"}]})",
     "/targets/1/headers/A: the key stands twice"},
    {R"({"attempts": "s3cret"})", "/attempts: found a string, allowed is a whole number"},
    {R"({"attempts": 1.5})", "/attempts: found the number 1.5, allowed is a whole number"},
    {R"({"attempts": null})", "/attempts: found null"},
    {R"({"attempts": [1]})", "/attempts: found a list"},
    {R"({"direct": 1})", "/direct: found the number 1, allowed is true or false"},
    {R"({"direct": "1"})", "/direct: found a string, allowed is true or false"},
    {R"({"user_agent": 5})", "/user_agent: found the number 5, allowed is a string"},
    {R"({"user_agent": "${BAD}"})", "/user_agent: found a string from the environment that does not fit"},
    {R"({"header": ["A: 1", "${PW}"]})",
     "/header/1: found a string from the environment that does not fit, since there is no colon in it"},
    {R"({"attempts": "${PW}"})", "/attempts: found a string from the environment that does not fit"},
    {R"({"header": ["A: 1", true]})", "/header/1: found true"},
    {R"({"targets": "http://h"})", "/targets: found a string, allowed is a list"},
    {R"({"targets": [5]})", "/targets/0: found the number 5, allowed is a URL or an object with url"},
    {R"({"targets": [{"name": "x"}]})", "/targets/0: the key url is missing"},
    {R"({"targets": [{"url": 1}]})", "/targets/0/url: found the number 1"},
    {R"({"targets": [{"url": "http://h", "user_agent": "x"}]})",
     "/targets/0/user_agent: there is no such key"},
    {R"({"targets": ["x", {"url": "http://h", "expect_status": "abc"}]})", "/targets/1/expect_status: "},
    {R"({"targets": [{"url": "http://h", "max_redirects": -1}]})", "/targets/0/max_redirects: "},
    {R"({"targets": [{"url": "http://h", "insecure": "yes"}]})", "/targets/0/insecure: found a string"},
    {R"({"targets": [{"url": "http://h", "expect_body": "("}]})", "/targets/0/expect_body: "},
    {R"({"targets": [{"url": "http://h", "body": "@-"}]})", "/targets/0/body: stdin"},
    {R"({"targets": [{"url": "http://h", "headers": "A: 1"}]})", "/targets/0/headers: found a string"},
    {R"({"targets": [{"url": "http://h", "headers": {"A": 1}}]})",
     "/targets/0/headers/A: found the number 1"},
    {R"({"targets": [{"url": "http://h", "headers": {"A:": "s3cret"}}]})",
     "/targets/0/headers/A...: what should be"},
    {R"({"targets": [{"url": "http://h", "headers": {"A": "s3cret\nx"}}]})", "/targets/0/headers/A: "},
    {R"({"targets": [{"url": "http://h", "headers": [["A"]]}]})", "/targets/0/headers/0: found a list"},
    {R"({"proxies": [true]})", "/proxies/0: found true"},
    {R"({"proxies": [{"url": "h:1", "rotating": 1}]})", "/proxies/0/rotating: found the number 1"},
    {R"({"proxies": [{"url": "h:1", "weight": 1}]})", "/proxies/0/weight: there is no such key"},
    {R"({"proxies": ["http://h:${UNSET}"]})", "/proxies/0: the environment variable UNSET is not set"},
    {R"({"proxies": ["http://h:${PW"]})", "/proxies/0: after '${'"},
    {R"({"proxies": ["http://h:${}"]})", "/proxies/0: after '${'"},
    {R"({"proxies": ["http://h:${s3cret x}"]})", "/proxies/0: after '${'"},
    {R"({"deadline": 1e999})", "/deadline: the number is too large"},
    {R"({"targets": ["x", {"url": "y", "headers": {}}, {"max_redirects": 1e999}]})",
     "/targets/2/max_redirects: the number is too large"},
    {R"({"targets": [["x"], {}, 1e999]})", "/targets/2: the number is too large"},
};
INSTANTIATE_TEST_SUITE_P(Faults, PlanFault, testing::ValuesIn(faults));

TEST(PlanFileTest, ListsEveryFault) {
    const PlanFile plan = parse(R"({"x": 1, "attempts": true, "targets": [1, {"y": 2}], "x": 2})");
    EXPECT_THAT(plan.errors,
                ElementsAre(StartsWith("/x: the key stands twice"), StartsWith("/x: there is no"),
                            StartsWith("/attempts: "), StartsWith("/targets/0: "),
                            StartsWith("/targets/1/y: "), StartsWith("/targets/1: the key url")));
}

TEST(PlanFileTest, ListsEveryFaultOfOneString) {
    EXPECT_THAT(parse(R"({"proxies": ["http://${U}:${PW}@${V}:${U}${"]})").errors,
                ElementsAre("/proxies/0: the environment variable U is not set",
                            "/proxies/0: the environment variable V is not set",
                            StartsWith("/proxies/0: after '${'")));
    EXPECT_THAT(parse(R"({"header": ["${U}: ${}${V}"]})").errors,
                ElementsAre(HasSubstr(" U "), StartsWith("/header/0: after '${'"), HasSubstr(" V ")));
}

TEST(PlanFileTest, ListsTheFaultsOfAHeadersNameAndValue) {
    EXPECT_THAT(
        parse(R"({"targets": [{"url": "http://h", "headers": [["${U}", "${V}"], ["A B", 1]]}]})").errors,
        ElementsAre(HasSubstr(" U "), HasSubstr(" V "),
                    StartsWith("/targets/0/headers/1: found the number 1"),
                    "/targets/0/headers/1: what should be a header's name is none"));
}

TEST(PlanFileTest, KeepsNoEntryWithoutAUrl) {
    const PlanFile plan = parse(R"({"targets": [{"name": "x"}, {"url": 1, "insecure": true}, "http://h"],
                                    "proxies": [{"rotating": true}, {"url": "${UNSET}"}, "h:1"]})");
    EXPECT_THAT(plan.errors,
                ElementsAre("/targets/0: the key url is missing", StartsWith("/targets/1/url: "),
                            "/proxies/0: the key url is missing", StartsWith("/proxies/1/url: ")));
    EXPECT_THAT(plan.targets, SizeIs(1));
    EXPECT_THAT(plan.proxies, SizeIs(1));
}

TEST(PlanFileTest, BoundsDepthAndKeys) {
    EXPECT_THAT(parse(std::string(1'000'000, '[')).errors, Contains(HasSubstr("deeper")));
    EXPECT_THAT(parse(R"({"x": [1, [], [[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]})").errors,
                Contains("/x/2/0/0/0/0/0/0/0/0/0/0/0/0/0/0: the nesting is deeper than 16"));
    EXPECT_THAT(parse("{\"targets\": " + std::string(100'000, '[') + std::string(100'000, ']') + "}").errors,
                Contains(HasSubstr("deeper")));
    std::string many = "{\"x\": {";
    for (int i = 0; i < 10'000; ++i)
        many += "\"k" + std::to_string(i) + "\": 1, ";
    many += "\"last\": 1}}";
    EXPECT_THAT(parse(many).errors, Contains(StartsWith("/x: more than 256 keys")));
}

}  // namespace
}  // namespace outrider
