#pragma once

#include "outrider/model/secret.hpp"

#include <optional>
#include <string>

namespace outrider {

/// The value of an authorization field of the Basic scheme (RFC 7617).
std::string basic_credentials(const std::optional<Secret>& user, const std::optional<Secret>& password);

}  // namespace outrider
