#include "corpus.hpp"
#include "outrider/classify/saved_response.hpp"

#include <gtest/gtest.h>

namespace outrider {
namespace {

using nlohmann::json;

// What is labelled is compared, key by key, with the line that `outrider classify` prints.
void expect_label(const json& entry, const json& line) {
    for (const auto& [key, value] : entry["expect"].items()) {
        EXPECT_EQ(line[key], value) << entry["file"] << ' ' << key << ": " << entry["why"] << "\n  " << line;
    }
}

TEST(LabelledResponses, AreJudgedAsTheyAreLabelled) {
    SavedOptions through_proxy;
    through_proxy.via_proxy = true;
    const SavedClassifier direct{SavedOptions()};
    const SavedClassifier proxied{through_proxy};
    const auto cases = read_corpus("responses/cases.jsonl");
    EXPECT_EQ(cases.size(), 110u);
    for (const json& entry : cases) {
        const std::string file = entry["file"];
        const SavedClassifier& classifier = entry["via_proxy"] ? proxied : direct;
        const ProbeResult result = classifier.judge(read_corpus_file("responses/" + file), WallTime{});
        expect_label(entry, json::parse(saved_line(file, result)));
    }
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
