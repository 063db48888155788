#include "option_rules.hpp"

#include "fault_text.hpp"
#include "option_kinds.hpp"
#include "outrider/cli/read_file.hpp"
#include "outrider/cli/values.hpp"

#include <re2/re2.h>

#include <algorithm>

namespace outrider {
namespace {

std::string_view trimmed(std::string_view text) {
    const std::size_t start = text.find_first_not_of(" \t");
    if (start == std::string_view::npos) return {};
    return text.substr(start, text.find_last_not_of(" \t") - start + 1);
}

/// "[::1]" without its brackets; another text as it is.
std::string_view without_brackets(std::string_view host) {
    const bool bracketed = host.size() > 2 && host.front() == '[' && host.back() == ']';
    return bracketed ? host.substr(1, host.size() - 2) : host;
}

/// Where the host of HOST:PORT:ADDR ends: IPv6 stands in brackets.
std::size_t end_of_host(std::string_view text) {
    return text.find(':', text.starts_with('[') ? text.find(']') : 0);
}

template <class Content>
Complaint read_into(Content& content, const std::optional<std::string>& path, std::size_t limit,
                    Clock::time_point until) {
    if (!path) return std::nullopt;
    std::variant<std::string, Unreadable> read = read_file(*path, limit, until);
    if (const auto* failed = std::get_if<Unreadable>(&read)) {
        return path_in_quotes(*path) + " cannot be read: " + failed->reason;
    }
    content = Content(std::get<std::string>(std::move(read)));
    return std::nullopt;
}

bool is_host(std::string_view host) {
    return !host.empty() && host.size() <= 255 &&
           host.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-._:") == std::string_view::npos;
}

}  // namespace

Complaint set_sample(std::string_view text, Settings& settings) {
    std::uint64_t number = 0;
    Complaint fault = parse_whole(text, 1, max_sample, number);
    if (!fault) settings.sample = number;
    return fault;
}

Complaint set_shard(std::string_view text, Settings& settings) {
    const std::size_t slash = std::min(text.find('/'), text.size());
    const std::string_view part = text.substr(0, slash);
    const bool of_job = part == "job";
    std::uint64_t index = 0;
    std::uint64_t count = 0;
    if (slash == text.size() || parse_whole(text.substr(slash + 1), 1, max_shards, count) ||
        (!of_job && parse_whole(part, 0, count - 1, index))) {
        return in_quotes(text) + " is no shard: write I/N or job/N, with " + std::string(shard_range);
    }
    settings.shard = ShardChoice{std::nullopt, static_cast<std::uint32_t>(count)};
    if (!of_job) settings.shard->index = static_cast<std::uint32_t>(index);
    return std::nullopt;
}

Complaint set_method(std::string_view text, Settings& settings) {
    if (!is_token(text)) return in_quotes(text) + " is no method: write letters, as in GET or POST";
    if (text == "CONNECT") return "CONNECT is for proxies, and sent to them where it is needed";
    settings.request.method = text;
    return std::nullopt;
}

Complaint add_header(std::string_view text, Settings& settings) {
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos) return "there is no colon in it: write 'Name: value'";
    const std::string_view name = text.substr(0, colon);
    const std::string_view value = trimmed(text.substr(colon + 1));
    if (!is_token(name))
        return "its name may hold letters, digits and !#$%&'*+-.^_`|~ only: write 'Name: value'";
    if (!is_field_value(value)) return "its value may hold no CR, LF, NUL or other control character";
    settings.request.headers.push_back({std::string(name), std::string(value)});
    return std::nullopt;
}

Complaint set_body(std::string_view text, Settings& settings) {
    if (text.size() > max_request_body) return "it is longer than 1MiB";
    settings.request.body.clear();
    settings.body_file.reset();
    if (!text.starts_with('@')) {
        settings.request.body = text;
        return std::nullopt;
    }
    Complaint fault = path_fault(text.substr(1));
    if (!fault) settings.body_file = text.substr(1);
    return fault;
}

Complaint set_user_agent(std::string_view text, Settings& settings) {
    const std::string_view agent = trimmed(text);
    if (agent.empty()) return "it is empty: to send none, write --header 'User-Agent:'";
    if (!is_field_value(agent)) return "it may hold no CR, LF, NUL or other control character";
    settings.request.user_agent = agent;
    return std::nullopt;
}

Complaint set_expect_status(std::string_view text, Settings& settings) {
    const std::optional<StatusSet> statuses = parse_statuses(text);
    if (!statuses) {
        return in_quotes(text) +
               " is no list of statuses: write codes and ranges from 100 to 999, as in 200-299,404";
    }
    settings.request.expect_status = *statuses;
    settings.request.expect_status_given = true;
    return std::nullopt;
}

Complaint set_expect_body(std::string_view text, Settings& settings) {
    RE2::Options options;
    options.set_log_errors(false);
    const RE2 pattern(re2::StringPiece(text.data(), text.size()), options);
    if (!pattern.ok()) return "RE2 cannot read the pattern: " + in_quotes(pattern.error());
    settings.request.expect_body = text;
    return std::nullopt;
}

Complaint add_resolve(std::string_view text, Settings& settings) {
    static const std::string right = "write HOST:PORT:ADDR, IPv6 in brackets, as in example.com:443:[::1]";
    const std::size_t host_end = end_of_host(text);
    const std::size_t port_end = host_end == std::string_view::npos ? host_end : text.find(':', host_end + 1);
    if (port_end == std::string_view::npos) return in_quotes(text) + " has no three parts: " + right;

    const std::string host = to_lower(without_brackets(text.substr(0, host_end)));
    const std::string address(without_brackets(text.substr(port_end + 1)));
    std::uint64_t port = 0;
    if (!is_host(host)) return in_quotes(text) + " has no host name in ASCII in front: " + right;
    if (parse_whole(text.substr(host_end + 1, port_end - host_end - 1), 1, 65535, port)) {
        return in_quotes(text) + " has no port from 1 to 65535 in the middle: " + right;
    }
    // inet_pton sees a C string.
    if (address.find('\0') != std::string::npos || !is_ip_literal(address)) {
        return in_quotes(text) + " ends in no IP address: " + right;
    }
    settings.resolve.push_back({{host, static_cast<std::uint16_t>(port)}, address});
    return std::nullopt;
}

Complaint set_concurrency(std::string_view text, Settings& settings) {
    if (text == "auto") {
        settings.concurrency.reset();
        return std::nullopt;
    }
    std::uint64_t number = 0;
    if (Complaint fault = parse_whole(text, 1, 100'000, number)) return *fault + ", or auto";
    settings.concurrency = static_cast<std::uint32_t>(number);
    return std::nullopt;
}

Complaint set_output(std::string_view text, Settings& settings) {
    if (text == "-") {  // what others write for stdout, which is where the report goes anyway
        settings.output.reset();
        return std::nullopt;
    }
    Complaint fault = path_fault(text);
    if (!fault) settings.output = text;
    return fault;
}

Complaint set_proxies_out(std::string_view text, Settings& settings) {
    if (text == "-") return "'-' is no file, and stdout is for the report";
    Complaint fault = path_fault(text);
    if (!fault) settings.proxies_out = text;
    return fault;
}

Complaint add_report(std::string_view text, Settings& settings) {
    static const Words<ReportKind> kinds(report_kind_words.begin(), report_kind_words.end());
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos) {
        return in_quotes(text) + " has no '=': write KIND=FILE, where KIND is " + joined(kinds);
    }
    const std::string_view path = text.substr(equals + 1);
    if (path == "-") return "'-' is no file: to have a kind on stdout, use --format";
    if (Complaint fault = path_fault(path)) return fault;
    for (const auto& [word, kind] : kinds) {
        if (word != text.substr(0, equals)) continue;
        settings.reports.push_back({kind, std::string(path)});
        return std::nullopt;
    }
    return in_quotes(text) + " names none of the kinds " + joined(kinds) + " before its '='";
}

Complaint open_body(Settings& settings, Clock::time_point until) {
    return read_into(settings.request.body, settings.body_file, max_request_body, until);
}

Complaint open_signatures(Settings& settings, Clock::time_point until) {
    return read_into(settings.signatures, settings.signatures_file, max_signature_file, until);
}

Complaint open_baseline(Settings& settings, Clock::time_point until) {
    return read_into(settings.baseline, settings.baseline_file, max_baseline_file, until);
}

Complaint open_cacert(Settings& settings, Clock::time_point until) {
    return read_into(settings.cacert, settings.cacert_file, max_pem_file, until);
}

Complaint open_cert(Settings& settings, Clock::time_point until) {
    return read_into(settings.cert, settings.cert_file, max_pem_file, until);
}

Complaint open_key(Settings& settings, Clock::time_point until) {
    return read_into(settings.key, settings.key_file, max_pem_file, until);
}

}  // namespace outrider
