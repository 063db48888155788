#pragma once

#include "tcp.hpp"

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>

namespace integration {

/// What a DNS server says to a question.
struct DnsAnswer {
    enum class Kind { silence, no_such_name, server_failure, refused, none_of_this_type, address };
    Kind kind = Kind::silence;
    std::string address = {};  ///< IPv4 or IPv6
    std::chrono::milliseconds delay{0};
};

/// A DNS server on 127.0.0.1:53 (of a PrivateNetwork). It counts what it was asked.
class DnsServer {
public:
    using Names = std::map<std::string, DnsAnswer>;
    /// Names that are not in the map get `otherwise`.
    explicit DnsServer(Names names, DnsAnswer otherwise = {});
    ~DnsServer();

    /// Questions for the A record of a name.
    int questions(const std::string& name) const;
    /// All questions.
    int questions() const;

private:
    void serve();
    void answer(std::string query, const std::string& name, const void* peer, unsigned size) const;

    Names names_;
    DnsAnswer otherwise_;
    Fd socket_;
    std::atomic<bool> stopping_{false};
    mutable std::mutex mutex_;
    std::map<std::string, int> asked_;
    int all_ = 0;
    std::thread thread_;
};

}  // namespace integration
