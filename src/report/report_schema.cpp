#include "outrider/report/report_schema.hpp"

#include "outrider/model/text.hpp"
#include "outrider/report/report.hpp"
#include "report/engines.hpp"
#include "report/schema_nodes.hpp"
#include "report/words.hpp"

namespace outrider {
namespace {

using namespace schema;

constexpr Null nullable = Null::allowed;

Words interrupts() {
    return {to_string(Interrupt::sighup), to_string(Interrupt::sigint), to_string(Interrupt::sigterm)};
}

Words actions() {
    Words words;
    for (std::size_t i = 0; i < state_count; ++i)
        words.push_back(action_of(static_cast<State>(i)));
    return words;
}

/// The same for each phase of a probe.
Node of_each_phase(const Node& node) {
    Properties phases;
    for (const std::string_view phase : words_of<Phase>(phase_count))
        phases.emplace_back(phase, node);
    return object(std::move(phases));
}

Node run() {
    const Node shard = object({{"index", whole()}, {"count", whole(1)}, {"total", whole()}}, nullable);
    return object(
        {{"name", text(nullable)},
         {"started_at", matching("^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$")},
         {"duration_ms", real()},
         {"deadline_ms", real()},
         {"probe_window_ms", real()},
         {"deadline_hit", boolean()},
         {"interrupted", one_of(interrupts(), nullable)},
         {"planned", whole()},
         {"completed", whole()},
         {"abandoned", whole()},
         {"local_errors", whole()},
         {"controls", whole()},
         {"coverage", rate()},
         {"concurrency", whole()},
         {"lag_ms", real(nullable)},
         {"plan_id", matching("^[0-9a-f]{64}$")},
         {"shard", shard}});
}

Node diagnosis() {
    const Node reason = object({{"rule", one_of(words_of<Rule>(rule_count))},
                                {"message", text()},
                                {"observed", real()},
                                {"threshold", real()}});
    return object({{"state", one_of(words_of<State>(state_count))},
                   {"action", one_of(actions())},
                   {"policy", one_of({strict_word, pool_word})},
                   {"reasons", list(reason)},
                   {"notes", list(text())}});
}

Node backoff() {
    return object({{"initial_delay_s", whole(1)},
                   {"max_delay_s", whole(1)},
                   {"max_retries", whole(1)},
                   {"multiplier", constant(BackoffParams{}.multiplier)},
                   {"jitter", one_of({jitter_word(false), jitter_word(true)})},
                   {"basis", one_of(words_of<BackoffBasis>(backoff_basis_count))},
                   {"retry_after_s", whole(1, max_retry_after_s, nullable)},
                   {"retry_after_raw", text(nullable)},
                   {"delays_s", list(whole(1))}});
}

Node dispatch() {
    return object({{"concurrency_factor", rate()},
                   {"max_requests_per_second", real(nullable)},
                   {"usable_proxies", whole(0, std::nullopt, nullable)},
                   {"tested_proxies", whole(0, std::nullopt, nullable)},
                   {"usable_share", rate(nullable)},
                   {"usable_share_low", rate(nullable)},
                   {"usable_share_high", rate(nullable)},
                   {"verdicts", counts_of(words_of<Verdict>(verdict_count))}});
}

Node summary() {
    const Node latency = defined("milliseconds_or_null");
    return object({{"success_rate", rate()},
                   {"avg_latency_ms", latency},
                   {"throttle_count", whole()},
                   {"ban_count", whole()},
                   {"challenge_count", whole()},
                   {"outcomes", defined("outcomes")},
                   {"statuses", counts("^[0-9]{1,3}$")},
                   {"errors", defined("errors")},
                   {"vendors", counts()},
                   {"edges", counts()},
                   {"latency_ms", object({{"count", whole()},
                                          {"min", latency},
                                          {"mean", latency},
                                          {"stddev", latency},
                                          {"p50", latency},
                                          {"p90", latency},
                                          {"p95", latency},
                                          {"p99", latency},
                                          {"max", latency}})},
                   {"phases_ms", of_each_phase(object({{"p50", latency}, {"p95", latency}}))}});
}

Node target() {
    return object({{"index", whole()},
                   {"name", text(nullable)},
                   {"url", text()},
                   {"state", one_of(words_of<State>(state_count), nullable)},
                   {"control", one_of(words_of<Outcome>(outcome_count), nullable)},
                   {"requests", whole()},
                   {"quota_per_s", real(nullable)},
                   {"success_rate", rate(nullable)},
                   {"throttle_count", whole()},
                   {"ban_count", whole()},
                   {"challenge_count", whole()},
                   {"avg_latency_ms", defined("milliseconds_or_null")},
                   {"p95_latency_ms", defined("milliseconds_or_null")},
                   {"outcomes", defined("outcomes")}});
}

Node proxy() {
    return object({{"index", whole()},
                   {"name", text(nullable)},
                   {"proxy", text()},
                   {"rotating", boolean()},
                   {"verdict", one_of(words_of<Verdict>(verdict_count))},
                   {"success_rate", rate(nullable)},
                   {"avg_latency_ms", defined("milliseconds_or_null")},
                   {"p95_latency_ms", defined("milliseconds_or_null")},
                   {"outcomes", defined("outcomes")},
                   {"errors", defined("errors")}});
}

Node inputs() {
    const Node rejected = object({{"source", text()}, {"line", whole(1)}, {"reason", text()}});
    return object({{"rejected", list(rejected)}, {"duplicates", whole()}});
}

Node drift() {
    return object({{"state_before", one_of(words_of<State>(state_count))},
                   {"success_rate_change", change(1)},
                   {"p95_change_ms", change()},
                   {"proxies_lost", list(text())},
                   {"proxies_gained", list(text())}},
                  nullable);
}

Node result() {
    return object({{"target", whole()},
                   {"proxy", whole(0, std::nullopt, nullable)},
                   {"attempt", whole(1)},
                   {"outcome", one_of(words_of<Outcome>(outcome_count))},
                   {"error", one_of(words_of<Error>(error_count), nullable)},
                   {"status", whole(0, 999, nullable)},
                   {"blame", one_of(words_of<Blame>(blame_count), nullable)},
                   {"vendor", text(nullable)},
                   {"edge", text(nullable)},
                   {"challenge_kind", one_of(words_of<ChallengeKind>(challenge_kind_count), nullable)},
                   {"confidence", one_of(words_of<Confidence>(confidence_count), nullable)},
                   {"evidence", text(nullable)},
                   {"detail", of_length(max_line_characters, nullable)},
                   {"latency_ms", defined("milliseconds_or_null")},
                   {"started_ms", real()},
                   {"phases_ms", of_each_phase(defined("milliseconds_or_null"))},
                   {"bytes", whole()},
                   {"truncated", boolean()},
                   {"redirects", whole()},
                   {"requests", whole()},
                   {"final_url", text(nullable)},
                   {"retry_after_s", whole(0, max_retry_after_s, nullable)},
                   {"retry_after_raw", text(nullable)},
                   {"quota_per_s", real(nullable)},
                   {"remote", text(nullable)},
                   {"http_version", matching("^[0-9]+\\.[0-9]+$", nullable)}});
}

}  // namespace

std::string report_schema() {
    const Properties root{{"schema", one_of({report_schema_name})},
                          {"version", text()},
                          {"run", run()},
                          {"diagnosis", diagnosis()},
                          {"backoff", backoff()},
                          {"dispatch", dispatch()},
                          {"summary", summary()},
                          {"targets", list(target())},
                          {"proxies", list(proxy())},
                          {"inputs", inputs()},
                          {"drift", drift()},
                          {"results", list(result())}};
    const Properties definitions{{"milliseconds_or_null", real(nullable)},
                                 {"outcomes", counts_of(words_of<Outcome>(outcome_count))},
                                 {"errors", counts_of(words_of<Error>(error_count))}};
    const JsonDocument whole = [&](JsonWriter& json) {
        document(json, "A report of outrider", root, definitions);
    };
    return write_json(whole, Serializer::automatic, true, engines()).bytes + '\n';
}

}  // namespace outrider
