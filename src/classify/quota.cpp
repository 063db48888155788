#include "classify/quota.hpp"

#include "classify/field_members.hpp"
#include "classify/quota_field.hpp"
#include "classify/retry_after.hpp"

#include <algorithm>
#include <charconv>
#include <map>

namespace outrider {
namespace {

// Whole numbers, and the decimals that some services write.
std::optional<std::uint64_t> parse_count(std::string_view text) {
    std::uint64_t value = 0;
    const std::string_view whole = text.substr(0, text.find('.'));
    const std::string_view fraction = text.substr(std::min(whole.size() + 1, text.size()));
    const auto [end, error] = std::from_chars(whole.data(), whole.data() + whole.size(), value);
    if (error != std::errc() || end != whole.data() + whole.size()) return std::nullopt;
    if (fraction.find_first_not_of("0123456789") != std::string_view::npos) return std::nullopt;
    if (value == 0 && fraction.find_first_not_of('0') != std::string_view::npos) return 1;
    return value;
}

/// All that one bucket's fields say together.
struct Bucket {
    std::optional<std::uint64_t> remaining;  ///< the smallest
    std::optional<std::uint32_t> reset_s;    ///< the largest
    std::string reset_raw;
    std::string field;  ///< that says what remains
};

class Reader {
public:
    Reader(WallTime now, bool refused) : now_(now), refused_(refused) {}

    void read(const Header& header) {
        using Role = QuotaField::Role;
        const std::string lower = to_lower(header.name);
        if (lower == "x-shopify-shop-api-call-limit") {
            read_used_of_limit(header);
            return;
        }
        const QuotaField name = parse_quota_field(lower);
        bool parsed = true;
        switch (name.role) {
            case Role::none:
                return;
            case Role::members:
                parsed = read_members(header);
                break;
            case Role::policy:
                parsed = read_policies(header);
                break;
            case Role::limit:
                parsed = read_limit(header, name);
                break;
            case Role::remaining:
                parsed = read_remaining(header, name.bucket);
                break;
            case Role::reset:
                parsed = read_reset(header, name);
                break;
            case Role::retry_after:
                parsed = read_retry_after_field(header, name.unit);
                break;
        }
        if (!parsed) ignore(header);
    }

    QuotaReading result() {
        for (const auto& [name, bucket] : buckets_) {
            if (bucket.remaining == 0u) {
                if (reading_.spent.empty()) reading_.spent = bucket.field;
                take_wait(bucket);
            }
        }
        if (reading_.spent.empty() && refused_) {
            for (const auto& [name, bucket] : buckets_) {
                if (!bucket.remaining) take_wait(bucket);
            }
        }
        if (retry_after_.reset_s) {
            reading_.wait_s = retry_after_.reset_s;
            reading_.wait_raw = retry_after_.reset_raw;
        }
        return std::move(reading_);
    }

private:
    void ignore(const Header& header) {
        if (!reading_.ignored.empty()) reading_.ignored += ", ";
        reading_.ignored += header.name + ": " + header.value;
    }

    void take_wait(const Bucket& bucket) {
        if (!bucket.reset_s || bucket.reset_s <= reading_.wait_s) return;
        reading_.wait_s = bucket.reset_s;
        reading_.wait_raw = bucket.reset_raw;
    }

    static void set_remaining(Bucket& bucket, std::uint64_t remaining, const Header& header) {
        if (bucket.remaining && *bucket.remaining <= remaining) return;
        bucket.remaining = remaining;
        bucket.field = header.name + ": " + header.value;
    }
    static void set_reset(Bucket& bucket, std::uint32_t reset_s, std::string_view raw) {
        if (bucket.reset_s && *bucket.reset_s >= reset_s) return;
        bucket.reset_s = reset_s;
        bucket.reset_raw = raw;
    }

    void add_quota(std::uint64_t requests, std::uint64_t window_s) {
        constexpr std::uint64_t most = 1'000'000'000'000;  // products of two stay within 128 bits
        if (requests == 0 || window_s == 0 || requests > most || window_s > most) return;
        using Wide = unsigned __int128;
        const std::optional<Quota>& least = reading_.quota;
        if (least && Wide{least->requests} * window_s <= Wide{requests} * least->window_s) return;
        reading_.quota = Quota{requests, window_s};
    }

    // `"burst";r=50;t=30`, or draft 07's `limit=100, remaining=50, reset=5`, which may hold other keys.
    bool read_members(const Header& header) {
        const auto members = parse_members(header.value);
        if (std::none_of(members.begin(), members.end(), is_known)) return false;
        return read_each(members, [&](const FieldMember& member) {
            return member.value.empty() ? read_item(header, member) : read_pair(header, member);
        });
    }

    // A pair that says something else may stand beside those of a quota, and not alone.
    static bool is_known(const FieldMember& member) {
        if (member.value.empty()) return true;
        return iequals(member.name, "limit") || iequals(member.name, "remaining") ||
               iequals(member.name, "reset");
    }

    // What parses counts, whatever stands beside it.
    template <class Read>
    static bool read_each(const std::vector<FieldMember>& members, Read read) {
        bool parsed = !members.empty();
        for (const FieldMember& member : members)
            parsed &= read(member);
        return parsed;
    }

    bool read_item(const Header& header, const FieldMember& member) {
        Bucket& bucket = buckets_[std::string(header.name) + '/' + std::string(member.name)];
        const auto remaining = member.parameter("r");
        const auto reset = member.parameter("t");
        const auto count = remaining ? parse_count(*remaining) : std::nullopt;
        const auto wait = reset ? parse_seconds(*reset) : std::nullopt;
        if ((remaining && !count) || (reset && !wait)) return false;
        if (count) set_remaining(bucket, *count, header);
        if (wait) set_reset(bucket, *wait, header.value);
        // A number alone is a limit without its window.
        return remaining || reset || parse_count(member.name);
    }

    bool read_pair(const Header& header, const FieldMember& member) {
        Bucket& bucket = buckets_[""];
        if (iequals(member.name, "limit")) return parse_count(member.value).has_value();
        if (iequals(member.name, "remaining")) {
            const auto count = parse_count(member.value);
            if (count) set_remaining(bucket, *count, header);
            return count.has_value();
        }
        if (iequals(member.name, "reset")) {
            const auto wait = parse_reset(member.value, now_);
            if (wait) set_reset(bucket, *wait, header.value);
            return wait.has_value();
        }
        return true;
    }

    // `"burst";q=100;w=60`, or the older `100;w=60`.
    bool read_policies(const Header& header) {
        return read_each(parse_members(header.value),
                         [&](const FieldMember& member) { return read_policy(member); });
    }

    bool read_policy(const FieldMember& member) {
        const auto unit = member.parameter("qu");
        const auto requests = parse_count(member.parameter("q").value_or(member.name));
        const auto window = member.parameter("w");
        if (!requests) return false;
        if (!window) return true;
        const auto window_s = parse_count(*window);
        if (window_s && (!unit || *unit == "requests")) add_quota(*requests, *window_s);
        return window_s.has_value();
    }

    // The limit in force first, then perhaps the policies that it comes from.
    bool read_limit(const Header& header, const QuotaField& name) {
        const auto members = parse_members(header.value);
        const auto limit = members.empty() ? std::nullopt : parse_count(members[0].name);
        const auto window_s = name.window_s();
        if (limit && window_s && name.counts_requests()) add_quota(*limit, *window_s);
        return read_each(members, [&](const FieldMember& member) { return read_policy(member); });
    }

    bool read_remaining(const Header& header, const std::string& name) {
        return read_each(parse_members(header.value), [&](const FieldMember& member) {
            const auto count = parse_count(member.name);
            if (count) set_remaining(buckets_[name], *count, header);
            return count.has_value();
        });
    }

    bool read_reset(const Header& header, const QuotaField& name) {
        const auto wait = parse_reset(header.value, now_, name.unit);
        if (!wait) return false;
        set_reset(buckets_[name.bucket], *wait, header.value);
        return true;
    }

    bool read_retry_after_field(const Header& header, ResetUnit unit) {
        const auto wait = parse_reset(header.value, now_, unit);
        if (wait) set_reset(retry_after_, *wait, header.value);
        return wait.has_value();
    }

    // `40/40`: of a leaky bucket, which is never reset but leaks.
    void read_used_of_limit(const Header& header) {
        const std::size_t slash = header.value.find('/');
        const auto used = parse_count(header.value.substr(0, slash));
        const auto limit =
            slash == std::string::npos ? std::nullopt : parse_count(header.value.substr(slash + 1));
        if (!used || !limit) {
            ignore(header);
        } else {
            set_remaining(buckets_["calls"], *limit - std::min(*used, *limit), header);
        }
    }

    WallTime now_;
    bool refused_;
    std::map<std::string, Bucket> buckets_;
    Bucket retry_after_;
    QuotaReading reading_;
};

// What a cache hands out says nothing about the quota of now.
bool is_cached(const Headers& headers) {
    const std::string* age = find_header(headers, "Age");
    return age != nullptr && parse_count(*age).value_or(0) > 0;
}

}  // namespace

QuotaReading read_quota(const Headers& headers, WallTime now, bool refused) {
    if (is_cached(headers)) return {};
    Reader reader(now, refused);
    for (const Header& header : headers)
        reader.read(header);
    return reader.result();
}

}  // namespace outrider
