#include "outrider/plan/lists.hpp"

#include "outrider/model/text.hpp"

#include <algorithm>

namespace outrider {
namespace {

constexpr std::string_view white_space = " \t\v\f";

std::string_view content_of(std::string_view line) {
    for (std::size_t hash = line.find('#'); hash != line.npos; hash = line.find('#', hash + 1)) {
        if (hash == 0 || white_space.find(line[hash - 1]) != std::string_view::npos) {
            line = line.substr(0, hash);
            break;
        }
    }
    const std::size_t first = line.find_first_not_of(white_space);
    if (first == std::string_view::npos) return {};
    return line.substr(first, line.find_last_not_of(white_space) - first + 1);
}

std::string_view fault_of(std::string_view text) {
    if (text.size() > max_line_bytes) return "the line is longer than 64 KiB";
    if (!is_valid_utf8(text)) return "the line is not valid UTF-8";
    return {};
}

}  // namespace

std::vector<ListLine> split_list(std::string_view bytes) {
    if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
    std::vector<ListLine> lines;
    for (std::uint64_t number = 1; !bytes.empty(); ++number) {
        const auto line_end =
            std::find_if(bytes.begin(), bytes.end(), [](char c) { return c == '\r' || c == '\n'; });
        const auto end = static_cast<std::size_t>(line_end - bytes.begin());
        const std::string_view text = content_of(bytes.substr(0, end));
        bytes.remove_prefix(end);
        if (!bytes.empty()) bytes.remove_prefix(bytes.starts_with("\r\n") ? 2 : 1);
        if (!text.empty()) lines.push_back({number, text, fault_of(text)});
    }
    return lines;
}

}  // namespace outrider
