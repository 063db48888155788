#include "report/reports.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace outrider {
namespace {

using testing::add;
using ::testing::AllOf;
using testing::Generator;
using ::testing::HasSubstr;
using testing::ms;
using ::testing::Not;
using testing::report_of;
using testing::ResultOf;
using testing::run_over;
using testing::seed_example;
using testing::success;
using testing::throttled;

std::vector<std::string> lines_of(const std::string& text) {
    std::istringstream in(text);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);)
        lines.push_back(line);
    return lines;
}

std::string shown(const DiagnosticReport& report) {
    return summary_text(report, false);
}

TEST(Summary, OfTheSeedExample) {
    EXPECT_EQ(shown(seed_example()),
              "CRITICAL  halt\n"
              "why       1 of 3 completed probes was throttled\n"
              "          2 of 3 completed probes succeeded, less than 90 %\n"
              "probes    3 of 3 completed in 1004 ms\n"
              "          66.67 % succeeded: 2 success, 1 rate_limited\n"
              "latency   mean 336 ms, p50 2.5 ms, p95 1003 ms, max 1003 ms\n"
              "targets   2 of 3 healthy\n"
              "  CRITICAL    0/1 ok  1 rate_limited  http://t1.example/\n"
              "next      do not dispatch now\n"
              "          retry after 5, 10, 20, 40, 60 s (full jitter)\n");
}

TEST(Summary, IsTheTextReport) {
    const Rendered rendered = render(seed_example(), ReportKind::text, Serializer::simdjson, true);
    EXPECT_EQ(rendered.bytes, summary_text(seed_example(), false, 100));
    EXPECT_EQ(rendered.warning, "");
}

TEST(Summary, EachStateSaysWhatToDoNext) {
    RunRecord run = run_over(1);
    add(run, success());
    EXPECT_THAT(shown(report_of(run)),
                AllOf(HasSubstr("HEALTHY   dispatch\n"), HasSubstr("next      dispatch the batch\n"),
                      HasSubstr("100 % succeeded: 1 success\n"), Not(HasSubstr("why"))));
    run.results[0].latency = ms(2500);
    EXPECT_THAT(shown(report_of(run)), AllOf(HasSubstr("DEGRADED  reduce\n"),
                                             HasSubstr("next      dispatch at half the concurrency\n")));
    add(run, throttled().waits(120, "120"));
    EXPECT_THAT(shown(report_of(run)),
                AllOf(HasSubstr("CRITICAL  halt\n"), HasSubstr("next      do not dispatch now\n"),
                      HasSubstr("retry after 120, 120, 120, 120, 120 s (no jitter)\n")));
}

TEST(Summary, TellsAQuota) {
    RunRecord run = run_over(1);
    add(run, success().quota(10, 60));
    EXPECT_THAT(shown(report_of(run)),
                HasSubstr("send at most 0.166667 requests a second from one address\n"));
}

TEST(Summary, TellsHowTheRunEnded) {
    RunRecord run = run_over(1);
    run.duration = ms(12'340);
    add(run, success());
    add(run, success().control());
    EXPECT_THAT(shown(report_of(run)), HasSubstr("1 of 1 completed in 12.3 s, and 1 control\n"));
    add(run, success().control());
    run.deadline_hit = true;
    EXPECT_THAT(shown(report_of(run)), HasSubstr("in 12.3 s, ended by the deadline, and 2 controls\n"));
    const std::pair<Interrupt, const char*> signals[] = {
        {Interrupt::sighup, "SIGHUP"}, {Interrupt::sigint, "SIGINT"}, {Interrupt::sigterm, "SIGTERM"}};
    for (const auto& [interrupt, name] : signals) {
        run.interrupt = interrupt;
        EXPECT_THAT(shown(report_of(run)), HasSubstr(std::string("ended by ") + name));
    }
}

TEST(Summary, NamesTheRun) {
    RunRecord run = run_over(1);
    run.name = "nightly";
    EXPECT_THAT(shown(report_of(run)), HasSubstr("halt  (nightly)\n"));
}

TEST(Summary, OfARunWithoutResults) {
    EXPECT_THAT(shown(report_of(run_over(1))), AllOf(HasSubstr("0 of 0 completed"), Not(HasSubstr("latency")),
                                                     Not(HasSubstr("succeeded:"))));
}

// Proxy `index` with so many good and bad probes.
void add_probes(RunRecord& run, std::uint32_t index, std::size_t good, std::size_t bad) {
    add(run, success().proxy(index), good);
    add(run, ResultOf(Error::proxy_timeout).proxy(index).blame(Blame::proxy), bad);
}

TEST(Summary, ListsTheThreeWorstProxies) {
    RunRecord run = run_over(1, 6);
    add_probes(run, 0, 1, 2);
    add_probes(run, 1, 0, 1);
    add_probes(run, 2, 3, 0);
    add_probes(run, 3, 0, 4);
    add_probes(run, 4, 1, 3);
    add(run, ResultOf(Error::not_started).proxy(5));
    const std::string text = shown(report_of(run));
    EXPECT_THAT(text, HasSubstr("proxies   1 of 5 tested are usable, 4 failed, 1 untested\n"
                                "  failed      0/4 ok  4 proxy_timeout  http://127.0.0.4:8080\n"
                                "  failed      0/1 ok  1 proxy_timeout  http://127.0.0.2:8080\n"
                                "  failed      1/4 ok  3 proxy_timeout  http://127.0.0.5:8080\n"
                                "note"));
}

TEST(Summary, ALowRateIsWorseThanManyProbes) {
    RunRecord run = run_over(1, 2);
    add_probes(run, 0, 1, 9);
    add_probes(run, 1, 0, 1);
    const std::string text = shown(report_of(run));
    EXPECT_LT(text.find("http://127.0.0.2"), text.find("http://127.0.0.1:"));
}

TEST(Summary, ASevereStateIsWorseThanALowRate) {
    RunRecord run = run_over(2);
    add(run, success().target(0), 8);
    add(run, ResultOf(Outcome::server_error).target(0), 2);  // DEGRADED
    add(run, success().target(1), 99);
    add(run, throttled().target(1));  // CRITICAL
    const std::string text = shown(report_of(run));
    EXPECT_LT(text.find("http://t1"), text.find("http://t0"));
}

TEST(Summary, AKnownFaultIsWorseThanNothingKnown) {
    RunRecord run = run_over(2);
    add(run, ResultOf(Error::not_started).target(0));
    add(run, success(ms(2500)).target(1), 5);
    const std::string text = shown(report_of(run));
    EXPECT_LT(text.find("http://t1"), text.find("http://t0"));
}

TEST(Summary, CountsEveryVerdict) {
    RunRecord run = run_over(1, 3);
    add(run, ResultOf(Outcome::banned).answered(403, ms(1)).proxy(0));
    add(run, ResultOf(Outcome::challenged).answered(403, ms(1)).proxy(1));
    add(run, ResultOf(Outcome::server_error).answered(500, ms(1)).proxy(2));
    EXPECT_THAT(shown(report_of(run)),
                HasSubstr("0 of 3 tested are usable, 1 banned, 1 challenged, 1 unproven\n"));
}

// The lines that label `proxies` stands for.
std::string on_proxies(const DiagnosticReport& report) {
    const std::string text = shown(report);
    const std::size_t start = text.find("\nproxies ") + 1;
    return text.substr(start, text.find("\nnext") + 1 - start);
}

TEST(Summary, UnderPolicyPoolTheSampleSpeaksForAll) {
    RunRecord run = run_over(1, 100);
    for (std::uint32_t i = 0; i < 50; ++i)
        add_probes(run, i, i % 10 != 0, i % 10 == 0);
    EXPECT_THAT(on_proxies(report_of(run)),
                HasSubstr("45 of 50 tested are usable (83 to 94 % of all), 5 failed, 50 untested\n"));
    Thresholds strict;
    strict.policy = Policy::strict;
    EXPECT_THAT(on_proxies(report_on(run, strict, Detail::all)), Not(HasSubstr("of all")));
    for (std::uint32_t i = 50; i < 100; ++i)
        add_probes(run, i, 1, 0);
    EXPECT_THAT(on_proxies(report_of(run)), Not(HasSubstr("of all"))) << "all tested leave no doubt";
    run.results.clear();
    EXPECT_THAT(on_proxies(report_of(run)), Not(HasSubstr("of all"))) << "none tested say nothing";
}

TEST(Summary, EqualRowsStandInTheirOrder) {
    RunRecord run = run_over(5);
    for (std::uint32_t i = 0; i < 5; ++i)
        add(run, throttled().target(i));
    const std::string text = shown(report_of(run));
    EXPECT_LT(text.find("http://t0"), text.find("http://t1"));
    EXPECT_LT(text.find("http://t1"), text.find("http://t2"));
    EXPECT_EQ(text.find("http://t3"), std::string::npos);
}

TEST(Summary, ATargetOfWhichNothingIsKnown) {
    RunRecord run = run_over(1);
    run.targets[0].name = "front page";
    add(run, ResultOf(Error::not_started));
    EXPECT_THAT(shown(report_of(run)),
                HasSubstr("  unknown     0/0 ok  1 not_started  http://t0.example/ (front page)\n"));
}

TEST(Summary, TheMainFailureIsTheMostFrequentOne) {
    RunRecord run = run_over(1);
    add(run, ResultOf(Error::read_timeout), 2);
    add(run, ResultOf(Error::connect_refused), 3);
    add(run, ResultOf(Outcome::server_error).answered(500, ms(1)), 4);
    EXPECT_THAT(shown(report_of(run)), HasSubstr("0/9 ok  3 connect_refused"));
    add(run, ResultOf(Outcome::server_error).answered(500, ms(1)), 2);
    EXPECT_THAT(shown(report_of(run)), HasSubstr("0/11 ok  6 server_error"));
}

TEST(Summary, SuccessIsNoFailureAndUnexpectedIsOne) {
    RunRecord run = run_over(1);
    add(run, success(), 5);
    add(run, ResultOf(Outcome::unexpected).answered(302, ms(1)), 2);
    EXPECT_THAT(shown(report_of(run)), HasSubstr("5/7 ok  2 unexpected"));
}

TEST(Summary, OnlyTheStateIsColoured) {
    const std::string text = summary_text(seed_example(), true);
    EXPECT_THAT(text, HasSubstr("\x1b[1;31mCRITICAL\x1b[0m  halt\n"));
    EXPECT_THAT(text, HasSubstr("\n  \x1b[1;31mCRITICAL\x1b[0m    0/1 ok"));
    EXPECT_EQ(std::count(text.begin(), text.end(), '\x1b'), 4);
    RunRecord run = run_over(1);
    add(run, success());
    EXPECT_THAT(summary_text(report_of(run), true), HasSubstr("\x1b[1;32mHEALTHY\x1b[0m"));
    run.results[0].latency = ms(2500);
    EXPECT_THAT(summary_text(report_of(run), true), HasSubstr("\x1b[1;33mDEGRADED\x1b[0m"));
}

TEST(Summary, TextFromElsewhereForgesNothing) {
    RunRecord run = run_over(1, 1);
    run.name = "x\nHEALTHY";
    run.targets[0].url = "http://a/\x1b[2J";
    run.proxies[0].name = "\xE2\x80\xAE\rHEALTHY";
    add(run, throttled().proxy(0));
    const std::string text = shown(report_of(run));
    EXPECT_THAT(text, HasSubstr("(x\\x0AHEALTHY)"));
    EXPECT_THAT(text, HasSubstr("http://a/\\x1B[2J"));
    EXPECT_EQ(text.find('\x1b'), std::string::npos);
    EXPECT_EQ(text.find('\r'), std::string::npos);
    EXPECT_EQ(text.find("\xE2\x80\xAE"), std::string::npos);
}

// An upper bound: every character as wide as one can be told to be, escapes aside.
std::size_t columns(const std::string& line) {
    std::size_t count = 0;
    for (const char c : line) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x80 || byte >= 0xC0) ++count;
    }
    return count;
}

TEST(Summary, KeepsToItsWidthAndToADozenLinesOrSo) {
    Generator generator(42);
    for (int i = 0; i < 200; ++i) {
        const DiagnosticReport report = generator.report();
        for (const std::size_t width : {1u, 20u, 80u, 100u}) {
            const std::string text = summary_text(report, false, width);
            ASSERT_EQ(text.back(), '\n');
            for (const std::string& line : lines_of(text))
                ASSERT_LE(columns(line), width);
        }
        ASSERT_LE(lines_of(shown(report)).size(), 22u) << shown(report);
    }
    EXPECT_EQ(lines_of(summary_text(seed_example(), false, 20)).at(1), "why       1 of 3");
}

TEST(Summary, ColourCostsNoWidth) {
    const std::string plain = summary_text(seed_example(), false, 30);
    std::string coloured = summary_text(seed_example(), true, 30);
    for (const std::string code : {"\x1b[1;31m", "\x1b[0m"}) {
        for (std::size_t at; (at = coloured.find(code)) != std::string::npos;)
            coloured.erase(at, code.size());
    }
    EXPECT_EQ(coloured, plain);
}

}  // namespace
}  // namespace outrider
