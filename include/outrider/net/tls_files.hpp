#pragma once

#include "outrider/model/settings.hpp"

#include <optional>
#include <string>

namespace outrider {

/// What is wrong with what was read of `--cacert`, `--cert` and `--key`, or nothing.
std::optional<std::string> check_tls_files(const Settings& settings);

}  // namespace outrider
