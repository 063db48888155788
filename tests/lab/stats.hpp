#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <map>
#include <string>

namespace outrider::lab {

/// How many connections a listener has seen, and how many at once.
struct ConnectionCount {
    std::uint64_t total = 0;
    std::uint64_t current = 0;
    std::uint64_t most = 0;
};

/// Counts a connection for as long as it lives.
class Counted {
public:
    explicit Counted(ConnectionCount& count) : count_(count) {
        ++count_.total;
        if (++count_.current > count_.most) count_.most = count_.current;
    }
    ~Counted() { --count_.current; }
    Counted(const Counted&) = delete;
    Counted& operator=(const Counted&) = delete;

private:
    ConnectionCount& count_;
};

/// What the lab has seen since it started: who connected to what, and asked the origin for what.
class Stats {
public:
    /// The count of a listener, by its name in lab.json; stays valid.
    ConnectionCount& connections(const std::string& listener) { return connections_[listener]; }
    /// A request to the origin; `path` without its query.
    void count_request(const std::string& source, const std::string& path);
    /// A query to the DNS server.
    void count_query(const std::string& name) { ++queries_[name]; }

    /// As answered at `/__stats`.
    nlohmann::ordered_json to_json() const;

private:
    std::map<std::string, ConnectionCount> connections_;
    std::uint64_t requests_ = 0;
    std::map<std::string, std::map<std::string, std::uint64_t>> by_source_;
    std::map<std::string, std::uint64_t> by_path_;
    std::map<std::string, std::uint64_t> queries_;
};

}  // namespace outrider::lab
