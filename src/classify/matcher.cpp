#include "classify/matcher.hpp"

#include "classify/needle_set.hpp"
#include "classify/page.hpp"
#include "classify/prepared_clue.hpp"
#include "outrider/model/header.hpp"
#include "outrider/model/text.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

namespace outrider {
namespace {

constexpr std::size_t place_count = 9;
// Of what is quoted in the evidence.
constexpr std::size_t longest_value = 80;

using ClueIds = std::vector<std::uint32_t>;

enum class Group { proxy_page, challenge, rate_limit, block, edge };

Group group_of(SignatureKind kind) {
    switch (kind) {
        case SignatureKind::challenge_js:
        case SignatureKind::challenge_captcha:
        case SignatureKind::challenge_pow:
            return Group::challenge;
        case SignatureKind::rate_limit:
            return Group::rate_limit;
        case SignatureKind::block:
            return Group::block;
        case SignatureKind::proxy_page:
            return Group::proxy_page;
        case SignatureKind::edge:
            return Group::edge;
    }
    return Group::edge;
}

/// A signature with its clues as numbers.
struct Rule {
    const Signature* signature = nullptr;
    Group group = Group::edge;
    ClueIds all;
    ClueIds any;
    ClueIds unless;
    bool reads_page = false;
};

}  // namespace

struct Matcher::Prepared {
    std::vector<std::unique_ptr<PreparedClue>> clues;
    std::vector<ClueIds> rules_of;               ///< by clue: the rules that it speaks for
    std::array<NeedleSet, place_count> needles;  ///< of the places on a page
    std::array<ClueIds, place_count> anywhere;   ///< clues that may be at a place whatever stands there
    std::unordered_map<std::string_view, ClueIds> headers;  ///< clues by the header that they look at
    std::vector<Rule> rules;                                ///< the best first
    std::vector<std::uint32_t> by_status;                   ///< rules that need no clue

    std::uint32_t number_of(const Clue& clue) {
        const auto [place, is_new] = numbers_.try_emplace(
            std::tuple(clue.place, std::string_view(clue.header), std::string_view(clue.pattern)),
            static_cast<std::uint32_t>(clues.size()));
        if (is_new) list(clue, place->second);
        return place->second;
    }

    void add(const Signature& signature) {
        Rule rule;
        rule.signature = &signature;
        rule.group = group_of(signature.kind);
        const auto own = static_cast<std::uint32_t>(rules.size());
        const auto numbers = [&](const std::vector<Clue>& from, ClueIds& into) {
            for (const Clue& clue : from) {
                rule.reads_page |= is_on_page(clue.place);
                into.push_back(number_of(clue));
            }
        };
        numbers(signature.all, rule.all);
        numbers(signature.any, rule.any);
        numbers(signature.unless, rule.unless);
        // One of `all` must be there, and where there is none, one of `any`.
        for (const std::uint32_t clue : rule.all.empty() ? rule.any : ClueIds{rule.all.front()})
            rules_of[clue].push_back(own);
        if (rule.all.empty() && rule.any.empty()) by_status.push_back(own);
        rules.push_back(std::move(rule));
    }

private:
    void list(const Clue& clue, std::uint32_t number) {
        clues.push_back(std::make_unique<PreparedClue>(clue));
        rules_of.emplace_back();
        const auto place = static_cast<std::size_t>(clue.place);
        if (clue.place == Place::header) {
            headers[clue.header].push_back(number);
        } else if (clue.place == Place::cookie || clues.back()->needles().empty()) {
            anywhere[place].push_back(number);
        } else {
            for (const std::string& needle : clues.back()->needles())
                needles[place].add(needle, number);
        }
    }

    std::map<std::tuple<Place, std::string_view, std::string_view>, std::uint32_t> numbers_;
};

/// One answer that is being matched: each clue is looked for at most once.
class Matcher::Subject {
public:
    Subject(const Prepared& prepared, const Answer& answer)
        : prepared_(prepared),
          answer_(answer),
          page_(answer),
          known_(prepared.clues.size(), Known::no),
          in_question_(prepared.by_status) {
        names_.reserve(answer.headers.size());
        for (const Header& header : answer.headers) {
            names_.push_back(to_lower(header.name));
            const auto clues = prepared_.headers.find(names_.back());
            if (clues != prepared_.headers.end()) suspect(clues->second);
            if (names_.back() == "set-cookie") {
                cookies_.push_back(std::string_view(header.value).substr(0, header.value.find('=')));
            }
        }
        if (!cookies_.empty()) suspect(prepared_.anywhere[static_cast<std::size_t>(Place::cookie)]);
        for (std::size_t place = 0; place < place_count; ++place) {
            const std::string_view text = page_.at(static_cast<Place>(place));
            if (text.empty()) continue;
            prepared_.needles[place].scan(text, [&](std::uint32_t clue) { suspect(clue); });
            suspect(prepared_.anywhere[place]);
        }
        std::sort(in_question_.begin(), in_question_.end());
        in_question_.erase(std::unique(in_question_.begin(), in_question_.end()), in_question_.end());
    }

    std::optional<Match> best_of(Group group) {
        for (const std::uint32_t number : in_question_) {
            const Rule& rule = prepared_.rules[number];
            if (rule.group == group && fits(rule)) return explain(rule);
        }
        return std::nullopt;
    }

private:
    enum class Known : std::uint8_t { no, yes, maybe };

    void suspect(std::uint32_t clue) {
        if (known_[clue] != Known::no) return;
        known_[clue] = Known::maybe;
        const ClueIds& rules = prepared_.rules_of[clue];
        in_question_.insert(in_question_.end(), rules.begin(), rules.end());
    }
    void suspect(const ClueIds& clues) {
        for (const std::uint32_t clue : clues)
            suspect(clue);
    }

    bool fits(const Rule& rule) {
        const Signature& signature = *rule.signature;
        if (signature.status && !signature.status->contains(answer_.status)) return false;
        if (rule.reads_page && !page_.fits(signature.extent)) return false;
        const auto is_there = [&](std::uint32_t clue) { return holds(clue); };
        if (!std::all_of(rule.all.begin(), rule.all.end(), is_there)) return false;
        if (!rule.any.empty()) {
            const auto found = std::count_if(rule.any.begin(), rule.any.end(), is_there);
            if (static_cast<std::size_t>(found) < signature.at_least) return false;
        }
        return std::none_of(rule.unless.begin(), rule.unless.end(), is_there);
    }

    bool holds(std::uint32_t number) {
        Known& known = known_[number];
        if (known == Known::maybe) known = look_for(*prepared_.clues[number]) ? Known::yes : Known::no;
        return known == Known::yes;
    }

    bool look_for(const PreparedClue& clue) const {
        const Place place = clue.clue().place;
        if (place == Place::header) return find_header_clue(clue) != nullptr;
        if (place == Place::cookie) {
            return std::any_of(cookies_.begin(), cookies_.end(),
                               [&](std::string_view name) { return clue.find_in_short(name); });
        }
        return clue.is_its_needle() || clue.find(page_.at(place), nullptr);
    }

    const Header* find_header_clue(const PreparedClue& clue) const {
        for (std::size_t i = 0; i < names_.size(); ++i) {
            if (names_[i] == clue.clue().header && clue.find_in_short(answer_.headers[i].value)) {
                return &answer_.headers[i];
            }
        }
        return nullptr;
    }

    // What is told is the first of `any` that is there, else the first of `all`.
    Match explain(const Rule& rule) {
        const auto told =
            std::find_if(rule.any.begin(), rule.any.end(), [&](std::uint32_t clue) { return holds(clue); });
        Match match;
        match.signature = rule.signature;
        if (told == rule.any.end() && rule.all.empty()) {
            match.where = "status";
            match.what = std::to_string(answer_.status);
            return match;
        }
        const PreparedClue& clue = *prepared_.clues[told == rule.any.end() ? rule.all.front() : *told];
        match.where = to_string(clue.clue().place);
        if (clue.clue().place == Place::header) {
            const Header& header = *find_header_clue(clue);
            match.what = header.name + ": " + one_line(header.value, longest_value);
        } else if (clue.clue().place == Place::cookie) {
            for (const std::string_view name : cookies_) {
                if (match.what.empty() && clue.find_in_short(name)) match.what = name;
            }
        } else {
            clue.find(page_.at(clue.clue().place), &match.what);
        }
        return match;
    }

    const Prepared& prepared_;
    const Answer& answer_;
    Page page_;
    std::vector<Known> known_;
    std::vector<std::uint32_t> in_question_;  ///< rules for which a clue may be there
    std::vector<std::string> names_;          ///< of the headers, in lower case
    std::vector<std::string_view> cookies_;
};

Matcher::Matcher(std::vector<Signature> signatures)
    : signatures_(std::move(signatures)), prepared_(std::make_unique<Prepared>()) {
    for (const Confidence confidence : {Confidence::confirmed, Confidence::likely, Confidence::possible}) {
        for (const Signature& signature : signatures_) {
            if (signature.confidence == confidence) prepared_->add(signature);
        }
    }
    for (NeedleSet& needles : prepared_->needles)
        needles.prepare();
}
Matcher::~Matcher() = default;
Matcher::Matcher(Matcher&&) noexcept = default;

Matches Matcher::match(const Answer& answer, bool via_http_proxy) const {
    Subject subject(*prepared_, answer);
    Matches matches;
    if (via_http_proxy) matches.proxy_page = subject.best_of(Group::proxy_page);
    matches.challenge = subject.best_of(Group::challenge);
    matches.rate_limit = subject.best_of(Group::rate_limit);
    matches.block = subject.best_of(Group::block);
    matches.edge = subject.best_of(Group::edge);
    return matches;
}

}  // namespace outrider
