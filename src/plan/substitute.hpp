#pragma once

#include "outrider/plan/environment.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace outrider {

/// A text after `${NAME}` was replaced.
struct Substituted {
    std::string text;
    std::string shown;                ///< with hidden_word in place of what came from the environment
    std::vector<std::string> values;  ///< what came from there
    std::vector<std::string> errors;  ///< each once: what could not be replaced
};

/// Replaces each `${NAME}` by the variable's value, once: values are not looked into. `$${` is a plain `${`.
Substituted substitute(std::string_view text, const Environment& environment);

/// `text` with `***` for each hidden_word.
std::string with_stars(std::string text);

}  // namespace outrider
