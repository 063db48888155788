#include "house/source.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <utility>

namespace outrider::house {
namespace {

/// Where the comment or literal that begins at `start` ends; `start` itself where none begins.
std::size_t end_of_opaque(std::string_view text, std::size_t start) {
    const std::string_view rest = text.substr(start);
    const auto after = [&](std::string_view closing, std::size_t from) {
        const std::size_t found = text.find(closing, from);
        return found == std::string_view::npos ? text.size() : found + closing.size();
    };
    if (rest.starts_with("//")) {
        return std::min(text.find('\n', start), text.size());
    }
    if (rest.starts_with("/*")) {
        return after("*/", start + 2);
    }
    if (rest.starts_with("R\"")) {
        const std::size_t open = std::min(text.find('(', start), text.size());
        return after(")" + std::string(text.substr(start + 2, open - start - 2)) + "\"", open);
    }
    const bool separator = rest[0] == '\'' && start > 0 && std::isalnum(text[start - 1]) != 0;  // 1'000
    if ((rest[0] == '"' || rest[0] == '\'') && !separator) {
        std::size_t end = start + 1;
        while (end < text.size() && text[end] != rest[0] && text[end] != '\n') {
            end += text[end] == '\\' ? 2 : 1;
        }
        return std::min(end + 1, text.size());
    }
    return start;
}

bool is_include(std::string_view text, std::size_t offset) {
    const std::size_t line = text.rfind('\n', offset) + 1;  // npos + 1 is 0
    return text.substr(line).starts_with("#include");
}

std::string blanked(std::string_view text) {
    std::string code(text);
    for (std::size_t offset = 0; offset < text.size(); ++offset) {
        const std::size_t end = end_of_opaque(text, offset);
        if (end == offset || (text[offset] == '"' && is_include(text, offset))) {
            continue;
        }
        for (; offset < end; ++offset) {
            if (code[offset] != '\n') {
                code[offset] = ' ';
            }
        }
        --offset;
    }
    return code;
}

}  // namespace

Source::Source(std::string path_, std::string text_)
    : path(std::move(path_)), text(std::move(text_)), code(blanked(text)) {}

std::string_view Source::room() const {
    for (std::string_view root : {"include/outrider/", "src/", "tests/"}) {
        const std::size_t slash = path.find('/', root.size());
        if (path.starts_with(root) && slash != std::string::npos) {
            return std::string_view(path).substr(root.size(), slash - root.size());
        }
    }
    return {};
}

std::string Source::at(std::size_t offset) const {
    const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(offset), '\n');
    return path + ":" + std::to_string(line) + ": ";
}

std::vector<Source> read_sources(const std::filesystem::path& root) {
    std::vector<Source> sources;
    for (const char* folder : {"include", "src", "tests"}) {
        for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder)) {
            const auto& path = entry.path();
            if (path.extension() == ".hpp" || path.extension() == ".cpp") {
                std::ifstream file(path);
                sources.emplace_back(path.lexically_relative(root).string(),
                                     std::string(std::istreambuf_iterator<char>(file), {}));
            }
        }
    }
    std::sort(sources.begin(), sources.end(),
              [](const Source& a, const Source& b) { return a.path < b.path; });
    return sources;
}

}  // namespace outrider::house
