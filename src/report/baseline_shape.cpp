#include "report/decimal.hpp"
#include "report/shape.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace outrider {
namespace {

/// One of the words of an enum of `count` values.
template <class Enum>
Complaint take_word(const JsonScalar& value, std::size_t count, Enum& word) {
    std::string allowed;
    for (std::size_t i = 0; i < count; ++i) {
        const auto candidate = static_cast<Enum>(i);
        if (value.type == JsonScalar::Type::string && value.text == to_string(candidate)) {
            word = candidate;
            return std::nullopt;
        }
        allowed.append(i == 0 ? "one of " : ", ").append(to_string(candidate));
    }
    return found_instead(value, allowed);
}

Complaint take_state(ReportDraft& draft, const JsonScalar& value) {
    return take_word(value, state_count, draft.baseline.state);
}

Complaint take_success_rate(ReportDraft& draft, const JsonScalar& value) {
    if (value.type == JsonScalar::Type::null) return std::nullopt;
    constexpr std::uint64_t one = 10'000;
    const auto rate = value.type == JsonScalar::Type::number ? scaled(value.text, 4) : std::nullopt;
    if (!rate || *rate > one) return found_instead(value, "null or a rate from 0 to 1");
    draft.baseline.success_rate = *rate;
    return std::nullopt;
}

Complaint take_p95(ReportDraft& draft, const JsonScalar& value) {
    return take(value, draft.baseline.p95);
}

Complaint take_proxy(ReportDraft& draft, const JsonScalar& value) {
    if (value.type != JsonScalar::Type::string) return found_instead(value, "a string");
    return take(value, draft.baseline.proxies.back().proxy);
}

Complaint take_verdict(ReportDraft& draft, const JsonScalar& value) {
    return take_word(value, verdict_count, draft.baseline.proxies.back().verdict);
}

constexpr Field diagnosis_fields[]{{"state", take_state}};
constexpr Shape diagnosis_shape{diagnosis_fields};

constexpr Field latency_fields[]{{"p95", take_p95}};
constexpr Shape latency_shape{latency_fields};

constexpr Field summary_fields[]{
    {"success_rate", take_success_rate},
    {"latency_ms", nullptr, &latency_shape},
};
constexpr Shape summary_shape{summary_fields};

constexpr Field proxy_fields[]{
    {"proxy", take_proxy},
    {"verdict", take_verdict},
};
constexpr Shape proxy_shape{proxy_fields, [](ReportDraft& draft) { draft.baseline.proxies.emplace_back(); }};

constexpr Field report_fields[]{
    {"schema", take_schema},
    {"diagnosis", nullptr, &diagnosis_shape},
    {"summary", nullptr, &summary_shape},
    {"proxies", nullptr, &proxy_shape, true},
};
constexpr Shape whole_shape{report_fields};

}  // namespace

const Shape& baseline_shape() {
    return whole_shape;
}

}  // namespace outrider
