#pragma once

#include "outrider/model/run.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <utility>

namespace outrider::testing {

inline Micros ms(std::int64_t count) {
    return std::chrono::milliseconds(count);
}

/// A result in a few words: ResultOf(Outcome::success).target(1).proxy(2).answered(200, ms(7)).
class ResultOf {
public:
    explicit ResultOf(Outcome outcome) { result_.outcome = outcome; }
    explicit ResultOf(Error error) {
        result_.outcome = outcome_of(error);
        result_.error = error;
    }

    ResultOf& target(std::uint32_t index) {
        return set([&] { result_.target = index; });
    }
    ResultOf& proxy(std::uint32_t index) {
        return set([&] { result_.proxy = index; });
    }
    ResultOf& control() {
        return set([&] { result_.control = true; });
    }
    ResultOf& blame(Blame blame) {
        return set([&] { result_.blame = blame; });
    }
    ResultOf& requests(std::uint32_t count) {
        return set([&] { result_.requests = count; });
    }
    ResultOf& quota(std::uint64_t requests, std::uint64_t window_s) {
        return set([&] { result_.quota = Quota{requests, window_s}; });
    }
    ResultOf& answered(int status, Micros latency) {
        return set([&] {
            result_.status = status;
            result_.latency = latency;
        });
    }
    ResultOf& waits(std::uint32_t seconds, std::string raw = {}) {
        return set([&] {
            result_.retry_after_s = seconds;
            result_.retry_after_raw = std::move(raw);
        });
    }
    ResultOf& phase(Phase phase, Micros time) {
        return set([&] { result_.phases[static_cast<std::size_t>(phase)] = time; });
    }
    ResultOf& by(std::string vendor, std::string edge = {}) {
        return set([&] {
            result_.vendor = std::move(vendor);
            result_.edge = std::move(edge);
        });
    }

    operator ProbeResult() const { return result_; }  // NOLINT(google-explicit-constructor)

private:
    template <class Change>
    ResultOf& set(Change change) {
        change();
        return *this;
    }

    ProbeResult result_;
};

inline ResultOf success(Micros latency = ms(1)) {
    return ResultOf(Outcome::success).answered(200, latency);
}
inline ResultOf throttled(Micros latency = ms(1)) {
    return ResultOf(Outcome::rate_limited).answered(429, latency).blame(Blame::target);
}

/// A run over `targets` targets and `proxies` proxies, still without results.
inline RunRecord run_over(std::size_t targets, std::size_t proxies = 0) {
    RunRecord run;
    for (std::size_t i = 0; i < targets; ++i) {
        run.targets.push_back({"", "http://t" + std::to_string(i) + ".example/"});
    }
    for (std::size_t i = 0; i < proxies; ++i) {
        run.proxies.push_back({"", "http://127.0.0." + std::to_string(i + 1) + ":8080", false});
    }
    return run;
}

/// Adds a result `count` times.
inline void add(RunRecord& run, const ProbeResult& result, std::size_t count = 1) {
    for (; count > 0; --count)
        run.results.push_back(result);
}

}  // namespace outrider::testing
