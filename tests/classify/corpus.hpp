#pragma once

#include <nlohmann/json.hpp>

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace outrider {

inline std::string read_corpus_file(const std::string& path) {
    std::ifstream file("data/" + path, std::ios::binary);
    if (!file) throw std::runtime_error("no " + path + ": to be run from tests/");
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

/// The lines of a file of JSON, one a line.
inline std::vector<nlohmann::json> read_corpus(const std::string& path) {
    std::vector<nlohmann::json> entries;
    std::istringstream lines(read_corpus_file(path));
    for (std::string line; std::getline(lines, line);)
        entries.push_back(nlohmann::json::parse(line));
    return entries;
}

}  // namespace outrider
