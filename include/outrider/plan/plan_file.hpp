#pragma once

#include "outrider/cli/options.hpp"
#include "outrider/model/header.hpp"
#include "outrider/plan/environment.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace outrider {

/// Largest plan file, in bytes, that is read.
inline constexpr std::size_t max_plan_bytes = 16 * 1024 * 1024;

/// A URL of the plan, where it stands (a JSON pointer), and what it was made of.
struct PlanUrl {
    std::string text;
    /// `text` with `hidden_word` for each part that came from the environment; equal to it where none did.
    std::string shown;
    std::string place;
};

/// Stands for what came from the environment while a text is taken apart: it may be a part of a host, user or
/// path. Shown as `***` in the end.
inline constexpr std::string_view hidden_word = "0outrider0hidden0";

/// One of `targets`: what it says of its own, by option; the rest is as for all targets.
struct PlanTarget {
    PlanUrl url;
    std::string name;  ///< as shown; empty: none
    OptionValues options;
    Headers headers;
};

/// One of `proxies`.
struct PlanProxy {
    PlanUrl url;
    std::string name;  ///< as shown; empty: none
    bool rotating = false;
};

/// A plan file (contract, section 3), `${NAME}` replaced. URLs are not read yet.
struct PlanFile {
    OptionValues options;  ///< for lay_options
    bool gives_targets = false;
    bool gives_proxies = false;
    std::vector<PlanTarget> targets;
    std::vector<PlanProxy> proxies;
    std::vector<std::string> substituted;  ///< each once: secrets
    /// Every fault, as "/json/pointer: what was found, what is allowed"; nothing from the environment is in
    /// it.
    std::vector<std::string> errors;
};

PlanFile parse_plan_file(std::string_view text, const Environment& environment);

}  // namespace outrider
