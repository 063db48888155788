#include "report/describe.hpp"
#include "report/hostile.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace outrider {
namespace {

using Json = nlohmann::ordered_json;

/// The report in JSON that the lines stand for.
std::string joined(std::vector<std::string> lines) {
    const std::string rest = lines.back();
    lines.pop_back();
    std::string results;
    for (const std::string& line : lines)
        results += (results.empty() ? "" : ",") + line;
    return rest.substr(0, rest.size() - 1) + ",\"results\":[" + results + "]}\n";
}

TEST(Ndjson, HoldsTheBytesOfTheReportInLines) {
    testing::Generator generator(7);
    for (int i = 0; i < 200; ++i) {
        const DiagnosticReport report = generator.report();
        for (const Serializer serializer : {Serializer::automatic, Serializer::nlohmann}) {
            const std::string lines = render(report, ReportKind::ndjson, serializer, true).bytes;
            EXPECT_EQ(joined(testing::lines_of(lines)), testing::kind(report, ReportKind::json));
            EXPECT_EQ(lines.back(), '\n');
        }
    }
}

TEST(Ndjson, IsALineAResultAndOneMore) {
    const DiagnosticReport report = testing::seed_example();
    const std::vector<std::string> lines = testing::lines_of(testing::kind(report, ReportKind::ndjson));
    ASSERT_EQ(lines.size(), 4U);
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_EQ(Json::parse(lines[i])["target"], i);
    EXPECT_EQ(Json::parse(lines[3])["diagnosis"]["state"], "CRITICAL");
    EXPECT_FALSE(Json::parse(lines[3]).contains("results"));
}

TEST(Ndjson, DetailDecidesWhichResultsStand) {
    DiagnosticReport report = testing::seed_example();
    const auto lines = [&](Detail detail) {
        report.detail = detail;
        return testing::lines_of(testing::kind(report, ReportKind::ndjson)).size();
    };
    EXPECT_EQ(lines(Detail::all), 4U);
    EXPECT_EQ(lines(Detail::failures), 2U);
    EXPECT_EQ(lines(Detail::none), 1U);
}

}  // namespace
}  // namespace outrider
