#include "outrider/plan/plan_file.hpp"

#include "outrider/cli/values.hpp"
#include "outrider/model/settings.hpp"
#include "plan/json.hpp"
#include "plan/plan_keys.hpp"
#include "plan/substitute.hpp"

#include <algorithm>

namespace outrider {
namespace {

std::string allowed(const OptionSpec& spec) {
    const auto with_range = [&](std::string text) {
        return spec.range.empty() ? text : text + " (" + spec.range + ")";
    };
    switch (spec.type) {
        case ValueType::boolean:
            return "true or false";
        case ValueType::text:
            return with_range("a string");
        case ValueType::integer:
            return with_range("a whole number");
        case ValueType::number:
            return with_range("a number");
        case ValueType::quantity:
            return with_range("a string or a number");
    }
    return {};
}

class Reader {
public:
    Reader(const Environment& environment, PlanFile& plan) : environment_(environment), plan_(plan) {}

    void read(const Json& root) {
        if (!root.is_object()) return fault("", root, "an object");
        for (const auto& [key, value] : root.items()) {
            const std::string place = pointer_to("", key);
            if (key == "targets") {
                plan_.gives_targets = true;
                each(value, place, [&](const Json& item, const std::string& at) { read_target(item, at); });
            } else if (key == "proxies" || key == "proxy") {
                plan_.gives_proxies = true;
                each(value, place, [&](const Json& item, const std::string& at) { read_proxy(item, at); });
            } else if (const OptionSpec* spec = find_plan_key(key)) {
                read_option(*spec, value, place, plan_.options);
            } else {
                plan_.errors.push_back(
                    place + ": there is no such key; allowed are targets, proxies, and the long names of " +
                    "options with '_' for '-'");
            }
        }
    }

private:
    void fault(const std::string& place, const Json& found, const std::string& right) {
        plan_.errors.push_back((place.empty() ? "the plan" : place) + ": found " + described(found) +
                               ", allowed is " + right);
    }

    template <class Read>
    void each(const Json& list, const std::string& place, Read read) {
        if (!list.is_array()) return fault(place, list, "a list");
        for (std::size_t i = 0; i < list.size(); ++i)
            read(list[i], pointer_to(place, i));
    }

    std::optional<Substituted> read_text(const Json& value, const std::string& place,
                                         const std::string& right = "a string") {
        if (!value.is_string()) {
            fault(place, value, right);
            return std::nullopt;
        }
        Substituted result = substitute(value.get_ref<const std::string&>(), environment_);
        for (const std::string& error : result.errors)
            plan_.errors.push_back(place + ": " + error);
        for (const std::string& secret : result.values) {
            auto& known = plan_.substituted;
            if (!secret.empty() && std::find(known.begin(), known.end(), secret) == known.end()) {
                known.push_back(secret);
            }
        }
        if (!result.errors.empty()) return std::nullopt;
        return result;
    }

    void read_name(const Json& value, const std::string& place, std::string& name) {
        if (const auto text = read_text(value, place)) name = with_stars(text->shown);
    }

    std::optional<PlanUrl> read_url(const Json& value, const std::string& place, const std::string& right) {
        const auto text = read_text(value, place, right);
        if (!text) return std::nullopt;
        return PlanUrl{text->text, text->shown, place};
    }

    void read_option(const OptionSpec& spec, const Json& value, const std::string& place,
                     OptionValues& options) {
        if (spec.shape == OptionShape::list && value.is_array()) {
            each(value, place, [&](const Json& item, const std::string& at) {
                read_value(spec, item, at, options[spec.name]);
            });
        } else {
            read_value(spec, value, place, options[spec.name]);
        }
    }

    // A string stands for a number only where the environment gives it.
    void read_value(const OptionSpec& spec, const Json& value, const std::string& place,
                    std::vector<OptionValue>& values) {
        const bool number_fits = spec.type == ValueType::integer ? value.is_number_integer()
                                 : spec.type == ValueType::number
                                     ? value.is_number()
                                     : spec.type == ValueType::quantity && value.is_number();
        if (number_fits) return values.push_back({value.dump(), place});
        if (spec.type == ValueType::boolean && value.is_boolean()) {
            return values.push_back({value.get<bool>() ? "1" : "0", place});
        }
        const auto text = read_text(value, place, allowed(spec));
        if (!text) return;
        const bool text_fits = spec.type == ValueType::text || spec.type == ValueType::quantity;
        if (!text_fits && text->values.empty()) return fault(place, value, allowed(spec));
        if (text->values.empty()) return values.push_back({text->text, place});
        if (spec.name == "name") return values.push_back({with_stars(text->shown), place});

        Settings scratch;
        const Complaint wrong = spec.apply(text->text, scratch);
        if (!wrong) return values.push_back({text->text, place});
        const bool shows_the_value = !spec.secret;
        plan_.errors.push_back(place + ": found a string from the environment that does not fit, " +
                               (shows_the_value ? "allowed is " + allowed(spec) : "since " + *wrong));
    }

    /// The URL of a target or proxy, which is a string or a key of an object; of that `read_member` is given
    /// the other keys. Nothing: what is wrong has been told.
    template <class ReadMember>
    std::optional<PlanUrl> read_entry(const Json& value, const std::string& place, ReadMember read_member) {
        if (!value.is_object()) return read_url(value, place, "a URL or an object with url");
        std::optional<PlanUrl> url;
        for (const auto& [key, item] : value.items()) {
            const std::string at = pointer_to(place, key);
            if (key == "url") {
                url = read_url(item, at, "a URL");
            } else {
                read_member(key, item, at);
            }
        }
        if (!value.contains("url")) plan_.errors.push_back(place + ": the key url is missing");
        return url;
    }

    void read_target(const Json& value, const std::string& place) {
        PlanTarget target;
        auto url = read_entry(value, place, [&](const auto& key, const Json& item, const std::string& at) {
            if (key == "name") {
                read_name(item, at, target.name);
            } else if (key == "headers") {
                read_headers(item, at, target.headers);
            } else {
                read_target_option(key, item, at, target.options);
            }
        });
        if (!url) return;
        target.url = std::move(*url);
        plan_.targets.push_back(std::move(target));
    }

    void read_target_option(const std::string& key, const Json& value, const std::string& place,
                            OptionValues& options) {
        const OptionSpec* spec = find_plan_key(key);
        const bool known = spec != nullptr && std::find(target_options.begin(), target_options.end(),
                                                        spec->name) != target_options.end();
        if (!known) {
            plan_.errors.push_back(
                place + ": there is no such key in a target; allowed are url, name, method, headers, body, " +
                "expect_status, expect_body, max_redirects, insecure");
            return;
        }
        read_option(*spec, value, place, options);
        // What lay_options checks for the options of all targets.
        Settings scratch;
        for (const OptionValue& given : options[spec->name]) {
            if (const Complaint wrong = spec->apply(given.text, scratch)) {
                plan_.errors.push_back(place + ": " + *wrong);
            } else if (scratch.body_file == "-") {
                plan_.errors.push_back(place + ": stdin is not for the body of one target");
            }
        }
    }

    void read_headers(const Json& value, const std::string& place, Headers& headers) {
        if (value.is_object()) {
            for (const auto& [name, item] : value.items()) {
                read_header(name, item, pointer_to(place, name), headers);
            }
            return;
        }
        if (!value.is_array()) return fault(place, value, "an object or a list of [name, value]");
        each(value, place, [&](const Json& item, const std::string& at) {
            if (!item.is_array() || item.size() != 2 || !item[0].is_string()) {
                return fault(at, item, "a list of a name and a value, both strings");
            }
            const auto name = read_text(item[0], at);
            read_header(name ? std::optional(name->text) : std::nullopt, item[1], at, headers);
        });
    }

    void read_header(const std::optional<std::string>& name, const Json& value, const std::string& place,
                     Headers& headers) {
        const auto text = read_text(value, place);
        const bool named = name && is_token(*name);
        if (name && !named) plan_.errors.push_back(place + ": what should be a header's name is none");
        if (!named || !text) return;
        Settings scratch;
        if (const Complaint wrong = find_option("header")->apply(*name + ": " + text->text, scratch)) {
            plan_.errors.push_back(place + ": " + *wrong);
        } else {
            headers.push_back(scratch.request.headers.back());
        }
    }

    void read_proxy(const Json& value, const std::string& place) {
        PlanProxy proxy;
        auto url = read_entry(value, place, [&](const auto& key, const Json& item, const std::string& at) {
            if (key == "name") {
                read_name(item, at, proxy.name);
            } else if (key == "rotating") {
                if (!item.is_boolean()) fault(at, item, "true or false");
                proxy.rotating = item.is_boolean() && item.get<bool>();
            } else {
                plan_.errors.push_back(at +
                                       ": there is no such key in a proxy; allowed are url, name, rotating");
            }
        });
        if (!url) return;
        proxy.url = std::move(*url);
        plan_.proxies.push_back(std::move(proxy));
    }

    const Environment& environment_;
    PlanFile& plan_;
};

}  // namespace

PlanFile parse_plan_file(std::string_view text, const Environment& environment) {
    PlanFile plan;
    JsonText json = parse_json(text);
    plan.errors = std::move(json.errors);
    if (json.value) Reader(environment, plan).read(*json.value);
    return plan;
}

}  // namespace outrider
