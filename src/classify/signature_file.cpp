#include "outrider/classify/signature.hpp"
#include "outrider/cli/values.hpp"

#include <nlohmann/json.hpp>
#include <re2/re2.h>

#include <array>
#include <set>

namespace outrider {
namespace {

using Json = nlohmann::json;

constexpr std::array<std::string_view, 7> kind_words{
    "challenge_js", "challenge_captcha", "challenge_pow", "rate_limit", "block", "proxy_page", "edge"};
constexpr std::array<std::string_view, 9> place_words{"header", "cookie", "title", "heading", "markup",
                                                      "url",    "script", "text",  "body"};
constexpr std::array<std::string_view, 4> extent_words{"any", "brief", "bare", "blank"};
constexpr std::array<std::string_view, 3> confidence_words{"confirmed", "likely", "possible"};

template <std::size_t N>
std::optional<std::size_t> index_of(const std::array<std::string_view, N>& words, std::string_view word) {
    for (std::size_t i = 0; i < N; ++i) {
        if (words[i] == word) return i;
    }
    return std::nullopt;
}

template <std::size_t N>
std::string listed(const std::array<std::string_view, N>& words) {
    std::string list;
    for (const std::string_view word : words) {
        if (!list.empty()) list += ", ";
        list += word;
    }
    return list;
}

std::string shown(const Json& value) {
    std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
    if (text.size() > 60) text = text.substr(0, 57) + "...";
    return text;
}

/// Reads one file; every error is kept, with the place that it stands at.
class Reader {
public:
    ParsedSignatures read(std::string_view text) {
        const Json file = Json::parse(text, nullptr, false, true);
        if (file.is_discarded()) {
            fail("", "no valid JSON");
        } else if (!file.is_object()) {
            expect("", file, "an object");
        } else {
            read_file(file);
        }
        return std::move(parsed_);
    }

private:
    void fail(const std::string& place, const std::string& what) {
        parsed_.errors.push_back(place.empty() ? what : place + ": " + what);
    }
    void expect(const std::string& place, const Json& found, std::string_view allowed) {
        fail(place, shown(found) + " is not " + std::string(allowed));
    }

    void check_keys(const std::string& place, const Json& object,
                    std::initializer_list<std::string_view> allowed) {
        for (const auto& item : object.items()) {
            if (std::find(allowed.begin(), allowed.end(), item.key()) == allowed.end()) {
                fail(place + "/" + item.key(), "unknown key");
            }
        }
    }

    void read_file(const Json& file) {
        check_keys("", file, {"signatures"});
        const auto list = file.find("signatures");
        if (list == file.end() || !list->is_array()) {
            fail("/signatures", "a list of signatures is missing");
            return;
        }
        for (std::size_t i = 0; i < list->size(); ++i)
            read_entry("/signatures/" + std::to_string(i), (*list)[i]);
    }

    void read_entry(const std::string& place, const Json& entry) {
        if (!entry.is_object()) {
            expect(place, entry, "an object");
            return;
        }
        check_keys(place, entry,
                   {"id", "vendor", "kind", "confidence", "status", "extent", "all", "any", "at_least",
                    "unless", "source"});
        Signature signature;
        read_text(place, entry, "id", signature.id, true);
        read_text(place, entry, "vendor", signature.vendor, false);
        read_text(place, entry, "source", signature.source, false);
        read_word(place, entry, "kind", kind_words, signature.kind, true);
        read_word(place, entry, "confidence", confidence_words, signature.confidence, false);
        read_word(place, entry, "extent", extent_words, signature.extent, false);
        read_status(place, entry, signature);
        read_clues(place, entry, "all", signature.all);
        read_clues(place, entry, "any", signature.any);
        read_clues(place, entry, "unless", signature.unless);
        read_at_least(place, entry, signature);
        if (!signature.id.empty() && !ids_.insert(signature.id).second)
            fail(place + "/id", "this id stands twice");
        if (signature.all.empty() && signature.any.empty() && !signature.status) {
            fail(place, "needs at least one clue in all or any, or a status");
        }
        parsed_.signatures.push_back(std::move(signature));
    }

    void read_text(const std::string& place, const Json& entry, const char* key, std::string& into,
                   bool required) {
        const auto value = entry.find(key);
        if (value == entry.end() || value->is_null()) {
            if (required) fail(place, std::string(key) + " is missing");
        } else if (!value->is_string() || value->get_ref<const std::string&>().empty()) {
            expect(place + "/" + key, *value, "a text that is not empty");
        } else {
            into = value->get<std::string>();
        }
    }

    template <class Enum, std::size_t N>
    void read_word(const std::string& place, const Json& entry, const char* key,
                   const std::array<std::string_view, N>& words, Enum& into, bool required) {
        std::string word;
        const std::size_t errors = parsed_.errors.size();
        read_text(place, entry, key, word, required);
        if (word.empty() || parsed_.errors.size() != errors) return;
        if (const auto index = index_of(words, word)) {
            into = static_cast<Enum>(*index);
        } else {
            expect(place + "/" + key, entry.at(key), "one of " + listed(words));
        }
    }

    void read_status(const std::string& place, const Json& entry, Signature& signature) {
        std::string text;
        read_text(place, entry, "status", text, false);
        if (text.empty()) return;
        signature.status = parse_statuses(text);
        if (!signature.status) expect(place + "/status", entry.at("status"), "a list like \"403,500-599\"");
    }

    void read_at_least(const std::string& place, const Json& entry, Signature& signature) {
        const auto value = entry.find("at_least");
        if (value == entry.end()) return;
        const bool fits = value->is_number_unsigned() && value->get<std::uint64_t>() >= 1 &&
                          value->get<std::uint64_t>() <= signature.any.size();
        if (fits) {
            signature.at_least = value->get<std::size_t>();
        } else {
            expect(place + "/at_least", *value, "a number from 1 to the number of clues in any");
        }
    }

    void read_clues(const std::string& place, const Json& entry, const char* key, std::vector<Clue>& into) {
        const auto list = entry.find(key);
        if (list == entry.end()) return;
        if (!list->is_array() || list->empty()) {
            expect(place + "/" + key, *list, "a list of clues");
            return;
        }
        for (std::size_t i = 0; i < list->size(); ++i) {
            read_clue(place + "/" + key + "/" + std::to_string(i), (*list)[i], into);
        }
    }

    void read_clue(const std::string& place, const Json& clue, std::vector<Clue>& into) {
        const bool is_header = clue.is_object() && clue.contains("header");
        if (!clue.is_object() || clue.empty() || clue.size() > (is_header ? 2u : 1u)) {
            expect(place, clue,
                   "an object with one of " + listed(place_words) + " (header may have a value beside it)");
            return;
        }
        Clue read;
        std::string key = is_header ? "header" : clue.begin().key();
        const auto index = index_of(place_words, key);
        if (!index) {
            fail(place + "/" + key, "unknown key; allowed are " + listed(place_words));
            return;
        }
        read.place = static_cast<Place>(*index);
        std::string text;
        read_text(place, clue, key.c_str(), text, true);
        if (is_header) {
            check_keys(place, clue, {"header", "value"});
            if (!text.empty() && !is_token(text))
                expect(place + "/header", clue.at("header"), "a header's name");
            for (char& c : text)
                c = c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
            read.header = std::move(text);
            text.clear();
            key = "value";
            read_text(place, clue, "value", text, false);
        }
        read.pattern = std::move(text);
        check_pattern(place + "/" + key, read.pattern);
        into.push_back(std::move(read));
    }

    void check_pattern(const std::string& place, const std::string& pattern) {
        re2::RE2::Options options(re2::RE2::Latin1);
        options.set_log_errors(false);
        const re2::RE2 regex(pattern, options);
        if (!regex.ok()) fail(place, "is no RE2 pattern: " + regex.error());
    }

    ParsedSignatures parsed_;
    std::set<std::string> ids_;
};

}  // namespace

std::string_view to_string(SignatureKind kind) {
    return kind_words[static_cast<std::size_t>(kind)];
}
std::string_view to_string(Place place) {
    return place_words[static_cast<std::size_t>(place)];
}

ParsedSignatures parse_signatures(std::string_view json) {
    return Reader().read(json);
}

}  // namespace outrider
