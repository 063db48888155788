#include "plan/digest.hpp"

#include <openssl/evp.h>

#include <array>

namespace outrider {

struct Digest::State {
    EVP_MD_CTX* context = EVP_MD_CTX_new();
    std::string pending;  ///< not hashed yet: most fields are shorter than a call of OpenSSL is worth

    ~State() { EVP_MD_CTX_free(context); }
    void hash_pending() {
        EVP_DigestUpdate(context, pending.data(), pending.size());
        pending.clear();
    }
};

Digest::Digest() : state_(std::make_unique<State>()) {
    EVP_DigestInit_ex(state_->context, EVP_sha256(), nullptr);
}

Digest::~Digest() = default;

void Digest::add(std::string_view field) {
    constexpr std::size_t enough = 4096;
    state_->pending.append(std::to_string(field.size())).append(":").append(field);
    if (state_->pending.size() >= enough) state_->hash_pending();
}

std::string Digest::hex() {
    static constexpr char digits[] = "0123456789abcdef";
    std::array<unsigned char, EVP_MAX_MD_SIZE> bytes{};
    unsigned size = 0;
    state_->hash_pending();
    EVP_DigestFinal_ex(state_->context, bytes.data(), &size);
    std::string text;
    for (unsigned i = 0; i < size; ++i)
        text += {digits[bytes[i] >> 4], digits[bytes[i] & 15]};
    return text;
}

}  // namespace outrider
