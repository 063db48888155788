#include "outrider/probe/start_queue.hpp"

#include "outrider/model/url.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>

namespace outrider {
namespace {

/// Numbers names, the same name always the same.
class Numbers {
public:
    std::uint32_t of(const std::string& name) {
        return numbers_.try_emplace(name, static_cast<std::uint32_t>(numbers_.size())).first->second;
    }

private:
    std::unordered_map<std::string, std::uint32_t> numbers_;
};

}  // namespace

StartQueue::StartQueue(const Plan& plan) : plan_(plan) {
    starts_.reserve(plan.start_order.size());
    for (const std::uint32_t index : plan.start_order) {
        const Pair& pair = plan.pairs[index];
        const std::uint32_t side_by_side = pair.rotating ? pair.attempts : 1;
        for (std::uint32_t i = 0; i < side_by_side; ++i)
            starts_.push_back({&pair, i + 1, pair.rotating ? 1 : pair.attempts});
    }
    left_ = starts_.size();
    make_gates();
}

// A gate is made for each key that has more pairs than places; all others can never be full.
void StartQueue::make_gates() {
    const Settings& settings = plan_.settings;
    if (settings.per_route == 0 && settings.per_host == 0 && settings.per_proxy_host == 0) return;
    using Key = std::pair<std::uint32_t, std::uint32_t>;  // what stands in common
    constexpr std::uint32_t any = UINT32_MAX;
    Numbers hosts;
    Numbers proxy_hosts;
    std::vector<std::uint32_t> host_of;
    std::vector<std::uint32_t> proxy_host_of;
    for (const ProbeTarget& target : plan_.targets)
        host_of.push_back(hosts.of(target.url.host.host));
    for (const Proxy& proxy : plan_.proxies)
        proxy_host_of.push_back(
            proxy_hosts.of(proxy.address.host + ' ' + std::to_string(proxy.address.port)));

    const auto add = [&](std::uint32_t limit, std::uint32_t Places::*place, const auto& key_of) {
        if (limit == 0) return;
        std::map<Key, std::uint32_t> counts;
        for (const Pair& pair : plan_.pairs) {
            if (const auto key = key_of(pair)) counts[*key] += pair.rotating ? pair.attempts : 1;
        }
        std::map<Key, std::uint32_t> gates;
        for (const auto& [key, count] : counts) {
            if (count <= limit) continue;
            gates[key] = static_cast<std::uint32_t>(gates_.size());
            gates_.push_back({limit});
        }
        if (gates.empty()) return;
        places_.resize(plan_.pairs.size());
        for (std::size_t i = 0; i < plan_.pairs.size(); ++i) {
            const auto key = key_of(plan_.pairs[i]);
            const auto gate = key ? gates.find(*key) : gates.end();
            if (gate != gates.end()) places_[i].*place = gate->second;
        }
    };
    add(settings.per_route, &Places::route, [&](const Pair& pair) -> std::optional<Key> {
        if (pair.rotating) return std::nullopt;
        return Key(host_of[pair.target], pair.proxy.value_or(any));
    });
    add(settings.per_host, &Places::host,
        [&](const Pair& pair) -> std::optional<Key> { return Key(host_of[pair.target], any); });
    add(settings.per_proxy_host, &Places::proxy_host, [&](const Pair& pair) -> std::optional<Key> {
        if (!pair.proxy) return std::nullopt;
        return Key(proxy_host_of[*pair.proxy], any);
    });
}

Start StartQueue::next() {
    if (draining_) return {};
    if (const Start start = from_waiting()) return start;
    while (next_ < starts_.size()) {
        const Start& start = starts_[next_++];
        if (enter(start)) return start;
    }
    return {};
}

Start StartQueue::from_waiting() {
    while (!open_.empty()) {
        Gate& gate = gates_[open_.back()];
        if (gate.waiting.empty() || gate.taken >= gate.limit) {
            gate.listed = false;
            open_.pop_back();
            continue;
        }
        const Start start = gate.waiting.front();
        gate.waiting.pop_front();
        if (enter(start)) return start;
    }
    return {};
}

// Takes its places, or has it wait at the first gate that is full.
bool StartQueue::enter(const Start& start) {
    if (!places_.empty()) {
        const Places& places = places_[index_of(*start.pair)];
        for (const std::uint32_t gate : {places.route, places.host, places.proxy_host}) {
            if (gate == unlimited || gates_[gate].taken < gates_[gate].limit) continue;
            gates_[gate].waiting.push_back(start);
            return false;
        }
        for (const std::uint32_t gate : {places.route, places.host, places.proxy_host}) {
            if (gate != unlimited) ++gates_[gate].taken;
        }
    }
    --left_;
    return true;
}

void StartQueue::finished(const Pair& pair) {
    if (places_.empty()) return;
    const Places& places = places_[index_of(pair)];
    for (const std::uint32_t gate : {places.route, places.host, places.proxy_host}) {
        if (gate == unlimited) continue;
        --gates_[gate].taken;
        list(gate);
    }
}

std::size_t StartQueue::index_of(const Pair& pair) const {
    return static_cast<std::size_t>(&pair - plan_.pairs.data());
}

void StartQueue::list(std::uint32_t gate) {
    if (gates_[gate].listed || gates_[gate].waiting.empty()) return;
    gates_[gate].listed = true;
    open_.push_back(gate);
}

Start StartQueue::drain() {
    draining_ = true;
    for (; drained_ < gates_.size(); ++drained_) {
        std::deque<Start>& waiting = gates_[drained_].waiting;
        if (waiting.empty()) continue;
        const Start start = waiting.front();
        waiting.pop_front();
        --left_;
        return start;
    }
    if (next_ == starts_.size()) return {};
    --left_;
    return starts_[next_++];
}

}  // namespace outrider
