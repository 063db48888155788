#include "classify/page.hpp"

#include "outrider/model/html_entities.hpp"

#include <algorithm>
#include <initializer_list>

namespace outrider {
namespace {

constexpr std::size_t brief_limit = 3000;
constexpr std::size_t bare_limit = 700;
constexpr std::size_t blank_limit = 60;

bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}
bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

// As a browser would: by what the server says, and where that is not telling by the look of it.
bool is_html(const Answer& answer) {
    static constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    std::string_view body = answer.body;
    if (body.substr(0, byte_order_mark.size()) == byte_order_mark) body.remove_prefix(byte_order_mark.size());
    const auto first = std::find_if_not(body.begin(), body.end(), is_space);
    if (first == body.end() || *first == '{' || *first == '[') return false;
    const std::string* type = find_header(answer.headers, "Content-Type");
    if (type == nullptr || type->empty()) return *first == '<';
    return to_lower(*type).find("html") != std::string::npos;
}

std::size_t characters_in(std::string_view text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

}  // namespace

/// One pass over the bytes; whatever is not closed ends with them.
class PageReader {
public:
    PageReader(Page& page, std::string_view html) : page_(page), html_(html) {}

    void read() {
        while (at_ < html_.size()) {
            if (html_[at_] == '<' && at_ + 1 < html_.size() && read_markup()) continue;
            const std::size_t end = std::min(html_.find('<', at_ + 1), html_.size());
            show(html_.substr(at_, end - at_));
            at_ = end;
        }
        page_.shown_ = characters_in(part(Place::text));
        const bool one_is_its_answer = captcha_image_ && !captcha_field_;
        page_.asks_input_ = other_fields_ > 0 || plain_fields_ > (one_is_its_answer ? 1u : 0u);
    }

private:
    std::string& part(Place place) { return page_.parts_[static_cast<std::size_t>(place)]; }

    // False where the `<` is only a character.
    bool read_markup() {
        const char next = html_[at_ + 1];
        if (next == '!' || next == '?') {
            const bool comment = html_.substr(at_, 4) == "<!--";
            skip_to(comment ? "-->" : ">", at_ + (comment ? 4 : 2));
            return true;
        }
        if (next == '/') {
            at_ += 2;
            close(read_name());
            skip_to(">", at_);
            return true;
        }
        if (!is_letter(next)) return false;
        ++at_;
        open(read_name());
        return true;
    }

    void skip_to(std::string_view mark, std::size_t from) {
        const std::size_t found = html_.find(mark, from);
        at_ = found == std::string_view::npos ? html_.size() : found + mark.size();
    }

    std::string read_name() {
        const std::size_t start = at_;
        while (at_ < html_.size() && !is_space(html_[at_]) && html_[at_] != '>' && html_[at_] != '/')
            ++at_;
        return to_lower(html_.substr(start, at_ - start));
    }

    void open(const std::string& name) {
        std::string& markup = part(Place::markup);
        markup += name;
        tag_ = {};
        while (read_attribute(name, markup)) {
        }
        markup += '\n';
        if (tag_.refresh) append_line(Place::url, tag_.content);
        if (name == "img") captcha_image_ |= tag_.captcha;
        if (name == "input" || name == "textarea") count_field(name);
        if (name == "script") {
            const std::string_view content = raw_content(name);
            if (tag_.type != "application/ld+json") append_line(Place::script, content);
        } else if (name == "title") {
            std::string& title = part(Place::title);
            const std::string_view content = raw_content(name);
            if (title.empty()) append_shown(title, content);
        } else if (is_one_of(name, {"style", "textarea", "xmp", "template"})) {
            raw_content(name);
        } else {
            if (is_quote(name)) ++quotes_;
            if (is_heading(name)) in_heading_ = true;
            if (is_block(name)) show(" ");
        }
    }

    void close(const std::string& name) {
        if (is_quote(name) && quotes_ > 0) --quotes_;
        if (is_heading(name) && in_heading_) {
            in_heading_ = false;
            part(Place::heading) += '\n';
        }
        if (is_block(name)) show(" ");
    }

    // Where there is the image of a CAPTCHA, one plain field is for its answer, whatever its name.
    void count_field(const std::string& name) {
        const bool is_input = name == "input";
        if (is_input && is_one_of(tag_.type, {"hidden", "submit", "button", "reset", "image", "checkbox",
                                              "radio", "range"})) {
            return;
        }
        if (tag_.captcha) {
            captcha_field_ = true;
        } else if (is_input && is_one_of(tag_.type, {"", "text", "tel", "number"})) {
            ++plain_fields_;
        } else {
            ++other_fields_;
        }
    }

    // What is not the page's own words, or not shown where scripts run.
    static bool is_quote(std::string_view name) {
        return is_one_of(name, {"pre", "code", "samp", "kbd", "blockquote", "q", "noscript"});
    }
    static bool is_heading(std::string_view name) { return is_one_of(name, {"h1", "h2", "h3"}); }
    // All else but what stands within a line parts words.
    static bool is_block(std::string_view name) {
        return !is_one_of(name,
                          {"a", "b", "i", "u", "em", "strong", "span", "small", "font", "wbr", "sub", "sup"});
    }

    // Up to the closing tag of the same name.
    std::string_view raw_content(std::string_view name) {
        const std::size_t start = at_;
        for (std::size_t end = html_.find("</", start); end != std::string_view::npos;
             end = html_.find("</", end + 2)) {
            if (!iequals(html_.substr(end + 2, name.size()), name)) continue;
            at_ = end;
            return html_.substr(start, end - start);
        }
        at_ = html_.size();
        return html_.substr(start);
    }

    struct Tag {
        std::string type;     ///< of an <input> or <script>
        std::string content;  ///< of a <meta>
        bool refresh = false;
        bool captcha = false;  ///< a field or an image that belongs to a CAPTCHA
    };

    bool read_attribute(const std::string& tag, std::string& markup) {
        while (at_ < html_.size() && (is_space(html_[at_]) || html_[at_] == '/'))
            ++at_;
        if (at_ >= html_.size()) return false;
        if (html_[at_] == '>') {
            ++at_;
            return false;
        }
        const std::size_t start = at_++;
        while (at_ < html_.size() && !is_space(html_[at_]) && html_[at_] != '=' && html_[at_] != '>' &&
               html_[at_] != '/') {
            ++at_;
        }
        const std::string name = to_lower(html_.substr(start, at_ - start));
        std::string value;
        append_decoded(value, read_value());
        markup.append(" ").append(name).append("=\"").append(value).append("\"");
        take(tag, name, value);
        return true;
    }

    std::string_view read_value() {
        std::size_t at = at_;
        while (at < html_.size() && is_space(html_[at]))
            ++at;
        if (at >= html_.size() || html_[at] != '=') return {};
        ++at;
        while (at < html_.size() && is_space(html_[at]))
            ++at;
        if (at < html_.size() && (html_[at] == '"' || html_[at] == '\'')) {
            const std::size_t end = std::min(html_.find(html_[at], at + 1), html_.size());
            at_ = std::min(end + 1, html_.size());
            return html_.substr(at + 1, end - at - 1);
        }
        at_ = at;
        while (at_ < html_.size() && !is_space(html_[at_]) && html_[at_] != '>')
            ++at_;
        return html_.substr(at, at_ - at);
    }

    void take(const std::string& tag, const std::string& name, const std::string& value) {
        const bool acts = name == "src" || name == "action" || (name == "data" && tag == "object") ||
                          (name == "href" && tag == "link");
        if (acts) append_line(Place::url, value);
        if (name == "type") tag_.type = to_lower(value);
        if (name == "http-equiv") tag_.refresh = iequals(value, "refresh");
        if (name == "content") tag_.content = value;
        if (is_one_of(name, {"name", "id", "class"}) || (tag == "img" && is_one_of(name, {"src", "alt"}))) {
            tag_.captcha |= to_lower(value).find("aptcha") != std::string::npos;  // "kaptcha" too
        }
    }

    void append_line(Place place, std::string_view text) { part(place).append(text).append("\n"); }

    void show(std::string_view text) {
        if (quotes_ > 0) return;
        append_shown(part(Place::text), text);
        if (in_heading_) append_shown(part(Place::heading), text);
    }

    // White space is folded, as it is when shown.
    void append_shown(std::string& out, std::string_view text) {
        decoded_.clear();
        append_decoded(decoded_, text);
        for (const char c : decoded_) {
            if (!is_space(c)) {
                out += c;
            } else if (!out.empty() && !is_space(out.back())) {
                out += ' ';
            }
        }
    }

    Page& page_;
    std::string_view html_;
    std::size_t at_ = 0;
    Tag tag_;
    std::size_t quotes_ = 0;
    bool in_heading_ = false;
    bool captcha_image_ = false;
    bool captcha_field_ = false;
    std::size_t plain_fields_ = 0;
    std::size_t other_fields_ = 0;
    std::string decoded_;
};

Page::Page(const Answer& answer) {
    if (is_html(answer)) {
        PageReader(*this, answer.body).read();
        return;
    }
    parts_[static_cast<std::size_t>(Place::body)] = answer.body;
    shown_ = characters_in(answer.body);
    const std::string* type = find_header(answer.headers, "Content-Type");
    const bool is_plain = type == nullptr || to_lower(*type).rfind("text/plain", 0) == 0;
    if (is_plain) parts_[static_cast<std::size_t>(Place::text)] = answer.body;
}

bool Page::fits(Extent extent) const {
    switch (extent) {
        case Extent::any:
            return true;
        case Extent::brief:
            return shown_ <= brief_limit;
        case Extent::bare:
            return shown_ <= bare_limit && !asks_input_;
        case Extent::blank:
            return shown_ <= blank_limit && !asks_input_;
    }
    return false;
}

}  // namespace outrider
