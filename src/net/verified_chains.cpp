#include "verified_chains.hpp"

#include <openssl/x509.h>

namespace outrider {
namespace {

void append(std::string& key, X509* certificate) {
    const int size = i2d_X509(certificate, nullptr);
    if (size <= 0) return;
    const std::size_t before = key.size();
    key.resize(before + static_cast<std::size_t>(size));
    auto* at = reinterpret_cast<unsigned char*>(key.data() + before);
    i2d_X509(certificate, &at);
}

}  // namespace

std::string VerifiedChains::key(X509_STORE_CTX* presented, const std::string& host) {
    std::string key = host + '\0';
    append(key, X509_STORE_CTX_get0_cert(presented));
    STACK_OF(X509)* chain = X509_STORE_CTX_get0_untrusted(presented);
    for (int i = 0; i < sk_X509_num(chain); ++i)
        append(key, sk_X509_value(chain, i));
    return key;
}

}  // namespace outrider
