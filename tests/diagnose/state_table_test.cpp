#include "outrider/diagnose/diagnosis.hpp"
#include "stats/hypergeometric.hpp"
#include "stats/results.hpp"

#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <sstream>

// The table of src/diagnose/pool.md. Where the policy has changed, the test below fails and shows the new
// one.

namespace outrider {
namespace {

constexpr double shares[] = {0.3, 0.5, 0.8, 0.9, 0.95};

struct Sample {
    std::uint64_t tested, given;
};
constexpr Sample samples[] = {{3, 10'000},    {5, 10'000},   {10, 10'000},  {20, 10'000},
                              {50, 10'000},   {100, 10'000}, {200, 10'000}, {500, 10'000},
                              {1000, 10'000}, {10, 20},      {20, 20},      {100, 100}};

// One probe through each proxy tested, on one target, and so many of them usable.
Totals totals_of(std::uint64_t usable, std::uint64_t tested) {
    Totals totals;
    totals.run.planned = tested;
    totals.run.successes = usable;
    totals.targets.push_back({totals.run, std::nullopt, tested, std::nullopt});
    totals.verdicts[static_cast<std::size_t>(Verdict::usable)] = usable;
    totals.verdicts[static_cast<std::size_t>(Verdict::failed)] = tested - usable;
    totals.tested_proxies = tested;
    return totals;
}

// The state for each count of usable proxies that a sample can find.
std::vector<State> states_of(const Sample& sample) {
    const RunRecord run = testing::run_over(1, sample.given);
    std::vector<State> states;
    for (std::uint64_t usable = 0; usable <= sample.tested; ++usable)
        states.push_back(diagnose(run, totals_of(usable, sample.tested), Thresholds{}).state);
    return states;
}

// In whole percent; what is less than one in a million is never.
std::string percent(double chance) {
    constexpr double never = 1e-6;
    if (chance < never || chance > 1 - never) return chance < never ? "0" : "100";
    if (chance < 0.005 || chance > 0.995) return chance < 0.005 ? "<1" : ">99";
    return std::to_string(std::lround(chance * 100));
}

std::string cell(const std::vector<State>& states, const testing::KnownPool& pool) {
    std::array<double, 3> chances{};
    for (std::uint64_t usable = 0; usable < states.size(); ++usable) {
        chances[static_cast<std::size_t>(states[usable])] += testing::chance(pool, usable, states.size() - 1);
    }
    return percent(chances[0]) + " / " + percent(chances[1]) + " / " + percent(chances[2]);
}

std::string state_table() {
    std::string table = "| tested |";
    for (const double share : shares)
        table += ' ' + std::to_string(std::lround(share * 100)) + " % usable |";
    table += "\n| ---: |";
    for (std::size_t i = 0; i < std::size(shares); ++i)
        table += " --- |";
    for (const Sample& sample : samples) {
        const std::vector<State> states = states_of(sample);
        table += "\n| " + std::to_string(sample.tested) + " of " + std::to_string(sample.given) + " |";
        for (const double share : shares)
            table += ' ' + cell(states, {sample.given, share}) + " |";
    }
    return table + '\n';
}

TEST(StateTable, IsTheOneInTheDocs) {
    std::ifstream file("../src/diagnose/pool.md");
    std::stringstream docs;
    docs << file.rdbuf();
    const std::string table = state_table();
    EXPECT_NE(docs.str().find(table), std::string::npos) << "src/diagnose/pool.md should hold this table:\n"
                                                         << table;
}

}  // namespace
}  // namespace outrider
