#include "report/engines.hpp"

#include "report/describe.hpp"
#include "report/reports.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace outrider {
namespace {

using testing::Generator;

JsonDocument document_of(const DiagnosticReport& report) {
    return [&report](JsonWriter& json) { describe(report, json); };
}

class EverySeed : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(EverySeed, BothEnginesWriteTheSameBytes) {
    if (!has_simdjson()) GTEST_SKIP() << "built without simdjson";
    Generator generator(GetParam());
    for (int i = 0; i < 40; ++i) {
        const DiagnosticReport report = generator.report();
        for (const bool pretty : {false, true}) {
            const std::optional<std::string> bytes = write_with_simdjson(document_of(report), pretty);
            ASSERT_TRUE(bytes);
            ASSERT_EQ(*bytes, write_with_nlohmann(document_of(report), pretty));
        }
    }
}

// nlohmann's own layout is the judge of ours: what it reads from the one it writes as the other.
TEST_P(EverySeed, ThePrettyFormIsTheCompactOneLaidOut) {
    Generator generator(GetParam());
    for (int i = 0; i < 40; ++i) {
        const DiagnosticReport report = generator.report();
        const std::string pretty = write_with_nlohmann(document_of(report), true);
        const std::string compact = write_with_nlohmann(document_of(report), false);
        const auto from_pretty = nlohmann::ordered_json::parse(pretty);
        const auto from_compact = nlohmann::ordered_json::parse(compact);
        ASSERT_EQ(from_pretty, from_compact);
        ASSERT_EQ(from_pretty.dump(), from_compact.dump());  // in the same order, too
        ASSERT_EQ(compact.find('\n'), std::string::npos);
    }
}

INSTANTIATE_TEST_SUITE_P(Generated, EverySeed, ::testing::Range<std::uint64_t>(0, 4));

TEST(Engines, LayOutJsonAsNlohmannDoes) {
    const DiagnosticReport report = testing::seed_example();
    const std::string pretty = write_with_nlohmann(document_of(report), true);
    EXPECT_EQ(nlohmann::ordered_json::parse(pretty).dump(2), pretty);
    EXPECT_EQ(nlohmann::ordered_json::parse(pretty).dump(), write_with_nlohmann(document_of(report), false));
}

TEST(Engines, WriteEveryCharacterAlike) {
    if (!has_simdjson()) GTEST_SKIP() << "built without simdjson";
    for (int byte = 0; byte < 256; ++byte) {
        for (const std::size_t length : {1u, 7u, 8u, 15u, 16u, 17u, 33u, 64u}) {  // wherever a vector ends
            std::string text(length, 'x');
            text.back() = static_cast<char>(byte);
            const JsonDocument document = [&](JsonWriter& json) { json.string(text + text); };
            ASSERT_EQ(write_with_simdjson(document, false), write_with_nlohmann(document, false)) << byte;
        }
    }
}

TEST(Engines, ALongDocumentComesWhole) {
    if (!has_simdjson()) GTEST_SKIP() << "built without simdjson";
    const std::string text(300'000, 'y');
    const JsonDocument document = [&](JsonWriter& json) {
        json.begin_array();
        for (std::uint64_t i = 0; i < 40'000; ++i)
            json.integer(i);
        for (int i = 0; i < 3; ++i)
            json.string(text);
        json.end_array();
    };
    EXPECT_EQ(write_with_simdjson(document, false), write_with_nlohmann(document, false));
}

std::optional<std::string> works(const JsonDocument&, bool) {
    return "simdjson";
}
std::optional<std::string> fails(const JsonDocument&, bool) {
    return std::nullopt;
}
std::string other(const JsonDocument&, bool pretty) {
    return pretty ? "nlohmann, pretty" : "nlohmann";
}

struct Choice {
    Serializer serializer;
    Engines engines;
    const char* bytes;
    const char* warning;
};

TEST(Engines, SimdjsonFirstThenNlohmannWithAWarning) {
    const Choice choices[] = {
        {Serializer::automatic, {true, works, other}, "simdjson", ""},
        {Serializer::simdjson, {true, works, other}, "simdjson", ""},
        {Serializer::nlohmann, {true, works, other}, "nlohmann", ""},
        {Serializer::nlohmann, {false, fails, other}, "nlohmann", ""},
        {Serializer::automatic,
         {true, fails, other},
         "nlohmann",
         "simdjson failed: the report is written by nlohmann/json"},
        {Serializer::simdjson,
         {true, fails, other},
         "nlohmann",
         "simdjson failed: the report is written by nlohmann/json"},
        {Serializer::automatic,
         {false, fails, other},
         "nlohmann",
         "simdjson is not built in: the report is written by nlohmann/json"},
    };
    for (const Choice& choice : choices) {
        const Rendered rendered = write_json({}, choice.serializer, false, choice.engines);
        EXPECT_EQ(rendered.bytes, choice.bytes);
        EXPECT_EQ(rendered.warning, choice.warning);
    }
    EXPECT_EQ(write_json({}, Serializer::nlohmann, true, {true, works, other}).bytes, "nlohmann, pretty");
}

TEST(Engines, TheBuildWithoutSimdjsonSaysSo) {
    const Rendered rendered = render(testing::seed_example(), ReportKind::json, Serializer::automatic, false);
    EXPECT_EQ(rendered.warning.empty(), has_simdjson());
    EXPECT_EQ(rendered.bytes,
              render(testing::seed_example(), ReportKind::json, Serializer::nlohmann, false).bytes);
}

}  // namespace
}  // namespace outrider
