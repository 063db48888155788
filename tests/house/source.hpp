#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace outrider::house {

/// One file of the repository.
struct Source {
    Source(std::string path_, std::string text_);

    std::string path;  ///< from the root: "src/net/tls.cpp"
    std::string text;
    std::string code;  ///< `text` with comments and the insides of literals blanked, byte for byte

    /// The room that it belongs to; empty: none.
    std::string_view room() const;
    bool is_header() const { return path.ends_with(".hpp"); }

    /// "src/net/tls.cpp:12: " for an offset into `text`.
    std::string at(std::size_t offset) const;
};

/// Every source file under include/, src/ and tests/, by path.
std::vector<Source> read_sources(const std::filesystem::path& root);

}  // namespace outrider::house
