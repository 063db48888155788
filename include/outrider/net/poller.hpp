#pragma once

#include <sys/epoll.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace outrider {

/// Something with a descriptor that is told what happens to it.
class Watched {
public:
    /// `events`: of epoll's. Whoever is told may end itself and others.
    virtual void on_events(std::uint32_t events) = 0;

protected:
    Watched() = default;
    Watched(const Watched&) = delete;
    Watched& operator=(const Watched&) = delete;
    ~Watched() = default;
};

/// One epoll set: the only place where an event loop waits. What is watched must be gone before it.
class Poller {
public:
    Poller();
    ~Poller();
    Poller(const Poller&) = delete;
    Poller& operator=(const Poller&) = delete;

    /// False where the system has no more to give; `errno` says what.
    bool add(int descriptor, Watched& watched, std::uint32_t events);
    /// Of a descriptor that was added.
    void change(int descriptor, Watched& watched, std::uint32_t events);
    /// No event comes any more. A descriptor that is closed need not be removed.
    void remove(int descriptor, const Watched& watched);
    /// What has come already is not told any more.
    void forget(const Watched& watched);
    /// Tells of what has come; waits until something does where `may_wait`.
    void poll(bool may_wait);

private:
    // As many as are told of before everything else has its turn again.
    static constexpr std::size_t most_at_once = 64;

    int set_;
    std::array<epoll_event, most_at_once> ready_{};
    std::size_t ready_count_ = 0;
};

}  // namespace outrider
