#include "lab/quota.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace outrider::lab {

QuotaPolicy QuotaPolicy::parse(std::string_view text) {
    const std::size_t slash = text.find('/');
    std::string_view window = slash == text.npos ? "" : text.substr(slash + 1);
    if (window.ends_with('s')) window.remove_suffix(1);
    QuotaPolicy policy;
    policy.requests = to_number(text.substr(0, slash), 0);
    policy.window = std::chrono::seconds(window.empty() ? 1 : to_number(window, 0));
    if (slash == text.npos || policy.requests == 0 || policy.window.count() == 0) {
        throw std::invalid_argument("a quota is written like 5/60s or 10/s");
    }
    return policy;
}

double Quota::refill(Bucket& bucket, Clock::time_point now) const {
    const double full = static_cast<double>(policy_.requests);
    const std::chrono::duration<double> passed = now - bucket.filled;
    bucket.tokens = std::min(full, bucket.tokens + passed / policy_.window * full);
    bucket.filled = now;
    return bucket.tokens;
}

std::uint64_t Quota::seconds_until(double tokens, double has) const {
    const double per_token =
        std::chrono::duration<double>(policy_.window).count() / static_cast<double>(policy_.requests);
    return static_cast<std::uint64_t>(std::ceil(std::max(0.0, tokens - has) * per_token));
}

Reply Quota::take(const std::string& source, std::string_view style, Clock::time_point now) {
    const double full = static_cast<double>(policy_.requests);
    Bucket& bucket = buckets_.try_emplace(source, Bucket{full, now}).first->second;
    const bool granted = refill(bucket, now) >= 1;
    if (granted) bucket.tokens -= 1;

    const std::string limit = std::to_string(policy_.requests);
    const std::string window = std::to_string(policy_.window.count());
    const std::string remaining = std::to_string(static_cast<std::uint64_t>(bucket.tokens));
    const std::string reset = std::to_string(seconds_until(granted ? full : 1, bucket.tokens));
    Reply reply{
        granted ? 200 : 429, {{"Content-Type", "text/plain"}}, granted ? "granted\n" : "too many requests\n"};
    if (!granted) reply.fields.emplace_back("Retry-After", reset);
    if (style == "ietf" || style == "all") {
        reply.fields.emplace_back("RateLimit-Policy", "\"lab\";q=" + limit + ";w=" + window);
        reply.fields.emplace_back("RateLimit", "\"lab\";r=" + remaining + ";t=" + reset);
    }
    if (style == "ietf-06") {
        reply.fields.emplace_back("RateLimit-Policy", limit + ";w=" + window);
    }
    if (style == "ietf-06" || style == "all") {
        reply.fields.emplace_back("RateLimit-Limit", limit);
        reply.fields.emplace_back("RateLimit-Remaining", remaining);
        reply.fields.emplace_back("RateLimit-Reset", reset);
    }
    if (style == "x" || style == "all") {
        reply.fields.emplace_back("X-RateLimit-Limit", limit);
        reply.fields.emplace_back("X-RateLimit-Remaining", remaining);
        reply.fields.emplace_back("X-RateLimit-Reset", reset);
    }
    return reply;
}

}  // namespace outrider::lab
