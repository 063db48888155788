#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace integration {

/// A folder of its own that is removed at the end. Other users may read and write it: servers that drop root
/// keep their files there.
class TempDir {
public:
    TempDir();
    ~TempDir();
    TempDir(const TempDir&) = delete;
    TempDir& operator=(const TempDir&) = delete;

    const std::filesystem::path& path() const { return path_; }
    /// Writes `bytes` to a file in the folder and returns its whole path.
    std::string file(std::string_view name, std::string_view bytes) const;
    std::string operator/(std::string_view name) const { return (path_ / name).string(); }

private:
    std::filesystem::path path_;
};

/// The folder that keeps what outrider writes in the running test, to be searched for secrets at the end:
/// every -o and --report of a test goes there too.
std::filesystem::path output_dir();

void write_file(const std::filesystem::path& path, std::string_view bytes);
std::string read_file(const std::filesystem::path& path);

}  // namespace integration
