#include "stats/latency.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace outrider {
namespace {

std::vector<Micros> micros(std::initializer_list<std::int64_t> counts) {
    std::vector<Micros> values;
    for (const std::int64_t count : counts)
        values.emplace_back(count);
    return values;
}

TEST(Latency, OfNothingIsNull) {
    const Latency none = latency_of({});
    EXPECT_EQ(none.count, 0u);
    EXPECT_EQ(none.mean.count, 0u);
    for (const auto& value : {none.min, none.p50, none.p90, none.p95, none.p99, none.max, none.stddev}) {
        EXPECT_FALSE(value);
    }
}

TEST(Latency, OfOneSampleIsThatSample) {
    const Latency one = latency_of(micros({1234}));
    for (const auto& value : {one.min, one.p50, one.p90, one.p95, one.p99, one.max}) {
        EXPECT_EQ(value, Micros{1234});
    }
    EXPECT_EQ(one.stddev, Micros{0});
    EXPECT_EQ(one.mean, (Mean{1234, 1}));
}

TEST(Latency, EachPercentileIsItsOwn) {
    std::vector<Micros> values;
    for (int i = 100; i >= 1; --i)
        values.emplace_back(i);
    const Latency latency = latency_of(values);
    EXPECT_EQ(latency.count, 100u);
    EXPECT_EQ(latency.min, Micros{1});
    EXPECT_EQ(latency.p50, Micros{50});
    EXPECT_EQ(latency.p90, Micros{90});
    EXPECT_EQ(latency.p95, Micros{95});
    EXPECT_EQ(latency.p99, Micros{99});
    EXPECT_EQ(latency.max, Micros{100});
    EXPECT_EQ(latency.mean, (Mean{5050, 100}));
}

struct Spread {
    std::vector<Micros> values;
    std::int64_t stddev;
};

TEST(Stddev, IsThatOfThePopulationToTheNearestMicrosecond) {
    const Spread cases[] = {
        {micros({2, 4, 4, 4, 5, 5, 7, 9}), 2},  // exact
        {micros({0, 1}), 1},                    // 0.5, half away from zero
        {micros({0, 0, 1}), 0},                 // 0.471
        {micros({0, 0, 2}), 1},                 // 0.943
        {micros({0, 3}), 2},                    // 1.5
        {micros({10, 10, 10}), 0},
    };
    for (const Spread& c : cases)
        EXPECT_EQ(latency_of(c.values).stddev, Micros{c.stddev});
}

TEST(Stddev, SurvivesALargeOffset) {
    // The textbook formula over doubles gives 0 or a NaN here.
    const std::int64_t base = 1'000'000'000'000'000;
    EXPECT_EQ(latency_of(micros({base + 4, base + 7, base + 13, base + 16})).stddev, Micros{5});  // 4.74
}

TEST(Stddev, AgreesWithLongDoublesOnRandomSamples) {
    std::mt19937_64 random(7);
    for (int round = 0; round < 300; ++round) {
        std::vector<Micros> values;
        const std::size_t size = 1 + random() % 200;
        for (std::size_t i = 0; i < size; ++i) {
            values.emplace_back(static_cast<std::int64_t>(random() % 10'000'000));
        }
        long double mean = 0;
        for (const Micros value : values)
            mean += static_cast<long double>(value.count());
        mean /= static_cast<long double>(size);
        long double squares = 0;
        for (const Micros value : values) {
            const long double distance = static_cast<long double>(value.count()) - mean;
            squares += distance * distance;
        }
        const long double expected = std::sqrt(squares / static_cast<long double>(size));
        const Micros stddev = *latency_of(values).stddev;
        ASSERT_LE(std::abs(static_cast<long double>(stddev.count()) - expected), 0.5001L);
    }
}

TEST(Latency, IsTheSameInAnyOrder) {
    std::mt19937_64 random(11);
    std::vector<Micros> values;
    for (int i = 0; i < 500; ++i)
        values.emplace_back(static_cast<std::int64_t>(random() % 3'000'000));
    const Latency first = latency_of(values);
    std::shuffle(values.begin(), values.end(), random);
    const Latency second = latency_of(values);
    EXPECT_EQ(first.stddev, second.stddev);
    EXPECT_EQ(first.mean, second.mean);
    EXPECT_EQ(first.p95, second.p95);
    EXPECT_LE(*first.min, *first.p50);
    EXPECT_LE(*first.p99, *first.max);
}

}  // namespace
}  // namespace outrider
