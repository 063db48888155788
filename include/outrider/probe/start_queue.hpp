#pragma once

#include "outrider/plan/plan.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

namespace outrider {

/// A pair and the attempts on it that run one after another: all of them, or one of a rotating proxy's.
struct Start {
    const Pair* pair = nullptr;
    std::uint32_t attempt = 1;  ///< the first
    std::uint32_t count = 1;

    explicit operator bool() const { return pair != nullptr; }
};

/// Which pair is probed next: the order of the plan, less what the load limits hold back (`--per-route`,
/// `--per-host`, `--per-proxy-host`). A pair at a full limit steps aside and is first when a place becomes
/// free: it holds up nobody else.
class StartQueue {
public:
    explicit StartQueue(const Plan& plan);

    /// What may run now; its places are taken until `finished`. Nothing where none may.
    Start next();
    void finished(const Pair& pair);

    /// Takes out what has not been started, limits or not, when no time is left; nothing: all is out. From
    /// then on `next` gives nothing.
    Start drain();
    /// How many starts there are in all, and those that are neither made nor drained.
    std::size_t all() const { return starts_.size(); }
    std::size_t left() const { return left_; }

private:
    static constexpr std::uint32_t unlimited = UINT32_MAX;

    /// As many places as `limit` for pairs that have something in common.
    struct Gate {
        std::uint32_t limit = 0;
        std::uint32_t taken = 0;
        std::deque<Start> waiting{};
        bool listed = false;  ///< in open_
    };
    struct Places {
        std::uint32_t route = unlimited;
        std::uint32_t host = unlimited;
        std::uint32_t proxy_host = unlimited;
    };

    void make_gates();
    std::size_t index_of(const Pair& pair) const;
    bool enter(const Start& start);
    Start from_waiting();
    void list(std::uint32_t gate);

    const Plan& plan_;
    std::vector<Start> starts_;  ///< in their order
    std::vector<Gate> gates_;
    std::vector<Places> places_;  ///< by pair; empty: no limit can ever hold
    std::vector<std::uint32_t> open_;
    std::size_t next_ = 0;  ///< in starts_
    std::size_t left_ = 0;
    bool draining_ = false;
    std::size_t drained_ = 0;  ///< gates whose waiting pairs are out
};

}  // namespace outrider
