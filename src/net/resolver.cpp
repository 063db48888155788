#include "outrider/net/resolver.hpp"

#include "dns_refusals.hpp"
#include "outrider/model/header.hpp"

#include <ares.h>

#include <netdb.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>

namespace outrider {
namespace {

// RFC 8305 section 3: how long the answer for one family waits for the other.
constexpr auto resolution_delay = std::chrono::milliseconds(50);
// A dead first server must not eat the connect timeout: resolv.conf's "options timeout" still wins.
constexpr int try_ms = 1000;
constexpr int tries = 4;

enum Family { v6, v4 };
constexpr std::array<int, 2> socket_families{AF_INET6, AF_INET};

std::optional<asio::ip::address> to_address(int family, const void* bytes) {
    if (family == AF_INET) {
        asio::ip::address_v4::bytes_type raw;
        std::memcpy(raw.data(), bytes, raw.size());
        return asio::ip::address_v4(raw);
    }
    if (family == AF_INET6) {
        asio::ip::address_v6::bytes_type raw;
        std::memcpy(raw.data(), bytes, raw.size());
        return asio::ip::address_v6(raw);
    }
    return std::nullopt;
}

MaybeFault fault_of(int status) {
    switch (status) {
        case ARES_SUCCESS:
            return std::nullopt;
        case ARES_ENODATA:
        case ARES_ENOTFOUND:
        case ARES_EBADNAME:
            return Fault{Error::dns_failure, ares_strerror(status)};
        case ARES_ETIMEOUT:
            return Fault{Error::dns_timeout, ares_strerror(status)};
        case ARES_ENOMEM:
            return Fault{Error::local_resources, ares_strerror(status)};
        case ARES_ESERVFAIL:
            return Fault{Error::dns_unavailable, "the DNS server answered SERVFAIL"};
        case ARES_ENOTIMP:
            return Fault{Error::dns_unavailable, "the DNS server answered NOTIMP"};
        case ARES_EREFUSED:
            return Fault{Error::dns_unavailable, "the DNS server answered REFUSED"};
        default:
            return Fault{Error::dns_unavailable, ares_strerror(status)};
    }
}

bool is_definite(int status) {
    return status == ARES_SUCCESS || status == ARES_ENODATA || status == ARES_ENOTFOUND;
}

// RFC 8305 section 4: families by turns, IPv6 first.
Addresses by_turns(const Addresses& first, const Addresses& second) {
    Addresses mixed;
    for (std::size_t i = 0; i < std::max(first.size(), second.size()); ++i) {
        if (i < first.size()) mixed.push_back(first[i]);
        if (i < second.size()) mixed.push_back(second[i]);
    }
    return mixed;
}

bool is_localhost(std::string_view host) {
    if (host.ends_with('.')) host.remove_suffix(1);
    return iequals(host, "localhost") ||
           (host.size() > 10 && iequals(host.substr(host.size() - 10), ".localhost"));
}

}  // namespace

struct Resolver::Name {
    std::string host;
    std::array<Addresses, 2> found;              ///< by Family
    std::array<std::optional<int>, 2> statuses;  ///< of the answers that have come
    std::array<bool, 2> asked{};
    bool ready = false;     ///< there are addresses to begin with, or there will be none
    bool complete = false;  ///< every answer has come
    Lookup lookup;
    std::vector<Event*> waiting;
    std::unique_ptr<Alarm> delay;
};

struct Resolver::Query {
    Resolver& resolver;
    std::shared_ptr<Name> name;
    Family family;
};

/// A descriptor of c-ares's.
struct Resolver::Watch : Watched {
    Watch(Resolver& to, int of) : resolver(to), fd(of) {}

    // What it leads to may end this.
    void on_events(std::uint32_t events) override {
        constexpr std::uint32_t failed = EPOLLERR | EPOLLHUP;
        const bool read = (events & (EPOLLIN | failed)) != 0;
        const bool write = (events & (EPOLLOUT | failed)) != 0;
        resolver.process(read ? fd : ARES_SOCKET_BAD, write ? fd : ARES_SOCKET_BAD);
    }

    Resolver& resolver;
    const int fd;
};

Resolver::Resolver(Loop& loop, AddressFamily family, std::vector<ResolveOverride> overrides)
    : loop_(loop),
      family_(family),
      overrides_(std::move(overrides)),
      retry_(loop.alarms(), [this] { process(ARES_SOCKET_BAD, ARES_SOCKET_BAD); }) {}

Resolver::~Resolver() {
    if (channel_ != nullptr) ares_destroy(channel_);
}

std::optional<Lookup> Resolver::known(const HostPort& name) const {
    Lookup lookup;
    boost::system::error_code not_literal;
    const auto literal = asio::ip::make_address(name.host, not_literal);
    if (!not_literal) {
        lookup.addresses = {literal};
    } else {
        for (const ResolveOverride& given : overrides_) {
            if (iequals(given.name.host, name.host) && given.name.port == name.port) {
                lookup.addresses.push_back(asio::ip::make_address(given.address, not_literal));
            }
        }
        if (lookup.addresses.empty()) return std::nullopt;
    }
    std::erase_if(lookup.addresses, [this](const asio::ip::address& address) {
        return (family_ == AddressFamily::ipv4 && !address.is_v4()) ||
               (family_ == AddressFamily::ipv6 && !address.is_v6());
    });
    if (lookup.addresses.empty()) {
        lookup.fault = Fault{Error::dns_failure, "no address of the family that was asked for"};
    }
    return lookup;
}

Task<Lookup> Resolver::resolve(HostPort name, Deadline due, Wanted wanted) {
    if (const auto lookup = known(name)) co_return *lookup;
    const std::shared_ptr<Name> entry = look_up(name.host);
    const bool& there = wanted == Wanted::all ? entry->complete : entry->ready;
    Event changed(loop_);
    entry->waiting.push_back(&changed);
    bool in_time = true;
    while (!there && in_time) {
        changed.reset();
        in_time = co_await changed.wait(due.at());
    }
    std::erase(entry->waiting, &changed);
    if (entry->ready) co_return entry->lookup;
    Lookup late;
    late.looked_up = true;
    late.fault = Fault{Error::dns_timeout, loop_.why_late(due)};
    co_return late;
}

std::shared_ptr<Resolver::Name> Resolver::look_up(const std::string& host) {
    if (const auto known = names_.find(host); known != names_.end()) return known->second;
    auto name = std::make_shared<Name>();
    name->host = host;
    names_.emplace(host, name);

    const bool want_v6 = family_ != AddressFamily::ipv4;
    const bool want_v4 = family_ != AddressFamily::ipv6;
    if (is_localhost(host)) {
        // RFC 6761 section 6.3: never a question for a server.
        if (want_v6) name->found[v6] = {asio::ip::address_v6::loopback()};
        if (want_v4) name->found[v4] = {asio::ip::address_v4::loopback()};
        finish(*name);
    } else if (!open_channel()) {
        name->statuses[v4] = ARES_ENOTINITIALIZED;
        finish(*name);
    } else if (from_hosts_file(*name)) {
        finish(*name);
    } else {
        name->asked = {want_v6, want_v4};
        if (want_v6) ask(name, v6);
        if (want_v4) ask(name, v4);
        process(ARES_SOCKET_BAD, ARES_SOCKET_BAD);
    }
    return name;
}

bool Resolver::from_hosts_file(Name& name) {
    bool listed = false;
    for (const Family family : {v6, v4}) {
        hostent* host = nullptr;
        const int wanted = socket_families[family];
        if (ares_gethostbyname_file(channel_, name.host.c_str(), wanted, &host) != ARES_SUCCESS) continue;
        listed = true;
        const bool excluded = (family == v6 && family_ == AddressFamily::ipv4) ||
                              (family == v4 && family_ == AddressFamily::ipv6);
        for (char** at = host->h_addr_list; !excluded && *at != nullptr; ++at) {
            if (const auto address = to_address(host->h_addrtype, *at))
                name.found[family].push_back(*address);
        }
        ares_free_hostent(host);
    }
    return listed;
}

void Resolver::ask(const std::shared_ptr<Name>& name, int family) {
    ares_addrinfo_hints hints{};
    hints.ai_family = socket_families[static_cast<std::size_t>(family)];
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = ARES_AI_NOSORT;
    refusal_.reset();
    auto* query = new Query{*this, name, static_cast<Family>(family)};
    ares_getaddrinfo(channel_, name->host.c_str(), nullptr, &hints, &Resolver::on_answer, query);
}

void Resolver::on_answer(void* argument, int status, int, ares_addrinfo* result) {
    const std::unique_ptr<Query> query(static_cast<Query*>(argument));
    const std::unique_ptr<ares_addrinfo, void (*)(ares_addrinfo*)> owned(result, &ares_freeaddrinfo);
    if (status == ARES_EDESTRUCTION) return;

    std::optional<int>& refusal = query->resolver.refusal_;
    if (status == ARES_ECONNREFUSED && refusal) status = *refusal;
    Name& name = *query->name;
    for (auto* node = result != nullptr ? result->nodes : nullptr; node != nullptr; node = node->ai_next) {
        const void* bytes =
            node->ai_family == AF_INET
                ? static_cast<const void*>(&reinterpret_cast<sockaddr_in*>(node->ai_addr)->sin_addr)
                : &reinterpret_cast<sockaddr_in6*>(node->ai_addr)->sin6_addr;
        if (const auto address = to_address(node->ai_family, bytes))
            name.found[query->family].push_back(*address);
    }
    name.statuses[query->family] = status;
    if (is_definite(status)) query->resolver.answered_ = true;
    query->resolver.settle(name);
}

void Resolver::settle(Name& name) {
    const bool all = (!name.asked[v6] || name.statuses[v6]) && (!name.asked[v4] || name.statuses[v4]);
    const bool any = !name.found[v6].empty() || !name.found[v4].empty();
    if (all) return finish(name);
    if (any && !name.delay) {
        name.delay = std::make_unique<Alarm>(loop_.alarms(), [this, &name] { begin_with_what_came(name); });
        name.delay->arm(Clock::now() + resolution_delay);
    }
}

void Resolver::begin_with_what_came(Name& name) {
    if (name.complete) return;
    name.ready = true;
    name.lookup.looked_up = true;
    name.lookup.more_to_come = true;
    name.lookup.addresses = by_turns(name.found[v6], name.found[v4]);
    for (Event* event : name.waiting)
        event->notify();
}

void Resolver::finish(Name& name) {
    name.ready = name.complete = true;
    name.lookup.looked_up = true;
    name.lookup.more_to_come = false;
    name.lookup.addresses = by_turns(name.found[v6], name.found[v4]);
    if (name.lookup.addresses.empty()) {
        name.lookup.fault = Fault{Error::dns_failure, "no address of the family that was asked for"};
        // A server that failed says nothing of the name; a definite no of the other family does not outweigh
        // it.
        for (const auto& status : name.statuses) {
            if (const auto fault = status ? fault_of(*status) : std::nullopt) {
                if (fault->error != Error::dns_failure || name.lookup.fault->error == Error::dns_failure) {
                    name.lookup.fault = fault;
                }
            }
        }
    }
    for (Event* event : name.waiting)
        event->notify();
}

bool Resolver::open_channel() {
    if (channel_ != nullptr) return true;
    static const int library = ares_library_init(ARES_LIB_INIT_ALL);
    ares_options options{};
    char dns_only[] = "b";
    options.lookups = dns_only;
    options.timeout = try_ms;
    options.tries = tries;
    options.sock_state_cb = &Resolver::on_socket_state;
    options.sock_state_cb_data = this;
    const int mask = ARES_OPT_LOOKUPS | ARES_OPT_TIMEOUTMS | ARES_OPT_TRIES | ARES_OPT_SOCK_STATE_CB;
    if (library != ARES_SUCCESS || ares_init_options(&channel_, &options, mask) != ARES_SUCCESS) return false;
    note_refusals(channel_, refusal_);
    return true;
}

void Resolver::on_socket_state(void* argument, int fd, int readable, int writable) {
    auto& self = *static_cast<Resolver*>(argument);
    Poller& poller = self.loop_.poller();
    const auto place = self.sockets_.find(fd);
    const std::uint32_t events = (readable != 0 ? EPOLLIN : 0U) | (writable != 0 ? EPOLLOUT : 0U);
    if (place == self.sockets_.end()) {
        if (events == 0) return;
        Watch& watch = *self.sockets_.emplace(fd, std::make_unique<Watch>(self, fd)).first->second;
        poller.add(fd, watch, events);  // where there is no room for it, the question times out
    } else if (events != 0) {
        poller.change(fd, *place->second, events);
    } else {
        poller.remove(fd, *place->second);
        self.sockets_.erase(place);
    }
}

void Resolver::process(int readable_fd, int writable_fd) {
    refusal_.reset();
    ares_process_fd(channel_, readable_fd, writable_fd);
    timeval room{};
    if (const timeval* next = ares_timeout(channel_, nullptr, &room)) {
        retry_.arm(Clock::now() + std::chrono::seconds(next->tv_sec) +
                   std::chrono::microseconds(next->tv_usec));
    } else {
        retry_.disarm();
    }
}

}  // namespace outrider
