// What others took for a block, or failed to see as one (field cases, section 13).
#include "certificates.hpp"
#include "files.hpp"
#include "outrider.hpp"
#include "scripted_server.hpp"

#include <gtest/gtest.h>

namespace integration {
namespace {

const std::string html = "Content-Type: text/html; charset=utf-8\r\n";
const std::string anubis = R"(<link rel="stylesheet" href="/.within.website/x/xess/xess.min.css">)";

Json probe_one(const std::string& bytes, std::vector<std::string> more = {}) {
    const ScriptedServer server(answer(bytes));
    more.insert(more.begin(), server.url());
    return probe(more).result();
}

TEST(FieldBlocks, ACdnInFrontIsNone) {
    const ScriptedServer server(answer(response(200, html + "Server: cloudflare\r\nCF-RAY: 8f00-FRA\r\n",
                                                "<html><title>Shop</title>ok</html>")));
    const Report report = probe({server.url()});
    EXPECT_EQ(report.text("/diagnosis/state"), R"("HEALTHY")");
    EXPECT_EQ(report.verdict(), "success/-/-");
    EXPECT_EQ(report.result()["edge"], "cloudflare");
    EXPECT_EQ(report.result()["vendor"].dump(), "null");
}

TEST(FieldBlocks, AChallengeMayComeWith200) {
    const Json result = probe_one(
        response(200, html,
                 "<html><title>Just a moment...</title><script "
                 "src=\"/cdn-cgi/challenge-platform/h/g/orchestrate/chl_page/v1\"></script></html>"));
    EXPECT_EQ(verdict_of(result), "challenged/-/target");
    EXPECT_EQ(result["vendor"], "cloudflare");
    EXPECT_EQ(result["challenge_kind"], "js");
}

// 131,072 bytes of a script before the marker, and as many after it.
TEST(FieldBlocks, AMarkerIsSeenAsFarAsTheBodyIsRead) {
    const std::string filler = "<script>" + std::string(131'072, ';') + "</script>";
    const std::string page = response(200, html, "<html>" + filler + anubis + filler + "</html>");
    const Json whole = probe_one(page);
    EXPECT_EQ(verdict_of(whole), "challenged/-/target");
    EXPECT_EQ(whole["truncated"], true) << "256 KiB are read";
    const Json half = probe_one(page, {"--max-body", "128KiB"});
    EXPECT_EQ(verdict_of(half), "success/-/-");
    EXPECT_EQ(half["truncated"], true);
    EXPECT_EQ(half["bytes"], 131'072);
}

TEST(FieldBlocks, AProofOfWorkIsAWallWhateverItsStatus) {
    for (const int status : {200, 202, 401}) {
        const Json result = probe_one(response(status, html, "<html>" + anubis + "</html>"));
        EXPECT_EQ(verdict_of(result), "challenged/-/target") << status;
        EXPECT_EQ(result["challenge_kind"], "pow");
    }
    const Json accepted = probe_one(
        response(202, html, "<html><script>document.cookie='k=1';location.reload()</script></html>"));
    EXPECT_EQ(verdict_of(accepted), "challenged/-/target") << "nothing but a cookie and once more";
}

TEST(FieldBlocks, WhatNobodyElseSaysIsTheUsersToName) {
    const std::string blocked = response(200, html, "<html><p>pst: ip blocked</p></html>");
    EXPECT_EQ(verdict_of(probe_one(blocked)), "success/-/-");
    const TempDir dir;
    const std::string own = dir.file("own.json", R"({"signatures": [{"id": "pst", "kind": "block",
        "extent": "bare", "all": [{"text": "^pst: ip blocked"}], "source": "seen by us"}]})");
    const Json named = probe_one(blocked, {"--signatures", own});
    EXPECT_EQ(verdict_of(named), "banned/-/target");
    EXPECT_EQ(named["evidence"], "text pst: ip blocked");
    EXPECT_EQ(verdict_of(probe_one(blocked, {"--expect-body", "in stock"})), "unexpected/-/target");
}

// A reset may be a block, but does not say so; the run goes on.
TEST(FieldBlocks, AResetIsOne) {
    const ScriptedServer after_hello([](Peer& peer) { peer.read(5), peer.reset(); });
    const ScriptedServer after_request([](Peer& peer) { peer.read_head(), peer.reset(); });
    const ScriptedServer well(answer(response(200)));
    const Report report = probe({"https://" + host_port(after_hello.port()), after_request.url(), well.url(),
                                 "--cacert", certificate("ca")});
    EXPECT_EQ(report.verdict(0), "network_error/tls_handshake/target");
    EXPECT_EQ(report.verdict(1), "network_error/connection_reset/target");
    EXPECT_EQ(report.verdict(2), "success/-/-");
    EXPECT_EQ(report.text("/summary/ban_count"), "0");
}

TEST(FieldBlocks, AskingWhoItIsIsNone) {
    const Json result = probe_one(response(401, "WWW-Authenticate: Basic realm=\"x\"\r\n", "who?"));
    EXPECT_EQ(verdict_of(result), "client_error/-/target");
}

}  // namespace
}  // namespace integration
