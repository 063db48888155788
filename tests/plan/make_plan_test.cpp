#include "outrider/plan/make_plan.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/stat.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <thread>

namespace outrider {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;

class MakePlan : public testing::Test {
protected:
    MakePlan() {
        std::string pattern = testing::TempDir() + "plan_XXXXXX";
        folder_ = mkdtemp(pattern.data());
    }
    ~MakePlan() override { std::filesystem::remove_all(folder_); }

    std::string path(const std::string& name) const { return folder_ + '/' + name; }
    std::string file(const std::string& name, const std::string& content) const {
        std::ofstream(path(name), std::ios::binary) << content;
        return path(name);
    }

    std::variant<Plan, InputFailure> run(std::vector<std::string> arguments, Environment environment = {}) {
        std::vector<const char*> argv{"outrider"};
        for (const std::string& argument : arguments)
            argv.push_back(argument.c_str());
        auto parsed = parse_command_line(static_cast<int>(argv.size()), argv.data(), nullptr);
        if (const auto* printout = std::get_if<Printout>(&parsed)) {
            ADD_FAILURE() << printout->text;
            return InputFailure{ExitCode::internal, {}};
        }
        return make_plan(std::get<CommandLine>(parsed), environment, started_);
    }
    Plan plan(std::vector<std::string> arguments, Environment environment = {}) {
        auto result = run(std::move(arguments), std::move(environment));
        if (const auto* failure = std::get_if<InputFailure>(&result)) {
            ADD_FAILURE() << testing::PrintToString(failure->messages);
            return {};
        }
        return std::get<Plan>(std::move(result));
    }
    InputFailure failure(std::vector<std::string> arguments, Environment environment = {}) {
        auto result = run(std::move(arguments), std::move(environment));
        if (std::holds_alternative<Plan>(result)) {
            ADD_FAILURE() << "it made a plan";
            return {};
        }
        return std::get<InputFailure>(std::move(result));
    }

    std::string folder_;
    Clock::time_point started_ = Clock::now();
};

std::vector<std::string> urls(const Plan& plan) {
    std::vector<std::string> texts;
    for (const TargetLabel& label : plan.target_labels)
        texts.push_back(label.url);
    return texts;
}
std::vector<std::string> proxies(const Plan& plan) {
    std::vector<std::string> texts;
    for (const ProxyLabel& label : plan.proxy_labels)
        texts.push_back(label.proxy);
    return texts;
}
std::vector<std::string> rejected(const Plan& plan) {
    std::vector<std::string> texts;
    for (const Rejected& one : plan.rejected)
        texts.push_back(to_string(one));
    return texts;
}

TEST_F(MakePlan, ProbesDirectWithoutProxies) {
    const Plan made = plan({"http://h/status/200", "http://g"});
    EXPECT_THAT(urls(made), ElementsAre("http://h/status/200", "http://g/"));
    ASSERT_THAT(made.pairs, SizeIs(2));
    EXPECT_FALSE(made.pairs[0].proxy);
    EXPECT_FALSE(made.pairs[0].control);
    EXPECT_THAT(made.warnings, IsEmpty());
}

TEST_F(MakePlan, TakesInputsInTheirOrder) {
    const std::string targets = file("targets", "http://list/1\nhttp://list/2");
    const std::string one = file("one", "13.212.99.37:8888");
    const std::string two = file("two", "27.147.1.1:8888\n");
    const std::string json =
        file("plan.json", R"({"targets": ["http://plan"], "proxies": ["socks5://plan"]})");
    const Plan made = plan({"--plan", json, "--proxies", one, "--targets", targets, "-x", "http://x:1",
                            "--proxies", two, "http://argument"});
    EXPECT_THAT(urls(made),
                ElementsAre("http://argument/", "http://list/1", "http://list/2", "http://plan/"));
    EXPECT_THAT(proxies(made), ElementsAre("http://x:1", "http://13.212.99.37:8888", "http://27.147.1.1:8888",
                                           "socks5://plan:1080"));
    EXPECT_THAT(made.pairs, SizeIs(16));
    EXPECT_EQ(made.results, 16u);
}

TEST_F(MakePlan, RejectsLinesAndGoesOn) {
    const std::string list = file("list", "ok:1\n\nuser:s3cret@h:99999\n# note\nh:80:u:s3cret@g:90\n\xFF");
    const Plan made = plan({"http://h", "s3cret://x", "--proxies", list, "-x", "s3cret", "-x", "fine:1"});
    EXPECT_THAT(proxies(made), ElementsAre("http://fine:1", "http://ok:1"));
    EXPECT_THAT(rejected(made),
                ElementsAre(StartsWith("argument:2: "), StartsWith("argument:1: "), StartsWith(list + ":3: "),
                            StartsWith(list + ":5: ambiguous"), StartsWith(list + ":6: ")));
    EXPECT_THAT(rejected(made), Each(Not(HasSubstr("s3cret"))));
}

TEST_F(MakePlan, StopsAtRejectedLinesWhenStrict) {
    const std::string list = file("list", "ok:1\ns3cret");
    const InputFailure failed = failure({"http://h", "--proxies", list, "--strict-input"});
    EXPECT_EQ(failed.code, ExitCode::no_input);
    EXPECT_THAT(failed.messages, Contains(StartsWith(list + ":2: ")));
    EXPECT_THAT(failed.messages, Each(Not(HasSubstr("s3cret"))));
    EXPECT_THAT(plan({"http://h", "-x", "ok:1", "--strict-input"}).pairs, SizeIs(1));
}

TEST_F(MakePlan, CountsDuplicatesAfterNormalisation) {
    const std::string json =
        file("plan.json", R"({"proxies": [{"url": "http://example.com", "rotating": true}],
        "targets": [{"url": "http://h/a", "method": "GET", "name": "again"}, {"url": "http://h/a", "method": "HEAD"},
                    {"url": "http://h/a", "headers": {"A": "1"}}, {"url": "http://h/a", "expect_status": 404}]})");
    const Plan made = plan({"http://H/x/../a", "http://h:80/%61", "-x", "HTTP://Example.com:80", "-x",
                            "http://example.com:80/", "-x", "http://u@example.com:80/", "--plan", json});
    EXPECT_THAT(proxies(made), ElementsAre("http://example.com:80", "http://***@example.com:80"));
    EXPECT_THAT(made.targets, SizeIs(4));
    EXPECT_EQ(made.duplicates, 4u);
    EXPECT_TRUE(made.proxies[0].rotating);
    EXPECT_TRUE(made.proxy_labels[0].rotating);
    EXPECT_FALSE(made.proxies[1].rotating);
}

TEST_F(MakePlan, LetsATargetOverrideWhatHoldsForAll) {
    const std::string body = file("body", "from a file");
    const std::string json =
        file("plan.json", R"({"method": "PUT", "header": ["X: plan", "Y: plan"], "targets": [
        {"url": "http://h/1", "name": "one", "method": "POST", "body": "own", "headers": {"x": "own", "Z": "z"},
         "expect_status": "404", "expect_body": "no", "max_redirects": 0, "insecure": true},
        {"url": "http://h/2", "body": "@)" +
                              body + R"("}, {"url": "http://h/3", "name": "three"}]})");
    const Plan made = plan({"--plan", json, "-H", "Y: line", "http://h/0"});
    ASSERT_THAT(made.targets, SizeIs(4));
    EXPECT_EQ(made.targets[0].request->method, "PUT");
    EXPECT_THAT(made.targets[0].request->headers, ElementsAre(Header{"Y", "line"}, Header{"X", "plan"}));
    EXPECT_FALSE(made.targets[0].request->expect_status_given);
    const ProbeTarget& own = made.targets[1];
    EXPECT_EQ(own.name, "one");
    EXPECT_EQ(made.target_labels[1].name, "one");
    EXPECT_EQ(own.request->method, "POST");
    EXPECT_EQ(own.request->body, "own");
    EXPECT_THAT(own.request->headers, ElementsAre(Header{"Y", "line"}, Header{"x", "own"}, Header{"Z", "z"}));
    EXPECT_TRUE(own.request->expect_status.contains(404) && own.request->expect_status_given);
    EXPECT_EQ(own.request->expect_body, "no");
    EXPECT_EQ(own.request->max_redirects, 0u);
    EXPECT_TRUE(own.request->insecure);
    EXPECT_EQ(made.targets[2].request->body, "from a file");
    EXPECT_EQ(made.targets[3].request, made.targets[0].request) << "there may be many, and a body is large";
}

TEST_F(MakePlan, AddsControlsBesideProxiesOnly) {
    EXPECT_THAT(plan({"http://h", "--direct"}).pairs, SizeIs(1));
    const Plan made = plan({"http://h", "--direct", "-x", "p:1", "--attempts", "2"});
    ASSERT_THAT(made.pairs, SizeIs(2));
    EXPECT_TRUE(made.pairs[1].control);
    EXPECT_EQ(made.pairs[1].attempts, 1u);
    EXPECT_EQ(made.pairs[1].first_result, 2u);
}

TEST_F(MakePlan, ListsEveryFaultOfOptionsAndPlan) {
    const std::string json =
        file("plan.json", R"({"targets": ["ftp://s3cret"], "proxies": [{"url": "s3cret"}],
        "unknown": 1, "deadline": "s3cret?"})");
    const InputFailure failed = failure({"--plan", json, "--attempts", "x"});
    EXPECT_EQ(failed.code, ExitCode::usage);
    EXPECT_THAT(failed.messages,
                AllOf(Contains(StartsWith("--attempts: ")), Contains(StartsWith("/targets/0: ")),
                      Contains(StartsWith("/proxies/0/url: ")), Contains(StartsWith("/unknown: ")),
                      Contains(StartsWith("/deadline: ")), SizeIs(5)));
}

TEST_F(MakePlan, TellsWrongFromEmptyFromUnreadable) {
    const std::string empty = file("empty", "# nothing\n");
    const auto code = [&](std::vector<std::string> arguments) { return failure(std::move(arguments)).code; };
    EXPECT_EQ(code({}), ExitCode::usage);
    EXPECT_EQ(code({"-x", "p:1"}), ExitCode::usage);
    EXPECT_EQ(code({"--plan", file("a", "{}")}), ExitCode::usage);
    EXPECT_EQ(code({"--plan", file("b", "{")}), ExitCode::usage);
    EXPECT_EQ(code({"--plan", file("c", R"({"targets": []})")}), ExitCode::no_input);
    EXPECT_EQ(code({"--targets", empty}), ExitCode::no_input);
    EXPECT_EQ(code({"not a URL"}), ExitCode::no_input);
    EXPECT_EQ(code({"http://h", "--proxies", empty}), ExitCode::no_input);
    EXPECT_EQ(code({"http://h", "-x", "nonsense"}), ExitCode::no_input);
    EXPECT_EQ(code({"http://h", "--plan", file("d", R"({"proxies": []})")}), ExitCode::no_input);
    EXPECT_EQ(code({"--targets", path("none")}), ExitCode::unreadable);
    EXPECT_EQ(code({"http://h", "--proxies", path("none")}), ExitCode::unreadable);
    EXPECT_EQ(code({"http://h", "--proxies", folder_}), ExitCode::unreadable);
    EXPECT_EQ(code({"http://h", "--plan", path("none")}), ExitCode::unreadable);
    EXPECT_EQ(code({"http://h", "--body", "@" + path("none")}), ExitCode::unreadable);
    // the first of several
    EXPECT_EQ(code({"--plan", path("none"), "--attempts", "x"}), ExitCode::usage);
    EXPECT_EQ(code({"--targets", empty, "--proxies", path("none")}), ExitCode::unreadable);
}

TEST_F(MakePlan, WaitsForASlowInputNoLongerThanHalfTheDeadline) {
    ASSERT_EQ(mkfifo(path("fifo").c_str(), 0600), 0);
    const std::vector<std::string> arguments{"http://h", "--proxies", path("fifo"), "--deadline", "10m"};
    // Nobody ever writes to it: only the limit ends this.
    started_ = Clock::now() - std::chrono::minutes(5);
    const InputFailure failed = failure(arguments);
    EXPECT_EQ(failed.code, ExitCode::unreadable);
    EXPECT_THAT(failed.messages, ElementsAre(StartsWith(path("fifo") + ": cannot be read")));

    started_ = Clock::now() - std::chrono::minutes(4);
    std::thread writer([&] { std::ofstream(path("fifo")) << "p:1\n"; });
    EXPECT_THAT(proxies(plan(arguments)), ElementsAre("http://p:1"));
    writer.join();
}

TEST_F(MakePlan, ReadsProxiesOfTheEnvironmentOnlyWhenAsked) {
    const Environment environment{{"https_proxy", "http://127.0.0.1:1"},
                                  {"http_proxy", "http://127.0.0.1:2"}};
    EXPECT_THAT(proxies(plan({"https://h", "http://h"}, environment)), IsEmpty());
    EXPECT_THAT(proxies(plan({"https://h", "-x", "p:1", "--proxy-from-env"}, environment)),
                ElementsAre("http://p:1"));
    const Plan made = plan({"https://h", "http://h", "--proxy-from-env"}, environment);
    EXPECT_THAT(proxies(made), ElementsAre("http://127.0.0.1:1", "http://127.0.0.1:2"));
    ASSERT_THAT(made.pairs, SizeIs(2));
    EXPECT_EQ(made.pairs[0].proxy, 0u);
    EXPECT_EQ(made.pairs[1].proxy, 1u);
    EXPECT_THAT(made.start_order, ElementsAre(0, 1));
}

TEST_F(MakePlan, PrefersLowerCaseAndNeverReadsHttpProxyInCapitals) {
    const auto seen = [&](Environment environment) {
        return proxies(plan({"http://h", "https://h", "--proxy-from-env"}, std::move(environment)));
    };
    EXPECT_THAT(seen({{"http_proxy", "a:1"}, {"HTTP_PROXY", "b:1"}}), ElementsAre("http://a:1"));
    EXPECT_THAT(seen({{"HTTP_PROXY", "b:1"}}), IsEmpty());
    EXPECT_THAT(seen({{"https_proxy", "a:1"}, {"HTTPS_PROXY", "b:1"}}), ElementsAre("http://a:1"));
    EXPECT_THAT(seen({{"https_proxy", ""}, {"HTTPS_PROXY", "b:1"}}), ElementsAre("http://b:1"));
    EXPECT_THAT(seen({{"all_proxy", "socks5h://c"}, {"ALL_PROXY", "d:1"}}), ElementsAre("socks5h://c:1080"));
    EXPECT_THAT(seen({{"ALL_PROXY", "d:1"}, {"https_proxy", "a:1"}}),
                ElementsAre("http://d:1", "http://a:1"));
    EXPECT_EQ(plan({"http://h", "https://h", "--proxy-from-env"}, {{"all_proxy", "c:1"}}).duplicates, 0u);
}

TEST_F(MakePlan, ProbesNoProxyTargetsDirectAndWithoutControl) {
    const Environment environment{{"all_proxy", "p:1"}, {"NO_PROXY", "192.168.0.0/16, internal"}};
    const Plan made =
        plan({"http://192.168.0.10", "http://a.internal", "http://h", "--proxy-from-env", "--direct"},
             environment);
    ASSERT_THAT(made.pairs, SizeIs(4));
    EXPECT_FALSE(made.pairs[0].proxy || made.pairs[0].control);
    EXPECT_FALSE(made.pairs[1].proxy || made.pairs[1].control);
    EXPECT_EQ(made.pairs[2].proxy, 0u);
    EXPECT_TRUE(made.pairs[3].control);
    EXPECT_EQ(made.pairs[3].target, 2u);
}

TEST_F(MakePlan, NeverGoesDirectForAProxyThatCannotBeRead) {
    const InputFailure failed = failure({"http://h", "--proxy-from-env"}, {{"http_proxy", "s3cret"}});
    EXPECT_EQ(failed.code, ExitCode::no_input);
    EXPECT_THAT(failed.messages, Contains(StartsWith("http_proxy:1: ")));
    EXPECT_THAT(failed.messages, Each(Not(HasSubstr("s3cret"))));
    EXPECT_THAT(plan({"https://h", "--proxy-from-env"}, {{"http_proxy", "s3cret"}}).pairs, SizeIs(1));
}

TEST_F(MakePlan, ShowsStarsForWhatTheEnvironmentGave) {
    const std::string json =
        file("plan.json", R"({"targets": ["http://h/${PART}/x", "http://${HOST}/", "${URL}",
        "http://h:${PORT}/"], "proxies": ["http://${USER}:${PW}@p:1", "${HOST}:2", "p:${PORT}"]})");
    const Plan made = plan({"--plan", json, "http://h/?q=sub.example"}, {{"PART", "a"},
                                                                         {"HOST", "sub.example"},
                                                                         {"URL", "http://u/"},
                                                                         {"PORT", "81"},
                                                                         {"USER", "u"},
                                                                         {"PW", "pw"}});
    EXPECT_THAT(urls(made), ElementsAre("http://h/?q=***", "http://h/***/x", "http://***/", "***", "***"));
    EXPECT_THAT(proxies(made), ElementsAre("http://***:***@p:1", "http://***:2", "***"));
    EXPECT_EQ(made.proxies[0].user->reveal(), "u");
    EXPECT_EQ(made.targets[2].url.host.host, "sub.example");
}

TEST_F(MakePlan, HidesWhatTheEnvironmentGaveInAnyTextShown) {
    const std::string list = file("secretpart", "nonsense\n");
    const std::string json = file("plan.json", R"({"name": "of secretpart", "targets": ["http://h/${PART}",
        {"url": "http://secretpart/", "name": "secretpart"}], "proxies": [{"url": "secretpart:1", "name": "secretpart"}],
        "proxies_file": ")" + folder_ + R"(/${PART}"})");
    const Plan made = plan({"--plan", json}, {{"PART", "secretpart"}});
    EXPECT_EQ(made.settings.name, "of ***");
    EXPECT_THAT(urls(made), ElementsAre("http://h/***", "http://***/"));
    EXPECT_EQ(made.target_labels[1].name, "***");
    EXPECT_EQ(made.proxy_labels[0].name, "***");
    EXPECT_EQ(made.proxy_labels[0].proxy, "http://***:1");
    EXPECT_THAT(rejected(made), ElementsAre(StartsWith(folder_ + "/***:1: ")));
    const InputFailure failed =
        failure({"--plan", json, "--proxies", path("none")}, {{"PART", "nosuchfile"}});
    EXPECT_THAT(failed.messages, testing::Each(Not(HasSubstr("nosuchfile"))));
}

TEST_F(MakePlan, HasAnIdOfWhatDecidesThePairs) {
    const auto id = [&](std::vector<std::string> arguments) { return plan(std::move(arguments)).plan_id; };
    const std::string base = id({"http://h", "-x", "http://u:one@p:1"});
    EXPECT_THAT(base, testing::MatchesRegex("[0-9a-f]{64}"));
    EXPECT_EQ(base, id({"http://h/", "-x", "http://u:two@p:1"}));
    EXPECT_EQ(base, id({"http://h/", "-x", "http://u:two@p:1", "--deadline", "3s"}));
    EXPECT_EQ(id({"http://h", "-H", "Cookie: a"}), id({"http://h", "-H", "Cookie: b"}));
    for (const std::vector<std::string>& other :
         {std::vector<std::string>{"http://h", "-x", "http://v:one@p:1"},
          {"http://g", "-x", "http://u:one@p:1"},
          {"http://h", "-x", "http://u:one@p:1", "--direct"},
          {"http://h", "-x", "http://u:one@p:1", "--attempts", "2"},
          {"http://h", "-x", "http://u:one@p:1", "--seed", "1"},
          {"http://h", "-x", "http://u:one@p:1", "-X", "HEAD"},
          {"http://h", "-x", "http://u:one@p:1", "-H", "A: b"},
          {"http://h", "-x", "http://u:one@p:1", "--body", "x"},
          {"http://h", "-x", "http://u:one@p:1", "--expect-status", "200"},
          {"http://h", "-x", "http://u:one@p:1", "--expect-body", ""}}) {
        EXPECT_NE(base, id(other)) << testing::PrintToString(other);
    }
}

TEST_F(MakePlan, HasOneIdForAllShardsOfAPlan) {
    const auto id = [&](std::vector<std::string> arguments, Environment environment = {}) {
        arguments.insert(arguments.end(), {"http://h", "http://g", "--proxy-from-env"});
        return plan(std::move(arguments), std::move(environment)).plan_id;
    };
    const std::string whole = id({});
    const std::string shard = id({"--shard", "0/3"});
    EXPECT_EQ(shard, id({"--shard", "2/3"}));
    EXPECT_EQ(shard, id({"--shard", "job/3"}, {{"JOB_COMPLETION_INDEX", "1"}}));
    const Environment proxy{{"all_proxy", "p:1"}};
    const std::set<std::string> all{
        whole,
        shard,
        id({"--shard", "0/2"}),
        id({"--sample", "1"}),
        id({"--sample", "2"}),
        id({"--sample", "2", "--seed", "1"}),
        id({"--sample", "2", "--shard", "0/3"}),
        id({}, proxy),
        id({"--rotating"}, proxy),
        id({}, {{"all_proxy", "p:1"}, {"no_proxy", "g"}}),
        id({}, {{"all_proxy", "p:1"}, {"no_proxy", "h"}}),
    };
    EXPECT_THAT(all, SizeIs(11));
}

TEST_F(MakePlan, TakesAllProxiesForRotatingWhenAsked) {
    const std::string json = file(
        "plan.json", R"({"proxies": ["a:1", {"url": "b:1", "rotating": false}], "targets": ["http://h"]})");
    for (const bool rotating : {false, true}) {
        const Plan made = plan({"--plan", json, "-x", "c:1", rotating ? "--rotating" : "--rotating=0"});
        ASSERT_THAT(made.proxies, SizeIs(3));
        for (std::size_t i = 0; i < 3; ++i) {
            EXPECT_EQ(made.proxies[i].rotating, rotating);
            EXPECT_EQ(made.proxy_labels[i].rotating, rotating);
            EXPECT_EQ(made.pairs[i].rotating, rotating);
        }
    }
    const Plan made = plan({"http://h", "--proxy-from-env", "--rotating"}, {{"all_proxy", "p:1"}});
    EXPECT_TRUE(made.proxies[0].rotating && made.proxy_labels[0].rotating);
}

TEST_F(MakePlan, ExpandsSessions) {
    const std::string list = file("list", "http://id-{2..3}:s3cret@gw:1\nhttp://id-{3..1}:s3cret@gw:1\n");
    const std::string json = file("plan.json", R"({"proxies": [
        {"url": "http://id-{3..4}:s3cret@gw:1", "name": "gw", "rotating": true},
        "http://${USER}-{1..2}:${PW}@gw", "http://u-${RANGE}:p@gw"], "targets": ["http://h"]})");
    const Plan made =
        plan({"--plan", json, "--proxies", list, "-x", "key{1..2}@gw:1", "-x", "http://key{1..2}@gw:1"},
             {{"USER", "u"}, {"PW", "pw"}, {"RANGE", "{1..2}"}});
    EXPECT_THAT(proxies(made), ElementsAre("http://***@gw:1", "http://***@gw:1", "http://id-2:***@gw:1",
                                           "http://id-3:***@gw:1", "http://id-4:***@gw:1",
                                           "http://***-1:***@gw:80", "http://***-2:***@gw:80", "***", "***"));
    EXPECT_THAT(rejected(made), ElementsAre(StartsWith("argument:1: "), StartsWith(list + ":2: ")));
    EXPECT_THAT(rejected(made), Each(Not(HasSubstr("s3cret"))));
    EXPECT_EQ(made.duplicates, 1u);
    EXPECT_FALSE(made.proxies[2].rotating);
    EXPECT_TRUE(made.proxies[3].rotating) << "rotating if any duplicate is";
    EXPECT_TRUE(made.proxies[4].rotating);
    EXPECT_EQ(made.proxy_labels[4].name, "gw");
    EXPECT_EQ(made.proxies[7].user->reveal(), "u-1");
}

TEST_F(MakePlan, BoundsSessionsOfAllLinesTogether) {
    const std::string list =
        file("list", "http://a{1..60000}@h\nhttp://b{1..40001}@h\nhttp://c{1..9}@h\nd:1\n");
    const Plan made = plan({"http://h", "--proxies", list, "--deadline", "10m"});
    EXPECT_THAT(made.proxies, SizeIs(60'010));
    EXPECT_THAT(rejected(made), ElementsAre(AllOf(StartsWith(list + ":2: "), HasSubstr("100000"))));
}

TEST_F(MakePlan, BoundsSessionsOfAPlanToo) {
    const std::string json = file("p", R"({"targets": ["http://h"],
        "proxies": ["http://{1..60000}@h", "http://{1..40001}@h", "http://{1..9}@h"]})");
    const InputFailure failed = failure({"--plan", json, "--deadline", "10m"});
    EXPECT_EQ(failed.code, ExitCode::usage);
    EXPECT_THAT(failed.messages, ElementsAre(AllOf(StartsWith("/proxies/1: "), HasSubstr("100000"))));
}

TEST_F(MakePlan, AVariableNamesOneProxy) {
    const InputFailure failed =
        failure({"http://h", "--proxy-from-env"}, {{"http_proxy", "http://s3cret{1..2}:p@gw:1"}});
    EXPECT_EQ(failed.code, ExitCode::no_input);
    EXPECT_THAT(failed.messages, Contains(AllOf(StartsWith("http_proxy:1: "), HasSubstr("one proxy"))));
    EXPECT_THAT(failed.messages, Each(Not(HasSubstr("s3cret"))));
}

TEST_F(MakePlan, TakesItsShardFromTheCommandLineOrTheJob) {
    const std::vector<std::string> common{"http://a", "http://b", "http://c", "-x", "p:1", "-x", "q:1"};
    const auto with = [&](std::vector<std::string> arguments) {
        arguments.insert(arguments.end(), common.begin(), common.end());
        return arguments;
    };
    EXPECT_FALSE(plan(common).shard);
    const Plan made = plan(with({"--shard", "job/4"}), {{"JOB_COMPLETION_INDEX", "1"}});
    ASSERT_TRUE(made.shard);
    EXPECT_EQ(made.shard->index, 1u);
    EXPECT_EQ(made.shard->count, 4u);
    EXPECT_EQ(made.shard->total, 6u);
    ASSERT_THAT(made.pairs, SizeIs(2));
    EXPECT_EQ(made.pairs[0].target, 0u);
    EXPECT_EQ(made.pairs[0].proxy, 1u);
    EXPECT_EQ(made.pairs[1].target, 2u);
    EXPECT_EQ(made.pairs[1].proxy, 1u);
    EXPECT_THAT(made.targets, SizeIs(3)) << "all are listed";
    EXPECT_THAT(made.proxies, SizeIs(2));
    for (const Environment& environment : {Environment{}, {{"JOB_COMPLETION_INDEX", "4"}}}) {
        const InputFailure failed = failure(with({"--shard", "job/4", "--attempts", "x"}), environment);
        EXPECT_EQ(failed.code, ExitCode::usage);
        EXPECT_THAT(failed.messages, Contains(AllOf(StartsWith("--shard: "), HasSubstr("0 to 3"))));
        EXPECT_THAT(failed.messages, Contains(StartsWith("--attempts: ")));
    }
    const std::string json = file("plan.json", R"({"shard": "job/4"})");
    EXPECT_THAT(failure(with({"--plan", json})).messages, ElementsAre(StartsWith("/shard: ")));
    EXPECT_TRUE(plan(with({"--shard", "5/7"})).shard);
    EXPECT_THAT(plan(with({"--shard", "6/7"})).pairs, SizeIs(0))
        << "nothing is left for it, and that is fine";
}

TEST_F(MakePlan, SamplesWhatWouldNotFitAsAWhole) {
    std::string targets;
    for (int i = 0; i < 2000; ++i)
        targets += "http://h/" + std::to_string(i) + "\n";
    const std::string list = file("p", "http://{1..10000}@h\n");
    const Plan made = plan({"--targets", file("t", targets), "--proxies", list, "--sample", "3000"});
    EXPECT_THAT(made.pairs, SizeIs(3000));
    EXPECT_THAT(made.targets, SizeIs(2000));
    EXPECT_THAT(made.proxies, SizeIs(10'000));
}

TEST_F(MakePlan, WarnsOncePerMatter) {
    const std::string list = file("list", "http://u:p@h:1\n");
    EXPECT_THAT(plan({"http://h", "--proxies", list}).warnings, IsEmpty());
    EXPECT_THAT(plan({"http://h", "-x", "http://u:p@h:1", "-x", "http://u:p@h:2"}).warnings,
                ElementsAre(HasSubstr("password")));
    EXPECT_THAT(plan({"http://u:p@h"}).warnings, ElementsAre(HasSubstr("password")));
    EXPECT_THAT(plan({"http://h", "-x", "socks4://h"}).warnings, IsEmpty());
    EXPECT_THAT(plan({"http://h", "--proxies", file("socks", "socks4://u:p@h\nsocks4a://u:p@h")}).warnings,
                ElementsAre(HasSubstr("2 SOCKS4 proxies")));
}

TEST_F(MakePlan, RefusesMoreProbesThanFit) {
    std::string targets;
    for (int i = 0; i < 4000; ++i)
        targets += "http://h/" + std::to_string(i) + "\n";
    std::string list;
    for (int i = 0; i < 4000; ++i)
        list += "h" + std::to_string(i) + ":1\n";
    const InputFailure failed = failure({"--targets", file("t", targets), "--proxies", file("p", list)});
    EXPECT_EQ(failed.code, ExitCode::usage);
    EXPECT_THAT(failed.messages, ElementsAre(StartsWith("16000000 probes")));
}

}  // namespace
}  // namespace outrider
