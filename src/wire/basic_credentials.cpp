#include "basic_credentials.hpp"

#include "outrider/model/base64.hpp"

namespace outrider {

std::string basic_credentials(const std::optional<Secret>& user, const std::optional<Secret>& password) {
    std::string pair = user ? user->reveal() : std::string();
    pair += ':';
    if (password) pair += password->reveal();
    return "Basic " + base64_encode(pair);
}

}  // namespace outrider
