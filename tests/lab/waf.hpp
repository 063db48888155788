#pragma once

#include "lab/http.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace outrider::lab {

/// What a WAF thinks of a visitor.
enum class Standing { welcome, challenged, over_quota, banned };
inline constexpr std::array all_standings = {Standing::welcome, Standing::challenged, Standing::over_quota,
                                             Standing::banned};
std::string_view to_string(Standing standing);
/// The reverse. Throws std::invalid_argument.
Standing standing(std::string_view word);

/// A firewall that keeps a reputation for each source address.
class Waf {
public:
    /// Addresses of a standing of their own, whatever they do.
    void set_standing(const std::string& source, Standing standing) { fixed_[source] = standing; }
    /// The reputation of all others falls with their requests: challenged, then banned, from the one after
    /// that many on; 0 is never.
    void set_patience(std::uint64_t until_challenge, std::uint64_t until_ban);

    /// Counts a request of that visitor: nothing where it may pass, else the refusal. `vendor` is whose
    /// challenge it is: `cloudflare`, `aws`, `aws-captcha`, `vercel`.
    std::optional<Reply> judge(const std::string& source, std::string_view vendor);
    /// How many requests met each standing.
    std::uint64_t count(Standing standing) const { return counts_[static_cast<std::size_t>(standing)]; }

private:
    Standing standing_of(const std::string& source);

    std::unordered_map<std::string, Standing> fixed_;
    std::unordered_map<std::string, std::uint64_t> requests_;
    std::uint64_t until_challenge_ = 0;
    std::uint64_t until_ban_ = 0;
    std::array<std::uint64_t, all_standings.size()> counts_{};
};

}  // namespace outrider::lab
