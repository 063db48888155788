#include "classify/saved_head.hpp"

#include "classify/trim.hpp"
#include "outrider/wire/chunked.hpp"

#include <algorithm>

namespace outrider {
namespace {

constexpr std::string_view blanks = " \t\r";

std::string_view take_line(std::string_view& rest) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    return line;
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// "HTTP/1.1 200 OK", "HTTP/2 200": three digits after the first white space.
std::optional<int> parse_status(std::string_view line) {
    if (line.substr(0, 5) != "HTTP/" || line.size() < 6 || !is_digit(line[5])) return std::nullopt;
    line.remove_prefix(std::min(line.find_first_of(" \t"), line.size()));
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (line.size() < 3 || (line.size() > 3 && is_digit(line[3]))) return std::nullopt;
    if (!std::all_of(line.begin(), line.begin() + 3, is_digit) || line[0] == '0') return std::nullopt;
    return (line[0] - '0') * 100 + (line[1] - '0') * 10 + (line[2] - '0');
}

bool starts_response(std::string_view bytes) {
    return parse_status(take_line(bytes)).has_value();
}

// Takes one head off the front; what is no header field is passed over.
std::optional<Answer> take_head(std::string_view& rest) {
    const auto status = parse_status(take_line(rest));
    if (!status) return std::nullopt;
    Answer answer;
    answer.status = *status;
    while (!rest.empty()) {
        const std::string_view line = take_line(rest);
        if (line.empty()) break;
        if ((line[0] == ' ' || line[0] == '\t') && !answer.headers.empty()) {
            answer.headers.back().value.append(" ").append(trimmed(line, blanks));
            continue;
        }
        const std::size_t colon = line.find(':');
        if (colon == std::string_view::npos || colon == 0) continue;
        answer.headers.push_back({std::string(trimmed(line.substr(0, colon), blanks)),
                                  std::string(trimmed(line.substr(colon + 1), blanks))});
    }
    return answer;
}

bool says_chunked(const Headers& headers) {
    for (const std::string_view value : header_values(headers, "Transfer-Encoding")) {
        if (to_lower(value).find("chunked") != std::string::npos) return true;
    }
    return false;
}

// nullopt where the bytes are not chunked after all: most tools save what was decoded.
std::optional<std::string> without_chunks(std::string_view bytes) {
    ChunkDecoder decoder;
    std::string body;
    while (!bytes.empty() && !decoder.done() && !decoder.broken())
        body += decoder.next(bytes);
    if (!decoder.done()) return std::nullopt;
    return body;
}

}  // namespace

std::optional<Answer> read_saved(std::string_view bytes, std::size_t max_body) {
    std::optional<Answer> answer = take_head(bytes);
    while (answer && starts_response(bytes))
        answer = take_head(bytes);
    if (!answer) return std::nullopt;
    auto decoded = says_chunked(answer->headers) ? without_chunks(bytes) : std::nullopt;
    answer->body = decoded ? *std::move(decoded) : std::string(bytes);
    answer->truncated = answer->body.size() > max_body;
    if (answer->truncated) answer->body.resize(max_body);
    return answer;
}

}  // namespace outrider
