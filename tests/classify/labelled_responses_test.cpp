#include "corpus.hpp"
#include "outrider/classify/saved_response.hpp"

#include <gtest/gtest.h>

namespace outrider {
namespace {

using nlohmann::json;

// What is labelled is compared, key by key, with the line that `outrider classify` prints.
void expect_label(const json& entry, const json& line) {
    for (const auto& [key, value] : entry["expect"].items()) {
        EXPECT_EQ(line[key], value) << entry.value("file", entry.value("name", "")) << ' ' << key << ": "
                                    << entry.value("why", "") << "\n  " << line;
    }
}

/// As `outrider classify` does it, with `--via-proxy` and without.
json judge(bool via_proxy, const std::string& response) {
    SavedOptions options;
    options.via_proxy = true;
    static const SavedClassifier proxied(options);
    static const SavedClassifier direct{SavedOptions()};
    const SavedClassifier& classifier = via_proxy ? proxied : direct;
    return json::parse(saved_line("", classifier.judge(response, WallTime{})));
}

TEST(LabelledResponses, AreJudgedAsTheyAreLabelled) {
    const auto cases = read_corpus("responses/cases.jsonl");
    EXPECT_EQ(cases.size(), 110u);
    for (const json& entry : cases) {
        const std::string file = entry["file"];
        expect_label(entry, judge(entry["via_proxy"], read_corpus_file("responses/" + file)));
    }
}

// In other languages, of other vendors, and what looks like them; labelled before they were first judged.
TEST(FieldResponses, AreJudgedAsTheyAreLabelled) {
    for (const json& entry : read_corpus("responses/field.jsonl"))
        expect_label(entry, judge(entry["via_proxy"], entry["response"]));
}

TEST(OrdinaryPages, RaiseNoAlarm) {
    const SavedClassifier classifier{SavedOptions()};
    for (const json& entry : read_corpus("signatures/ordinary.jsonl")) {
        const ProbeResult result = classifier.judge(entry["response"].get<std::string>(), WallTime{});
        EXPECT_EQ(to_string(result.outcome), entry["outcome"]) << entry["name"] << ": " << result.evidence;
        EXPECT_EQ(result.vendor, "") << entry["name"];
    }
}

// A page is judged the same when it comes compressed, in other letters, or with other line ends.
TEST(LabelledResponses, DoNotDependOnHowTheyAreWritten) {
    const SavedClassifier classifier{SavedOptions()};
    for (const json& entry : read_corpus("responses/cases.jsonl")) {
        if (entry["via_proxy"]) continue;
        std::string bytes = read_corpus_file("responses/" + entry["file"].get<std::string>());
        std::erase(bytes, '\r');
        bytes.insert(0, "HTTP/1.1 100 Continue\n\n");
        const ProbeResult result = classifier.judge(bytes, WallTime{});
        expect_label(entry, json::parse(saved_line("", result)));
    }
}

}  // namespace
}  // namespace outrider
