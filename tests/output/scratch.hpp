#pragma once

#include "outrider/model/time.hpp"

#include <stdlib.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace outrider::test {

/// Long enough that no test waits for it to pass.
inline Clock::time_point ample() {
    return Clock::now() + std::chrono::seconds(30);
}

/// Soon enough that a test can wait for it to pass.
inline Clock::time_point soon() {
    return Clock::now() + std::chrono::milliseconds(100);
}

/// A folder that goes with the test.
class ScratchFolder {
public:
    ScratchFolder() {
        std::string name = std::filesystem::temp_directory_path() / "outrider-output-XXXXXX";
        path_ = ::mkdtemp(name.data());
    }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    ~ScratchFolder() { std::filesystem::remove_all(path_); }

    const std::filesystem::path& path() const { return path_; }
    std::string operator/(const std::string& name) const { return path_ / name; }

    /// The names in it, hidden ones too.
    std::vector<std::string> names() const {
        std::vector<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator(path_)) {
            names.push_back(entry.path().filename());
        }
        return names;
    }

private:
    std::filesystem::path path_;
};

inline void put(const std::string& path, const std::string& text) {
    std::ofstream(path) << text;
}

inline std::string text_of(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Reads a descriptor to its end.
inline std::string drain(int descriptor) {
    std::string all;
    char piece[65536];
    for (ssize_t got = 0; (got = ::read(descriptor, piece, sizeof piece)) > 0;) {
        all.append(piece, static_cast<std::size_t>(got));
    }
    return all;
}

/// Another standard output for the time of a scope.
class StdoutReplaced {
public:
    explicit StdoutReplaced(int descriptor) : saved_(::dup(STDOUT_FILENO)) {
        descriptor < 0 ? ::close(STDOUT_FILENO) : ::dup2(descriptor, STDOUT_FILENO);
    }
    StdoutReplaced(const StdoutReplaced&) = delete;
    StdoutReplaced& operator=(const StdoutReplaced&) = delete;
    ~StdoutReplaced() {
        ::dup2(saved_, STDOUT_FILENO);
        ::close(saved_);
    }

private:
    int saved_;
};

}  // namespace outrider::test
