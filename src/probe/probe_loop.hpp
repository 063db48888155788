#pragma once

#include "outrider/net/transport.hpp"
#include "outrider/probe/pace.hpp"
#include "outrider/probe/probe_one.hpp"
#include "probe/run_state.hpp"

namespace outrider {

/// One event loop with its share of the probes in flight, all on one thread: it draws pairs until none is
/// left, no time is left, or a signal comes.
class ProbeLoop {
public:
    /// `share`: the most that this loop has in flight. `wake`: a descriptor that becomes readable with the
    /// first signal; negative: none. `shows_progress`: one loop does, for all.
    ProbeLoop(RunState& run, std::uint32_t share, int wake, bool shows_progress);

    /// Returns when everything that it drew has ended and nothing is left to draw.
    void run();

    const Lag& lag() const { return lag_; }
    bool dns_answered() { return network_.resolver().answered(); }

private:
    /// Ends every wait when a signal has come.
    class SignalWatch : public Watched {
    public:
        explicit SignalWatch(Loop& loop) : loop_(loop) {}
        void on_events(std::uint32_t) override { loop_.interrupt(); }

    private:
        Loop& loop_;
    };

    Task<void> supervise();
    void start_more();
    void start_in_next_turn();
    Start claim();
    bool may_start();
    Task<void> work(Start start);
    bool has_gap() const;
    Task<void> wait_gap();
    const Proxy* proxy_of(const Start& start) const;
    void give_up(Start& start);

    RunState& run_;
    const std::uint32_t share_;
    const bool shows_progress_;
    Network network_;
    ProbeContext context_;
    Pace pace_;
    Lag lag_;
    std::uint32_t workers_ = 0;
    bool starting_ = false;
    std::uint32_t left_in_turn_ = 0;
    bool turn_due_ = false;
    Event all_done_;
    SignalWatch signal_;
};

}  // namespace outrider
