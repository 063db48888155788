#include "outrider/net/connect.hpp"

#include <boost/asio/co_spawn.hpp>

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <optional>
#include <vector>

namespace outrider {
namespace {

using Endpoint = asio::ip::tcp::endpoint;

// RFC 8305 section 5: the recommended Connection Attempt Delay.
constexpr auto attempt_delay = std::chrono::milliseconds(250);
constexpr std::size_t most_addresses = 20;

enum class When { at_once, later };

// connect() says EADDRNOTAVAIL both when the local ports are used up and when the machine has no address of
// the family; choosing a source address for a datagram needs no port.
bool has_source_address(const Endpoint& to) {
    const int probe = ::socket(to.data()->sa_family, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (probe < 0) return true;
    const bool chosen = ::connect(probe, to.data(), static_cast<socklen_t>(to.size())) == 0;
    ::close(probe);
    return chosen;
}

Error error_of(int error, When when, const Endpoint& to) {
    switch (error) {
        case ECONNREFUSED:
            return Error::connect_refused;
        case ETIMEDOUT:
            return Error::connect_timeout;
        case EMFILE:
        case ENFILE:
        case ENOBUFS:
        case ENOMEM:
        case EAGAIN:
            return Error::local_resources;
        case EADDRNOTAVAIL:
            return has_source_address(to) ? Error::local_resources : Error::local_network;
        default:
            return when == When::at_once ? Error::local_network : Error::connect_unreachable;
    }
}

// Each probe needs this, and inet_ntop() goes by way of sprintf().
std::string text_of(const asio::ip::address_v4& address) {
    std::string text;
    for (const unsigned byte : address.to_bytes())
        text.append(text.empty() ? "" : ".").append(std::to_string(byte));
    return text;
}

std::string text_of(const Endpoint& to) {
    const asio::ip::address address = to.address();
    return to_string(HostPort{address.is_v4() ? text_of(address.to_v4()) : address.to_string(), to.port()});
}

Fault connect_fault(int error, When when, const Endpoint& to) {
    return {error_of(error, when, to), text_of(to) + ": " + std::strerror(error)};
}

void fail(Connected& connected, Fault fault) {
    connected.socket.reset();
    connected.fault = std::move(fault);
}

Task<void> connect_one(Loop& loop, Endpoint to, Deadline due, Connected& connected) {
    std::unique_ptr<Socket>& socket = connected.socket;
    connected.remote = text_of(to);
    socket = Socket::open(loop, to.protocol().family());
    int error = errno;
    if (socket) {
        const int refused = ::connect(socket->descriptor(), to.data(), static_cast<socklen_t>(to.size()));
        if (refused == 0) co_return;
        error = errno;
    }
    if (error != EINPROGRESS) {
        fail(connected, connect_fault(error, When::at_once, to));
        co_return;
    }

    const bool in_time = co_await socket->wait(Socket::Ready::write, due.at());
    if (!in_time) {
        fail(connected, {Error::connect_timeout, loop.why_late(due)});
        co_return;
    }
    error = socket->take_error();
    // A peer that resets what it had accepted, perhaps after an answer that can still be read, is connected.
    if (error != 0 && error != ECONNRESET) fail(connected, connect_fault(error, When::later, to));
}

/// Attempts that run side by side; lives in the frame of `connect_any`, which outlives them.
struct Race {
    explicit Race(Loop& on) : loop(on), changed(on) {}

    Loop& loop;
    Event changed;
    std::size_t running = 0;
    std::vector<Connected*> attempts;  ///< those that run
    std::optional<Connected> winner;
    std::vector<Fault> faults;
};

Task<void> run_attempt(Race& race, Endpoint to, Deadline due) {
    Connected attempt;
    race.attempts.push_back(&attempt);
    co_await connect_one(race.loop, to, due, attempt);
    std::erase(race.attempts, &attempt);
    --race.running;
    if (attempt.fault) {
        race.faults.push_back(std::move(*attempt.fault));
    } else if (!race.winner) {
        race.winner = std::move(attempt);
    }
    race.changed.notify();
}

/// Ends what is still running: the losers, or, past the deadline, everybody.
Task<void> join(Race& race) {
    for (const Connected* attempt : race.attempts) {
        if (attempt->socket) attempt->socket->cancel();
    }
    while (race.running > 0) {
        race.changed.reset();
        co_await race.changed.wait();
    }
}

Task<void> connect_to_first(Loop& loop, Addresses addresses, std::uint16_t port, Deadline due,
                            Connected& connected) {
    addresses.resize(std::min(addresses.size(), most_addresses));
    Race race(loop);
    std::size_t next = 0;
    while (!race.winner && (next < addresses.size() || race.running > 0) && !loop.interrupted() &&
           !due.passed()) {
        if (next < addresses.size()) {
            const Endpoint to(addresses[next++], port);
            ++race.running;
            race.changed.reset();
            asio::co_spawn(loop.executor(), run_attempt(race, to, due), detached);
        } else {
            race.changed.reset();
        }
        const auto next_start = Clock::now() + attempt_delay;
        const auto until = next < addresses.size() ? std::min(next_start, due.at()) : due.at();
        co_await race.changed.wait(until);
    }
    co_await join(race);
    if (race.winner) {
        connected = std::move(*race.winner);
    } else {
        connected.fault = worst_connect_fault(race.faults);
    }
}

}  // namespace

Fault worst_connect_fault(const std::vector<Fault>& faults) {
    const auto first_of = [&faults](std::initializer_list<Error> order) -> const Fault* {
        for (const Error error : order) {
            for (const Fault& fault : faults) {
                if (fault.error == error) return &fault;
            }
        }
        return nullptr;
    };
    const Fault* counts =
        first_of({Error::connect_refused, Error::connect_timeout, Error::connect_unreachable,
                  Error::local_resources, Error::local_network});
    if (counts == nullptr) return {Error::connect_unreachable, "no address to connect to"};
    Fault fault = *counts;
    if (faults.size() > 1) fault.detail += " (of " + std::to_string(faults.size()) + " addresses tried)";
    return fault;
}

Task<void> connect_any(Loop& loop, const Addresses& addresses, std::uint16_t port, Deadline due,
                       Connected& connected) {
    connected = Connected();
    if (addresses.size() != 1) return connect_to_first(loop, addresses, port, due, connected);
    return connect_one(loop, Endpoint(addresses.front(), port), due, connected);
}

}  // namespace outrider
