#pragma once

#include "outrider/report/report.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace outrider {

// What the reports for people say, in the words of all of them.

std::string plural(std::uint64_t count, std::string_view word);
/// "336 ms"
std::string duration(Micros time);
/// "3 of 3 completed in 1004 ms, ended by the deadline, and 1 control"
std::string completed_phrase(const DiagnosticReport& report);
/// "66.67 % succeeded: 2 success, 1 rate_limited"; empty where nothing was planned.
std::string succeeded_phrase(const Tally& tally);
/// "mean 336 ms, p50 2.5 ms, ..."; empty where there was no answer.
std::string latency_phrase(const Latency& latency);
/// "2 of 3 healthy"
std::string targets_phrase(const DiagnosticReport& report);
/// "25 of 40 tested are usable, 3 banned"; empty without proxies.
std::string proxies_phrase(const DiagnosticReport& report);
/// "it was HEALTHY, -12 points of success, 3 proxies lost, 0 gained"; empty without a baseline.
std::string drift_phrase(const std::optional<Drift>& drift);
/// What a group suffered from most, by its error where it has one: "3 proxy_timeout". Empty: nothing.
std::string main_failure(const Tally& tally);
/// "1/4", of those that completed
std::string share_phrase(const Tally& tally);
/// "dispatch the batch"
std::string_view next_phrase(State state);
/// "5, 10, 20, 40, 60 s (full jitter)"
std::string delays_phrase(const BackoffParams& backoff);
/// "send at most ..."; empty where no limit is known.
std::string limit_phrase(const DispatchAdvice& dispatch);

}  // namespace outrider
