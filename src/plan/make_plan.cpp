#include "outrider/plan/make_plan.hpp"

#include "outrider/cli/lay_options.hpp"
#include "outrider/cli/read_file.hpp"
#include "outrider/model/mask.hpp"
#include "outrider/plan/lists.hpp"
#include "outrider/plan/plan_file.hpp"
#include "outrider/plan/proxy_line.hpp"
#include "outrider/plan/url.hpp"
#include "plan/pairs.hpp"
#include "plan/plan_entries.hpp"
#include "plan/plan_id.hpp"
#include "plan/proxy_env.hpp"
#include "plan/roster.hpp"
#include "plan/shard.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <utility>

namespace outrider {
namespace {

constexpr std::size_t max_list_bytes = 64 * 1024 * 1024;
constexpr std::string_view argument = "argument";
constexpr std::uint64_t lines_between_looks = 256;

using Stop = std::optional<InputFailure>;

void append(std::vector<std::string>& to, std::vector<std::string> more) {
    to.insert(to.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

Stop stop_with(ExitCode code, std::vector<std::string> messages) {
    if (messages.empty()) return std::nullopt;
    return InputFailure{code, std::move(messages)};
}

/// Reads one input after the other into the plan. Each step says whether to stop.
class Planner {
public:
    Planner(const CommandLine& command_line, const Environment& environment, Clock::time_point process_start,
            const std::function<void(Micros)>& on_deadline)
        : command_line_(command_line),
          environment_(environment),
          process_start_(process_start),
          on_deadline_(on_deadline) {}

    std::variant<Plan, InputFailure> make() {
        using Step = Stop (Planner::*)();
        for (const Step step : {&Planner::read_options, &Planner::read_files, &Planner::enter_targets,
                                &Planner::enter_proxies, &Planner::pair}) {
            if (Stop stop = (this->*step)()) return failed(std::move(*stop));
        }
        finish();
        return std::move(plan_);
    }

private:
    struct List {
        std::string source;
        std::string content;
    };

    Stop read_options();
    Stop read_files();
    Stop enter_targets();
    Stop enter_proxies();
    Stop pair();
    void finish();

    void lay(const OptionValues& plan_options) {
        laid_ = lay_options(command_line_, plan_options);
        until_ = process_start_ + laid_.settings.deadline / 2;
        if (on_deadline_) on_deadline_(laid_.settings.deadline);
    }
    std::optional<List> read_list(const std::string& path, std::vector<std::string>& errors) const;
    void enter_target(std::string_view line, const std::string& source, std::uint64_t number);
    void enter_proxy(std::string_view line, const std::string& source, std::uint64_t number);
    template <class Enter>
    void enter_list(const List& list, Enter enter);
    Stop find_routes_in_environment();
    Stop stop_if_late() const;
    std::optional<Route> route_of(const ProxyEnvironment::Variable& variable);

    const Settings& settings() const { return laid_.settings; }
    bool gives_proxies() const {
        return !settings().proxies.empty() || !settings().proxies_files.empty() || file_.gives_proxies;
    }
    std::vector<std::string> rejections() const;
    InputFailure failed(InputFailure failure) const;

    const CommandLine& command_line_;
    const Environment& environment_;
    const Clock::time_point process_start_;
    const std::function<void(Micros)>& on_deadline_;
    Clock::time_point until_;

    Laid laid_;
    PlanFile file_;
    PlanEntries entries_;
    std::vector<ProbeTarget> own_targets_;          ///< of the plan file
    std::shared_ptr<const TargetRequest> request_;  ///< of all targets that say nothing of their own
    std::optional<List> target_list_;
    std::vector<List> proxy_lists_;
    std::uint64_t sessions_left_ = max_sessions;
    std::map<std::string_view, std::optional<Route>> variables_;  ///< what was read of each
    std::vector<Route> routes_;                                   ///< of the targets, as in pair_up
    bool login_in_arguments_ = false;
    bool late_ = false;  ///< half the deadline has passed over the lists

    Plan plan_;
    Roster roster_{plan_};
};

Stop Planner::read_options() {
    lay({});
    std::vector<std::string> errors;
    if (const std::optional<std::string> path = command_line_.plan_file()) {
        const auto content = read_file(*path, max_plan_bytes, until_);
        if (const auto* unreadable = std::get_if<Unreadable>(&content)) {
            const ExitCode code = laid_.errors.empty() ? ExitCode::unreadable : ExitCode::usage;
            append(errors, std::move(laid_.errors));
            errors.push_back(mask_given(*path) + ": cannot be read: " + unreadable->reason);
            return stop_with(code, std::move(errors));
        }
        file_ = parse_plan_file(std::get<std::string>(content), environment_);
        lay(file_.options);
    }
    entries_ = read_entries(file_, settings());
    append(errors, std::move(laid_.errors));
    if (settings().shard) {
        const Parsed<Shard> shard = find_shard(*settings().shard, environment_);
        if (shard) plan_.shard = *shard;
        if (!shard) errors.push_back(laid_.effective["shard"].back().place + ": " + shard.reason());
    }
    append(errors, file_.errors);
    append(errors, entries_.errors);
    if (errors.empty() && settings().targets.empty() && !settings().targets_file && !file_.gives_targets) {
        errors.push_back("no target is given: name URLs, or --targets FILE, or --plan FILE with targets");
    }
    return stop_with(ExitCode::usage, std::move(errors));
}

Stop Planner::read_files() {
    std::vector<std::string> errors = open_files(laid_, until_);
    request_ = std::make_shared<const TargetRequest>(settings().request);
    for (std::size_t i = 0; i < entries_.targets.size(); ++i) {
        auto target = make_own_target(entries_.targets[i].url, file_.targets[i], request_, until_);
        if (!target) errors.push_back(target.reason());
        if (target) own_targets_.push_back(std::move(*target));
    }
    if (settings().targets_file) target_list_ = read_list(*settings().targets_file, errors);
    for (const std::string& path : settings().proxies_files) {
        if (auto list = read_list(path, errors)) proxy_lists_.push_back(std::move(*list));
    }
    return stop_with(ExitCode::unreadable, std::move(errors));
}

std::optional<Planner::List> Planner::read_list(const std::string& path,
                                                std::vector<std::string>& errors) const {
    auto content = read_file(path, max_list_bytes, until_);
    if (auto* bytes = std::get_if<std::string>(&content)) return List{mask_given(path), std::move(*bytes)};
    errors.push_back(mask_given(path) + ": cannot be read: " + std::get<Unreadable>(content).reason);
    return std::nullopt;
}

template <class Enter>
void Planner::enter_list(const List& list, Enter enter) {
    for (const ListLine& line : split_list(list.content)) {
        if (late_ || (late_ = line.number % lines_between_looks == 0 && Clock::now() > until_)) return;
        if (line.fault.empty()) {
            (this->*enter)(line.text, list.source, line.number);
        } else {
            roster_.reject(list.source, line.number, line.fault);
        }
    }
}

void Planner::enter_target(std::string_view line, const std::string& source, std::uint64_t number) {
    Parsed<Url> url = parse_target_url(line);
    if (!url) return roster_.reject(source, number, url.reason());
    if (source == argument && url->user) login_in_arguments_ = true;
    TargetLabel label{{}, masked(*url)};
    roster_.add({std::move(*url), {}, request_}, std::move(label));
}

void Planner::enter_proxy(std::string_view line, const std::string& source, std::uint64_t number) {
    Parsed<std::vector<Proxy>> proxies = parse_proxy_line(line, settings().proxy_scheme, sessions_left_);
    if (!proxies) return roster_.reject(source, number, proxies.reason());
    if (proxies->size() > 1) sessions_left_ -= proxies->size();
    for (Proxy& proxy : *proxies) {
        proxy.rotating = settings().rotating;
        ProxyLabel label{{}, masked(proxy), proxy.rotating};
        roster_.add(std::move(proxy), std::move(label));
    }
}

Stop Planner::enter_targets() {
    std::uint64_t number = 0;
    for (const std::string& text : settings().targets)
        enter_target(text, std::string(argument), ++number);
    if (target_list_) enter_list(*target_list_, &Planner::enter_target);
    for (std::size_t i = 0; i < own_targets_.size(); ++i) {
        roster_.add(std::move(own_targets_[i]), std::move(entries_.targets[i].label));
    }
    return stop_if_late();
}

Stop Planner::stop_if_late() const {
    if (!late_) return std::nullopt;
    return InputFailure{
        ExitCode::unreadable,
        {"the lists are too long to be read within half the deadline: --deadline gives more"}};
}

Stop Planner::enter_proxies() {
    const auto typed = command_line_.arguments.find("proxy");
    const std::size_t typed_count = typed == command_line_.arguments.end() ? 0 : typed->second.size();
    std::uint64_t number = 0;
    for (const std::string& text : settings().proxies) {
        enter_proxy(text, std::string(argument), ++number);
        if (number <= typed_count && !plan_.proxies.empty() && plan_.proxies.back().has_credentials()) {
            login_in_arguments_ = true;
        }
    }
    for (const List& list : proxy_lists_)
        enter_list(list, &Planner::enter_proxy);
    if (Stop stop = stop_if_late()) return stop;
    for (PlanEntries::Proxies& entry : entries_.proxies) {
        for (std::size_t i = 0; i < entry.proxies.size(); ++i)
            roster_.add(std::move(entry.proxies[i]), std::move(entry.labels[i]));
    }
    if (settings().strict_input && !plan_.rejected.empty()) {
        return stop_with(ExitCode::no_input, {"with --strict-input every line must be readable"});
    }
    std::vector<std::string> errors;
    if (plan_.targets.empty()) errors.push_back("none of the targets given can be used");
    if (gives_proxies() && plan_.proxies.empty()) errors.push_back("none of the proxies given can be used");
    return stop_with(ExitCode::no_input, std::move(errors));
}

Stop Planner::pair() {
    plan_.settings = settings();
    if (settings().proxy_from_env && !gives_proxies()) {
        if (Stop stop = find_routes_in_environment()) return stop;
    }
    if (const std::uint64_t probes = count_probes(plan_, routes_); probes > max_probes) {
        return stop_with(ExitCode::usage,
                         {std::to_string(probes) + " probes are more than a plan may hold (" +
                          std::to_string(max_probes) + ')'});
    }
    pair_up(plan_, routes_);
    return std::nullopt;
}

Stop Planner::find_routes_in_environment() {
    const ProxyEnvironment proxies(environment_);
    for (const ProbeTarget& target : plan_.targets) {
        const auto variable = proxies.proxy_for(target.url);
        const std::optional<Route> route = variable ? route_of(*variable) : Route();
        if (!route) {
            return stop_with(ExitCode::no_input, {"the proxy in " + std::string(variable->name) +
                                                  " cannot be used, and it is not gone without"});
        }
        routes_.push_back(*route);
    }
    return std::nullopt;
}

// The proxy that a variable names; nullopt: it cannot be read.
std::optional<Route> Planner::route_of(const ProxyEnvironment::Variable& variable) {
    const auto [known, is_new] = variables_.emplace(variable.name, std::nullopt);
    if (!is_new) return known->second;
    Parsed<std::vector<Proxy>> proxies = parse_proxy_line(variable.value, settings().proxy_scheme);
    if (proxies && proxies->size() > 1) proxies = Malformed{"a variable names one proxy, and it is several"};
    if (!proxies) {
        roster_.reject(std::string(variable.name), 1, proxies.reason());
        return std::nullopt;
    }
    proxies->front().rotating = settings().rotating;
    ProxyLabel label{{}, masked(proxies->front()), settings().rotating};
    const std::uint64_t duplicates = plan_.duplicates;
    known->second = Route(roster_.add(std::move(proxies->front()), std::move(label)));
    plan_.duplicates = duplicates;  // two variables that name one proxy are as usual as can be
    return known->second;
}

void Planner::finish() {
    const Scrubber hidden = hidden_scrubber(file_.substituted);
    if (!hidden.empty()) {
        const auto hide = [&](std::string& text) { text = hidden.scrub(text); };
        hide(plan_.settings.name);
        for (TargetLabel& label : plan_.target_labels) {
            hide(label.name);
            hide(label.url);
        }
        for (ProxyLabel& label : plan_.proxy_labels) {
            hide(label.name);
            hide(label.proxy);
        }
        for (Rejected& rejected : plan_.rejected)
            hide(rejected.source);
    }
    plan_.plan_id = plan_id(plan_, routes_, hidden);
    if (settings().proxies_out) {
        for (Proxy& proxy : plan_.proxies)
            proxy.written = Secret(list_line(proxy, settings().proxy_scheme));
    }
    plan_.substituted = std::move(file_.substituted);
    const auto drops_password = [](const Proxy& proxy) {
        return (proxy.kind == ProxyKind::socks4 || proxy.kind == ProxyKind::socks4a) && proxy.password;
    };
    if (const auto count = std::count_if(plan_.proxies.begin(), plan_.proxies.end(), drops_password)) {
        plan_.warnings.push_back("SOCKS4 has no passwords: of " + std::to_string(count) +
                                 " SOCKS4 proxies only the user is sent");
    }
    if (login_in_arguments_) {
        plan_.warnings.push_back(
            "a password among the arguments can be seen by every user of this machine: a file, stdin or the "
            "environment keeps it out of sight");
    }
}

std::vector<std::string> Planner::rejections() const {
    std::vector<std::string> lines;
    for (const Rejected& rejected : plan_.rejected)
        lines.push_back(to_string(rejected));
    return lines;
}

InputFailure Planner::failed(InputFailure failure) const {
    std::vector<std::string> messages = rejections();
    append(messages, std::move(failure.messages));
    const Scrubber hidden = hidden_scrubber(file_.substituted);
    for (std::string& message : messages)
        message = hidden.scrub(message);
    return {failure.code, std::move(messages)};
}

}  // namespace

std::variant<Plan, InputFailure> make_plan(const CommandLine& command_line, const Environment& environment,
                                           Clock::time_point process_start,
                                           const std::function<void(Micros)>& on_deadline) {
    return Planner(command_line, environment, process_start, on_deadline).make();
}

std::string to_string(const Rejected& rejected) {
    return rejected.source + ':' + std::to_string(rejected.line) + ": " + rejected.reason;
}

}  // namespace outrider
