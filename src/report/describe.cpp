#include "report/describe.hpp"

#include "outrider/model/version.hpp"
#include "report/members.hpp"
#include "report/timestamp.hpp"
#include "report/words.hpp"

#include <array>
#include <map>
#include <string_view>

namespace outrider {
namespace {

void describe_shard(const std::optional<Shard>& shard, JsonWriter& json) {
    json.key("shard");
    if (!shard) return json.null();
    json.begin_object();
    member(json, "index", shard->index);
    member(json, "count", shard->count);
    member(json, "total", shard->total);
    json.end_object();
}

void describe_run(const DiagnosticReport& report, JsonWriter& json) {
    const RunRecord& run = report.run;
    const Tally& tally = report.totals.run;
    member(json, "name", run.name);
    member(json, "started_at", rfc3339(run.started_at));
    member(json, "duration_ms", run.duration);
    member(json, "deadline_ms", run.deadline);
    member(json, "probe_window_ms", run.probe_window);
    member(json, "deadline_hit", run.deadline_hit);
    member(json, "interrupted", to_string(run.interrupt));
    member(json, "planned", tally.planned);
    member(json, "completed", tally.completed());
    member(json, "abandoned", tally.abandoned);
    member(json, "local_errors", tally.local_errors);
    member(json, "controls", report.totals.controls);
    member(json, "coverage", tally.coverage());
    member(json, "concurrency", run.concurrency);
    member(json, "lag_ms", run.lag);
    member(json, "plan_id", run.plan_id);
    describe_shard(run.shard, json);
}

void describe_diagnosis(const HealthDiagnosis& diagnosis, JsonWriter& json) {
    member(json, "state", diagnosis.state);
    member(json, "action", action_of(diagnosis.state));
    member(json, "policy", diagnosis.policy);
    array(json, "reasons", diagnosis.reasons, [&](const Reason& reason) {
        json.begin_object();
        member(json, "rule", reason.rule);
        member(json, "message", reason.message);
        member(json, "observed", reason.observed);
        member(json, "threshold", reason.threshold);
        json.end_object();
    });
    list(json, "notes", diagnosis.notes);
}

void describe_backoff(const DiagnosticReport& report, JsonWriter& json) {
    const BackoffParams& backoff = report.backoff;
    member(json, "initial_delay_s", backoff.initial_delay_s);
    member(json, "max_delay_s", backoff.max_delay_s);
    member(json, "max_retries", backoff.max_retries);
    member(json, "multiplier", backoff.multiplier);
    member(json, "jitter", jitter_word(backoff.full_jitter));
    member(json, "basis", backoff.basis);
    member(json, "retry_after_s", report.totals.retry_after_s);
    member(json, "retry_after_raw", report.totals.retry_after_raw);
    list(json, "delays_s", backoff.delays_s);
}

// By name; their enum has the order in which a tie is settled.
void describe_verdicts(const Totals& totals, JsonWriter& json) {
    std::map<std::string_view, std::uint64_t> by_name;
    for (std::size_t i = 0; i < verdict_count; ++i) {
        if (totals.verdicts[i] != 0) by_name[to_string(static_cast<Verdict>(i))] = totals.verdicts[i];
    }
    object(json, "verdicts", [&] {
        for (const auto& [name, count] : by_name)
            member(json, name, count);
    });
}

void describe_dispatch(const DiagnosticReport& report, JsonWriter& json) {
    const DispatchAdvice& dispatch = report.dispatch;
    member(json, "concurrency_factor", dispatch.concurrency_factor);
    member(json, "max_requests_per_second", per_second(dispatch.max_requests_per_second));
    member(json, "usable_proxies", dispatch.usable_proxies);
    member(json, "tested_proxies", dispatch.tested_proxies);
    member(json, "usable_share", dispatch.usable_share);
    member(json, "usable_share_low", dispatch.usable_share_low);
    member(json, "usable_share_high", dispatch.usable_share_high);
    describe_verdicts(report.totals, json);
}

void describe_latency(const Latency& latency, JsonWriter& json) {
    member(json, "count", latency.count);
    member(json, "min", latency.min);
    member(json, "mean", latency.mean);
    member(json, "stddev", latency.stddev);
    member(json, "p50", latency.p50);
    member(json, "p90", latency.p90);
    member(json, "p95", latency.p95);
    member(json, "p99", latency.p99);
    member(json, "max", latency.max);
}

void describe_phase_stats(const std::array<PhaseStats, phase_count>& phases, JsonWriter& json) {
    for (std::size_t i = 0; i < phase_count; ++i) {
        object(json, to_string(static_cast<Phase>(i)), [&] {
            member(json, "p50", phases[i].p50);
            member(json, "p95", phases[i].p95);
        });
    }
}

std::uint64_t bans(const Tally& tally) {
    return tally.count(Outcome::banned);
}
std::uint64_t challenges(const Tally& tally) {
    return tally.count(Outcome::challenged);
}

void describe_summary(const Totals& totals, JsonWriter& json) {
    const Tally& tally = totals.run;
    member(json, "success_rate", tally.success_rate());
    member(json, "avg_latency_ms", tally.latency.mean);
    member(json, "throttle_count", tally.throttled);
    member(json, "ban_count", bans(tally));
    member(json, "challenge_count", challenges(tally));
    counts<Outcome>(json, "outcomes", tally.outcomes);
    object(json, "statuses", [&] {
        for (const auto& [status, count] : totals.statuses)
            member(json, std::to_string(status), count);
    });
    counts<Error>(json, "errors", tally.errors);
    object(json, "vendors", [&] {
        for (const auto& [name, count] : totals.vendors)
            member(json, name, count);
    });
    object(json, "edges", [&] {
        for (const auto& [name, count] : totals.edges)
            member(json, name, count);
    });
    object(json, "latency_ms", [&] { describe_latency(tally.latency, json); });
    object(json, "phases_ms", [&] { describe_phase_stats(totals.phases, json); });
}

std::optional<Ratio> rate_of_completed(const Tally& tally) {
    if (tally.completed() == 0) return std::nullopt;
    return tally.success_rate();
}

void describe_target(const DiagnosticReport& report, std::size_t index, JsonWriter& json) {
    const TargetLabel& label = report.run.targets[index];
    const TargetTotals& target = report.totals.targets[index];
    json.begin_object();
    member(json, "index", index);
    member(json, "name", label.name);
    member(json, "url", label.url);
    member(json, "state", report.diagnosis.targets[index]);
    member(json, "control", target.control);
    member(json, "requests", target.requests);
    member(json, "quota_per_s", per_second(target.quota));
    member(json, "success_rate", rate_of_completed(target.tally));
    member(json, "throttle_count", target.tally.throttled);
    member(json, "ban_count", bans(target.tally));
    member(json, "challenge_count", challenges(target.tally));
    member(json, "avg_latency_ms", target.tally.latency.mean);
    member(json, "p95_latency_ms", target.tally.latency.p95);
    counts<Outcome>(json, "outcomes", target.tally.outcomes);
    json.end_object();
}

void describe_proxy(const DiagnosticReport& report, std::size_t index, JsonWriter& json) {
    const ProxyLabel& label = report.run.proxies[index];
    const ProxyTotals& proxy = report.totals.proxies[index];
    json.begin_object();
    member(json, "index", index);
    member(json, "name", label.name);
    member(json, "proxy", label.proxy);
    member(json, "rotating", label.rotating);
    member(json, "verdict", proxy.verdict);
    member(json, "success_rate", rate_of_completed(proxy.tally));
    member(json, "avg_latency_ms", proxy.tally.latency.mean);
    member(json, "p95_latency_ms", proxy.tally.latency.p95);
    counts<Outcome>(json, "outcomes", proxy.tally.outcomes);
    counts<Error>(json, "errors", proxy.tally.errors);
    json.end_object();
}

void describe_inputs(const RunRecord& run, JsonWriter& json) {
    array(json, "rejected", run.rejected, [&](const Rejected& rejected) {
        json.begin_object();
        member(json, "source", rejected.source);
        member(json, "line", rejected.line);
        member(json, "reason", rejected.reason);
        json.end_object();
    });
    member(json, "duplicates", run.duplicates);
}

void describe_drift(const std::optional<Drift>& drift, JsonWriter& json) {
    json.key("drift");
    if (!drift) return json.null();
    json.begin_object();
    member(json, "state_before", drift->state_before);
    json.key("success_rate_change");
    drift->success_rate_change ? json.real(rate_change(*drift->success_rate_change)) : json.null();
    member(json, "p95_change_ms", drift->p95_change);
    list(json, "proxies_lost", drift->proxies_lost);
    list(json, "proxies_gained", drift->proxies_gained);
    json.end_object();
}

std::optional<unsigned> unsigned_status(const ProbeResult& result) {
    if (!result.status || *result.status < 0) return std::nullopt;
    return static_cast<unsigned>(*result.status);
}

void describe_result(const ProbeResult& result, JsonWriter& json) {
    json.begin_object();
    member(json, "target", result.target);
    member(json, "proxy", result.proxy);
    member(json, "attempt", result.attempt);
    member(json, "outcome", result.outcome);
    member(json, "error", result.error);
    member(json, "status", unsigned_status(result));
    member(json, "blame", result.blame);
    member(json, "vendor", result.vendor);
    member(json, "edge", result.edge);
    member(json, "challenge_kind", result.challenge_kind);
    member(json, "confidence", result.confidence);
    member(json, "evidence", result.evidence);
    member(json, "detail", result.detail);
    member(json, "latency_ms", result.latency);
    member(json, "started_ms", result.started);
    object(json, "phases_ms", [&] {
        for (std::size_t i = 0; i < phase_count; ++i) {
            member(json, to_string(static_cast<Phase>(i)), result.phases[i]);
        }
    });
    member(json, "bytes", result.bytes);
    member(json, "truncated", result.truncated);
    member(json, "redirects", result.redirects);
    member(json, "requests", result.requests);
    member(json, "final_url", result.final_url);
    member(json, "retry_after_s", result.retry_after_s);
    member(json, "retry_after_raw", result.retry_after_raw);
    member(json, "quota_per_s", per_second(result.quota));
    member(json, "remote", result.remote);
    member(json, "http_version", result.http_version);
    json.end_object();
}

bool is_listed(const ProbeResult& result, Detail detail) {
    switch (detail) {
        case Detail::automatic:
        case Detail::all:
            return true;
        case Detail::failures:
            return result.outcome != Outcome::success;
        case Detail::none:
            return false;
    }
    return true;
}

// Growing by doubling takes half of the time that a report of 100,000 results does.
std::size_t expected_bytes(const DiagnosticReport& report) {
    constexpr std::size_t a_result = 1024;
    constexpr std::size_t a_row = 512;
    const std::size_t results = report.detail == Detail::none ? 0 : report.run.results.size();
    return 8 * a_result + results * a_result +
           (report.run.targets.size() + report.run.proxies.size()) * a_row;
}

/// All but the results.
void describe_findings(const DiagnosticReport& report, JsonWriter& json) {
    member(json, "schema", report_schema_name);
    member(json, "version", version);
    object(json, "run", [&] { describe_run(report, json); });
    object(json, "diagnosis", [&] { describe_diagnosis(report.diagnosis, json); });
    object(json, "backoff", [&] { describe_backoff(report, json); });
    object(json, "dispatch", [&] { describe_dispatch(report, json); });
    object(json, "summary", [&] { describe_summary(report.totals, json); });
    json.key("targets");
    json.begin_array();
    for (std::size_t i = 0; i < report.run.targets.size(); ++i)
        describe_target(report, i, json);
    json.end_array();
    json.key("proxies");
    json.begin_array();
    for (std::size_t i = 0; i < report.run.proxies.size(); ++i)
        describe_proxy(report, i, json);
    json.end_array();
    object(json, "inputs", [&] { describe_inputs(report.run, json); });
    describe_drift(report.drift, json);
}

}  // namespace

void describe(const DiagnosticReport& report, JsonWriter& json) {
    json.expect(expected_bytes(report));
    json.begin_object();
    describe_findings(report, json);
    json.key("results");
    json.begin_array();
    for (const ProbeResult& result : report.run.results) {
        if (is_listed(result, report.detail)) describe_result(result, json);
    }
    json.end_array();
    json.end_object();
}

void describe_by_line(const DiagnosticReport& report, JsonWriter& json) {
    json.expect(expected_bytes(report));
    for (const ProbeResult& result : report.run.results) {
        if (!is_listed(result, report.detail)) continue;
        describe_result(result, json);
        json.end_line();
    }
    json.begin_object();
    describe_findings(report, json);
    json.end_object();
}

}  // namespace outrider
