#pragma once

#include "outrider/report/report.hpp"
#include "stats/results.hpp"

#include <cstdint>
#include <random>
#include <string>
#include <utility>

namespace outrider::testing {

inline DiagnosticReport report_of(RunRecord run) {
    return report_on(std::move(run), Thresholds{}, Detail::all);
}

/// The example that the contract holds to: 200, 429, and 200 after 1 s.
inline DiagnosticReport seed_example() {
    RunRecord run = run_over(3);
    run.started_at = WallTime(std::chrono::milliseconds(1'764'663'240'120));
    run.duration = Micros{1'004'250};
    run.deadline = std::chrono::seconds(10);
    run.probe_window = Micros{9'800'000};
    run.concurrency = 3;
    run.plan_id = "ab12";
    add(run, success(Micros{1500}).target(0).requests(1));
    add(run, throttled(Micros{2500}).target(1).requests(1));
    add(run, success(Micros{1'003'000}).target(2).requests(1));
    for (ProbeResult& result : run.results) {
        result.phases = {std::nullopt, Micros{300}, std::nullopt, std::nullopt,
                         Micros{50},   Micros{900}, std::nullopt};
        result.remote = "127.0.0.1:8080";
        result.http_version = "1.1";
    }
    run.results[1].confidence = Confidence::possible;
    run.results[1].evidence = "status 429";
    return report_of(std::move(run));
}

/// Reports of all sorts: odd text, invalid UTF-8, huge and tiny numbers, empty and many.
class Generator {
public:
    explicit Generator(std::uint64_t seed) : random_(seed) {}

    DiagnosticReport report() {
        RunRecord run;
        run.name = text();
        run.started_at = WallTime(Micros{static_cast<std::int64_t>(below(4'000'000'000'000'000))});
        run.duration = micros();
        run.deadline = micros();
        run.probe_window = micros();
        run.deadline_hit = flip();
        run.interrupt = static_cast<Interrupt>(below(4));
        run.concurrency = static_cast<std::uint32_t>(number());
        if (flip()) run.lag = micros();
        run.plan_id = text();
        if (flip()) run.shard = Shard{static_cast<std::uint32_t>(number()), 7, number()};
        run.duplicates = number();
        for (std::uint64_t i = 1 + below(4); i > 0; --i)
            run.targets.push_back({text(), text()});
        for (std::uint64_t i = below(4); i > 0; --i)
            run.proxies.push_back({text(), text(), flip()});
        for (std::uint64_t i = below(3); i > 0; --i)
            run.rejected.push_back({text(), number(), text()});
        for (std::uint64_t i = below(2) * below(30); i > 0; --i) {
            run.results.push_back(result(run.targets.size(), run.proxies.size()));
        }
        DiagnosticReport report = report_of(std::move(run));
        report.diagnosis.notes.push_back(text());
        report.detail = static_cast<Detail>(below(4));
        if (flip()) report.drift = drift();
        return report;
    }

    std::string text() {
        static const std::string pieces[] = {"a",
                                             "\"",
                                             "\\",
                                             "/",
                                             "\n",
                                             "\r\t\b\f",
                                             std::string(1, '\0'),
                                             "\x1f",
                                             "\x7f",
                                             "\xC3\xA9",
                                             "\xE2\x80\xA8",
                                             "\xF0\x9F\x90\x8E",
                                             "\xFF",
                                             "\xC3",
                                             "\xC0\x80",
                                             "\xED\xA0\x80",
                                             "\xF4\x90\x80\x80",
                                             "\xE2\x82",
                                             "https://example.com/?q=1&r=2#",
                                             "</script>"};
        std::string text;
        for (std::uint64_t i = below(3) * below(12); i > 0; --i)
            text += pieces[below(std::size(pieces))];
        return text;
    }

private:
    std::uint64_t below(std::uint64_t end) { return random_() % end; }
    bool flip() { return below(2) == 0; }
    std::uint64_t number() { return random_() >> below(64); }
    Micros micros() { return Micros{static_cast<std::int64_t>(number() >> 20)}; }

    Drift drift() {
        Drift drift;
        drift.state_before = static_cast<State>(below(3));
        if (flip()) drift.success_rate_change = static_cast<std::int64_t>(below(20'001)) - 10'000;
        if (flip()) drift.p95_change = micros() - micros();
        for (std::uint64_t i = below(3); i > 0; --i)
            drift.proxies_lost.push_back(text());
        for (std::uint64_t i = below(3); i > 0; --i)
            drift.proxies_gained.push_back(text());
        return drift;
    }

    ProbeResult result(std::size_t targets, std::size_t proxies) {
        ProbeResult result;
        result.target = static_cast<std::uint32_t>(below(targets));
        if (proxies > 0 && flip()) result.proxy = static_cast<std::uint32_t>(below(proxies));
        result.attempt = static_cast<std::uint32_t>(number());
        result.control = !result.proxy && flip();
        result.outcome = static_cast<Outcome>(below(outcome_count));
        if (flip()) result.error = static_cast<Error>(below(error_count));
        if (flip()) result.status = static_cast<int>(below(1000));
        if (flip()) result.blame = static_cast<Blame>(below(3));
        if (flip()) result.challenge_kind = static_cast<ChallengeKind>(below(3));
        if (flip()) result.confidence = static_cast<Confidence>(below(3));
        for (std::string* field :
             {&result.vendor, &result.edge, &result.evidence, &result.detail, &result.final_url,
              &result.retry_after_raw, &result.remote, &result.http_version}) {
            *field = text();
        }
        if (result.status) result.latency = Micros{static_cast<std::int64_t>(number() >> 24)};
        result.started = micros();
        for (auto& phase : result.phases) {
            if (flip()) phase = micros();
        }
        result.bytes = number();
        result.truncated = flip();
        result.redirects = static_cast<std::uint32_t>(number());
        result.requests = static_cast<std::uint32_t>(below(30));
        if (flip()) result.retry_after_s = static_cast<std::uint32_t>(below(3601));
        if (flip()) result.quota = Quota{number(), below(100'000)};
        return result;
    }

    std::mt19937_64 random_;
};

}  // namespace outrider::testing
