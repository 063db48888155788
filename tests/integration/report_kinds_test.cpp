// Every kind of report, of one run of the real program, as its readers read it.
#include "files.hpp"
#include "outrider.hpp"
#include "scripted_server.hpp"
#include "secrets.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace integration {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

const std::vector<std::string> kinds{"json", "ndjson", "text",   "html",    "junit", "prometheus",
                                     "env",  "scrapy", "celery", "airflow", "github"};
const std::string hostile_name = "n\"'`|\\<script>x</script>]]>\n# $(id) \xE2\x80\xAE\xFF";
const std::string hostile_answer =
    "HTTP/1.1 502 `|<script>\"']]>\xE2\x80\xAE\xFF\r\n\r\n<b>| ` \\ ]]> "
    "\"'</td></table>";

/// What a shell makes of words: it ends by an error where any of them is more than a word.
Exit shell(const std::string& script, const std::string& file) {
    return run({"sh", "-euc", script, "sh", file});
}

/// Runs a script of Python with the name of a file as its argument.
Exit python(const std::string& script, const std::string& file) {
    return run({"python3", "-c", script, file});
}
bool has_python() {
    return run({"python3", "-c", ""}).code == 0;
}

std::vector<std::string> lines_of(const std::string& text) {
    std::istringstream in(text);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);)
        lines.push_back(line);
    return lines;
}

/// One run that writes every kind beside its report.
class ReportKinds : public ::testing::Test {
protected:
    ReportKinds() {
        std::vector<std::string> arguments{good_.url("/a?b='c|d"),
                                           limited_.url(),
                                           "https://127.0.0.1:1/",
                                           "--direct",
                                           "--detail",
                                           "all",
                                           "--name",
                                           hostile_name,
                                           "-q"};
        const std::string password = secret("kinds");
        for (const std::uint16_t port : {proxy_.port(), std::uint16_t{1}}) {
            arguments.insert(arguments.end(),
                             {"-x", "http://u:" + password + "@127.0.0.1:" + std::to_string(port)});
        }
        for (const std::string& kind : kinds)
            arguments.insert(arguments.end(), {"--report", kind + "=" + fresh("report." + kind)});
        report_ = probe(arguments);
    }

    /// A path where nothing is left of a run of this test before.
    std::string fresh(const std::string& name) const {
        fs::remove(out_ / name);
        return out_ / name;
    }
    std::string file(const std::string& kind) const { return out_ / ("report." + kind); }
    std::string text(const std::string& kind) const { return read_file(file(kind)); }
    std::string value(const char* pointer) const { return report_.text(pointer); }

    const fs::path out_ = output_dir();
    const ScriptedServer good_{answer(response(200))};
    const ScriptedServer limited_{answer(response(429, "Retry-After: 7\r\n"))};
    const ScriptedServer proxy_{answer(hostile_answer)};
    Report report_;
};

TEST_F(ReportKinds, AreAllWrittenBesideTheReport) {
    EXPECT_EQ(report_.exit.code, 2);
    EXPECT_EQ(text("json"), report_.exit.out);
    for (const std::string& kind : kinds)
        EXPECT_TRUE(text(kind).ends_with('\n')) << kind;
    for (const char* kind : {"text", "html", "github"})
        EXPECT_THAT(text(kind), HasSubstr("CRITICAL")) << kind;
}

TEST_F(ReportKinds, LinesHoldTheBytesOfTheReport) {
    std::vector<std::string> lines = lines_of(text("ndjson"));
    ASSERT_EQ(lines.size(), report_["results"].size() + 1);
    const std::string last = lines.back();
    std::string joined = last.substr(0, last.size() - 1) + ",\"results\":[";
    for (std::size_t i = 0; i + 1 < lines.size(); ++i)
        joined += (i == 0 ? "" : ",") + lines[i];
    EXPECT_EQ(joined + "]}\n", report_.exit.out);
}

TEST_F(ReportKinds, EnvIsTakenByAShellAndByEnvFileReadersAlike) {
    const Exit sourced = shell(
        ". \"$1\"; printf '%s\\n' \"$OUTRIDER_STATE\" \"$OUTRIDER_ACTION\" \"$OUTRIDER_SUCCESS_RATE\" "
        "\"$OUTRIDER_INITIAL_DELAY_S\" \"$OUTRIDER_MAX_DELAY_S\" \"$OUTRIDER_MAX_RETRIES\" "
        "\"$OUTRIDER_CONCURRENCY_FACTOR\" \"$OUTRIDER_MAX_REQUESTS_PER_SECOND\" \"$OUTRIDER_USABLE_PROXIES\" "
        "\"$OUTRIDER_TESTED_PROXIES\" \"$OUTRIDER_THROTTLE_COUNT\" \"$OUTRIDER_BAN_COUNT\" "
        "\"$OUTRIDER_CHALLENGE_COUNT\"",
        file("env"));
    std::string expected;
    for (const char* pointer :
         {"/diagnosis/state", "/diagnosis/action", "/summary/success_rate", "/backoff/initial_delay_s",
          "/backoff/max_delay_s", "/backoff/max_retries", "/dispatch/concurrency_factor",
          "/dispatch/max_requests_per_second", "/dispatch/usable_proxies", "/dispatch/tested_proxies",
          "/summary/throttle_count", "/summary/ban_count", "/summary/challenge_count"}) {
        std::string shown = value(pointer);
        shown.erase(std::remove(shown.begin(), shown.end(), '"'), shown.end());
        expected += (shown == "null" ? "" : shown) + '\n';
    }
    EXPECT_EQ(sourced.out, expected);
    EXPECT_EQ(sourced.err, "");

    ProcessOptions options;  // as `docker --env-file` does it: all behind the first `=`
    for (const std::string& line : lines_of(text("env")))
        options.env[line.substr(0, line.find('='))] = line.substr(line.find('=') + 1);
    const Exit printed = run({"sh", "-c", "printf '%s' \"$OUTRIDER_STATE\""}, options);
    EXPECT_EQ(printed.out, "CRITICAL");
    EXPECT_EQ(outrider({good_.url()}, options).code, 0) << "none of them is an option of outrider's own";
}

TEST_F(ReportKinds, CeleryAndAirflowTakeTheBackoff) {
    const Json celery = Json::parse(text("celery"));
    EXPECT_EQ(celery["retry_backoff"], report_["backoff"]["initial_delay_s"]);
    EXPECT_EQ(celery["retry_backoff_max"], report_["backoff"]["max_delay_s"]);
    EXPECT_EQ(celery["max_retries"], report_["backoff"]["max_retries"]);
    const Json airflow = Json::parse(text("airflow"));
    EXPECT_EQ(airflow["retries"], report_["backoff"]["max_retries"]);
    EXPECT_EQ(airflow["retry_delay"], report_["backoff"]["initial_delay_s"]);
    EXPECT_EQ(airflow["max_retry_delay"], report_["backoff"]["max_delay_s"]);
}

TEST_F(ReportKinds, PythonReadsThem) {
    if (!has_python()) GTEST_SKIP() << "python3 is not there";
    const Exit scrapy = python(
        "import json, sys\n"
        "module = {}\n"
        "exec(compile(open(sys.argv[1], encoding='ascii').read(), 'settings', 'exec'), module)\n"
        "print(json.dumps({k: v for k, v in module.items() if k.isupper()}))",
        file("scrapy"));
    ASSERT_EQ(scrapy.code, 0) << scrapy.err;
    const Json settings = Json::parse(scrapy.out);
    EXPECT_EQ(settings["OUTRIDER_RUN"], report_["run"]["name"]);
    EXPECT_EQ(settings["OUTRIDER_STATE"], "CRITICAL");
    EXPECT_EQ(settings["RETRY_TIMES"], report_["backoff"]["max_retries"]);
    EXPECT_EQ(settings["OUTRIDER_MAX_REQUESTS_PER_SECOND"], nullptr);

    const Exit junit = python(
        "import json, sys, xml.etree.ElementTree as tree\n"
        "root = tree.parse(sys.argv[1]).getroot()\n"
        "print(json.dumps([[s.get('name'), s.get('tests'), s.get('failures'), len(s.findall('testcase')),"
        " len(s.findall('testcase/failure'))] for s in root.findall('testsuite')]))",
        file("junit"));
    ASSERT_EQ(junit.code, 0) << junit.err;
    EXPECT_EQ(Json::parse(junit.out).dump(), R"([["targets","3","3",3,3],["proxies","2","2",2,2]])");

    const Exit html = python(
        "import collections, html.parser, json, sys\n"
        "tags = collections.Counter()\n"
        "class Reader(html.parser.HTMLParser):\n"
        "    def handle_starttag(self, tag, attributes): tags[tag] += 1\n"
        "    def handle_endtag(self, tag): tags[tag] -= 1\n"
        "Reader().feed(open(sys.argv[1], encoding='utf-8').read())\n"
        "print(json.dumps({k: v for k, v in tags.items() if v or k in ('script', 'b')}))",
        file("html"));
    ASSERT_EQ(html.code, 0) << html.err;
    EXPECT_EQ(Json::parse(html.out).dump(), R"({"meta":4})") << "tags that are not closed, or not ours";

    for (const char* kind : {"json", "celery", "airflow"})
        EXPECT_EQ(python("import json, sys; json.load(open(sys.argv[1]))", file(kind)).code, 0) << kind;
}

TEST_F(ReportKinds, PrometheusHasTheSameNumbers) {
    const std::string page = text("prometheus");
    EXPECT_THAT(page, HasSubstr("\noutrider_probes{outcome=\"rate_limited\",run=\"n\\\"'`|\\\\<script>"));
    EXPECT_THAT(page, HasSubstr("\noutrider_state{state=\"CRITICAL\",run="));
    for (const std::string& line : lines_of(page))
        EXPECT_TRUE(line.starts_with("# ") || line.starts_with("outrider_")) << line;
}

TEST_F(ReportKinds, ShowNoSecret) {
    for (const std::string& kind : kinds) {
        EXPECT_THAT(traces_in(text(kind)), ::testing::IsEmpty()) << kind;
    }
    EXPECT_THAT(text("html"), HasSubstr("answered 502: | ` \\ ]]&gt;")) << "what the proxy said is in them";
    EXPECT_THAT(text("github"), HasSubstr("http://u:***@127.0.0.1:1`"));
}

TEST_F(ReportKinds, AMergeOfTheReportWritesTheSame) {
    for (const std::string& kind : kinds) {
        const Exit merged = outrider({"merge", "--detail", "all", "--format", kind, file("json")});
        EXPECT_EQ(merged.code, 2) << merged.err;
        EXPECT_EQ(merged.out, text(kind)) << kind;
    }
    std::vector<std::string> arguments{"merge", "--detail", "all", file("json")};
    for (const std::string& kind : kinds)
        arguments.insert(arguments.end(), {"--report", kind + "=" + fresh("merged." + kind)});
    EXPECT_EQ(outrider(arguments).code, 2);
    for (const std::string& kind : kinds)
        EXPECT_EQ(read_file(out_ / ("merged." + kind)), text(kind)) << kind;
}

class ReportFiles : public ::testing::Test {
protected:
    const fs::path out_ = output_dir();
    const ScriptedServer server_{answer(response(200))};
};

TEST_F(ReportFiles, GithubIsAddedToAndAllOthersAreReplaced) {
    for (const std::string& kind : kinds) {
        const fs::path file = out_ / ("twice." + kind);
        write_file(file, "before\n");
        EXPECT_EQ(outrider({server_.url(), "--report", kind + "=" + file.string()}).code, 0);
        EXPECT_EQ(read_file(file).starts_with("before\n"), kind == "github") << kind;
    }
    const fs::path summary = out_ / "summary.md";
    fs::remove(summary);
    for (int i = 0; i < 2; ++i)
        EXPECT_EQ(outrider({server_.url(), "--report", "github=" + summary.string()}).code, 0);
    const std::string text = read_file(summary);
    const std::size_t first = text.find("\n### outrider: HEALTHY");
    EXPECT_NE(text.find("\n### outrider: HEALTHY", first + 1), std::string::npos);
}

TEST_F(ReportFiles, OnePathGivenTwiceIs64AndNothingIsWritten) {
    const fs::path file = out_ / "one";
    const std::string spelled = (out_ / "." / "one").string();
    for (const std::vector<std::string>& twice :
         {std::vector<std::string>{"--report", "github=" + file.string(), "--report", "github=" + spelled},
          {"--report", "env=" + file.string(), "--report", "scrapy=" + file.string()},
          {"-o", file.string(), "--report", "celery=" + spelled}}) {
        std::vector<std::string> arguments{server_.url()};
        arguments.insert(arguments.end(), twice.begin(), twice.end());
        const Exit exit = outrider(arguments);
        EXPECT_EQ(exit.code, 64);
        EXPECT_THAT(exit.err, HasSubstr("already"));
        EXPECT_FALSE(fs::exists(file));
    }
    EXPECT_EQ(server_.connections(), 0);
}

TEST_F(ReportFiles, FormatPutsAKindInPlaceOfTheReport) {
    for (const std::string& kind : kinds) {
        const fs::path file = out_ / ("main." + kind);
        write_file(file, "before\n");
        const Exit in_file = outrider({server_.url(), "--format", kind, "-o", file});
        EXPECT_EQ(in_file.code, 0) << kind;
        EXPECT_EQ(in_file.out, "");
        EXPECT_FALSE(read_file(file).starts_with("before")) << kind;
        const Exit on_stdout = outrider({server_.url(), "--format", kind});
        EXPECT_EQ(on_stdout.out.substr(0, 9), read_file(file).substr(0, 9)) << kind;
    }
}

TEST_F(ReportFiles, HelpListsTheKinds) {
    std::string words;
    for (const std::string& kind : kinds)
        words += (words.empty() ? "" : "|") + kind;
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{"--help"}, std::vector<std::string>{"merge", "--help"}}) {
        std::string help = outrider(arguments).out;
        std::erase_if(help, [](char c) { return c == ' ' || c == '\n'; });
        EXPECT_THAT(help, HasSubstr("[defaultjson;" + words + ']'));
    }
}

}  // namespace
}  // namespace integration
