#include "tls_library.hpp"

#include <openssl/core_dispatch.h>
#include <openssl/crypto.h>
#include <openssl/provider.h>

#include <string_view>
#include <utility>
#include <vector>

namespace outrider {
namespace {

int count_provider(OSSL_PROVIDER*, void* count) {
    ++*static_cast<int*>(count);
    return 1;
}

/// OpenSSL's default provider; null where it is not the only one.
OSSL_PROVIDER* default_provider() {
    static OSSL_PROVIDER* const found = []() -> OSSL_PROVIDER* {
        OSSL_PROVIDER* provider = OSSL_PROVIDER_load(nullptr, "default");
        int count = 0;
        OSSL_PROVIDER_do_all(nullptr, &count_provider, &count);
        return count == 1 ? provider : nullptr;
    }();
    return found;
}

bool reads_certificate_key(const OSSL_ALGORITHM& decoder) {
    const std::string_view properties = decoder.property_definition;
    return properties.find("input=der") != std::string_view::npos &&
           properties.find("structure=SubjectPublicKeyInfo") != std::string_view::npos;
}

/// The decoders of the keys that certificates hold, ended by an empty one.
const OSSL_ALGORITHM* key_decoders() {
    static const std::vector<OSSL_ALGORITHM> kept = [] {
        int ignored = 0;
        const OSSL_ALGORITHM* each =
            OSSL_PROVIDER_query_operation(default_provider(), OSSL_OP_DECODER, &ignored);
        std::vector<OSSL_ALGORITHM> some;
        for (; each != nullptr && each->algorithm_names != nullptr; ++each) {
            if (reads_certificate_key(*each)) some.push_back(*each);
        }
        some.emplace_back();
        return some;
    }();
    return kept.data();
}

const OSSL_ALGORITHM* query(void*, int operation, int* no_cache) {
    *no_cache = 0;
    if (operation == OSSL_OP_DECODER) return key_decoders();
    if (operation == OSSL_OP_ENCODER || operation == OSSL_OP_STORE) return nullptr;
    return OSSL_PROVIDER_query_operation(default_provider(), operation, no_cache);
}

int capabilities(void*, const char* name, OSSL_CALLBACK* each, void* argument) {
    return OSSL_PROVIDER_get_capabilities(default_provider(), name, each, argument);
}

// The default provider stays for the others.
void tear_down(void*) {}

int provide(const OSSL_CORE_HANDLE*, const OSSL_DISPATCH*, const OSSL_DISPATCH** functions, void** context) {
    using Function = void (*)();
    static const OSSL_DISPATCH table[] = {
        {OSSL_FUNC_PROVIDER_QUERY_OPERATION, reinterpret_cast<Function>(&query)},
        {OSSL_FUNC_PROVIDER_GET_CAPABILITIES, reinterpret_cast<Function>(&capabilities)},
        {OSSL_FUNC_PROVIDER_TEARDOWN, reinterpret_cast<Function>(&tear_down)},
        {0, nullptr},
    };
    *functions = table;
    *context = OSSL_PROVIDER_get0_provider_ctx(default_provider());
    return 1;
}

}  // namespace

void FreeSslLibrary::operator()(ossl_lib_ctx_st* library) const {
    if (provider != nullptr) OSSL_PROVIDER_unload(provider);
    OSSL_LIB_CTX_free(library);
}

SslLibrary own_library() {
    if (default_provider() == nullptr) return nullptr;
    SslLibrary library(OSSL_LIB_CTX_new());
    if (!library || OSSL_PROVIDER_add_builtin(library.get(), "outrider", &provide) != 1) return nullptr;
    library.get_deleter().provider = OSSL_PROVIDER_load(library.get(), "outrider");
    if (library.get_deleter().provider == nullptr) return nullptr;
    return library;
}

}  // namespace outrider
