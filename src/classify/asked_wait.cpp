#include "classify/asked_wait.hpp"

#include "outrider/model/text.hpp"

namespace outrider {
namespace {

// Leaves room in `detail` for what else is to be said.
constexpr std::size_t longest_list = 120;

std::string list_unreadable(const AskedWait& wait) {
    std::string list;
    if (!wait.retry_after.ignored.empty()) list = "Retry-After: " + wait.retry_after.ignored;
    if (!list.empty() && !wait.quota.ignored.empty()) list += ", ";
    list += wait.quota.ignored;
    return list.empty() ? list : "not readable: " + one_line(list, longest_list);
}

}  // namespace

void AskedWait::put_into(ProbeResult& result) const {
    const bool from_quota = !retry_after.wait_s && quota.wait_s;
    result.retry_after_s = from_quota ? quota.wait_s : retry_after.wait_s;
    result.retry_after_raw = from_quota ? quota.wait_raw : retry_after.raw;
}

AskedWait read_asked_wait(const Answer& answer, WallTime received) {
    const WallTime now = clock_of(answer.headers, received);
    AskedWait wait{.retry_after = read_retry_after(answer.headers, now),
                   .quota = read_quota(answer.headers, now, answer.status == 429),
                   .unreadable = {}};
    if (answer.status >= 400) wait.unreadable = list_unreadable(wait);
    return wait;
}

}  // namespace outrider
