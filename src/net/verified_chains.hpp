#pragma once

#include <string>
#include <unordered_set>
#include <utility>

struct x509_store_ctx_st;

namespace outrider {

/// The certificate chains that have been found good in this run, each for one host: 10,000 proxies lead to
/// the same one, and its signatures need not be checked 10,000 times. The handshake itself still proves each
/// time that the peer holds the key.
class VerifiedChains {
public:
    /// Tells one chain as it was presented, byte for byte, for one host from every other.
    static std::string key(x509_store_ctx_st* presented, const std::string& host);

    bool has(const std::string& key) const { return keys_.contains(key); }
    void add(std::string key) {
        if (keys_.size() < most && key.size() <= longest) keys_.insert(std::move(key));
    }

private:
    // A peer may present anything that ends in a good chain.
    static constexpr std::size_t most = 256;
    static constexpr std::size_t longest = 32 * 1024;

    std::unordered_set<std::string> keys_;
};

}  // namespace outrider
