#pragma once

#include "outrider/model/text.hpp"
#include "report/reports.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace outrider::testing {

/// Runs as probes leave them, blame settled or not, and the shards that they could have been run in.
class RunGenerator {
public:
    explicit RunGenerator(std::uint64_t seed) : random_(seed), texts_(seed) {}

    /// Results stand in the plan's order and fit together; all else may be odd or extreme.
    RunRecord run() {
        RunRecord run;
        run.name = text();
        run.started_at = WallTime(std::chrono::milliseconds(below(4'000'000'000'000)));
        run.duration = micros();
        run.deadline = micros();
        run.probe_window = micros();
        run.deadline_hit = flip();
        run.interrupt = static_cast<Interrupt>(below(4));
        run.concurrency = static_cast<std::uint32_t>(below(100'000));
        if (flip()) run.lag = micros();
        run.plan_id = "plan";
        run.duplicates = number();
        run.dns_answered = true;
        for (std::uint64_t i = 1 + below(5); i > 0; --i)
            run.targets.push_back({text(), "http://" + text()});
        for (std::uint64_t i = below(3) * below(12); i > 0; --i)
            run.proxies.push_back({text(), "socks5://" + text(), below(9) == 0});
        add_rejected(run);
        add_results(run);
        return run;
    }

    /// The same results as `count` shards: every count-th pair and the controls of every count-th target.
    std::vector<RunRecord> shards(const RunRecord& whole, std::uint32_t count) {
        std::vector<RunRecord> shards(count, whole);
        const std::uint64_t keeper = below(count);  // has what is the largest, or the first, in it
        std::uint32_t concurrency = whole.concurrency;
        for (std::uint32_t i = 0; i < count; ++i) {
            RunRecord& shard = shards[i];
            shard.results.clear();
            shard.shard = Shard{i, count, probes_of(whole)};
            if (i > 0) shard.name = text();
            const std::uint32_t part = i + 1 == count ? concurrency : concurrency / 2;
            concurrency -= shard.concurrency = part;
            if (i != keeper) lessen(shard);
        }
        std::uint32_t pair = 0;
        const ProbeResult* last = nullptr;
        for (const ProbeResult& result : whole.results) {
            const bool same_pair = last != nullptr && !last->control && last->target == result.target &&
                                   last->proxy == result.proxy;
            if (!result.control && !same_pair) ++pair;
            const std::uint32_t place = result.control ? result.target : pair - 1;
            shards[place % count].results.push_back(result);
            last = &result;
        }
        std::shuffle(shards.begin(), shards.end(), random_);
        return shards;
    }

    std::uint64_t below(std::uint64_t end) { return random_() % end; }

private:
    bool flip() { return below(2) == 0; }
    std::uint64_t number() { return random_() >> below(64); }
    Micros micros() { return Micros{static_cast<std::int64_t>(below(std::uint64_t{1} << below(32)))}; }
    // Odd, but clean already, as what classify leaves behind.
    std::string text() { return to_valid_utf8(texts_.text()); }

    static std::uint64_t probes_of(const RunRecord& run) {
        return static_cast<std::uint64_t>(std::count_if(run.results.begin(), run.results.end(),
                                                        [](const ProbeResult& r) { return !r.control; }));
    }

    // Less of all that a merge takes the largest of, and later than what it takes the first of.
    void lessen(RunRecord& shard) {
        shard.started_at += std::chrono::milliseconds(below(1000));
        for (Micros* time : {&shard.duration, &shard.deadline, &shard.probe_window})
            *time = Micros{static_cast<std::int64_t>(below(static_cast<std::uint64_t>(time->count()) + 1))};
        if (flip()) shard.lag.reset();
        shard.deadline_hit = shard.deadline_hit && flip();
        if (flip()) shard.interrupt = Interrupt::none;
        if (shard.interrupt == Interrupt::sighup) shard.interrupt = Interrupt::sigterm;
        shard.duplicates -= below(2) * below(shard.duplicates / 2 + 1);
        if (flip()) shard.rejected.clear();
    }

    void add_rejected(RunRecord& run) {
        for (std::uint64_t i = below(4); i > 0; --i)
            run.rejected.push_back({std::to_string(i) + text(), number(), "no port" + text()});
        std::sort(run.rejected.begin(), run.rejected.end(),
                  [](const Rejected& a, const Rejected& b) { return a.source < b.source; });
    }

    void add_results(RunRecord& run) {
        const bool controls = !run.proxies.empty() && flip();
        const std::uint64_t attempts = 1 + below(3);
        const bool sample = flip();
        for (std::uint32_t target = 0; target < run.targets.size(); ++target) {
            const std::size_t ways = std::max<std::size_t>(run.proxies.size(), 1);
            for (std::uint32_t way = 0; way < ways; ++way) {
                if (sample && flip()) continue;
                for (std::uint32_t attempt = 1; attempt <= attempts; ++attempt) {
                    ProbeResult result = this->result();
                    result.target = target;
                    if (!run.proxies.empty()) result.proxy = way;
                    result.attempt = attempt;
                    run.results.push_back(std::move(result));
                }
            }
            if (!controls) continue;
            ProbeResult control = result();
            control.target = target;
            control.control = true;
            run.results.push_back(std::move(control));
        }
    }

    void set_outcome(ProbeResult& result) {
        result.outcome = static_cast<Outcome>(below(outcome_count));
        if (below(3) == 0) result.outcome = Outcome::network_error;
        if (result.outcome > Outcome::network_error) {
            result.status = static_cast<int>(below(5) == 0 ? 429 : below(1000));
            return;
        }
        do {
            result.error = static_cast<Error>(below(error_count));
        } while (outcome_of(*result.error) != result.outcome);
        if (result.outcome == Outcome::local_error && flip()) result.error = Error::dns_timeout;
        if (below(4) == 0) result.status = static_cast<int>(below(1000));
    }

    ProbeResult result() {
        ProbeResult result;
        set_outcome(result);
        if (flip()) result.blame = static_cast<Blame>(below(3));
        if (flip()) result.challenge_kind = static_cast<ChallengeKind>(below(3));
        if (flip()) result.confidence = static_cast<Confidence>(below(3));
        for (std::string* field :
             {&result.vendor, &result.edge, &result.evidence, &result.detail, &result.final_url,
              &result.retry_after_raw, &result.remote, &result.http_version}) {
            *field = text();
        }
        if (result.status) result.latency = micros();
        result.started = micros();
        for (auto& phase : result.phases) {
            if (flip()) phase = micros();
        }
        result.bytes = number();
        result.truncated = flip();
        result.redirects = static_cast<std::uint32_t>(number());
        result.requests = static_cast<std::uint32_t>(number());
        if (below(3) == 0) result.retry_after_s = static_cast<std::uint32_t>(below(3601));
        if (below(3) == 0) result.quota = quota();
        return result;
    }

    // As classify lets them through.
    Quota quota() {
        constexpr std::uint64_t most = 1'000'000'000'000;
        return {1 + below(std::uint64_t{1} << below(40)) % most,
                1 + below(std::uint64_t{1} << below(40)) % most};
    }

    std::mt19937_64 random_;
    Generator texts_;
};

}  // namespace outrider::testing
