#include "plan/plan_entries.hpp"

#include "outrider/plan/proxy_line.hpp"
#include "outrider/plan/url.hpp"
#include "plan/substitute.hpp"

#include <algorithm>
#include <utility>

namespace outrider {
namespace {

// What stands for a URL that the environment gave whole, or its scheme or port.
const std::string all_hidden = "***";

std::string shown_target(const PlanUrl& url, const Url& real) {
    if (url.shown == url.text) return masked(real);
    const Parsed<Url> shown = parse_target_url(url.shown);
    return shown ? with_stars(masked(*shown)) : all_hidden;
}

// How each proxy of an entry is shown.
std::vector<std::string> shown_proxies(const PlanUrl& url, const std::vector<Proxy>& real,
                                       ProxyKind default_kind) {
    const auto shown = parse_proxy_line(url.shown, default_kind);
    if (!shown || shown->size() != real.size()) return std::vector(real.size(), all_hidden);
    std::vector<std::string> texts;
    for (const Proxy& proxy : *shown)
        texts.push_back(with_stars(masked(proxy)));
    return texts;
}

void replace_by_name(Headers& headers, const Headers& own) {
    std::erase_if(headers, [&](const Header& header) { return find_header(own, header.name) != nullptr; });
    headers.insert(headers.end(), own.begin(), own.end());
}

}  // namespace

PlanEntries read_entries(const PlanFile& plan, const Settings& settings) {
    PlanEntries entries;
    std::uint64_t sessions_left = max_sessions;
    for (const PlanTarget& entry : plan.targets) {
        Parsed<Url> url = parse_target_url(entry.url.text);
        if (!url) {
            entries.errors.push_back(entry.url.place + ": the URL cannot be read: " + url.reason());
            continue;
        }
        TargetLabel label{entry.name, shown_target(entry.url, *url)};
        entries.targets.push_back({std::move(*url), std::move(label)});
    }
    for (const PlanProxy& entry : plan.proxies) {
        Parsed<std::vector<Proxy>> proxies =
            parse_proxy_line(entry.url.text, settings.proxy_scheme, sessions_left);
        if (!proxies) {
            entries.errors.push_back(entry.url.place + ": the proxy cannot be read: " + proxies.reason());
            continue;
        }
        if (proxies->size() > 1) sessions_left -= proxies->size();
        const bool rotating = entry.rotating || settings.rotating;
        for (Proxy& proxy : *proxies) {
            proxy.name = entry.name;
            proxy.rotating = rotating;
        }
        std::vector<ProxyLabel> labels;
        for (std::string& shown : shown_proxies(entry.url, *proxies, settings.proxy_scheme))
            labels.push_back({entry.name, std::move(shown), rotating});
        entries.proxies.push_back({std::move(*proxies), std::move(labels)});
    }
    return entries;
}

Parsed<ProbeTarget> make_own_target(Url url, const PlanTarget& entry,
                                    const std::shared_ptr<const TargetRequest>& request,
                                    Clock::time_point until) {
    if (entry.options.empty() && entry.headers.empty()) {
        return ProbeTarget{std::move(url), entry.name, request};
    }
    Settings own;
    own.request = *request;
    for (const auto& [name, values] : entry.options) {
        const OptionSpec* spec = find_option(name);
        for (const OptionValue& value : values) {
            // Its text was checked when the plan was read; a file that it names was not.
            Complaint fault = spec->apply(value.text, own);
            if (!fault && spec->open) fault = spec->open(own, until);
            if (fault) return Malformed{value.place + ": " + *fault};
        }
    }
    replace_by_name(own.request.headers, entry.headers);
    return ProbeTarget{std::move(url), entry.name,
                       std::make_shared<const TargetRequest>(std::move(own.request))};
}

}  // namespace outrider
