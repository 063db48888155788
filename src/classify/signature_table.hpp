#pragma once

#include "outrider/classify/signature.hpp"

#include <span>
#include <vector>

namespace outrider {

// signatures.json as the build turns it into constants: parsing it would take longer than a plain probe.

struct ClueRow {
    Place place;
    const char* header;
    const char* pattern;
};
struct SignatureRow {
    const char* id;
    const char* vendor;
    SignatureKind kind;
    Confidence confidence;
    const char* status;  ///< as in the file; empty: any
    Extent extent;
    // How many clues there are of each sort. They stand one after another, in the order of the signatures.
    std::size_t all;
    std::size_t any;
    std::size_t unless;
    std::size_t at_least;
    const char* source;
};

std::span<const ClueRow> clue_rows();
std::span<const SignatureRow> signature_rows();

/// `first`, then the built-in ones.
std::vector<Signature> with_built_in(std::vector<Signature> first);

}  // namespace outrider
