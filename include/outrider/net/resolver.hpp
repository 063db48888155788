#pragma once

#include "outrider/model/deadline.hpp"
#include "outrider/model/settings.hpp"
#include "outrider/net/fault.hpp"
#include "outrider/net/waiter.hpp"

#include <boost/asio/ip/address.hpp>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

struct ares_channeldata;
struct ares_addrinfo;

namespace outrider {

using Addresses = std::vector<asio::ip::address>;

/// What a name came to: addresses in the order in which they are to be tried, or a fault
/// (dns_failure, dns_unavailable, dns_timeout).
struct Lookup {
    Addresses addresses;
    MaybeFault fault;
    bool looked_up = false;     ///< false for literals and `--resolve`: they have no dns phase
    bool more_to_come = false;  ///< the answer for one family is still out (RFC 8305 section 3)
};

/// Names to addresses through c-ares, on the loop: nothing blocks, nothing is joined at the end, and each
/// name is asked for once. Reads the hosts file and resolv.conf (servers, search, ndots) but no nsswitch
/// modules.
class Resolver {
public:
    Resolver(Loop& loop, AddressFamily family, std::vector<ResolveOverride> overrides);
    ~Resolver();
    Resolver(const Resolver&) = delete;
    Resolver& operator=(const Resolver&) = delete;

    enum class Wanted {
        enough,  ///< addresses to begin with
        all,     ///< every answer, where those were not enough
    };

    /// Never fails by exception; a lookup that is under way when `due` passes goes on for those who ask
    /// later.
    Task<Lookup> resolve(HostPort name, Deadline due, Wanted wanted = Wanted::enough);

    /// What needs no lookup: a literal, or a name that `--resolve` gives.
    std::optional<Lookup> known(const HostPort& name) const;

    /// Whether any server came back with an address or a definite no.
    bool answered() const { return answered_; }

private:
    struct Name;
    struct Query;
    struct Watch;

    bool from_hosts_file(Name& name);
    std::shared_ptr<Name> look_up(const std::string& host);
    void ask(const std::shared_ptr<Name>& name, int family);
    static void on_answer(void* query, int status, int timeouts, ares_addrinfo* result);
    void settle(Name& name);
    void begin_with_what_came(Name& name);
    void finish(Name& name);

    bool open_channel();
    static void on_socket_state(void* self, int fd, int readable, int writable);
    void process(int readable_fd, int writable_fd);

    Loop& loop_;
    AddressFamily family_;
    std::vector<ResolveOverride> overrides_;
    ares_channeldata* channel_ = nullptr;
    std::optional<int> refusal_;  ///< the message that came last was one: which, in c-ares's word
    Alarm retry_;
    std::map<int, std::unique_ptr<Watch>> sockets_;
    std::map<std::string, std::shared_ptr<Name>, std::less<>> names_;
    bool answered_ = false;
};

}  // namespace outrider
