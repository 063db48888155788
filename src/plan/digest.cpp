#include "plan/digest.hpp"

#include <openssl/evp.h>

#include <array>

namespace outrider {

struct Digest::State {
    EVP_MD_CTX* context = EVP_MD_CTX_new();
    ~State() { EVP_MD_CTX_free(context); }
};

Digest::Digest() : state_(std::make_unique<State>()) {
    EVP_DigestInit_ex(state_->context, EVP_sha256(), nullptr);
}

Digest::~Digest() = default;

void Digest::add(std::string_view field) {
    const std::string length = std::to_string(field.size()) + ':';
    EVP_DigestUpdate(state_->context, length.data(), length.size());
    EVP_DigestUpdate(state_->context, field.data(), field.size());
}

std::string Digest::hex() {
    static constexpr char digits[] = "0123456789abcdef";
    std::array<unsigned char, EVP_MAX_MD_SIZE> bytes{};
    unsigned size = 0;
    EVP_DigestFinal_ex(state_->context, bytes.data(), &size);
    std::string text;
    for (unsigned i = 0; i < size; ++i)
        text += {digits[bytes[i] >> 4], digits[bytes[i] & 15]};
    return text;
}

}  // namespace outrider
