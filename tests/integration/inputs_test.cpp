// Inputs and the exit codes of faults in them: nothing is sent, nothing goes to stdout, no file is touched.
#include "cases.hpp"
#include "certificates.hpp"
#include "files.hpp"
#include "outrider.hpp"
#include "scripted_server.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace integration {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

struct BadInput {
    const char* name;
    std::vector<std::string> arguments;  ///< TARGET stands for a good target, DIR for a folder
    int code;
};

class BadInputs : public ::testing::TestWithParam<BadInput> {
protected:
    const RecordingServer server_;
    const TempDir dir_;

    void SetUp() override {
        dir_.file("empty", "");
        dir_.file("comments", "# nothing\n\n");
        dir_.file("bad-targets", "no url\nhttp://\n");
        dir_.file("targets", server_.url() + "\n");
        dir_.file("one-bad-line", server_.url() + "\nhttp://[::1\n");
        dir_.file("bad-proxies", "nothing:here:at\n");
        dir_.file("plan", R"({"targets": []})");
        dir_.file("plan-no-json", "{");
        dir_.file("plan-unknown-key", R"({"targets": [")" + server_.url() + R"("], "colour": 1})");
        dir_.file("plan-bad-url", R"({"targets": ["http://"]})");
        dir_.file("no-pem", "not a certificate");
    }

    std::vector<std::string> arguments() const {
        std::vector<std::string> result;
        for (std::string argument : GetParam().arguments) {
            if (argument == "TARGET") argument = server_.url();
            const std::size_t at = argument.find("DIR");
            if (at != std::string::npos) argument.replace(at, 3, dir_.path().string());
            result.push_back(argument);
        }
        return result;
    }
};

TEST_P(BadInputs, SendNothing) {
    std::vector<std::string> with_files = arguments();
    const std::string report = dir_ / "report.json";
    with_files.insert(with_files.end(), {"-o", report});
    const Exit exit = outrider(with_files);
    EXPECT_EQ(exit.code, GetParam().code) << exit.err;
    EXPECT_EQ(exit.out, "");
    EXPECT_NE(exit.err, "");
    EXPECT_FALSE(std::filesystem::exists(report));
    EXPECT_TRUE(server_.requests().empty());
}

const BadInput usage[] = {
    {"no_target", {}, 64},
    {"unknown_option", {"TARGET", "--colour"}, 64},
    {"option_of_a_later_issue", {"TARGET", "--no-such-option=1"}, 64},
    {"number_out_of_range", {"TARGET", "--attempts", "0"}, 64},
    {"no_number", {"TARGET", "--attempts", "two"}, 64},
    {"bad_duration", {"TARGET", "--deadline", "soon"}, 64},
    {"negative_duration", {"TARGET", "--deadline=-1s"}, 64},
    {"bad_status", {"TARGET", "--expect-status", "2xx"}, 64},
    {"bad_regex", {"TARGET", "--expect-body", "("}, 64},
    {"bad_header", {"TARGET", "-H", "no colon"}, 64},
    {"header_with_line_end", {"TARGET", "-H", "X: a\r\nY: b"}, 64},
    {"both_families", {"TARGET", "-4", "-6"}, 64},
    {"bad_resolve", {"TARGET", "--resolve", "a:b:c"}, 64},
    {"bad_word", {"TARGET", "--fail-on", "sometimes"}, 64},
    {"bad_report_kind", {"TARGET", "--report", "poem=DIR/x"}, 64},
    {"one_path_twice", {"TARGET", "--report", "json=DIR/x", "--report", "text=DIR/x"}, 64},
    {"stdin_twice", {"--targets", "-", "--proxies", "-"}, 64},
    {"stdin_for_two_targets", {"-", "-"}, 64},
    {"stdin_for_signatures_too", {"--signatures", "-", "-"}, 64},
    {"cacert_without_certificate", {"TARGET", "--cacert", "DIR/no-pem"}, 64},
    {"plan_is_no_json", {"--plan", "DIR/plan-no-json"}, 64},
    {"plan_with_unknown_key", {"--plan", "DIR/plan-unknown-key"}, 64},
    {"plan_with_a_bad_url", {"--plan", "DIR/plan-bad-url"}, 64},
};
INSTANTIATE_TEST_SUITE_P(Usage, BadInputs, ::testing::ValuesIn(usage), CaseName());

const BadInput unusable[] = {
    {"bad_argument", {"http://"}, 65},
    {"other_scheme", {"ftp://127.0.0.1/"}, 65},
    {"empty_list", {"--targets", "DIR/empty"}, 65},
    {"list_of_comments", {"--targets", "DIR/comments"}, 65},
    {"list_of_bad_targets", {"--targets", "DIR/bad-targets"}, 65},
    {"empty_list_in_a_plan", {"--plan", "DIR/plan"}, 65},
    {"strict_with_a_bad_line", {"--targets", "DIR/one-bad-line", "--strict-input"}, 65},
    {"no_usable_proxy", {"TARGET", "--proxies", "DIR/bad-proxies"}, 65},
    {"no_usable_proxy_argument", {"TARGET", "-x", "gopher://127.0.0.1:1"}, 65},
    {"empty_proxies", {"TARGET", "--proxies", "DIR/empty"}, 65},
    {"no_usable_proxy_even_with_direct", {"TARGET", "--proxies", "DIR/empty", "--direct"}, 65},
};
INSTANTIATE_TEST_SUITE_P(Unusable, BadInputs, ::testing::ValuesIn(unusable), CaseName());

const BadInput unreadable[] = {
    {"targets", {"--targets", "DIR/none"}, 66},
    {"proxies", {"TARGET", "--proxies", "DIR/none"}, 66},
    {"plan", {"--plan", "DIR/none"}, 66},
    {"folder", {"--targets", "DIR"}, 66},
    {"cacert", {"TARGET", "--cacert", "DIR/none"}, 66},
    {"body", {"TARGET", "--body", "@DIR/none"}, 66},
};
INSTANTIATE_TEST_SUITE_P(Unreadable, BadInputs, ::testing::ValuesIn(unreadable), CaseName());

TEST(Inputs, ReadingTakesAtMostHalfTheDeadline) {
    const TempDir dir;
    const std::string fifo = dir / "targets";
    ASSERT_EQ(run({"mkfifo", fifo}).code, 0);
    const Exit exit = outrider({"--targets", fifo, "--deadline", "2s"});
    EXPECT_EQ(exit.code, 66);
    EXPECT_LT(exit.duration, std::chrono::seconds(2));
}

TEST(Inputs, ARejectedLineIsToldAndTheRunGoesOn) {
    const RecordingServer server;
    const TempDir dir;
    const std::string list =
        dir.file("list", "\xef\xbb\xbf# targets\r\n" + server.url("/a") + "\rhttp://[::1\n\n" +
                             server.url("/b") + " # the second\n" + server.url("/c"));
    const Report report = probe({"--targets", list});
    EXPECT_EQ(report.exit.code, 0);
    EXPECT_EQ(report["targets"].size(), 3U);
    EXPECT_EQ(report["inputs"]["rejected"].size(), 1U);
    EXPECT_EQ(report.text("/inputs/rejected/0/source"), "\"" + list + "\"");
    EXPECT_EQ(report.text("/inputs/rejected/0/line"), "3");
    EXPECT_THAT(report.exit.err, HasSubstr(list + ":3: "));
    EXPECT_THAT(report.exit.err, Not(HasSubstr("[::1")));
}

TEST(Inputs, ARejectedArgumentIsCountedAmongItsKind) {
    const RecordingServer server;
    const Report report =
        probe({server.url(), "http://", "-x", "http://" + host_port(server.port()), "-x", "::1:3128"});
    EXPECT_EQ(report["inputs"]["rejected"].size(), 2U);
    for (const Json& rejected : report["inputs"]["rejected"]) {
        EXPECT_EQ(rejected["source"], "argument");
        EXPECT_EQ(rejected["line"], 2);
    }
}

TEST(Inputs, OrderIsCommandLineThenFileThenPlan) {
    const RecordingServer server;
    const TempDir dir;
    const std::string list = dir.file("list", server.url("/file"));
    const std::string plan = dir.file("plan", R"({"targets": [")" + server.url("/plan") + R"("]})");
    const Report report = probe({"--plan", plan, "--targets", list, server.url("/argument")});
    EXPECT_EQ(report.text("/targets/0/url"), "\"" + server.url("/argument") + "\"");
    EXPECT_EQ(report.text("/targets/1/url"), "\"" + server.url("/file") + "\"");
    EXPECT_EQ(report.text("/targets/2/url"), "\"" + server.url("/plan") + "\"");
}

TEST(Inputs, DuplicatesAreProbedOnce) {
    const RecordingServer server;
    const std::string port = std::to_string(server.port());
    const Report report = probe({server.url("/a"), "HTTP://127.0.0.1:" + port + "/a#x", server.url("/b"),
                                 "-x", "127.0.0.1:" + port, "-x", "http://127.0.0.1:" + port + "/"});
    EXPECT_EQ(report["targets"].size(), 2U);
    EXPECT_EQ(report["proxies"].size(), 1U);
    EXPECT_EQ(report.text("/inputs/duplicates"), "2");
    EXPECT_EQ(server.requests().size(), 2U);
}

TEST(Inputs, AListFromStdin) {
    const RecordingServer server;
    ProcessOptions options;
    options.input = server.url("/a") + "\n" + server.url("/b");
    EXPECT_EQ(probe({"--targets", "-"}, options)["targets"].size(), 2U);
}

TEST(Inputs, TwoListsDoNotGlueTheirLines) {
    const RecordingServer proxy;
    const TempDir dir;
    const std::string first = dir.file("first", "127.0.0.1:" + std::to_string(proxy.port()));
    const std::string second = dir.file("second", "[::1]:8080 # comment");
    const Report report = probe({"http://t.invalid/", "--proxies", first, "--proxies", second});
    EXPECT_EQ(report["proxies"].size(), 2U);
    EXPECT_EQ(report.text("/proxies/1/proxy"), R"("http://[::1]:8080")");
}

TEST(Inputs, ProxySchemeHoldsForLinesWithoutOne) {
    const TempDir dir;
    const std::string list = dir.file("list", "127.0.0.1:1\nhttp://127.0.0.1:1\n");
    const Report report = probe({"http://198.51.100.7/", "--proxies", list, "--proxy-scheme", "socks5"});
    EXPECT_EQ(report.text("/proxies/0/proxy"), R"("socks5://127.0.0.1:1")");
    EXPECT_EQ(report.text("/proxies/1/proxy"), R"("http://127.0.0.1:1")");
}

TEST(PlanFile, SaysEverythingThatAFlagSays) {
    const RecordingServer server(response(418));
    const TempDir dir;
    const std::string plan = dir.file("plan", R"(// a plan
        {"attempts": 2, "header": ["X-A: 1"], "name": "night", /* the targets */
         "targets": [")" + server.url("/plain") + R"(", {"url": ")" +
                                                  server.url("/whole") +
                                                  R"(", "name": "tea", "method": "POST",
            "headers": [["X-B", "2"], ["x-b", "3"]], "body": "leaf", "expect_status": "418"}]})");
    const Report report = probe({"--plan", plan});
    EXPECT_EQ(report.text("/run/name"), R"("night")");
    EXPECT_EQ(report.text("/run/planned"), "4");
    EXPECT_EQ(report.text("/targets/1/name"), R"("tea")");
    EXPECT_EQ(report.verdict(0), "client_error/-/target");
    EXPECT_EQ(report.verdict(2), "success/-/-");
    int whole = 0;
    for (const std::string& request : server.requests()) {
        EXPECT_THAT(request, HasSubstr("X-A: 1\r\n"));
        if (!request.starts_with("POST /whole ")) continue;
        ++whole;
        EXPECT_THAT(request, HasSubstr("X-B: 2\r\nx-b: 3\r\n"));
        EXPECT_TRUE(request.ends_with("\r\n\r\nleaf"));
    }
    EXPECT_EQ(whole, 2);
}

TEST(PlanFile, NamesProxiesAndOverridesPerTarget) {
    const RecordingServer server(response(302, "Location: /next\r\n", ""));
    const TempDir dir;
    const std::string at = host_port(server.port());
    const std::string plan = dir.file(
        "plan", R"({"targets": [{"url": "http://t.invalid/", "max_redirects": 0, "expect_status": "302",
                 "expect_body": "^$", "headers": {"X-A": "1"}}], "proxies": [{"url": "http://)" +
                    at + R"(", "name": "first"}]})");
    const Report report = probe({"--plan", plan});
    EXPECT_EQ(report.verdict(), "success/-/-") << report.result();
    EXPECT_EQ(report.text("/proxies/0/name"), R"("first")");
    EXPECT_EQ(server.requests().size(), 1U);
}

TEST(PlanFile, AllErrorsAreListedByPointer) {
    const TempDir dir;
    const std::string plan =
        dir.file("plan", R"({"attempts": "two", "colour": 1, "targets": ["http://127.0.0.1:1/", {"url":
                 "http://127.0.0.1:1/x", "expect_status": "2xx"}, {"name": "no url"}, {"url": "http://"}]})");
    const Exit exit = outrider({"--plan", plan});
    EXPECT_EQ(exit.code, 64);
    for (const char* pointer :
         {"/attempts", "/colour", "/targets/1/expect_status", "/targets/2", "/targets/3"})
        EXPECT_THAT(exit.err, HasSubstr(pointer));
}

TEST(PlanFile, TakesSecretsFromTheEnvironment) {
    const RecordingServer server;
    const TempDir dir;
    const std::string plan = dir.file("plan", R"({"header": ["X-Tag: ${TAG}", "X-Dollar: $${TAG}"],
                                                  "targets": [")" +
                                                  server.url() + R"("]})");
    ProcessOptions options;
    options.env["TAG"] = "from-outside";
    EXPECT_EQ(probe({"--plan", plan}, options).exit.code, 0);
    ASSERT_EQ(server.requests().size(), 1U);
    EXPECT_THAT(server.requests()[0], HasSubstr("X-Tag: from-outside\r\nX-Dollar: ${TAG}\r\n"));
    const Exit unset = outrider({"--plan", plan});
    EXPECT_EQ(unset.code, 64);
    EXPECT_THAT(unset.err, HasSubstr("TAG"));
}

TEST(Sources, CommandLineBeatsEnvironmentBeatsPlan) {
    const RecordingServer server;
    const TempDir dir;
    const std::string plan = dir.file(
        "plan", R"({"name": "plan", "attempts": 3, "seed": 5, "targets": [")" + server.url() + R"("]})");
    ProcessOptions options;
    options.env = {{"OUTRIDER_NAME", "environment"},
                   {"OUTRIDER_ATTEMPTS", "2"},
                   {"OUTRIDER_SEED", ""},
                   {"OUTRIDER_UNHEARD_OF", "1"}};
    const Report report = probe({"--plan", plan, "--name", "argument"}, options);
    EXPECT_EQ(report.text("/run/name"), R"("argument")");
    EXPECT_EQ(report.text("/run/planned"), "2");
}

TEST(Sources, BadValueInTheEnvironment) {
    ProcessOptions options;
    options.env["OUTRIDER_ATTEMPTS"] = "many";
    const Exit exit = outrider({"http://127.0.0.1:1/"}, options);
    EXPECT_EQ(exit.code, 64);
    EXPECT_THAT(exit.err, HasSubstr("OUTRIDER_ATTEMPTS"));
}

TEST(Help, NamesEveryOptionWithItsDefault) {
    const Exit exit = outrider({"--help"});
    EXPECT_EQ(exit.code, 0);
    for (const char* part :
         {"--deadline", "10s", "--connect-timeout", "5s", "--expect-status", "200-299", "--max-body",
          "256KiB", "--insecure", "--proxy-from-env", "--serializer", "--baseline", "--proxies-out"})
        EXPECT_THAT(exit.out, HasSubstr(part));
    EXPECT_EQ(outrider({"--version"}).out, "outrider " OUTRIDER_VERSION "\n");
}

}  // namespace
}  // namespace integration
