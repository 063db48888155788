#include "outrider/model/mask.hpp"

#include "outrider/model/header.hpp"
#include "outrider/model/spelling.hpp"
#include "outrider/model/text.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace outrider {
namespace {

/// Finds what is secret in the URLs of a text, however they are written: a URL within another's query is
/// encoded as a whole.
class UrlReader {
public:
    /// `value_ends`: what ends the value of a parameter.
    UrlReader(std::string_view written, std::string_view value_ends)
        : url_(Spelling::unescaped(written)), text_(url_.text()), value_ends_(value_ends) {}

    Spans secrets() {
        for (std::size_t i = 0; i < text_.size(); ++i) {
            if (text_[i] == '=') read_parameter(i);
            if (text_[i] == '/' && text_.substr(i, 2) == "//") read_authority(i);
        }
        return std::move(found_);
    }

private:
    void read_parameter(std::size_t equals) {
        const std::size_t before_name = text_.substr(0, equals).find_last_of(" ?&;=#,\"'<>");
        const std::size_t name = before_name == std::string_view::npos ? 0 : before_name + 1;
        if (is_telling_name(text_.substr(name, equals - name))) {
            const std::size_t end = end_of(equals, equals + 1, value_ends_);
            const bool cut_off = text_.substr(equals + 1, end - equals - 1).ends_with(ellipsis);
            hide(equals + 1, cut_off ? end - ellipsis.size() : end);
        }
    }

    // One that was cut off may have been a userinfo so far.
    void read_authority(std::size_t slashes) {
        const std::size_t begin = slashes + 2;
        const std::size_t end = end_of(slashes, begin, "/?# \"<>");
        const std::string_view authority = text_.substr(begin, end - begin);
        const std::size_t cut = authority.find(ellipsis);
        if (cut != std::string_view::npos) return hide(begin, begin + cut);
        for (std::size_t at = end; at > begin; --at) {
            if (text_[at - 1] == '@' && counts(slashes, at - 1)) return hide(begin, at - 1);
        }
    }

    // In a URL that is not itself encoded, what is encoded ends nothing.
    bool counts(std::size_t in, std::size_t at) const {
        return url_.was_escaped(in) || !url_.was_escaped(at);
    }
    std::size_t end_of(std::size_t in, std::size_t from, std::string_view ends) const {
        while (from < text_.size() && (ends.find(text_[from]) == std::string_view::npos || !counts(in, from)))
            ++from;
        return from;
    }

    void hide(std::size_t begin, std::size_t end) { found_.push_back(url_.written(begin, end)); }

    Spelling url_;
    std::string_view text_;
    std::string_view value_ends_;
    Spans found_;
};

bool is_number(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Where each field of HOST:PORT:... begins; the colons of an IPv6 address in brackets end none.
std::vector<std::size_t> fields_of(std::string_view text) {
    const std::size_t bracket = text.starts_with('[') ? text.find(']') : std::string_view::npos;
    std::vector<std::size_t> starts{0};
    for (std::size_t i = bracket == std::string_view::npos ? 0 : bracket; i < text.size(); ++i) {
        if (text[i] == ':') starts.push_back(i + 1);
    }
    return starts;
}

/// Whether `text` may be four fields of which one is a port. In a path there is none.
bool may_hold_login(std::string_view text, const std::vector<std::size_t>& fields) {
    if (fields.size() < 4 || text.substr(0, fields[1]).find('/') != std::string_view::npos) return false;
    for (std::size_t i = 1; i < fields.size(); ++i) {
        const std::size_t end = i + 1 < fields.size() ? fields[i + 1] - 1 : text.size();
        const std::string_view field = text.substr(fields[i], end - fields[i]);
        if (is_number(field.substr(0, field.find('/')))) return true;
    }
    return false;
}

/// What is shown of `text` at its start where it may be fields with a login: HOST:PORT: of
/// host:port:user:password, nothing where that is not its form; all of it where it cannot be.
std::size_t harmless_start(std::string_view text) {
    const std::vector<std::size_t> fields = fields_of(text);
    if (!may_hold_login(text, fields)) return text.size();
    return is_number(text.substr(fields[1], fields[2] - fields[1] - 1)) ? fields[2] : 0;
}

// Which of two '@' or ':' is the one that counts is not asked: all that may be a login is hidden.
void hide_logins(std::string_view text, std::size_t begin, std::size_t end, Spans& found) {
    const std::string_view line = text.substr(begin, end - begin);
    const std::size_t colon = line.find_first_of(":@");
    const bool has_scheme = colon != std::string_view::npos && line.substr(colon, 3) == "://";
    const std::size_t start = has_scheme ? colon + 3 : 0;
    const std::size_t at = line.rfind('@');
    const bool has_login = at != std::string_view::npos && line.find(':') != std::string_view::npos;
    const std::size_t shown = start + harmless_start(line.substr(start));
    if (!has_login) return found.push_back({begin + shown, end});
    found.push_back({begin + start, begin + at});
    if (shown < at) found.push_back({begin + start, end});
    found.push_back({begin + at + 1 + harmless_start(line.substr(at + 1)), end});
}

}  // namespace

bool is_telling_name(std::string_view name) {
    static constexpr std::array<std::string_view, 7> words{"key",  "token", "secret", "pass",
                                                           "auth", "sig",   "session"};
    const std::string lowered = to_lower(name);
    return std::any_of(words.begin(), words.end(),
                       [&](std::string_view word) { return lowered.find(word) != std::string::npos; });
}

std::string mask_urls(std::string_view text) {
    const bool may_hold_url = text.find_first_of("=%&\\") != text.npos || text.find("//") != text.npos;
    return may_hold_url ? starred(text, UrlReader(text, " &\"<>").secrets()) : std::string(text);
}

std::string mask_given(std::string_view value) {
    Spans secrets = UrlReader(value, "&").secrets();
    for (std::size_t begin = 0; begin <= value.size();) {
        const std::size_t end = std::min(value.find_first_of("\r\n", begin), value.size());
        hide_logins(value, begin, end, secrets);
        begin = end + 1;
    }
    return starred(value, std::move(secrets));
}

}  // namespace outrider
