#include "house/rules.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace outrider::house {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

const std::vector<Source>& repository() {
    static const std::vector<Source> sources = read_sources(HOUSE_ROOT);
    return sources;
}

class EveryRule : public testing::TestWithParam<Rule> {};

TEST_P(EveryRule, HoldsInTheWholeRepository) {
    for (const Source& source : repository()) {
        EXPECT_THAT(GetParam().check(source), IsEmpty());
    }
}

INSTANTIATE_TEST_SUITE_P(House, EveryRule, testing::ValuesIn(rules()),
                         [](const auto& rule) { return std::string(rule.param.name); });

TEST(House, HeadersAreTested) {
    EXPECT_THAT(check_headers_are_tested(repository()), IsEmpty());
}

TEST(House, IsLookedAtAtAll) {
    const auto holds = [](const char* path) {
        return std::any_of(repository().begin(), repository().end(),
                           [&](const Source& source) { return source.path == path; });
    };
    EXPECT_TRUE(holds("src/main.cpp"));
    EXPECT_TRUE(holds("include/outrider/model/outcome.hpp"));
    EXPECT_TRUE(holds("tests/house/house_test.cpp"));
}

/// A snippet that a rule lets pass or complains of.
struct Snippet {
    const char* rule;
    const char* path;
    const char* text;
};

Complaints complaints_of(const Snippet& snippet) {
    const auto rule =
        std::find_if(rules().begin(), rules().end(), [&](const Rule& r) { return r.name == snippet.rule; });
    return rule == rules().end() ? Complaints{"no such rule"} : rule->check({snippet.path, snippet.text});
}

const Snippet broken[] = {
    {"flow", "src/wire/socks5.cpp", "#include \"outrider/net/stream.hpp\"\n"},
    {"flow", "include/outrider/model/text.hpp", "#include \"outrider/cli/options.hpp\"\n"},
    {"flow", "src/probe/probe_one.cpp", "#include \"net/pump.hpp\"\n"},
    {"libraries", "src/plan/job.cpp", "#include <CLI/CLI.hpp>\n"},
    {"libraries", "src/wire/http_request.cpp", "#include <boost/beast/http/message.hpp>\n"},
    {"libraries", "src/report/describe.cpp", "#include <simdjson.h>\n"},
    {"libraries", "include/outrider/wire/handshake.hpp", "#include <boost/asio/buffer.hpp>\n"},
    {"libraries", "src/plan/plan.cpp", "#include <openssl/ssl.h>\n"},
    {"libraries", "src/main.cpp", "#include <openssl/ssl.h>\n"},
    {"purity", "src/stats/totals.cpp", "#include <thread>\n"},
    {"purity", "src/report/text.cpp", "const char* columns = getenv(\"COLUMNS\");\n"},
    {"total_switches", "src/stats/totals.cpp",
     "switch (outcome) {\n    case Outcome::success: { return 1; }\n    default: return 0;\n}\n"},
    {"coroutines", "src/net/a.cpp", "void f() { auto r = R{co_await g(), 1}; }"},
    {"coroutines", "src/net/a.cpp", "void f() { co_return R{co_await g()}; }"},
    {"coroutines", "src/net/a.cpp", "void f() { v = {co_await g()}; }"},
    {"coroutines", "src/net/a.cpp", "void f() { co_await g({1, 2}); }"},
    {"coroutines", "src/net/a.cpp", "void f() { co_await g(Options{.port = 1}); }"},
    {"coroutines", "src/net/a.cpp", "void f() { co_await g([x](int y) { return x + y; }); }"},
    {"coroutines", "src/net/a.cpp", "void f() { auto r = c ? co_await a() : b; }"},
    {"coroutines", "src/net/a.cpp", "void f() { if (co_await g(x)) { h(); } }"},
    {"coroutines", "src/net/a.cpp", "void f() { while (ok && (co_await g(x)).more()) h(); }"},
    {"coroutines", "src/net/a.cpp", "void f() { auto r = co_await g(co_await h()); }"},
    {"coroutines", "src/net/a.cpp", "auto f = [x](int y) -> asio::awaitable<void> { co_await g(x, y); };"},
    {"header_guard", "include/outrider/model/text.hpp", "#include <string>\n"},
    {"no_machine", "src/cli/options.cpp", "const char* log = \"/home/me/log\";\n"},
};

const Snippet sound[] = {
    {"flow", "src/probe/probe_one.cpp",
     "#include \"outrider/net/stream.hpp\"\n#include \"probe/window.hpp\"\n"},
    {"libraries", "src/cli/options.cpp", "#include <CLI/CLI.hpp>\n#include <re2/re2.h>\n"},
    {"libraries", "src/wire/http_response.cpp", "#include <boost/beast/http/parser.hpp>\n"},
    {"libraries", "src/report/simdjson_engine.cpp", "#include <simdjson.h>\n"},
    {"purity", "src/net/tcp.cpp", "#include <unistd.h>\n"},
    {"total_switches", "src/net/resolver.cpp",
     "switch (status) {\n    case ARES_EOF: return 1;\n    default: return 0;\n}\n"},
    {"total_switches", "src/stats/totals.cpp",
     "switch (a) {\n    case Outcome::success: return 1;\n}\nint default_value;\n"},
    {"coroutines", "src/net/a.cpp",
     "awaitable<void> f() {\n    auto [error, n] = co_await g(x, std::move(y));\n}"},
    {"coroutines", "src/net/a.cpp", "void f() { if (x) { co_await g(x); } else { co_await h(); } }"},
    {"coroutines", "src/net/a.cpp", "void f() { for (;;) { const auto r = co_await g(x); } }"},
    {"coroutines", "src/net/a.cpp", "auto f = [](int y) -> awaitable<void> {\n    co_await g(y);\n};"},
    {"coroutines", "src/net/a.cpp",
     "// if (co_await g()) is miscompiled\nconst char* s = \"{co_await f()}\";"},
    {"header_guard", "include/outrider/model/text.hpp", "#pragma once\n"},
    {"no_machine", "src/cli/options.cpp",
     "const char* device = \"/dev/stdout\";  // https://host.example/home/x\n"},
};

TEST(House, EveryRuleCanBeBroken) {
    for (const Snippet& snippet : broken) {
        EXPECT_THAT(complaints_of(snippet), SizeIs(1)) << snippet.rule << ": " << snippet.text;
    }
    EXPECT_THAT(complaints_of({"size", "src/a/b.cpp", std::string(401, '\n').c_str()}), SizeIs(1));
    EXPECT_THAT(complaints_of({"size", "src/a/b.hpp", std::string(151, '\n').c_str()}), SizeIs(1));
    for (const Rule& rule : rules()) {
        EXPECT_TRUE(rule.name == "size" || std::any_of(std::begin(broken), std::end(broken),
                                                       [&](const Snippet& s) { return s.rule == rule.name; }))
            << rule.name << " has no snippet that breaks it";
    }
}

TEST(House, NoRuleComplainsOfSoundCode) {
    for (const Snippet& snippet : sound) {
        EXPECT_THAT(complaints_of(snippet), IsEmpty()) << snippet.rule << ": " << snippet.text;
    }
}

TEST(HouseRules, AHeaderThatNoTestIncludesIsFound) {
    const std::vector<Source> sources{
        {"include/outrider/wire/socks4.hpp", ""},
        {"include/outrider/wire/socks5.hpp", ""},
        {"include/outrider/wire/words.hpp", ""},
        {"include/outrider/net/tcp.hpp", ""},
        {"src/wire/socks4.cpp", ""},
        {"src/wire/socks5.cpp", ""},
        {"src/net/tcp.cpp", ""},
        {"tests/wire/tunnels_test.cpp", "#include \"outrider/wire/socks5.hpp\"\n"},
        {"tests/probe/other_test.cpp", "#include \"outrider/wire/socks4.hpp\"\n"}};
    EXPECT_THAT(check_headers_are_tested(sources), SizeIs(1));
}

}  // namespace
}  // namespace outrider::house
