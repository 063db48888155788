#pragma once

#include "outrider/plan/plan.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

namespace outrider {

/// Which pair is probed next: the order of the plan, less what the load limits hold back (`--per-route`,
/// `--per-host`, `--per-proxy-host`). A pair at a full limit steps aside and is first when a place becomes
/// free: it holds up nobody else.
class StartQueue {
public:
    explicit StartQueue(const Plan& plan);

    /// The next pair that may run now; its places are taken until `finished`. Null where none may.
    const Pair* next();
    void finished(const Pair& pair);

    /// Takes out a pair that has not been started, limits or not, when no time is left; null: all are out.
    /// From then on `next` is not to be called any more.
    const Pair* drain();
    /// Pairs that are neither started nor drained.
    std::size_t left() const { return left_; }

private:
    static constexpr std::uint32_t unlimited = UINT32_MAX;

    /// As many places as `limit` for pairs that have something in common.
    struct Gate {
        std::uint32_t limit = 0;
        std::uint32_t taken = 0;
        std::deque<std::uint32_t> waiting{};  ///< indexes of pairs
        bool listed = false;                  ///< in open_
    };
    struct Places {
        std::uint32_t route = unlimited;
        std::uint32_t host = unlimited;
        std::uint32_t proxy_host = unlimited;
    };

    void make_gates();
    bool enter(std::uint32_t pair);
    const Pair* from_waiting();
    void list(std::uint32_t gate);

    const Plan& plan_;
    std::vector<Gate> gates_;
    std::vector<Places> places_;  ///< by pair; empty: no limit can ever hold
    std::vector<std::uint32_t> open_;
    std::size_t next_ = 0;  ///< in plan.start_order
    std::size_t left_;
    std::size_t drained_ = 0;  ///< gates whose waiting pairs are out
};

}  // namespace outrider
