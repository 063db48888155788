#include "outrider/plan/plan_schema.hpp"

#include "outrider/cli/options.hpp"
#include "outrider/cli/values.hpp"
#include "plan/json.hpp"
#include "plan/plan_keys.hpp"

#include <optional>
#include <string_view>
#include <utility>

namespace outrider {
namespace {

Json reference_to(const char* name) {
    return {{"$ref", std::string("#/$defs/") + name}};
}

Json any_of(std::initializer_list<Json> choices) {
    return {{"anyOf", Json(choices)}};
}

Json list_of(Json item) {
    return {{"type", "array"}, {"items", std::move(item)}};
}

/// An object of just these keys.
Json object_of(Json properties) {
    return {{"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
}

Json string() {
    return {{"type", "string"}};
}

/// One end of a range, as a number of the plan: durations are seconds, sizes bytes.
std::optional<Json> bound(const OptionSpec& spec, std::string_view text) {
    if (spec.pattern == duration_pattern) {
        const auto duration = parse_duration(text);
        if (!duration) return std::nullopt;
        if (duration->count() % 1'000'000 == 0) return Json(duration->count() / 1'000'000);
        return Json(static_cast<double>(duration->count()) / 1e6);
    }
    const auto number = parse_size(text);
    return number ? std::optional<Json>(*number) : std::nullopt;
}

/// A number from "LOW..HIGH", where the range is one.
Json number(const OptionSpec& spec, const char* type) {
    Json schema{{"type", type}};
    const std::size_t dots = spec.range.find("..");
    if (dots == std::string::npos) return schema;
    const std::string_view range = spec.range;
    const auto low = bound(spec, range.substr(0, dots));
    const auto high = bound(spec, range.substr(dots + 2));
    if (low && high) {
        schema["minimum"] = *low;
        schema["maximum"] = *high;
    }
    return schema;
}

Json text(const OptionSpec& spec) {
    if (!spec.words.empty()) return {{"enum", spec.words}};
    Json schema = string();
    if (!spec.pattern.empty()) schema["pattern"] = spec.pattern;
    return schema;
}

/// One value of an option.
Json value_of(const OptionSpec& spec) {
    switch (spec.type) {
        case ValueType::boolean:
            return any_of({Json{{"type", "boolean"}}, reference_to("substituted")});
        case ValueType::text:
            if (spec.words.empty() && spec.pattern.empty()) return string();
            return any_of({text(spec), reference_to("substituted")});
        case ValueType::integer:
            return any_of({number(spec, "integer"), reference_to("substituted")});
        case ValueType::number:
            return any_of({number(spec, "number"), reference_to("substituted")});
        case ValueType::quantity: {
            const char* type = spec.pattern == duration_pattern ? "number" : "integer";
            return any_of({text(spec), number(spec, type), reference_to("substituted")});
        }
    }
    return {};
}

Json option(const OptionSpec& spec) {
    Json schema{{"description", spec.help}};
    if (spec.shape == OptionShape::list) {
        schema["anyOf"] = {value_of(spec), list_of(value_of(spec))};
    } else {
        schema.update(value_of(spec));
    }
    return schema;
}

/// An entry of `targets` or `proxies`: its URL, or an object with it.
Json entry(Json properties) {
    Json object = object_of(std::move(properties));
    object["required"] = {"url"};
    return any_of({string(), std::move(object)});
}

Json target() {
    Json pair{{"type", "array"}, {"items", string()}, {"minItems", 2}, {"maxItems", 2}};
    Json map{{"type", "object"}, {"additionalProperties", string()}};
    Json properties{{"url", string()}, {"name", string()}, {"headers", any_of({map, list_of(pair)})}};
    for (const std::string_view name : target_options) {
        const OptionSpec& spec = *find_option(name);
        properties[spec.plan_key()] = value_of(spec);
    }
    return entry(std::move(properties));
}

Json proxy() {
    return entry({{"url", string()}, {"name", string()}, {"rotating", {{"type", "boolean"}}}});
}

}  // namespace

std::string plan_schema() {
    Json properties;
    properties["targets"] = list_of(target());
    properties["proxies"] = list_of(reference_to("proxy"));
    for (const OptionSpec& spec : option_specs()) {
        const std::string key = spec.plan_key();
        if (!key.empty()) properties[key] = option(spec);
    }
    properties["proxy"] = properties["proxies"];  // a list of the same entries, by the name of the option

    Json schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                {"title", "A plan file of outrider"}};
    schema.update(object_of(std::move(properties)));
    schema["$defs"]["proxy"] = proxy();
    schema["$defs"]["substituted"] = {
        {"description", "What stands for ${NAME} is looked at when the environment has given it."},
        {"type", "string"},
        {"pattern", R"((^|[^$])[$][{][A-Za-z0-9_]+[}])"}};
    return schema.dump(2) + '\n';
}

}  // namespace outrider
