#pragma once

#include "outrider/plan/environment.hpp"
#include "outrider/plan/parsed.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace outrider {

/// A text after `${NAME}` was replaced.
struct Substituted {
    std::string text;
    std::string shown;                ///< with hidden_word in place of what came from the environment
    std::vector<std::string> values;  ///< what came from there
};

/// Replaces each `${NAME}` by the variable's value, once: values are not looked into. `$${` is a plain `${`.
Parsed<Substituted> substitute(std::string_view text, const Environment& environment);

/// `text` with `***` for each hidden_word.
std::string with_stars(std::string text);

}  // namespace outrider
