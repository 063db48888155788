#include "lab/waf.hpp"

#include <stdexcept>

namespace outrider::lab {

namespace {

const Field html{"Content-Type", "text/html; charset=UTF-8"};

Reply cloudflare_challenge() {
    return {
        403,
        {html, {"Server", "cloudflare"}, {"CF-RAY", "8f0000000000lab0-LAB"}, {"cf-mitigated", "challenge"}},
        "<!DOCTYPE html><html><head><title>Just a moment...</title></head><body><noscript>Enable JavaScript "
        "and "
        "cookies to continue</noscript><script "
        "src=\"/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1\">"
        "</script></body></html>\n"};
}

Reply aws_challenge(const char* action, int status) {
    return {
        status,
        {html, {"Server", "awselb/2.0"}, {"x-amzn-waf-action", action}},
        "<!DOCTYPE html><html><head><title></title></head><body><script src=\"https://lab.token.awswaf.com/"
        "challenge.js\"></script></body></html>\n"};
}

Reply vercel_challenge() {
    return {
        429,
        {html, {"Server", "Vercel"}, {"x-vercel-mitigated", "challenge"}},
        "<!DOCTYPE html><html><head><title>Vercel Security Checkpoint</title></head><body></body></html>\n"};
}

Reply challenge(std::string_view vendor) {
    if (vendor == "aws") return aws_challenge("challenge", 202);
    if (vendor == "aws-captcha") return aws_challenge("captcha", 405);
    if (vendor == "vercel") return vercel_challenge();
    return cloudflare_challenge();
}

Reply ban() {
    return {403,
            {html},
            "<html><head><title>Forbidden</title></head><body>Your address is not welcome.</body></html>\n"};
}

Reply throttle() {
    return {
        429, {html, {"Retry-After", "30"}}, "<html><head><title>Too many requests</title></head></html>\n"};
}

}  // namespace

std::string_view to_string(Standing standing) {
    switch (standing) {
        case Standing::welcome:
            return "welcome";
        case Standing::challenged:
            return "challenged";
        case Standing::over_quota:
            return "over_quota";
        case Standing::banned:
            return "banned";
    }
    return "";
}

Standing standing(std::string_view word) {
    for (const Standing candidate : all_standings) {
        if (to_string(candidate) == word) return candidate;
    }
    throw std::invalid_argument("no standing with the WAF: " + std::string(word));
}

void Waf::set_patience(std::uint64_t until_challenge, std::uint64_t until_ban) {
    until_challenge_ = until_challenge;
    until_ban_ = until_ban;
}

Standing Waf::standing_of(const std::string& source) {
    const std::uint64_t seen = ++requests_[source];
    const auto fixed = fixed_.find(source);
    if (fixed != fixed_.end()) return fixed->second;
    if (until_ban_ > 0 && seen > until_ban_) return Standing::banned;
    if (until_challenge_ > 0 && seen > until_challenge_) return Standing::challenged;
    return Standing::welcome;
}

std::optional<Reply> Waf::judge(const std::string& source, std::string_view vendor) {
    const Standing standing = standing_of(source);
    ++counts_[static_cast<std::size_t>(standing)];
    switch (standing) {
        case Standing::welcome:
            return {};
        case Standing::challenged:
            return challenge(vendor);
        case Standing::over_quota:
            return throttle();
        case Standing::banned:
            return ban();
    }
    return {};
}

}  // namespace outrider::lab
