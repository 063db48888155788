#include "outrider/report/read_report.hpp"

#include "report/json_listener.hpp"
#include "report/merged_runs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace outrider {
namespace {

using testing::add;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using Json = nlohmann::ordered_json;

/// A report with a bit of everything: two targets with their controls, two proxies, a shard.
Json report() {
    RunRecord run = testing::run_over(2, 2);
    run.plan_id = "ab12";
    run.started_at = WallTime(std::chrono::milliseconds(1'764'663'240'120));
    run.shard = Shard{1, 3, 12};
    run.rejected.push_back({"proxies.txt", 3, "no port"});
    for (std::uint32_t target = 0; target < 2; ++target) {
        add(run, testing::success().target(target).proxy(0).requests(1));
        add(run, testing::ResultOf(Error::read_timeout).target(target).proxy(1));
        add(run, testing::throttled().target(target).control().quota(5, 3));
    }
    return Json::parse(render(testing::report_of(run), ReportKind::json, Serializer::nlohmann, false).bytes);
}

/// Why a text is no report, by both engines the same; empty where it is one.
std::string reason(const std::string& text) {
    std::vector<std::string> reasons;
    for (const Serializer serializer : {Serializer::automatic, Serializer::nlohmann}) {
        const auto run = read_report(text, serializer);
        reasons.push_back(std::holds_alternative<NoReport>(run) ? std::get<NoReport>(run).reason : "");
    }
    EXPECT_EQ(reasons[0], reasons[1]);
    return reasons[0];
}

/// Why the report is none any more when a value in it is another one.
std::string reason_with(const char* pointer, const Json& value) {
    Json changed = report();
    changed[Json::json_pointer(pointer)] = value;
    return reason(changed.dump());
}

TEST(ReadReport, FindsControlsShardsAndQuotas) {
    const auto read = read_report(report().dump(2), Serializer::automatic);
    ASSERT_TRUE(std::holds_alternative<RunRecord>(read)) << std::get<NoReport>(read).reason;
    const RunRecord& run = std::get<RunRecord>(read);
    ASSERT_EQ(run.results.size(), 6U);
    for (std::size_t i = 0; i < 6; ++i)
        EXPECT_EQ(run.results[i].control, i % 3 == 2);
    EXPECT_EQ(run.shard->index, 1U);
    EXPECT_EQ(run.shard->total, 12U);
    EXPECT_EQ(run.results[2].quota->requests, 1'666'667U);
    EXPECT_EQ(run.results[2].quota->window_s, 1'000'000U);
    EXPECT_EQ(run.rejected.size(), 1U);
}

TEST(ReadReport, TakesKeysInAnyOrderAndPassesOverThoseItDoesNotKnow) {
    Json more = report();
    more["results"][0]["more"] = {{"deep", {1, 2.5, nullptr, true, "x", Json::object()}}, {"target", "x"}};
    more["run"]["more"] = Json::array({Json::array()});
    EXPECT_EQ(reason(more.dump()), "");
    EXPECT_EQ(reason(nlohmann::json(more).dump(3)), "") << "sorted by name";
    std::string escaped = more.dump();
    escaped.replace(escaped.find("\"attempt\""), 9, "\"\\u0061ttempt\"");
    EXPECT_EQ(reason(escaped), "");
}

struct Change {
    const char* pointer;
    Json value;
    const char* reason;
};

TEST(ReadReport, NamesThePlaceAndWhatIsAllowed) {
    const Change changes[] = {
        {"/schema", "outrider.report/2", ": found a string, allowed is \"outrider.report/1\""},
        {"/run", 5, ": found the number 5, allowed is an object"},
        {"/run", Json::array(), ": found a list, allowed is an object"},
        {"/run/planned", -1,
         ": found the number -1, allowed is a whole number from 0 to 18446744073709551615"},
        {"/run/planned", 1.5, ": found the number 1.5, allowed is a whole number"},
        {"/run/planned", "4", ": found a string, allowed is a whole number"},
        {"/run/duration_ms", 1e12, ": found the number 1000000000000.0, allowed is a number of milliseconds"},
        {"/run/duration_ms", nullptr, ": found null, allowed is a number of milliseconds from 0 to 7200000"},
        {"/run/started_at", "yesterday", ": found a string, allowed is a time like 2025-12-02T08:14:00.120Z"},
        {"/run/deadline_hit", 0, ": found the number 0, allowed is true or false"},
        {"/run/interrupted", "SIGKILL",
         ": found a string, allowed is null or one of SIGHUP, SIGINT, SIGTERM"},
        {"/run/name", Json::object(), ": found an object, allowed is a value of its own"},
        {"/run/plan_id", nullptr, ": found null, allowed is a string"},
        {"/run/shard", true, ": found true, allowed is null or an object"},
        {"/run/shard/index", 3, ": found 3, and there are 3 shards"},
        {"/run/shard/count", 4'294'967'296,
         ": found the number 4294967296, allowed is a whole number from 0 to "
         "4294967295"},
        {"/targets", Json::object(), ": found an object, allowed is a list"},
        {"/targets/1", "x", ": found a string, allowed is an object"},
        {"/targets/1/control", "x", ": found a string, allowed is the word of an outcome"},
        {"/proxies/0/rotating", nullptr, ": found null, allowed is true or false"},
        {"/inputs/rejected/0/line", "x", ": found a string, allowed is a whole number"},
        {"/results/3", Json::array(), ": found a list, allowed is an object"},
        {"/results/3/target", 2, ": found 2, and 2 are listed"},
        {"/results/3/proxy", 2, ": found 2, and 2 are listed"},
        {"/results/3/outcome", "fine", ": found a string, allowed is the word of an outcome"},
        {"/results/3/outcome", nullptr, ": found null, allowed is the word of an outcome"},
        {"/results/3/error", "fine", ": found a string, allowed is null or the word of an error"},
        {"/results/3/error", "read_timeout", ": found read_timeout, and that is no error of success"},
        {"/results/4/error", nullptr, ": found null, and that is no error of network_error"},
        {"/results/4/error", "cut_off", ": found cut_off, and that is no error of network_error"},
        {"/results/3/status", 1000, ": found the number 1000, allowed is a whole number from 0 to 999"},
        {"/results/3/blame", "me", ": found a string, allowed is null or one of target, proxy, local"},
        {"/results/3/challenge_kind", "x", ": found a string, allowed is null or one of js, captcha, pow"},
        {"/results/3/confidence", "x",
         ": found a string, allowed is null or one of confirmed, likely, possible"},
        {"/results/3/phases_ms/wait", "x", ": found a string, allowed is a number of milliseconds"},
        {"/results/3/retry_after_s", 3601,
         ": found the number 3601, allowed is a whole number from 0 to 3600"},
        {"/results/3/quota_per_s", -0.5,
         ": found the number -0.5, allowed is a number of requests per second"},
    };
    for (const Change& change : changes) {
        EXPECT_THAT(reason_with(change.pointer, change.value),
                    StartsWith(std::string(change.pointer) + change.reason))
            << change.value;
    }
}

TEST(ReadReport, RefusesOneThatLacksResults) {
    for (const std::size_t missing : {1U, 2U, 4U}) {
        Json part = report();
        for (std::size_t i = 0; i < missing; ++i)
            part["results"].erase(part["results"].size() - 1);
        EXPECT_THAT(reason(part.dump()), HasSubstr("merge needs a whole report, as --detail all writes it"));
    }
    EXPECT_THAT(reason_with("/results", Json::array()),
                StartsWith("/results: found 0 probes and 0 controls, and the run counts 4 and 2: "));
    EXPECT_THAT(reason_with("/run/controls", 1), StartsWith("/results: found 4 probes and 2 controls"));
}

TEST(ReadReport, RefusesProbesThatStandTwiceOrOutOfOrder) {
    const std::string order = ": it is not after the one before: ";
    EXPECT_THAT(reason_with("/results/1", report()["results"][0]), StartsWith("/results/1" + order));
    Json swapped = report();
    std::swap(swapped["results"][2], swapped["results"][3]);
    EXPECT_THAT(reason(swapped.dump()), StartsWith("/results/3" + order));
}

TEST(ReadReport, RefusesKeysThatAreMissingOrStandTwice) {
    for (const char* pointer : {"/run", "/run/shard/total", "/targets/1/control", "/results/2/final_url",
                                "/results/2/phases_ms/body", "/inputs/duplicates", "/results"}) {
        Json part = report();
        const Json::json_pointer key(pointer);
        part[key.parent_pointer()].erase(key.back());
        const std::string place =
            key.parent_pointer().empty() ? "the document" : key.parent_pointer().to_string();
        EXPECT_EQ(reason(part.dump()), place + ": the key " + key.back() + " is missing");
    }
    std::string twice = report().dump();
    twice.replace(twice.find("\"vendor\""), 8, "\"status\":200,\"vendor\"");
    EXPECT_EQ(reason(twice), "/results/0/status: the key stands twice");
}

TEST(ReadReport, RefusesWhatIsNoJsonOrNoReport) {
    const std::string whole = report().dump();
    for (const std::size_t size : {std::size_t{0}, std::size_t{1}, whole.size() / 2, whole.size() - 1})
        EXPECT_THAT(read_report(whole.substr(0, size), Serializer::nlohmann),
                    ::testing::VariantWith<NoReport>(::testing::_));
    for (const std::size_t size : {std::size_t{0}, std::size_t{1}, whole.size() / 2, whole.size() - 1})
        EXPECT_THAT(read_report(whole.substr(0, size), Serializer::automatic),
                    ::testing::VariantWith<NoReport>(::testing::_));
    EXPECT_EQ(reason(whole + "\n \n"), "");
    for (const std::string& text :
         {whole + "x", whole + whole, whole + std::string(1, '\0'), std::string("\xff"), std::string("{]")}) {
        const auto read = read_report(text, Serializer::automatic);
        ASSERT_TRUE(std::holds_alternative<NoReport>(read));
        EXPECT_THAT(std::get<NoReport>(read).reason, HasSubstr("no valid JSON"));
        EXPECT_TRUE(std::holds_alternative<NoReport>(read_report(text, Serializer::nlohmann)));
    }
    EXPECT_EQ(reason("[]"), "the document: found a list, allowed is an object");
    EXPECT_EQ(reason("7"), "the document: found the number 7, allowed is an object");
    EXPECT_EQ(reason("\"x\""), "the document: found a string, allowed is an object");
    EXPECT_EQ(reason("{}"), "the document: the key schema is missing");
    EXPECT_EQ(reason(R"({"targets": ["http://a/"]})"), "/targets/0: found a string, allowed is an object");
}

TEST(ReadReport, RefusesNestingWithoutAnEnd) {
    std::string deep = R"({"x":)";
    for (int i = 0; i < 100'000; ++i)
        deep += "[";
    EXPECT_EQ(reason_with("/more", Json::parse(std::string(60, '[') + std::string(60, ']'))), "");
    EXPECT_EQ(std::get<NoReport>(read_report(deep, Serializer::nlohmann)).reason,
              "the document: the nesting is deeper than 64");
    EXPECT_TRUE(std::holds_alternative<NoReport>(read_report(deep, Serializer::automatic)));
}

/// Writes down what it hears.
class Scribe final : public JsonListener {
public:
    bool begin_object() override { return add("{"); }
    bool begin_array() override { return add("["); }
    bool end() override { return add("."); }
    bool key(std::string_view name) override { return add(std::string(name) + ":"); }
    bool scalar(const JsonScalar& value) override {
        return add(std::to_string(static_cast<int>(value.type)) + '(' + std::string(value.text) + ')');
    }

    std::string heard;

private:
    bool add(std::string_view text) {
        heard += text;
        return true;
    }
};

TEST(JsonListener, HearsTheSameOfBothEngines) {
    if (!has_simdjson()) GTEST_SKIP() << "built without simdjson";
    const char* const texts[] = {
        R"({"a":[1,-0,0.5,1e3,-7,1E-400,18446744073709551615,18446744073709551616,{"b\n":null}],"":{}})",
        R"( [true , false,"\u00e9\ud83d\udc0e\\" ] )",
        "12",
        "\"x\"",
        "null",
        "[]",
        "{}",
        "[1,]",
        "[01]",
        "[1.]",
        "[.5]",
        "[+1]",
        "[1e]",
        "[1e999]",
        "[tru]",
        "[nul]",
        "[truee]",
        R"(["\ud800"])",
        R"(["\udc00"])",
        R"(["\x"])",
        "[\"\t\"]",
        "{\"a\"}",
        "{\"a\":}",
        "{1:2}",
        "[1 2]",
        "[1}",
        "",
        " ",
        "[NaN]",
        "['a']",
        "\xef\xbb\xbf[1]",
        "[1] // c",
        "[\"\xff\"]",
        "[-]",
        "[--1]",
        "[0x1]",
        "{\"a\":1,}",
        "]",
        "[[]"};
    for (const char* text : texts) {
        Scribe first;
        Scribe second;
        std::string copy = text;
        const bool by_simdjson = read_with_simdjson(copy, first);
        EXPECT_EQ(by_simdjson, read_with_nlohmann(text, second)) << text;
        if (!by_simdjson) continue;
        EXPECT_EQ(first.heard, second.heard) << text;
    }
}

}  // namespace
}  // namespace outrider
