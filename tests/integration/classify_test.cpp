// `outrider classify`, as a user calls it, and --signatures in both commands.
#include "files.hpp"
#include "outrider.hpp"
#include "scripted_server.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace integration {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

std::vector<Json> lines_of(const std::string& text) {
    std::vector<Json> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);)
        lines.push_back(Json::parse(line));
    return lines;
}

const std::string own_signature = R"({"signatures": [{"id": "shop", "vendor": "shop-guard", "kind": "block",
    "any": [{"header": "x-shop-guard"}], "source": "seen by us"}]})";
const std::string blocked = "HTTP/1.1 200 OK\r\nX-Shop-Guard: 1\r\nContent-Length: 2\r\n\r\nno";

TEST(Classify, PrintsALineAFileAndGoesOnAfterOneThatCannotBeRead) {
    const TempDir dir;
    const std::string quota = dir.file("quota.http", "HTTP/2 429 \r\nretry-after: 7\r\n\r\n");
    const std::string fine = dir.file("fine.http", "HTTP/1.1 200 OK\r\n\r\nhello");
    const Exit exit = outrider({"classify", quota, dir / "missing", fine});
    EXPECT_EQ(exit.code, 66);
    EXPECT_THAT(exit.err, AllOf(HasSubstr("missing: cannot be read"), Not(HasSubstr("quota"))));
    const std::vector<Json> lines = lines_of(exit.out);
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_EQ(lines[0].dump(),
              R"({"file":)" + Json(quota).dump() +
                  R"(,"outcome":"rate_limited","error":null,"status":429,"blame":"target","vendor":null,)"
                  R"("edge":null,"challenge_kind":null,"confidence":"likely",)"
                  R"("evidence":"header Retry-After: 7","detail":null,"retry_after_s":7})");
    EXPECT_EQ(lines[1]["outcome"], "success");
}

TEST(Classify, ReadsAPageInItsCharset) {
    const TempDir dir;
    // "Too many requests" in Russian.
    const std::string words =
        "\xD1\xEB\xE8\xF8\xEA\xEE\xEC \xEC\xED\xEE\xE3\xEE "
        "\xE7\xE0\xEF\xF0\xEE\xF1\xEE\xE2";
    const std::string limited = dir.file("limited.http",
                                         "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
                                         "<meta charset=windows-1251><title>" +
                                             words + "</title><h1>" + words + "</h1>");
    std::string wide;
    for (const char c :
         std::string("<title>Just a moment...</title><script src=/cdn-cgi/challenge-platform/x.js></script>"))
        wide += {c, '\0'};
    const std::string challenged =
        dir.file("challenged.http", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n\xFF\xFE" + wide);
    const std::vector<Json> lines = lines_of(outrider({"classify", limited, challenged}).out);
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_EQ(lines[0]["outcome"], "rate_limited");
    EXPECT_THAT(lines[0]["evidence"].get<std::string>(), HasSubstr("Слишком много запросов"));
    EXPECT_EQ(lines[1]["outcome"], "challenged");
}

TEST(Classify, ReadsStdinAndObeysItsOptions) {
    ProcessOptions options;
    options.input = "HTTP/1.1 404 Not Found\r\n\r\ngone";
    const auto outcome = [&](std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), "classify");
        arguments.emplace_back("-");
        const Exit exit = outrider(arguments, options);
        EXPECT_EQ(exit.code, 0) << exit.err;
        return exit.out.empty() ? "" : Json::parse(exit.out)["outcome"].get<std::string>();
    };
    EXPECT_EQ(outcome({}), "client_error");
    EXPECT_EQ(outcome({"--expect-status", "404"}), "success");
    EXPECT_EQ(outcome({"--expect-status", "404", "--expect-body", "here"}), "unexpected");
    options.env["OUTRIDER_EXPECT_STATUS"] = "404";
    EXPECT_EQ(outcome({}), "success");
    options.env.clear();
    options.input = "HTTP/1.1 403 Forbidden\r\nX-Squid-Error: ERR_ACCESS_DENIED 0\r\n\r\n";
    EXPECT_EQ(outcome({}), "banned");
    EXPECT_EQ(outcome({"--via-proxy"}), "proxy_error");
}

TEST(Classify, WhatIsWrongIsToldBeforeAnythingIsPrinted) {
    const TempDir dir;
    const std::string file = dir.file("a.http", "HTTP/1.1 200 OK\r\n\r\n");
    EXPECT_EQ(outrider({"classify", "--max-body", "x", file}).code, 64);
    EXPECT_EQ(outrider({"classify", "--signatures", dir / "none", file}).code, 66);
    const Exit wrong =
        outrider({"classify", "--signatures", dir.file("s.json", R"({"signatures": [{"id": 3}]})"), file});
    EXPECT_EQ(wrong.code, 64);
    EXPECT_EQ(wrong.out, "");
    EXPECT_THAT(wrong.err,
                AllOf(HasSubstr("s.json: /signatures/0/id"), HasSubstr("/signatures/0: kind is missing")));
}

TEST(Signatures, OfAUserCountInBothCommands) {
    const TempDir dir;
    const std::string signatures = dir.file("own.json", own_signature);
    const Exit saved = outrider({"classify", "--signatures", signatures, dir.file("b.http", blocked)});
    EXPECT_EQ(Json::parse(saved.out)["vendor"], "shop-guard");

    const ScriptedServer server(answer(blocked));
    EXPECT_EQ(probe({server.url()}).verdict(), "success/-/-");
    const Report report = probe({server.url(), "--signatures", signatures});
    EXPECT_EQ(report.verdict(), "banned/-/target");
    EXPECT_EQ(report.result()["vendor"], "shop-guard");
    EXPECT_EQ(report.result()["evidence"], "header X-Shop-Guard: 1");

    const std::string plan = dir.file(
        "plan.json", Json{{"targets", {server.url()}}, {"signatures", dir.file("bad.json", "{}")}}.dump());
    const Exit refused = outrider({"--plan", plan});
    EXPECT_EQ(refused.code, 64);
    EXPECT_THAT(refused.err, HasSubstr("bad.json: /signatures"));
}

}  // namespace
}  // namespace integration
