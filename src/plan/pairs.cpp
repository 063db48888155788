#include "plan/pairs.hpp"

#include "plan/draw.hpp"
#include "plan/stable_sort.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace outrider {
namespace {

using Index = std::uint32_t;  // every number here is below max_probes
constexpr Index none = std::numeric_limits<Index>::max();

std::uint32_t ways_of(const Plan& plan, const std::vector<Route>& routes) {
    return routes.empty() && !plan.proxies.empty() ? static_cast<std::uint32_t>(plan.proxies.size()) : 1;
}

std::uint64_t count_pairs(const Plan& plan, const std::vector<Route>& routes) {
    const std::uint64_t all = std::uint64_t{plan.targets.size()} * ways_of(plan, routes);
    return std::min(plan.settings.sample.value_or(all), all);
}

class Pairing {
public:
    Pairing(Plan& plan, const std::vector<Route>& routes)
        : plan_(plan),
          routes_(routes),
          targets_(static_cast<std::uint32_t>(plan.targets.size())),
          ways_(ways_of(plan, routes)),
          shard_(plan.shard.value_or(Shard{})),
          draws_(draw_pairs(targets_, ways_, count_pairs(plan, routes), plan.settings.seed)),
          pair_of_draw_(draws_.size(), none),
          control_of_target_(targets_, none) {}

    void make() {
        add_pairs();
        order_starts();
        if (plan_.shard) plan_.shard->total = draws_.size() * plan_.settings.attempts;
    }

private:
    Route route(const Draw& draw) const {
        if (!routes_.empty()) return routes_[draw.target];
        return plan_.proxies.empty() ? Route() : draw.way;
    }

    bool has_control(std::uint32_t target) const {
        return plan_.settings.direct && route({target, 0}) && target % shard_.count == shard_.index;
    }

    Index add_pair(std::uint32_t target, Route proxy, bool control) {
        Pair pair{target, proxy, control};
        pair.rotating = proxy && plan_.proxies[*proxy].rotating;
        pair.first_result = plan_.results;
        pair.attempts = control ? 1 : plan_.settings.attempts;
        plan_.results += pair.attempts;
        plan_.pairs.push_back(pair);
        return static_cast<Index>(plan_.pairs.size() - 1);
    }

    // The draws in the order of the report.
    std::vector<Index> ranked_draws() const {
        std::vector<Index> ranks(draws_.size());
        std::iota(ranks.begin(), ranks.end(), Index{0});
        ranks = sorted_by(ranks, ways_, [&](Index draw) { return draws_[draw].way; });
        return sorted_by(ranks, targets_, [&](Index draw) { return draws_[draw].target; });
    }

    void add_pairs() {
        const std::vector<Index> ranked = ranked_draws();
        plan_.pairs.reserve(ranked.size() / shard_.count + 1 + (plan_.settings.direct ? targets_ : 0));
        std::size_t rank = shard_.index;
        for (std::uint32_t target = 0; target < targets_; ++target) {
            for (; rank < ranked.size() && draws_[ranked[rank]].target == target; rank += shard_.count)
                pair_of_draw_[ranked[rank]] = add_pair(target, route(draws_[ranked[rank]]), false);
            if (has_control(target)) control_of_target_[target] = add_pair(target, std::nullopt, true);
        }
    }

    void order_starts() {
        struct Start {
            Index pair;
            Index round;
        };
        std::vector<Start> starts;
        std::vector<Index> rounds(targets_, 0);
        for (const Index pair : pair_of_draw_) {
            if (pair != none) starts.push_back({pair, rounds[plan_.pairs[pair].target]++});
        }
        plan_.start_order.reserve(plan_.pairs.size());
        for (const Start& start : sorted_by(starts, starts.size(), [](const Start& s) { return s.round; })) {
            if (start.round == 0) start_control(plan_.pairs[start.pair].target);
            plan_.start_order.push_back(start.pair);
        }
        for (std::uint32_t target = 0; target < targets_; ++target) {
            if (rounds[target] == 0) start_control(target);
        }
    }

    void start_control(std::uint32_t target) {
        if (control_of_target_[target] != none) plan_.start_order.push_back(control_of_target_[target]);
    }

    Plan& plan_;
    const std::vector<Route>& routes_;
    const std::uint32_t targets_;
    const std::uint32_t ways_;
    const Shard shard_;
    const std::vector<Draw> draws_;
    std::vector<Index> pair_of_draw_;  ///< of this shard; else `none`
    std::vector<Index> control_of_target_;
};

}  // namespace

std::uint64_t count_probes(const Plan& plan, const std::vector<Route>& routes) {
    const bool controls = plan.settings.direct && !plan.proxies.empty();
    return count_pairs(plan, routes) * plan.settings.attempts + (controls ? plan.targets.size() : 0);
}

void pair_up(Plan& plan, const std::vector<Route>& routes) {
    Pairing(plan, routes).make();
}

}  // namespace outrider
