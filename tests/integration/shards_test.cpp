// Which pairs a sample and its shards probe, seen from outside.
#include "lab.hpp"
#include "outrider.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <utility>

namespace integration {
namespace {

using Pairs = std::set<std::pair<int, int>>;

Pairs pairs_of(const Report& report) {
    Pairs pairs;
    for (const Json& result : report["results"]) {
        const int proxy = result["proxy"].is_null() ? -1 : result["proxy"].get<int>();
        EXPECT_TRUE(pairs.emplace(result["target"].get<int>(), proxy).second);
    }
    return pairs;
}

class Shards : public ::testing::Test {
protected:
    std::vector<std::string> with(const std::vector<std::string>& more) const {
        std::vector<std::string> arguments{lab_.url("/status/200"), lab_.url("/bytes/9"), lab_.url("/ip"),
                                           "--direct"};
        for (const char* kind : {"http", "socks4a", "socks5", "socks5h"})
            arguments.insert(arguments.end(), {"-x", lab_.proxy(kind)});
        arguments.insert(arguments.end(), more.begin(), more.end());
        return arguments;
    }

    const Lab lab_;
};

TEST_F(Shards, OfASampleAreItsPairsOnceEach) {
    const Report whole = probe(with({"--sample", "7", "--seed", "3"}));
    EXPECT_EQ(whole.text("/run/planned"), "7");
    EXPECT_EQ(whole.text("/run/controls"), "3") << "a sample leaves them be";
    Pairs together;
    for (const char* shard : {"0/3", "1/3", "2/3"}) {
        const Report part = probe(with({"--sample", "7", "--seed", "3", "--shard", shard}));
        EXPECT_EQ(part.exit.code, 0);
        EXPECT_EQ(part.text("/run/controls"), "1");
        EXPECT_EQ(part.text("/run/shard/total"), "7");
        for (const auto& pair : pairs_of(part))
            EXPECT_TRUE(together.insert(pair).second) << "twice";
    }
    EXPECT_EQ(together, pairs_of(whole));
}

TEST_F(Shards, OfAJobTakeTheirIndexFromIt) {
    ProcessOptions options;
    options.env["JOB_COMPLETION_INDEX"] = "1";
    const Report job = probe(with({"--shard", "job/2"}), options);
    const Report number = probe(with({"--shard", "1/2"}));
    EXPECT_EQ(job.text("/run/shard/index"), "1");
    EXPECT_EQ(job.text("/run/plan_id"), number.text("/run/plan_id"));
    EXPECT_EQ(pairs_of(job), pairs_of(number));
    const Exit unset = outrider(with({"--shard", "job/2"}));
    EXPECT_EQ(unset.code, 64);
    EXPECT_THAT(unset.err, ::testing::HasSubstr("JOB_COMPLETION_INDEX"));
}

}  // namespace
}  // namespace integration
