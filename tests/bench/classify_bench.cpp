#include "classify/conclude.hpp"

#include <benchmark/benchmark.h>
#include <re2/re2.h>

#include <string>

// What classification costs: beside one pass of one pattern over the same page, and of a plain answer.

namespace {

using namespace outrider;

std::string long_page() {
    static const std::string paragraph =
        "<p class=\"text\">The ferry leaves <a href=\"/harbour\">the old harbour</a> twice an hour, and "
        "tickets are "
        "sold at the gate &amp; on board. <img src=\"/img/1.jpg\" alt=\"ferry\"></p>\n<script>var a = {b: "
        "1};</script>\n";
    std::string page = "<!doctype html><html><head><title>Ferries</title></head><body>";
    while (page.size() < 256 * 1024)
        page += paragraph;
    page.resize(256 * 1024);
    return page;
}

Observation answered(std::string type, std::string body) {
    Observation seen;
    seen.answer.emplace();
    seen.answer->status = 200;
    seen.answer->headers = {{"Date", "Tue, 01 Dec 2026 09:00:00 GMT"},
                            {"Server", "nginx"},
                            {"Content-Type", std::move(type)},
                            {"Set-Cookie", "session=1; Path=/"},
                            {"Cache-Control", "no-store"}};
    seen.answer->body = std::move(body);
    return seen;
}

void judge(benchmark::State& state, const Observation& seen) {
    const Matcher matcher(built_in_signatures());
    const ProbeTarget target;
    const Question asked{.target = target, .matcher = matcher};
    for (auto round : state)
        benchmark::DoNotOptimize(conclude(seen, asked));
}

void page_with_all_signatures(benchmark::State& state) {
    judge(state, answered("text/html", long_page()));
}
void page_with_one_pattern(benchmark::State& state) {
    const std::string page = long_page();
    re2::RE2::Options options(re2::RE2::Latin1);
    options.set_case_sensitive(false);
    const re2::RE2 regex("window\\._cf_chl_opt\\s*=", options);
    for (auto round : state)
        benchmark::DoNotOptimize(re2::RE2::PartialMatch(page, regex));
}
void plain_json(benchmark::State& state) {
    judge(state, answered("application/json", R"({"id": 88, "status": "queued", "items": [1, 2, 3]})"));
}
void start(benchmark::State& state) {
    for (auto round : state) {
        const Matcher matcher(built_in_signatures());
        benchmark::DoNotOptimize(&matcher);
    }
}

BENCHMARK(page_with_all_signatures)->Unit(benchmark::kMicrosecond);
BENCHMARK(page_with_one_pattern)->Unit(benchmark::kMicrosecond);
BENCHMARK(plain_json)->Unit(benchmark::kMicrosecond);
BENCHMARK(start)->Unit(benchmark::kMicrosecond);

}  // namespace
