#include "outrider/probe/capacity.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace outrider {
namespace {

constexpr std::uint64_t plenty = 8ull << 30;

Capacity of(std::optional<std::uint32_t> asked, std::uint64_t pairs, std::uint64_t descriptors,
            std::uint64_t memory = plenty, bool tls = false) {
    Settings settings;
    settings.concurrency = asked;
    return capacity(settings, pairs, tls, {descriptors, memory});
}

TEST(Capacity, IsWhatIsPlannedWhereThereIsRoom) {
    EXPECT_EQ(of({}, 3, 20'000).concurrency, 3u);
    EXPECT_EQ(of({}, 0, 20'000).concurrency, 1u);
    EXPECT_EQ(of({}, 15'000, 20'000).concurrency, 15'000u);
}

TEST(Capacity, ANumberHoldsAndIsLoweredWithAWarning) {
    EXPECT_EQ(of(500, 10'000, 20'000).concurrency, 500u);
    EXPECT_TRUE(of(500, 10'000, 20'000).warning.empty());

    const Capacity lowered = of(500, 10'000, 100);
    EXPECT_EQ(lowered.concurrency, 68u);
    EXPECT_NE(lowered.warning.find("lowered to 68: this process may have 100 file descriptors"),
              std::string::npos);
    EXPECT_TRUE(of(500, 10, 100).warning.empty()) << "more than is planned was never needed";
}

TEST(Capacity, AutomaticIsLoweredSilentlyAndNeverToNothing) {
    const Capacity lowered = of({}, 10'000, 64);
    EXPECT_EQ(lowered.concurrency, 32u);
    EXPECT_TRUE(lowered.warning.empty());
    EXPECT_EQ(of({}, 10'000, 1).concurrency, 1u);
    EXPECT_EQ(of({}, 10'000, 20'000, 0).concurrency, 1u);
}

TEST(Capacity, MemoryCountsAndTlsTakesMoreOfIt) {
    constexpr std::uint64_t little = 64 << 20;
    const Capacity plain = of(10'000, 10'000, 20'000, little);
    EXPECT_EQ(plain.concurrency, 2048u);
    EXPECT_NE(plain.warning.find("64 MiB of memory"), std::string::npos) << plain.warning;
    EXPECT_LT(of(10'000, 10'000, 20'000, little, true).concurrency, plain.concurrency);
}

TEST(Capacity, TlsIsSharedAmongTheProcessorsWhereThereIsEnoughOfIt) {
    const auto threads = [](std::optional<std::uint32_t> asked, std::uint64_t pairs, bool tls,
                            std::uint32_t processors) {
        Settings settings;
        settings.concurrency = asked;
        return capacity(settings, pairs, tls, {20'000, plenty, processors}).threads;
    };
    EXPECT_EQ(threads({}, 10'000, true, 2), 2u);
    EXPECT_EQ(threads({}, 10'000, true, 1), 1u);
    EXPECT_EQ(threads({}, 10'000, false, 2), 1u) << "plain HTTP is the kernel's work";
    EXPECT_EQ(threads({}, 100, true, 2), 1u) << "too few to be worth it";
    EXPECT_EQ(threads(1, 10'000, true, 2), 1u) << "one at a time";
    EXPECT_EQ(threads({}, 10'000, true, 64), 16u);
    EXPECT_EQ(threads({}, 0, true, 2), 1u);
}

TEST(Capacity, ThisMachineHasLimits) {
    const MachineLimits limits = claim_limits();
    EXPECT_GT(limits.descriptors, 3u);
    EXPECT_GT(limits.memory_bytes, 1u << 20);
    EXPECT_GE(limits.processors, 1u);
    EXPECT_LE(limits.processors, std::thread::hardware_concurrency());
}

}  // namespace
}  // namespace outrider
