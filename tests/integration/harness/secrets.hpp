#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace integration {

/// A password for a test. All of them start alike, so that one search finds every one of them, whole or in
/// part.
std::string secret(std::string_view name);

/// Base64 of `user:password`, as an Authorization header has it.
std::string basic(std::string_view user, std::string_view password);
std::string base64(std::string_view bytes);

/// The forms in which a secret could slip out, in any case: as it is, percent-encoded (one character or all),
/// with an escape of HTML or JSON, base64 at each of its three alignments, and hex.
std::vector<std::string> traces_of_secrets();
/// Those that stand in `text`.
std::vector<std::string> traces_in(std::string_view text);

struct Leak {
    std::filesystem::path file;
    std::string trace;
};
/// Every file under `root` that holds a trace.
std::vector<Leak> find_leaks(const std::filesystem::path& root);

}  // namespace integration
