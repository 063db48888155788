#include "outrider/report/read_report.hpp"

#include "outrider/report/report.hpp"
#include "report/rank.hpp"
#include "report/report_listener.hpp"

#include <utility>

namespace outrider {
namespace {

/// The words of a fault at a key of a result.
std::string at_result(std::size_t index, const char* key, const std::string& fault) {
    return "/results/" + std::to_string(index) + key + ": " + fault;
}

Complaint check_index(std::size_t result, const char* key, std::uint32_t index, std::size_t count) {
    if (index < count) return std::nullopt;
    return at_result(result, key,
                     "found " + std::to_string(index) + ", and " + std::to_string(count) + " are listed");
}

/// An error goes with the outcomes that have one, each with its own.
bool belongs(std::optional<Error> error, Outcome outcome) {
    if (!error) return outcome > Outcome::network_error;
    const bool unanswered = error == Error::dns_unavailable || error == Error::dns_timeout;
    return outcome_of(*error) == outcome || (unanswered && outcome == Outcome::local_error);
}

Complaint check_result(const RunRecord& run, std::size_t index) {
    const ProbeResult& result = run.results[index];
    if (Complaint fault = check_index(index, "/target", result.target, run.targets.size())) return fault;
    if (result.proxy) {
        if (Complaint fault = check_index(index, "/proxy", *result.proxy, run.proxies.size())) return fault;
    }
    if (!belongs(result.error, result.outcome)) {
        const std::string word(result.error ? to_string(*result.error) : "null");
        return at_result(
            index, "/error",
            "found " + word + ", and that is no error of " + std::string(to_string(result.outcome)));
    }
    if (index > 0 && rank(run.results[index - 1]) >= rank(result)) {
        return at_result(index, "",
                         "it is not after the one before: results stand by target, proxy and attempt, each "
                         "once");
    }
    return std::nullopt;
}

Complaint check_shard(const std::optional<Shard>& shard) {
    if (!shard || shard->index < shard->count) return std::nullopt;
    return "/run/shard/index: found " + std::to_string(shard->index) + ", and there are " +
           std::to_string(shard->count) + " shards";
}

/// Sees that the parts of a report fit together, and finds the controls.
Complaint finish(ReportDraft& draft) {
    RunRecord& run = draft.run;
    if (Complaint fault = check_shard(run.shard)) return fault;
    std::uint64_t controls = 0;
    for (std::size_t i = 0; i < run.results.size(); ++i) {
        if (Complaint fault = check_result(run, i)) return fault;
        ProbeResult& result = run.results[i];
        result.control = !result.proxy && draft.has_control[result.target];
        controls += result.control ? 1 : 0;
    }
    const std::uint64_t probes = run.results.size() - controls;
    if (probes == draft.planned && controls == draft.controls) return std::nullopt;
    return "/results: found " + std::to_string(probes) + " probes and " + std::to_string(controls) +
           " controls, and the run counts " + std::to_string(draft.planned) + " and " +
           std::to_string(draft.controls) + ": merge needs a whole report, as --detail all writes it";
}

Complaint read(std::string text, Serializer serializer, const Shape& shape, ReportDraft& draft) {
    ReportListener listener(draft, shape);
    const bool heard = has_simdjson() && serializer != Serializer::nlohmann
                           ? read_with_simdjson(text, listener)
                           : read_with_nlohmann(text, listener);
    if (heard || listener.fault()) return listener.fault();
    const std::string place = listener.place();
    return (place.empty() ? "" : "after " + place + ": ") + "this is no valid JSON, or not the whole of it";
}

}  // namespace

std::variant<RunRecord, NoReport> read_report(std::string text, Serializer serializer) {
    ReportDraft draft;
    if (Complaint fault = read(std::move(text), serializer, report_shape(), draft)) {
        return NoReport{*std::move(fault)};
    }
    if (Complaint fault = finish(draft)) return NoReport{*std::move(fault)};
    return std::move(draft.run);
}

std::variant<Baseline, NoReport> read_baseline(std::string text, Serializer serializer) {
    ReportDraft draft;
    if (Complaint fault = read(std::move(text), serializer, baseline_shape(), draft)) {
        return NoReport{*std::move(fault)};
    }
    return std::move(draft.baseline);
}

}  // namespace outrider
