#include "outrider/plan/plan_schema.hpp"

#include "json_schema/validator.hpp"
#include "outrider/cli/lay_options.hpp"
#include "outrider/plan/plan_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace outrider {
namespace {

using json_schema::Json;
using testing::IsEmpty;

const json_schema::Validator& schema() {
    static const json_schema::Validator validator(Json::parse(plan_schema()));
    return validator;
}

const Environment environment{{"X", "x"}, {"ONE", "1"}, {"FIVE", "5s"}, {"HTTP", "http"}, {"SHARD", "0/2"}};

/// Whether the program takes a plan: its keys, types and values.
bool program_takes(const Json& plan) {
    const PlanFile file = parse_plan_file(plan.dump(), environment);
    return file.errors.empty() && lay_options({}, file.options).errors.empty();
}

/// Each option with a value that its own table has.
Json good_value(const OptionSpec& spec) {
    static const std::map<std::string, Json> by_name{{"targets", "urls.txt"},
                                                     {"proxies", {"a.txt", "b.txt"}},
                                                     {"sample", 500},
                                                     {"shard", "0/2"},
                                                     {"header", {"A: 1", "B: 2"}},
                                                     {"body", "@file"},
                                                     {"expect-body", "a+"},
                                                     {"signatures", "s.json"},
                                                     {"cacert", "ca.pem"},
                                                     {"cert", "c.pem"},
                                                     {"key", "k.pem"},
                                                     {"resolve", {"h:1:127.0.0.1"}},
                                                     {"latency-stat", "p95"},
                                                     {"output", "o.json"},
                                                     {"report", {"json=a", "text=b"}},
                                                     {"proxies-out", "usable"},
                                                     {"baseline", "old.json"},
                                                     {"name", "night"},
                                                     {"expect-status", "200,404"},
                                                     {"proxy", {"http://h", "g:1:u:p"}}};
    if (const auto found = by_name.find(spec.name); found != by_name.end()) return found->second;
    switch (spec.type) {
        case ValueType::boolean:
            return true;
        case ValueType::integer:
        case ValueType::number:
            return Json::parse(spec.default_value);
        case ValueType::text:
        case ValueType::quantity:
            return spec.default_value;
    }
    return nullptr;
}

TEST(PlanSchema, KnowsEveryOptionByItsKeyAndNoOtherKey) {
    std::set<std::string> keys{"targets", "proxies"};
    for (const OptionSpec& spec : option_specs()) {
        const std::string key = spec.plan_key();
        if (key.empty()) continue;
        keys.insert(key);
        Json plan;
        plan[key] = good_value(spec);
        EXPECT_THAT(schema().violations(plan), IsEmpty()) << plan;
        if (spec.name == "key") continue;  // needs a certificate beside it
        EXPECT_TRUE(program_takes(plan)) << plan;
    }
    std::set<std::string> known;
    for (const auto& [key, item] : schema().schema()["properties"].items())
        known.insert(key);
    EXPECT_EQ(known, keys);
    EXPECT_FALSE(schema().fits({{"plan", "p.json"}}));
    EXPECT_FALSE(schema().fits({{"read-timeout", "1s"}}));
}

// What the program takes fits; where it is types that are wrong, neither takes it.
TEST(PlanSchema, RejectsNothingThatTheProgramTakes) {
    const std::vector<Json> values{true,
                                   0,
                                   1,
                                   5,
                                   200,
                                   0.5,
                                   1.5,
                                   -1,
                                   3601,
                                   100'001,
                                   "x",
                                   "",
                                   "5s",
                                   "1m30s",
                                   "1.5s",
                                   "1h",
                                   "250ms",
                                   "1s5ms",
                                   "64KiB",
                                   "1MB",
                                   "7",
                                   "auto",
                                   "http",
                                   "pool",
                                   "never",
                                   "0/2",
                                   "200-299,404",
                                   "A: 1",
                                   "h:1:127.0.0.1",
                                   "text=f",
                                   "${X}",
                                   "${ONE}",
                                   "${FIVE}",
                                   "${HTTP}",
                                   "${SHARD}",
                                   "$${X}",
                                   nullptr,
                                   Json::object(),
                                   Json::array(),
                                   {"x"},
                                   {1},
                                   {"A: ${X}"},
                                   {"text=${X}"}};
    std::size_t taken = 0;
    std::size_t wrong_types = 0;
    for (const OptionSpec& spec : option_specs()) {
        if (spec.plan_key().empty()) continue;
        for (const Json& value : values) {
            Json plan;
            plan[spec.plan_key()] = value;
            const bool fits = schema().fits(plan);
            if (program_takes(plan)) {
                ++taken;
                EXPECT_TRUE(fits) << plan;
            }
            const bool wrong_type = value.is_null() || value.is_object();
            wrong_types += wrong_type ? 1 : 0;
            EXPECT_FALSE(fits && wrong_type) << plan;
        }
    }
    EXPECT_GT(taken, 400U);
    EXPECT_GT(wrong_types, 100U);
}

TEST(PlanSchema, KnowsTypesWordsAndRanges) {
    const std::pair<const char*, bool> cases[] = {
        {R"({"attempts": 1})", true},
        {R"({"attempts": 1000})", true},
        {R"({"attempts": 0})", false},
        {R"({"attempts": 1001})", false},
        {R"({"attempts": 1.5})", false},
        {R"({"attempts": "3"})", false},
        {R"({"attempts": "${N}"})", true},
        {R"({"attempts": "$${N}"})", false},
        {R"({"attempts": "${}"})", false},
        {R"({"seed": 18446744073709551615})", true},
        {R"({"seed": -1})", false},
        {R"({"deadline": 0.2})", true},
        {R"({"deadline": 0.1})", false},
        {R"({"deadline": 3601})", false},
        {R"({"deadline": "1m30s"})", true},
        {R"({"deadline": "1m30"})", false},
        {R"({"deadline": "soon"})", false},
        {R"({"max_body": 1073741824})", true},
        {R"({"max_body": 1073741825})", false},
        {R"({"max_body": "1.5MiB"})", false},
        {R"({"min_coverage": 1})", true},
        {R"({"min_coverage": 1.1})", false},
        {R"({"expect_status": 204})", true},
        {R"({"expect_status": 99})", false},
        {R"({"expect_status": "2xx"})", false},
        {R"({"concurrency": "auto"})", true},
        {R"({"concurrency": "many"})", false},
        {R"({"concurrency": 0})", false},
        {R"({"policy": "pool"})", true},
        {R"({"policy": "lenient"})", false},
        {R"({"policy": "${POLICY}"})", true},
        {R"({"direct": false})", true},
        {R"({"direct": 1})", false},
        {R"({"direct": "${FLAG}"})", true},
        {R"({"report": "text=f"})", true},
        {R"({"report": ["text=f", "json=g"]})", true},
        {R"({"report": "paper=f"})", false},
        {R"({"header": ["A: 1", 2]})", false},
        {R"({"targets": ["http://h", {"url": "http://h", "name": "n", "method": "POST", "body": "b",
              "headers": {"A": "1"}, "expect_status": "200", "expect_body": "x", "max_redirects": 0,
              "insecure": true}, {"url": "http://h", "headers": [["A", "1"], ["A", "2"]]}]})",
         true},
        {R"({"targets": "http://h"})", false},
        {R"({"targets": [{"name": "n"}]})", false},
        {R"({"targets": [{"url": "http://h", "deadline": 1}]})", false},
        {R"({"targets": [{"url": "http://h", "headers": [["A"]]}]})", false},
        {R"({"targets": [{"url": "http://h", "headers": {"A": 1}}]})", false},
        {R"({"targets": [{"url": "http://h", "max_redirects": 101}]})", false},
        {R"({"proxies": ["http://u:${PW}@h", {"url": "h:1", "name": "n", "rotating": true}]})", true},
        {R"({"proxies": [{"url": "h:1", "rotating": "yes"}]})", false},
        {R"({"proxies": [{"rotating": true}]})", false},
        {R"({"proxies": [{"url": "h:1", "weight": 2}]})", false},
        {R"({"proxy": "h:1"})", false},
        {R"([])", false},
    };
    for (const auto& [plan, fits] : cases)
        EXPECT_EQ(schema().fits(Json::parse(plan)), fits) << plan;
}

}  // namespace
}  // namespace outrider
