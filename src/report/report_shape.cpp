#include "outrider/report/report.hpp"
#include "report/shape.hpp"

#include <type_traits>

namespace outrider {
namespace {

ReportDraft& the_draft(ReportDraft& draft) {
    return draft;
}
RunRecord& the_run(ReportDraft& draft) {
    return draft.run;
}
Shard& the_shard(ReportDraft& draft) {
    return *draft.run.shard;
}
TargetLabel& the_target(ReportDraft& draft) {
    return draft.run.targets.back();
}
ProxyLabel& the_proxy(ReportDraft& draft) {
    return draft.run.proxies.back();
}
Rejected& the_rejected(ReportDraft& draft) {
    return draft.run.rejected.back();
}
ProbeResult& the_result(ReportDraft& draft) {
    return draft.run.results.back();
}

template <auto Part, auto Member>
Complaint into(ReportDraft& draft, const JsonScalar& value) {
    return take(value, Part(draft).*Member);
}

/// Text that is never null.
template <auto Part, auto Member>
Complaint text_into(ReportDraft& draft, const JsonScalar& value) {
    if (value.type != JsonScalar::Type::string) return found_instead(value, "a string");
    return take(value, Part(draft).*Member);
}

template <auto Member, std::uint64_t Most>
Complaint whole_into(ReportDraft& draft, const JsonScalar& value) {
    if (value.type == JsonScalar::Type::null) return std::nullopt;
    std::uint64_t whole = 0;
    Complaint fault = take_whole(value, Most, whole);
    using Number = typename std::remove_reference_t<decltype(the_result(draft).*Member)>::value_type;
    if (!fault) the_result(draft).*Member = static_cast<Number>(whole);
    return fault;
}

Complaint take_control(ReportDraft& draft, const JsonScalar& value) {
    std::optional<Outcome> control;
    Complaint fault = take(value, control);
    draft.has_control.back() = control.has_value();
    return fault;
}

template <Phase phase>
Complaint take_phase(ReportDraft& draft, const JsonScalar& value) {
    return take(value, the_result(draft).phases[static_cast<std::size_t>(phase)]);
}

Complaint no_shard(ReportDraft&, const JsonScalar& value) {
    if (value.type == JsonScalar::Type::null) return std::nullopt;
    return found_instead(value, "null or an object");
}

constexpr Field shard_fields[]{
    {"index", into<the_shard, &Shard::index>},
    {"count", into<the_shard, &Shard::count>},
    {"total", into<the_shard, &Shard::total>},
};
constexpr Shape shard_shape{shard_fields, [](ReportDraft& draft) { draft.run.shard.emplace(); }};

constexpr Field run_fields[]{
    {"name", into<the_run, &RunRecord::name>},
    {"started_at", into<the_run, &RunRecord::started_at>},
    {"duration_ms", into<the_run, &RunRecord::duration>},
    {"deadline_ms", into<the_run, &RunRecord::deadline>},
    {"probe_window_ms", into<the_run, &RunRecord::probe_window>},
    {"deadline_hit", into<the_run, &RunRecord::deadline_hit>},
    {"interrupted", into<the_run, &RunRecord::interrupt>},
    {"planned", into<the_draft, &ReportDraft::planned>},
    {"controls", into<the_draft, &ReportDraft::controls>},
    {"concurrency", into<the_run, &RunRecord::concurrency>},
    {"lag_ms", into<the_run, &RunRecord::lag>},
    {"plan_id", text_into<the_run, &RunRecord::plan_id>},
    {"shard", no_shard, &shard_shape},
};
constexpr Shape run_shape{run_fields};

constexpr Field target_fields[]{
    {"name", into<the_target, &TargetLabel::name>},
    {"url", text_into<the_target, &TargetLabel::url>},
    {"control", take_control},
};
constexpr Shape target_shape{target_fields, [](ReportDraft& draft) {
                                 draft.run.targets.emplace_back();
                                 draft.has_control.push_back(false);
                             }};

constexpr Field proxy_fields[]{
    {"name", into<the_proxy, &ProxyLabel::name>},
    {"proxy", text_into<the_proxy, &ProxyLabel::proxy>},
    {"rotating", into<the_proxy, &ProxyLabel::rotating>},
};
constexpr Shape proxy_shape{proxy_fields, [](ReportDraft& draft) { draft.run.proxies.emplace_back(); }};

constexpr Field rejected_fields[]{
    {"source", text_into<the_rejected, &Rejected::source>},
    {"line", into<the_rejected, &Rejected::line>},
    {"reason", text_into<the_rejected, &Rejected::reason>},
};
constexpr Shape rejected_shape{rejected_fields,
                               [](ReportDraft& draft) { draft.run.rejected.emplace_back(); }};

constexpr Field inputs_fields[]{
    {"rejected", nullptr, &rejected_shape, true},
    {"duplicates", into<the_run, &RunRecord::duplicates>},
};
constexpr Shape inputs_shape{inputs_fields};

constexpr Field phases_fields[]{
    {"dns", take_phase<Phase::dns>},     {"connect", take_phase<Phase::connect>},
    {"proxy", take_phase<Phase::proxy>}, {"tls", take_phase<Phase::tls>},
    {"send", take_phase<Phase::send>},   {"wait", take_phase<Phase::wait>},
    {"body", take_phase<Phase::body>},
};
constexpr Shape phases_shape{phases_fields};

constexpr Field result_fields[]{
    {"target", into<the_result, &ProbeResult::target>},
    {"proxy", into<the_result, &ProbeResult::proxy>},
    {"attempt", into<the_result, &ProbeResult::attempt>},
    {"outcome", into<the_result, &ProbeResult::outcome>},
    {"error", into<the_result, &ProbeResult::error>},
    {"status", whole_into<&ProbeResult::status, 999>},
    {"blame", into<the_result, &ProbeResult::blame>},
    {"vendor", into<the_result, &ProbeResult::vendor>},
    {"edge", into<the_result, &ProbeResult::edge>},
    {"challenge_kind", into<the_result, &ProbeResult::challenge_kind>},
    {"confidence", into<the_result, &ProbeResult::confidence>},
    {"evidence", into<the_result, &ProbeResult::evidence>},
    {"detail", into<the_result, &ProbeResult::detail>},
    {"latency_ms", into<the_result, &ProbeResult::latency>},
    {"started_ms", into<the_result, &ProbeResult::started>},
    {"phases_ms", nullptr, &phases_shape},
    {"bytes", into<the_result, &ProbeResult::bytes>},
    {"truncated", into<the_result, &ProbeResult::truncated>},
    {"redirects", into<the_result, &ProbeResult::redirects>},
    {"requests", into<the_result, &ProbeResult::requests>},
    {"final_url", into<the_result, &ProbeResult::final_url>},
    {"retry_after_s", whole_into<&ProbeResult::retry_after_s, max_retry_after_s>},
    {"retry_after_raw", into<the_result, &ProbeResult::retry_after_raw>},
    {"quota_per_s", into<the_result, &ProbeResult::quota>},
    {"remote", into<the_result, &ProbeResult::remote>},
    {"http_version", into<the_result, &ProbeResult::http_version>},
};
void begin_result(ReportDraft& draft) {
    draft.run.results.push_back({});
}
constexpr Shape result_shape{result_fields, begin_result};

constexpr Field report_fields[]{
    {"schema", take_schema},
    {"run", nullptr, &run_shape},
    {"targets", nullptr, &target_shape, true},
    {"proxies", nullptr, &proxy_shape, true},
    {"inputs", nullptr, &inputs_shape},
    {"results", nullptr, &result_shape, true},
};
constexpr Shape whole_shape{report_fields};

}  // namespace

Complaint take_schema(ReportDraft&, const JsonScalar& value) {
    if (value.type == JsonScalar::Type::string && value.text == report_schema_name) return std::nullopt;
    return found_instead(value, "\"" + std::string(report_schema_name) + '"');
}

const Shape& report_shape() {
    return whole_shape;
}

}  // namespace outrider
