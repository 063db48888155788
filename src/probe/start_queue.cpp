#include "outrider/probe/start_queue.hpp"

#include "outrider/model/url.hpp"

#include <algorithm>
#include <map>
#include <string>
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
    std::map<std::string, std::uint32_t> numbers_;
};

}  // namespace

StartQueue::StartQueue(const Plan& plan) : plan_(plan), left_(plan.start_order.size()) {
    make_gates();
}

// A gate is made for each key that has more pairs than places; all others can never be full.
void StartQueue::make_gates() {
    const Settings& settings = plan_.settings;
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
            if (const auto key = key_of(pair)) ++counts[*key];
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
        if (pair.proxy && plan_.proxy_labels[*pair.proxy].rotating) return std::nullopt;
        return Key(host_of[pair.target], pair.proxy.value_or(any));
    });
    add(settings.per_host, &Places::host,
        [&](const Pair& pair) -> std::optional<Key> { return Key(host_of[pair.target], any); });
    add(settings.per_proxy_host, &Places::proxy_host, [&](const Pair& pair) -> std::optional<Key> {
        if (!pair.proxy) return std::nullopt;
        return Key(proxy_host_of[*pair.proxy], any);
    });
}

const Pair* StartQueue::next() {
    if (const Pair* pair = from_waiting()) return pair;
    while (next_ < plan_.start_order.size()) {
        const std::uint32_t pair = plan_.start_order[next_++];
        if (enter(pair)) return &plan_.pairs[pair];
    }
    return nullptr;
}

const Pair* StartQueue::from_waiting() {
    while (!open_.empty()) {
        Gate& gate = gates_[open_.back()];
        if (gate.waiting.empty() || gate.taken >= gate.limit) {
            gate.listed = false;
            open_.pop_back();
            continue;
        }
        const std::uint32_t pair = gate.waiting.front();
        gate.waiting.pop_front();
        if (enter(pair)) return &plan_.pairs[pair];
    }
    return nullptr;
}

// Takes the pair's places, or has it wait at the first gate that is full.
bool StartQueue::enter(std::uint32_t pair) {
    if (!places_.empty()) {
        const Places& places = places_[pair];
        for (const std::uint32_t gate : {places.route, places.host, places.proxy_host}) {
            if (gate == unlimited || gates_[gate].taken < gates_[gate].limit) continue;
            gates_[gate].waiting.push_back(pair);
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
    const Places& places = places_[static_cast<std::size_t>(&pair - plan_.pairs.data())];
    for (const std::uint32_t gate : {places.route, places.host, places.proxy_host}) {
        if (gate == unlimited) continue;
        --gates_[gate].taken;
        list(gate);
    }
}

void StartQueue::list(std::uint32_t gate) {
    if (gates_[gate].listed || gates_[gate].waiting.empty()) return;
    gates_[gate].listed = true;
    open_.push_back(gate);
}

const Pair* StartQueue::drain() {
    for (; drained_ < gates_.size(); ++drained_) {
        std::deque<std::uint32_t>& waiting = gates_[drained_].waiting;
        if (waiting.empty()) continue;
        const std::uint32_t pair = waiting.front();
        waiting.pop_front();
        --left_;
        return &plan_.pairs[pair];
    }
    if (next_ == plan_.start_order.size()) return nullptr;
    --left_;
    return &plan_.pairs[plan_.start_order[next_++]];
}

}  // namespace outrider
