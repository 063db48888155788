#include "outrider/cli/options.hpp"

#include "outrider/model/deadline.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <re2/re2.h>

#include <algorithm>
#include <functional>
#include <ostream>
#include <set>
#include <string>
#include <vector>

namespace outrider {
namespace {

using testing::HasSubstr;
using testing::Not;

Complaint try_value(std::string_view option, std::string_view text, Settings& settings) {
    const OptionSpec* spec = find_option(option);
    if (spec == nullptr) return "there is no option " + std::string(option);
    return spec->apply(text, settings);
}

Complaint try_value(std::string_view option, std::string_view text) {
    Settings settings;
    return try_value(option, text, settings);
}

TEST(OptionTable, HasEveryOptionOnce) {
    std::set<std::string> names;
    std::set<char> letters;
    for (const OptionSpec& spec : option_specs()) {
        EXPECT_TRUE(names.insert(spec.name).second) << spec.name;
        EXPECT_TRUE(spec.letter == 0 || letters.insert(spec.letter).second) << spec.letter;
        EXPECT_TRUE(spec.apply) << spec.name;
        EXPECT_FALSE(spec.help.empty()) << spec.name;
        EXPECT_EQ(spec.placeholder.empty(), spec.shape == OptionShape::flag) << spec.name;
        EXPECT_EQ(spec.type == ValueType::boolean, spec.shape == OptionShape::flag) << spec.name;
    }
    const std::set<std::string> built{"targets",
                                      "plan",
                                      "proxy",
                                      "proxies",
                                      "proxy-scheme",
                                      "direct",
                                      "rotating",
                                      "proxy-from-env",
                                      "strict-input",
                                      "attempts",
                                      "attempt-gap",
                                      "sample",
                                      "seed",
                                      "shard",
                                      "method",
                                      "header",
                                      "body",
                                      "user-agent",
                                      "max-redirects",
                                      "allow-unsafe-redirects",
                                      "expect-status",
                                      "expect-body",
                                      "max-body",
                                      "signatures",
                                      "insecure",
                                      "proxy-insecure",
                                      "cacert",
                                      "cert",
                                      "key",
                                      "resolve",
                                      "ipv4",
                                      "ipv6",
                                      "deadline",
                                      "connect-timeout",
                                      "write-timeout",
                                      "read-timeout",
                                      "probe-timeout",
                                      "concurrency",
                                      "per-route",
                                      "per-host",
                                      "per-proxy-host",
                                      "ramp",
                                      "policy",
                                      "critical-success-rate",
                                      "degraded-success-rate",
                                      "critical-throttle-rate",
                                      "degraded-throttle-rate",
                                      "degraded-latency",
                                      "latency-stat",
                                      "min-coverage",
                                      "fail-on",
                                      "output",
                                      "report",
                                      "format",
                                      "proxies-out",
                                      "baseline",
                                      "pretty",
                                      "detail",
                                      "name",
                                      "serializer",
                                      "quiet",
                                      "verbose"};
    EXPECT_EQ(names, built);
    EXPECT_EQ(letters, (std::set<char>{'x', 'X', 'H', '4', '6', 'o', 'q', 'v'}));
}

TEST(OptionTable, IsFoundByNameVariableAndPlanKey) {
    const OptionSpec* spec = find_option("read-timeout");
    ASSERT_NE(spec, nullptr);
    EXPECT_EQ(spec->environment_name(), "OUTRIDER_READ_TIMEOUT");
    EXPECT_EQ(spec->plan_key(), "read_timeout");
    EXPECT_EQ(find_plan_key("read_timeout"), spec);
    EXPECT_EQ(find_plan_key("targets_file"), find_option("targets"));
    EXPECT_EQ(find_plan_key("proxies_file"), find_option("proxies"));
    for (const char* none : {"", "plan", "targets", "proxies", "read-timeout", "nonsense"}) {
        EXPECT_EQ(find_plan_key(none), nullptr) << none;
    }
    EXPECT_EQ(find_option("read_timeout"), nullptr);
}

TEST(OptionTable, ADefaultIsAValue) {
    const std::set<std::string> in_words{"", "the system's", "strict: mean, pool: p50"};
    for (const OptionSpec& spec : option_specs()) {
        if (in_words.contains(spec.default_value)) continue;
        EXPECT_EQ(try_value(spec.name, spec.default_value), std::nullopt) << spec.name;
    }
}

struct RangeCase {
    std::string option;
    std::vector<std::string> inside;
    std::vector<std::string> outside;
};

void PrintTo(const RangeCase& range, std::ostream* out) {
    *out << range.option;
}

class Ranges : public testing::TestWithParam<RangeCase> {};

TEST_P(Ranges, EndsAreInAndWhatIsBeyondIsNot) {
    const RangeCase& range = GetParam();
    const OptionSpec& spec = *find_option(range.option);
    for (const std::string& text : range.inside) {
        EXPECT_EQ(try_value(range.option, text), std::nullopt) << text;
        EXPECT_TRUE(RE2::PartialMatch(text, spec.pattern)) << text;
        EXPECT_TRUE(spec.words.empty() || std::count(spec.words.begin(), spec.words.end(), text) == 1)
            << text;
    }
    for (const std::string& text : range.outside) {
        const Complaint fault = try_value(range.option, text);
        ASSERT_TRUE(fault) << range.option << ' ' << text;
        EXPECT_THAT(*fault, HasSubstr("'" + text + "'"));
        EXPECT_THAT(*fault, HasSubstr(find_option(range.option)->range)) << "the fault says what is allowed";
    }
}

const std::vector<RangeCase> range_cases{
    {"attempts", {"1", "1000"}, {"0", "1001", "-1", "1.0", "99999999999999999999", "", "one", "1 "}},
    {"attempt-gap", {"0s", "60m"}, {"60m1s"}},
    {"sample", {"1", "1000000000"}, {"0", "1000000001", "-1", "all", "", "1.5"}},
    {"shard",
     {"0/1", "4/5", "99999/100000", "job/1", "job/100000"},
     {"", "/", "1", "5/5", "0/0", "0/100001", "job/0", "job", "job/", "Job/2", "/2", "1/", "-1/2", "1/2/3",
      "0/ 2", "1.0/2", "+0/2"}},
    {"seed", {"0", "18446744073709551615"}, {"18446744073709551616", "-1"}},
    {"max-redirects", {"0", "100"}, {"101", "-1"}},
    {"max-body", {"0", "1GiB"}, {"1073741825", "2GiB", "99999999999999999999999GiB"}},
    {"deadline", {"200ms", "1h"}, {"199ms", "3601s", "0"}},
    {"connect-timeout", {"1ms", "1h"}, {"0.9ms", "61m", "0"}},
    {"write-timeout", {"1ms", "1h"}, {"0", "61m"}},
    {"read-timeout", {"1ms", "1h"}, {"0", "61m"}},
    {"probe-timeout", {"1ms", "1h"}, {"0", "61m"}},
    {"degraded-latency", {"1ms", "1h"}, {"0", "61m", "999999999999999999999999s"}},
    {"concurrency", {"auto", "1", "100000"}, {"0", "100001", "Auto", "", "-1"}},
    {"critical-success-rate", {"0", "1", "0.5", "1e-3"}, {"1.01", "-0.1", "nan", "inf", "1e999"}},
    {"degraded-success-rate", {"0", "1.0"}, {"1.0001", "-1"}},
    {"per-route", {"0", "100000"}, {"100001", "-1", "auto"}},
    {"per-host", {"0", "100000"}, {"100001", "-1"}},
    {"per-proxy-host", {"0", "100000"}, {"100001", "-1"}},
    {"ramp", {"0s", "60m"}, {"60m1s"}},
    {"critical-throttle-rate", {"0", "1"}, {"1.1", "-0.1"}},
    {"degraded-throttle-rate", {"0", "1"}, {"1.1", "-0.1"}},
    {"min-coverage", {"0", "1"}, {"2"}},
    {"proxy-scheme", {"http", "https", "socks4", "socks4a", "socks5", "socks5h"}, {"socks", "HTTP", ""}},
    {"policy", {"auto", "strict", "pool"}, {"lenient", "Strict", ""}},
    {"latency-stat", {"mean", "p50", "p90", "p95", "p99"}, {"p100", "median"}},
    {"fail-on", {"degraded", "critical", "never"}, {"healthy", "DEGRADED"}},
    {"format",
     {"json", "ndjson", "text", "html", "junit", "prometheus", "env", "scrapy", "celery", "airflow",
      "github"},
     {"xml", "JSON", ""}},
    {"detail", {"auto", "all", "failures", "none"}, {"some"}},
    {"serializer", {"auto", "simdjson", "nlohmann"}, {"rapidjson"}},
};
INSTANTIATE_TEST_SUITE_P(Options, Ranges, testing::ValuesIn(range_cases), [](const auto& one) {
    std::string name = one.param.option;
    std::erase(name, '-');
    return name;
});

TEST(Ranges, EveryOptionWithARangeIsTried) {
    std::set<std::string> tried{"expect-status", "report"};  // lists, with tests of their own
    for (const RangeCase& range : range_cases)
        tried.insert(range.option);
    for (const OptionSpec& spec : option_specs()) {
        EXPECT_TRUE(spec.range.empty() || tried.contains(spec.name)) << spec.name;
    }
}

TEST(Options, SetWhatTheySay) {
    Settings settings;
    const auto set = [&](const char* option, const char* text) {
        EXPECT_EQ(try_value(option, text, settings), std::nullopt) << option;
    };
    set("deadline", "5s");
    set("connect-timeout", "1s");
    set("write-timeout", "2s");
    set("read-timeout", "3s");
    set("probe-timeout", "4s");
    set("attempt-gap", "6s");
    set("degraded-latency", "7s");
    set("max-body", "64KiB");
    set("attempts", "3");
    set("sample", "500");
    set("shard", "2/5");
    set("seed", "18446744073709551615");
    set("max-redirects", "0");
    set("critical-success-rate", "0.25");
    set("degraded-success-rate", "0.75");
    set("critical-throttle-rate", "0.375");
    set("degraded-throttle-rate", "0.0625");
    set("min-coverage", "0.125");
    set("policy", "pool");
    set("concurrency", "7");
    set("expect-status", "200,404");
    set("fail-on", "never");
    set("latency-stat", "p95");
    set("detail", "failures");
    set("pretty", "1");
    using std::chrono::seconds;
    EXPECT_EQ(settings.deadline, seconds(5));
    EXPECT_EQ(settings.connect_timeout, seconds(1));
    EXPECT_EQ(settings.write_timeout, seconds(2));
    EXPECT_EQ(settings.read_timeout, seconds(3));
    EXPECT_EQ(settings.probe_timeout, seconds(4));
    EXPECT_EQ(settings.attempt_gap, seconds(6));
    EXPECT_EQ(settings.degraded_latency, seconds(7));
    EXPECT_EQ(settings.max_body, 65'536u);
    EXPECT_EQ(settings.attempts, 3u);
    EXPECT_EQ(settings.sample, 500u);
    ASSERT_TRUE(settings.shard);
    EXPECT_EQ(settings.shard->index, 2u);
    EXPECT_EQ(settings.shard->count, 5u);
    EXPECT_EQ(settings.seed, 18446744073709551615u);
    EXPECT_EQ(settings.request.max_redirects, 0u);
    EXPECT_EQ(settings.critical_success_rate, 0.25);
    EXPECT_EQ(settings.degraded_success_rate, 0.75);
    EXPECT_EQ(settings.critical_throttle_rate, 0.375);
    EXPECT_EQ(settings.degraded_throttle_rate, 0.0625);
    EXPECT_EQ(settings.min_coverage, 0.125);
    EXPECT_EQ(settings.policy, Policy::pool);
    EXPECT_EQ(settings.concurrency, 7u);
    EXPECT_EQ(settings.request.expect_status, (StatusSet{{{200, 200}, {404, 404}}}));
    EXPECT_TRUE(settings.request.expect_status_given);
    EXPECT_EQ(settings.fail_on, FailOn::never);
    EXPECT_EQ(settings.latency_stat, LatencyStat::p95);
    EXPECT_EQ(settings.detail, Detail::failures);
    EXPECT_EQ(settings.pretty, true);
    set("shard", "job/7");
    EXPECT_EQ(settings.shard->index, std::nullopt);
    EXPECT_EQ(settings.shard->count, 7u);
    set("concurrency", "auto");
    EXPECT_EQ(settings.concurrency, std::nullopt);
}

TEST(Options, FlagsAreOneOrZero) {
    struct Flag {
        std::string name;
        std::function<bool&(Settings&)> member;
    };
    const std::vector<Flag> flags{
        {"direct", &Settings::direct},
        {"rotating", &Settings::rotating},
        {"proxy-from-env", &Settings::proxy_from_env},
        {"strict-input", &Settings::strict_input},
        {"allow-unsafe-redirects", &Settings::allow_unsafe_redirects},
        {"insecure", [](Settings& settings) -> bool& { return settings.request.insecure; }},
        {"proxy-insecure", &Settings::proxy_insecure},
        {"quiet", &Settings::quiet},
        {"verbose", &Settings::verbose},
    };
    for (const auto& [name, member] : flags) {
        Settings settings;
        EXPECT_EQ(try_value(name, "1", settings), std::nullopt);
        EXPECT_TRUE(member(settings)) << name;
        EXPECT_EQ(try_value(name, "0", settings), std::nullopt);
        EXPECT_FALSE(member(settings)) << name;
        for (const char* text : {"", "true", "yes", "2"})
            EXPECT_TRUE(try_value(name, text)) << name << ' ' << text;
    }
}

TEST(Options, AFaultLeavesTheSettingAsItWas) {
    Settings settings;
    EXPECT_TRUE(try_value("deadline", "soon", settings));
    EXPECT_TRUE(try_value("expect-status", "2xx", settings));
    EXPECT_TRUE(try_value("resolve", "a:b:c", settings));
    EXPECT_EQ(settings.deadline, Settings{}.deadline);
    EXPECT_FALSE(settings.request.expect_status_given);
    EXPECT_TRUE(settings.resolve.empty());
}

TEST(HeaderOption, SplitsAtTheFirstColonAndTrims) {
    Settings settings;
    EXPECT_EQ(try_value("header", "X-Time:  12:30 \t", settings), std::nullopt);
    EXPECT_EQ(try_value("header", "accept:", settings), std::nullopt);
    EXPECT_EQ(settings.request.headers, (Headers{{"X-Time", "12:30"}, {"accept", ""}}));
}

TEST(HeaderOption, RefusesWhatWouldBreakTheRequestAndShowsNoneOfIt) {
    for (const char* text : {"hunter2", ": hunter2", "X hunter2: a", "X: hunter2\r\nEvil: 1", "X: a\nhunter2",
                             "X : hunter2", "X\r\n: hunter2", "X: hunter2\x7f"}) {
        const Complaint fault = try_value("header", text);
        ASSERT_TRUE(fault) << text;
        EXPECT_THAT(*fault, Not(HasSubstr("hunter2")));
    }
    EXPECT_TRUE(try_value("header", std::string_view("X: a\0b", 6)));
}

TEST(BodyOption, IsTextOrTheNameOfAFile) {
    Settings settings;
    EXPECT_EQ(try_value("body", "@a.json", settings), std::nullopt);
    EXPECT_EQ(settings.body_file, "a.json");
    EXPECT_EQ(try_value("body", "a@b", settings), std::nullopt);
    EXPECT_EQ(settings.request.body, "a@b");
    EXPECT_EQ(settings.body_file, std::nullopt) << "the text replaces the file";
    EXPECT_EQ(try_value("body", "@b.json", settings), std::nullopt);
    EXPECT_EQ(settings.request.body, "") << "the file replaces the text";
    EXPECT_TRUE(try_value("body", "@"));
    EXPECT_EQ(try_value("body", std::string(1 << 20, 'x')), std::nullopt);
    EXPECT_TRUE(try_value("body", std::string((1 << 20) + 1, 'x')));
}

TEST(MethodOption, IsAToken) {
    for (const char* text : {"GET", "head", "PROPFIND", "M-SEARCH"})
        EXPECT_EQ(try_value("method", text), std::nullopt);
    for (const char* text : {"", "GET /", "A\r\nB", "CONNECT"})
        EXPECT_TRUE(try_value("method", text)) << text;
}

TEST(UserAgentOption, IsAFieldValueWithSomethingInIt) {
    Settings settings;
    EXPECT_EQ(settings.request.user_agent.rfind("outrider/", 0), 0u);
    EXPECT_EQ(try_value("user-agent", "bot/1 (+https://example.com)", settings), std::nullopt);
    EXPECT_EQ(settings.request.user_agent, "bot/1 (+https://example.com)");
    for (const char* text : {"", "  ", "a\nb"})
        EXPECT_TRUE(try_value("user-agent", text));
}

TEST(ExpectBodyOption, CompilesWithRe2OrSaysWhyNot) {
    EXPECT_EQ(try_value("expect-body", "(?i)in stock|\\d+"), std::nullopt);
    EXPECT_THAT(*try_value("expect-body", "a(b"), HasSubstr("missing )"));
    EXPECT_TRUE(try_value("expect-body", "(a)\\1")) << "RE2 has no back references";
    EXPECT_TRUE(try_value("expect-body", "\xff"));
}

TEST(ExpectStatusOption, SaysWhatIsAllowed) {
    EXPECT_THAT(*try_value("expect-status", "2xx"),
                testing::AllOf(HasSubstr("'2xx'"), HasSubstr("100 to 999")));
}

TEST(ResolveOption, ReadsHostPortAndAddress) {
    struct Case {
        const char* text;
        HostPort name;
        const char* address;
    };
    for (const Case& one : {Case{"Example.COM:443:127.0.0.1", {"example.com", 443}, "127.0.0.1"},
                            Case{"example.com:80:[::1]", {"example.com", 80}, "::1"},
                            Case{"example.com:80:::1", {"example.com", 80}, "::1"},
                            Case{"[::1]:65535:[fe80::2]", {"::1", 65535}, "fe80::2"}}) {
        Settings settings;
        ASSERT_EQ(try_value("resolve", one.text, settings), std::nullopt) << one.text;
        ASSERT_EQ(settings.resolve.size(), 1u);
        EXPECT_EQ(settings.resolve[0].name, one.name);
        EXPECT_EQ(settings.resolve[0].address, one.address);
    }
}

TEST(ResolveOption, RefusesWhatIsNotThreeGoodParts) {
    for (const char* text :
         {"", "example.com", "example.com:443", "example.com:443:", "example.com:0:127.0.0.1",
          ":443:127.0.0.1", "example.com:65536:127.0.0.1", "example.com:x:127.0.0.1",
          "example.com:443:localhost", "example.com:443:127.0.0.256", "exa mple.com:443:127.0.0.1",
          "[::1:443:127.0.0.1", "b\xC3\xBC.de:1:::1", "example.com:443:127.0.0.1,127.0.0.2"}) {
        EXPECT_TRUE(try_value("resolve", text)) << text;
    }
    EXPECT_TRUE(try_value("resolve", std::string_view("example.com:443:127.0.0.1\0x", 27)));
}

TEST(ReportOption, IsAKindAndAFile) {
    Settings settings;
    EXPECT_EQ(try_value("report", "text=a=b.txt", settings), std::nullopt);
    EXPECT_EQ(try_value("report", "json=r.json", settings), std::nullopt);
    ASSERT_EQ(settings.reports.size(), 2u);
    EXPECT_EQ(settings.reports[0].kind, ReportKind::text);
    EXPECT_EQ(settings.reports[0].path, "a=b.txt");
    EXPECT_EQ(settings.reports[1].kind, ReportKind::json);
    for (const char* text : {"", "text", "text=", "=a", "xml=a", "text=-"})
        EXPECT_TRUE(try_value("report", text)) << text;
    EXPECT_THAT(*try_value("report", "xml=a"), HasSubstr("json|ndjson|text|html|"));
}

TEST(OutputOption, DashIsStdout) {
    Settings settings;
    EXPECT_EQ(try_value("output", "r.json", settings), std::nullopt);
    EXPECT_EQ(settings.output, "r.json");
    EXPECT_EQ(try_value("output", "-", settings), std::nullopt);
    EXPECT_EQ(settings.output, std::nullopt);
    EXPECT_TRUE(try_value("output", ""));
}

}  // namespace
}  // namespace outrider
