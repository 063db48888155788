#include "outrider/cli/lay_options.hpp"

#include "layers.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace outrider::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;

OptionValues plan_of(const std::string& option, const Strings& values) {
    OptionValues plan;
    const std::string place = '/' + find_option(option)->plan_key();
    for (std::size_t i = 0; i < values.size(); ++i) {
        plan[option].push_back({values[i], values.size() > 1 ? place + '/' + std::to_string(i) : place});
    }
    return plan;
}

struct PrecedenceCase {
    Strings arguments;
    Strings environment;
    Strings plan;
    std::chrono::seconds deadline;
};

TEST(Precedence, CommandLineBeatsEnvironmentBeatsPlan) {
    using std::chrono::seconds;
    const std::vector<PrecedenceCase> cases{
        {{}, {}, {}, seconds(10)},
        {{}, {}, {"1s"}, seconds(1)},
        {{}, {"OUTRIDER_DEADLINE=2s"}, {}, seconds(2)},
        {{}, {"OUTRIDER_DEADLINE=2s"}, {"1s"}, seconds(2)},
        {{"--deadline", "3s"}, {}, {}, seconds(3)},
        {{"--deadline", "3s"}, {}, {"1s"}, seconds(3)},
        {{"--deadline", "3s"}, {"OUTRIDER_DEADLINE=2s"}, {}, seconds(3)},
        {{"--deadline", "3s"}, {"OUTRIDER_DEADLINE=2s"}, {"1s"}, seconds(3)},
        {{"--deadline", "3s", "--deadline=4s"}, {}, {}, seconds(4)},
        {{}, {"OUTRIDER_DEADLINE="}, {"1s"}, seconds(1)},
    };
    for (const PrecedenceCase& one : cases) {
        const Laid result = laid(one.arguments, one.environment, plan_of("deadline", one.plan));
        EXPECT_THAT(result.errors, IsEmpty());
        EXPECT_EQ(result.settings.deadline, one.deadline);
    }
}

TEST(Precedence, AFlagCanBeTurnedOffByAStrongerSource) {
    EXPECT_TRUE(laid({}, {}, plan_of("insecure", {"1"})).settings.request.insecure);
    EXPECT_FALSE(laid({}, {"OUTRIDER_INSECURE=0"}, plan_of("insecure", {"1"})).settings.request.insecure);
    EXPECT_TRUE(laid({"--insecure"}, {"OUTRIDER_INSECURE=0"}).settings.request.insecure);
    EXPECT_FALSE(laid({"--insecure=0"}, {"OUTRIDER_INSECURE=1"}).settings.request.insecure);
}

TEST(Precedence, RepeatableValuesAddUp) {
    const Laid result =
        laid({"-x", "http://c1", "--proxy=http://c2"}, {"OUTRIDER_PROXY=http://e1\n\nhttp://e2\r\n"},
             plan_of("proxy", {"http://p1", "http://p2"}));
    EXPECT_THAT(result.settings.proxies,
                ElementsAre("http://c1", "http://c2", "http://e1", "http://e2", "http://p1", "http://p2"));
}

TEST(Precedence, SeveralAddressesOfOneName) {
    const Laid result = laid({"--resolve", "a:1:127.0.0.1"}, {"OUTRIDER_RESOLVE=a:1:[::1]"});
    EXPECT_THAT(result.settings.resolve, SizeIs(2));
}

TEST(Precedence, HeadersReplaceEachOtherByNameBetweenSources) {
    const Laid result = laid({"-H", "X-A: 1", "-H", "x-a: 2"}, {"OUTRIDER_HEADER=X-a: 3\nX-B: 4\nX-B: 5"},
                             plan_of("header", {"X-b: 6", "X-C: 7", "X-A: 8"}));
    EXPECT_EQ(result.settings.request.headers,
              (Headers{{"X-A", "1"}, {"x-a", "2"}, {"X-B", "4"}, {"X-B", "5"}, {"X-C", "7"}}));
}

TEST(Precedence, AHeaderThatIsTakenOutStaysOut) {
    const Laid result = laid({"-H", "Accept:"}, {}, plan_of("header", {"Accept: text/html"}));
    EXPECT_EQ(result.settings.request.headers, (Headers{{"Accept", ""}}));
}

TEST(Precedence, ABodyReplacesTheFileOfAWeakerSource) {
    const Laid text = laid({"--body", "text"}, {"OUTRIDER_BODY=@file"});
    EXPECT_EQ(text.settings.request.body, "text");
    EXPECT_EQ(text.settings.body_file, std::nullopt);
    const Laid file = laid({"--body", "@file"}, {"OUTRIDER_BODY=text"});
    EXPECT_EQ(file.settings.request.body, "");
    EXPECT_EQ(file.settings.body_file, "file");
}

TEST(Errors, EachNamesItsPlaceAndAllAreListed) {
    OptionValues plan = plan_of("deadline", {"1d"});
    plan.merge(plan_of("resolve", {"a:1:127.0.0.1", "nonsense"}));
    const Laid result =
        laid({"--attempts", "0", "--policy=lax"}, {"OUTRIDER_DEADLINE=soon", "OUTRIDER_DIRECT=yes"}, plan);
    EXPECT_THAT(result.errors,
                testing::UnorderedElementsAre(
                    "--attempts: '0' is out of range: allowed is 1..1000", StartsWith("--policy: 'lax'"),
                    AllOf(StartsWith("OUTRIDER_DEADLINE: 'soon'"), HasSubstr("500ms")),
                    StartsWith("OUTRIDER_DIRECT: "), StartsWith("/deadline: '1d'"),
                    StartsWith("/resolve/1: 'nonsense'")));
}

TEST(Errors, AValueThatIsBeatenIsCheckedToo) {
    EXPECT_THAT(laid({"--deadline", "3s"}, {}, plan_of("deadline", {"never"})).errors,
                ElementsAre(StartsWith("/deadline: 'never'")));
    EXPECT_THAT(laid({"--deadline", "x", "--deadline", "3s"}).errors,
                ElementsAre(StartsWith("--deadline: 'x'")));
}

TEST(Errors, NeverShowSecrets) {
    const Laid result =
        laid({"-H", "Cookie hunter2", "--body", "@", "-x", "http://u:hunter2@h", "http://u:hunter2@t"},
             {"OUTRIDER_HEADER=Authorization hunter2"});
    EXPECT_THAT(result.errors, SizeIs(3));
    for (const std::string& error : result.errors)
        EXPECT_THAT(error, testing::Not(HasSubstr("hunter2")));
}

TEST(Together, OneAddressFamilyOnly) {
    EXPECT_EQ(laid({"-4"}).settings.family, AddressFamily::ipv4);
    EXPECT_EQ(laid({"-6"}).settings.family, AddressFamily::ipv6);
    EXPECT_EQ(laid({}).settings.family, AddressFamily::any);
    EXPECT_THAT(laid({"-46"}).errors, ElementsAre(AllOf(StartsWith("--ipv6: "), HasSubstr("--ipv4"))));
    EXPECT_THAT(laid({"-4"}, {"OUTRIDER_IPV6=1"}).errors, SizeIs(1));
    const Laid turned_off = laid({"-4", "--ipv6=0"}, {"OUTRIDER_IPV6=1"});
    EXPECT_THAT(turned_off.errors, IsEmpty());
    EXPECT_EQ(turned_off.settings.family, AddressFamily::ipv4);
}

TEST(Together, AShardFailsOnNothingUnlessAsked) {
    EXPECT_EQ(laid({}).settings.fail_on, FailOn::degraded);
    EXPECT_EQ(laid({"--shard", "0/2"}).settings.fail_on, FailOn::never);
    EXPECT_EQ(laid({}, {}, plan_of("shard", {"job/2"})).settings.fail_on, FailOn::never);
    EXPECT_EQ(laid({"--shard", "0/2", "--fail-on", "degraded"}).settings.fail_on, FailOn::degraded);
    EXPECT_EQ(laid({"--shard", "0/2"}, {"OUTRIDER_FAIL_ON=critical"}).settings.fail_on, FailOn::critical);
}

TEST(Together, AKeyNeedsItsCertificate) {
    EXPECT_THAT(laid({"--key", "k.pem"}).errors,
                ElementsAre(AllOf(StartsWith("--key: "), HasSubstr("--cert"))));
    EXPECT_THAT(laid({"--cert", "c.pem"}).errors, IsEmpty());
    EXPECT_THAT(laid({"--key", "k.pem"}, {"OUTRIDER_CERT=c.pem"}).errors, IsEmpty());
}

TEST(Together, StdinIsOneInputOnly) {
    const std::vector<std::pair<Strings, bool>> cases{
        {{"--targets", "-"}, true},
        {{"-"}, true},
        {{"--targets", "-", "--plan", "-"}, false},
        {{"--targets", "-", "--proxies", "-"}, false},
        {{"--proxies", "-", "--proxies", "-"}, false},
        {{"--plan", "-", "--body", "@-"}, false},
        {{"-", "--proxies", "-"}, false},
        {{"--signatures", "-", "--cacert", "-"}, false},
        {{"--cert", "-", "--key", "-"}, false},
        {{"--cert", "-", "--key", "file"}, true},
        {{"--targets", "-", "--targets", "list.txt", "--plan", "-"}, true},
        {{"-", "-"}, false},
        {{"--signatures", "-", "-"}, false},
        {{"--signatures", "-", "--proxies", "-", "http://h"}, false},
        {{"--signatures", "-", "http://h"}, true},
        {{"classify", "-"}, true},
        {{"classify", "-", "a", "-"}, false},
        {{"classify", "--signatures", "-", "-"}, false},
        {{"classify", "--signatures", "-", "a"}, true},
        {{"merge", "a", "-"}, true},
        {{"merge", "-", "a", "-"}, false},
    };
    for (const auto& [arguments, fine] : cases) {
        EXPECT_EQ(laid(arguments).errors.empty(), fine) << testing::PrintToString(arguments);
    }
    EXPECT_THAT(laid({"--targets", "-"}, {"OUTRIDER_PLAN=-"}).errors,
                ElementsAre("OUTRIDER_PLAN: stdin is read by --targets already"));
    EXPECT_THAT(laid({"-", "--signatures", "-", "--body", "@-"}).errors,
                ElementsAre("--body: stdin is read by TARGET already",
                            "--signatures: stdin is read by TARGET already"));
    EXPECT_THAT(laid({"-", "-"}).errors, ElementsAre("TARGET: stdin is read by TARGET already"));
    EXPECT_THAT(laid({"classify", "-"}, {"OUTRIDER_SIGNATURES=-"}).errors,
                ElementsAre("FILE: stdin is read by OUTRIDER_SIGNATURES already"));
    EXPECT_THAT(laid({"-"}).settings.targets, IsEmpty());
    EXPECT_EQ(laid({"-"}).settings.targets_file, "-");
}

TEST(Together, NoPathIsWrittenTwice) {
    const std::string here = std::filesystem::current_path().string();
    const std::vector<std::pair<Strings, bool>> cases{
        {{"-o", "a", "--report", "text=b"}, true},
        {{"-o", "a", "--report", "text=a"}, false},
        {{"-o", "a", "--report", "json=./x/../a"}, false},
        {{"-o", "a", "--report", "json=" + here + "/a"}, false},
        {{"--report", "text=a", "--report", "json=a"}, false},
        {{"-o", "a", "-o", "b", "--report", "text=a"}, true},
        {{"-o", "-", "--report", "text=a"}, true},
        {{"-o", "a", "--proxies-out", "b"}, true},
        {{"-o", "a", "--proxies-out", "./a"}, false},
        {{"--report", "text=a", "--proxies-out", "a"}, false},
        {{"--proxies", "a", "--proxies-out", "a"}, true},
    };
    for (const auto& [arguments, fine] : cases) {
        EXPECT_EQ(laid(arguments).errors.empty(), fine) << testing::PrintToString(arguments);
    }
    EXPECT_THAT(laid({"-o", "a"}, {"OUTRIDER_REPORT=text=a"}).errors,
                ElementsAre("OUTRIDER_REPORT: 'a' is written by --output already"));
}

class Files : public testing::Test {
protected:
    void SetUp() override {
        folder_ =
            std::filesystem::path(testing::TempDir()) /
            ("outrider_files_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
        std::filesystem::remove_all(folder_);
        std::filesystem::create_directories(folder_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    std::string write(const std::string& name, const std::string& content) const {
        const std::string path = (folder_ / name).string();
        std::ofstream(path, std::ios::binary) << content;
        return path;
    }
    static Strings open(Laid& result) { return open_files(result, Clock::now() + std::chrono::seconds(20)); }

    std::filesystem::path folder_;
};

TEST_F(Files, TheBodyIsRead) {
    const std::string bytes("a\0\r\n\xff", 5);
    Laid result = laid({"--body", '@' + write("body", bytes)});
    EXPECT_THAT(open(result), IsEmpty());
    EXPECT_EQ(result.settings.request.body, bytes);
}

TEST_F(Files, CertificatesAndKeysAreRead) {
    Laid result =
        laid({"--cacert", write("ca", "a"), "--cert", write("cert", "b"), "--key", write("key", "c")});
    EXPECT_THAT(open(result), IsEmpty());
    EXPECT_EQ(result.settings.cacert, "a");
    EXPECT_EQ(result.settings.cert, Secret("b"));
    EXPECT_EQ(result.settings.key, Secret("c"));
}

TEST_F(Files, WhatCannotBeOpenedIsListedWithItsPlace) {
    const std::string missing = (folder_ / "missing").string();
    Laid result = laid({"--body", '@' + missing, "--cert", missing},
                       {"OUTRIDER_CACERT=" + missing, "OUTRIDER_KEY=" + folder_.string()});
    EXPECT_THAT(result.errors, IsEmpty());
    EXPECT_THAT(open(result),
                testing::UnorderedElementsAre(AllOf(StartsWith("--body: "), HasSubstr("No such file")),
                                              AllOf(StartsWith("--cert: "), HasSubstr(missing)),
                                              StartsWith("OUTRIDER_CACERT: "),
                                              AllOf(StartsWith("OUTRIDER_KEY: "), HasSubstr("directory"))));
}

TEST_F(Files, AFileThatIsBeatenIsNotOpened) {
    const std::string pem = write("ca.pem", "");
    Laid result = laid({"--cacert", pem, "--body", "text"},
                       {"OUTRIDER_CACERT=/nonexistent", "OUTRIDER_BODY=@/nonexistent"});
    EXPECT_THAT(open(result), IsEmpty());
    EXPECT_EQ(result.settings.request.body, "text");
}

TEST_F(Files, ABodyTooLargeIsRefused) {
    Laid result = laid({"--body", '@' + write("body", std::string((1 << 20) + 1, 'x'))});
    EXPECT_THAT(open(result), ElementsAre(HasSubstr("1048576")));
    EXPECT_EQ(result.settings.request.body, "");
}

}  // namespace
}  // namespace outrider::test
