// Secrets that come out by another way than they went in: a value that is shown back because it was meant for
// another option, what a peer says again in a spelling of its own, and what the other side sends itself.
#include "cases.hpp"
#include "files.hpp"
#include "outrider.hpp"
#include "scripted_server.hpp"
#include "secrets.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <sstream>

namespace integration {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

void expect_no_trace(const Exit& exit) {
    EXPECT_THAT(traces_in(exit.out), IsEmpty()) << exit.out;
    EXPECT_THAT(traces_in(exit.err), IsEmpty()) << exit.err;
}

const std::string password = secret("pw");
const std::string nobody = "http://127.0.0.1:1/";

struct Misplaced {
    const char* name;
    std::string value;
};
class MisplacedSecrets : public ::testing::TestWithParam<Misplaced> {};

const Misplaced misplaced[] = {
    {"host_port_login", "gate.example:8000:ada:" + password},
    {"host_port_login_with_at", "gate.example:8000:ada:p@" + password},
    {"login_at_host_port", "ada:" + password + "@gate.example:8000"},
    {"login_host_port", "ada:" + password + ":gate.example:8000"},
    {"url_with_login", "socks5h://ada:" + secret("a/b?c=d") + "@gate.example:8000"},
    {"url_with_key", "https://" + password + "@gate.example/"},
    {"url_with_token", "https://h.example/a?b=c&access_token=" + password + "&d=e"},
    {"url_with_encoded_name", "https://h.example/?%74oken=" + password},
    {"url_in_a_query", "https://h.example/?next=http%3A%2F%2Fada%3A" + password + "%40h%2F"},
    {"list", "# proxies\ngate.example:8000:ada:" + password},
};

std::vector<std::string> options_with_value(const Exit& help) {
    static const std::regex option("^ +(?:-., )?--([a-z0-9-]+) \\S.*");
    std::vector<std::string> names;
    std::istringstream lines(help.out);
    std::smatch found;
    for (std::string line; std::getline(lines, line);) {
        // What names the run is shown as it is.
        if (std::regex_match(line, found, option) && found[1] != "name") names.push_back(found[1]);
    }
    return names;
}

TEST_P(MisplacedSecrets, AreNotShownBackByAnyOption) {
    const std::string& value = GetParam().value;
    const TempDir dir;
    ProcessOptions options;
    options.directory = dir.path();
    const std::vector<std::string> names = options_with_value(outrider({"--help"}));
    ASSERT_GT(names.size(), 40U);
    for (const std::string& name : names) {
        SCOPED_TRACE(name);
        expect_no_trace(outrider({nobody, "--" + name, value, "--deadline", "1s"}, options));
        std::string key = name == "targets" || name == "proxies" ? name + "_file" : name;
        std::replace(key.begin(), key.end(), '-', '_');
        const Json plan{{"targets", {nobody}}, {"deadline", "1s"}, {key, value}};
        expect_no_trace(outrider({"--plan", dir.file("plan", plan.dump())}, options));
    }
    for (const char* kind : {"--output", "--report=json=", "--report="})
        expect_no_trace(outrider({nobody, kind + value + "/x"}, options));
    expect_no_trace(outrider({"classify", value}, options));
    expect_no_trace(outrider({"merge", value}, options));
    const Json plan{{"targets", {nobody}}, {value, 1}};
    expect_no_trace(outrider({"--plan", dir.file("plan", plan.dump())}, options));
}
INSTANTIATE_TEST_SUITE_P(Secrets, MisplacedSecrets, ::testing::ValuesIn(misplaced), CaseName());

std::string replaced(std::string text, std::initializer_list<std::pair<char, const char*>> by) {
    std::string result;
    for (const char c : text) {
        const auto found =
            std::find_if(by.begin(), by.end(), [c](const auto& each) { return each.first == c; });
        result += found == by.end() ? std::string(1, c) : found->second;
    }
    return result;
}

std::string without_tags(const std::string& text) {
    return std::regex_replace(text, std::regex("<[^>]*>"), " ");
}

/// How a peer may write a password, or a text with one in it.
struct Spelling {
    const char* name;
    std::function<std::string(const std::string&)> write;
};
class OtherSpellings : public ::testing::TestWithParam<Spelling> {};

const Spelling spellings[] = {
    {"as_it_is", [](const std::string& text) { return text; }},
    {"html",
     [](const std::string& text) {
         return replaced(text,
                         {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'-', "&#45;"}});
     }},
    {"json",
     [](const std::string& text) {
         return replaced(text, {{'"', "\\\""}, {'&', "\\u0026"}});
     }},
    {"percent",
     [](const std::string& text) {
         return replaced(text, {{'&', "%26"}, {'<', "%3C"}, {'>', "%3e"}, {'"', "%22"}, {' ', "%20"}});
     }},
    {"form",
     [](const std::string& text) {
         return replaced(text, {{'&', "%26"}, {' ', "+"}, {'"', "%22"}});
     }},
    {"capitals",
     [](std::string text) {
         std::transform(text.begin(), text.end(), text.begin(), [](char c) { return std::toupper(c); });
         return text;
     }},
    {"without_tags", without_tags},
    {"base64", [](const std::string& text) { return base64(text); }},
    {"basic", [](const std::string& text) { return basic("ada", text); }},
    {"basic_without_padding",
     [](const std::string& text) {
         const std::string padded = basic("ada", text);
         return padded.substr(0, padded.find('='));
     }},
};

std::string percent_encoded(const std::string& text) {
    return replaced(text, {{'&', "%26"}, {'<', "%3C"}, {'>', "%3E"}, {'"', "%22"}, {' ', "%20"}});
}

TEST_P(OtherSpellings, AreHiddenWhereverAPeerSaysThem) {
    for (const std::string& odd : {secret("pw"), secret("pw1"), secret("p&s\"w"), secret("a  b"),
                                   "<" + secret("x>") + secret("in<b>") + secret("out")}) {
        SCOPED_TRACE(odd);
        const std::string said = GetParam().write(odd);
        const std::string page = "<p>bad password " + said + " given";
        const ScriptedServer server(
            answer("HTTP/1.1 403 " + said + "\r\nRetry-After: " + said + "\r\nRateLimit: " + said +
                   "\r\nX-Squid-Error: ERR_ACCESS_DENIED " + said +
                   "\r\nContent-Length: " + std::to_string(page.size()) + "\r\n\r\n" + page));
        const ScriptedServer odd_one(answer("550 " + said + "\r\n"));
        const ScriptedServer leads(answer(response(302, "Location: http://[" + said + "\r\n")));
        for (const ScriptedServer* each : {&server, &odd_one, &leads}) {
            const std::string at = host_port(each->port());
            const std::string login = "ada:" + percent_encoded(odd) + "@" + at;
            expect_no_trace(outrider({"http://t.invalid/", "-v", "-x", "http://" + login}));
            expect_no_trace(outrider({"https://t.invalid/", "-v", "-x", "http://" + login}));
            expect_no_trace(outrider({"http://" + login, "-v"}));
            expect_no_trace(outrider({"http://" + at + "/?key=" + percent_encoded(odd), "-v"}));
            for (const char* name : {"Authorization", "Proxy-Authorization"}) {
                const std::string header = name + (": Basic " + basic("ada", odd));
                expect_no_trace(outrider({"http://" + at, "-v", "-H", header}));
                expect_no_trace(outrider({"https://t.invalid/", "-v", "-x", "http://" + at, "-H", header}));
            }
        }
    }
}
INSTANTIATE_TEST_SUITE_P(Secrets, OtherSpellings, ::testing::ValuesIn(spellings), CaseName());

// They are too short for the search after the last test.
TEST(Secrets, ThatAreShortAreHiddenToo) {
    const ScriptedServer proxy(answer(response(403, "", "bad password pw7, said pw7.")));
    const Report report =
        probe({"https://t.invalid/", "-v", "-x", "http://ada:pw7@" + host_port(proxy.port())});
    EXPECT_EQ(report.result()["detail"], "CONNECT answered 403: bad password ***, said ***.");
    EXPECT_THAT(report.exit.out + report.exit.err, ::testing::Not(HasSubstr("pw7")));
}

// The other side has secrets of its own.
TEST(Secrets, ThatTheOtherSideSends) {
    const std::string url = "https://ada:" + password + "@h.example/showcaptcha?session=" + password + "&x=1";
    const std::string nested =
        "https://h.example/?u=https%3A%2F%2Fada%3A" + password + "%40h%2F%3Fkey%3D" + password;
    for (const std::string& sent : {url, nested}) {
        for (const int status : {302, 401, 403, 407, 429, 503}) {
            for (const char* name : {"Location", "Retry-After", "X-RateLimit-Reset", "RateLimit",
                                     "X-Squid-Error", "X-Brd-Error"}) {
                SCOPED_TRACE(std::to_string(status) + name);
                const std::string bytes =
                    response(status, std::string(name) + ": " + sent + "\r\n", "see " + sent + " for more");
                const ScriptedServer server(answer(bytes));
                const std::string at = host_port(server.port());
                expect_no_trace(outrider({server.url(), "-v", "--max-redirects", "0"}));
                expect_no_trace(
                    outrider({"http://t.invalid/", "-v", "-x", "http://" + at, "--max-redirects", "0"}));
                expect_no_trace(outrider({"https://t.invalid/", "-v", "-x", "http://" + at}));
                ProcessOptions options;
                options.input = bytes;
                expect_no_trace(outrider({"classify", "-"}, options));
                expect_no_trace(outrider({"classify", "--via-proxy", "-"}, options));
            }
        }
    }
}

TEST(Secrets, AUrlThatIsEvidenceIsShownButForThem) {
    ProcessOptions options;
    options.input = "HTTP/1.1 302 X\r\nLocation: https://ada:" + password +
                    "@h.example/showcaptcha?session=" + password + "\r\n\r\n";
    EXPECT_EQ(Json::parse(outrider({"classify", "-"}, options).out)["evidence"],
              "header Location: https://***@h.example/showcaptcha?session=***");
}

}  // namespace
}  // namespace integration
