// Searches everything that the tests have seen outrider write for the passwords that they gave it.
#include "secrets.hpp"

#include <cstdio>
#include <filesystem>

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    const std::filesystem::path root = argv[1];
    if (!std::filesystem::is_directory(root) || std::filesystem::is_empty(root)) {
        std::printf("nothing to search in %s: no test has run\n", root.c_str());
        return 1;
    }
    const auto leaks = integration::find_leaks(root);
    for (const auto& leak : leaks)
        std::printf("%s holds %s\n", leak.file.c_str(), leak.trace.c_str());
    return leaks.empty() ? 0 : 1;
}
