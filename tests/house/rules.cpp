#include "house/rules.hpp"

#include <algorithm>
#include <array>
#include <regex>
#include <set>

namespace outrider::house {
namespace {

/// The rooms in the order in which the data goes through them.
constexpr std::array<std::string_view, 11> rooms{"model",    "cli",   "plan",     "wire",   "net",   "probe",
                                                 "classify", "stats", "diagnose", "report", "output"};
/// Functions of their arguments: no sockets, files, threads or clocks.
const std::set<std::string_view> pure_rooms{"model", "wire", "classify", "stats", "diagnose", "report"};

std::size_t place(std::string_view room) {
    return static_cast<std::size_t>(std::find(rooms.begin(), rooms.end(), room) - rooms.begin());
}

bool is_ours(const Source& source) {
    return !source.path.starts_with("tests/");
}

/// Calls `use` with each match of `pattern` in `text`.
template <typename Use>
void each_match(const std::string& text, const std::regex& pattern, Use use) {
    for (std::sregex_iterator match(text.begin(), text.end(), pattern), end; match != end; ++match) {
        use(*match, static_cast<std::size_t>(match->position()));
    }
}

Complaints check_flow(const Source& source) {
    static const std::regex include(R"(#include "(outrider/)?(\w+)/)");
    Complaints complaints;
    if (!is_ours(source) || source.path == "src/main.cpp") {
        return complaints;
    }
    each_match(source.code, include, [&](const std::smatch& match, std::size_t offset) {
        const std::string room = match[2];
        const bool crosses = match[1].matched;
        if (crosses ? place(room) > place(source.room()) : room != source.room()) {
            complaints.push_back(source.at(offset) + "includes from " + room + ", which is not to its left");
        }
    });
    return complaints;
}

/// A library, and the files that alone may include it (prefixes of paths, after include/outrider/ or src/).
struct Library {
    std::string_view header;
    std::vector<std::string_view> where;
};

const std::vector<Library>& libraries() {
    static const std::vector<Library> libraries{
        {"CLI/", {"cli/"}},
        {"boost/url", {"plan/"}},
        {"idn2.h", {"plan/"}},
        {"nlohmann/",
         {"plan/", "classify/signature_file.", "classify/saved_line.", "report/nlohmann_engine.",
          "report/nlohmann_reader."}},
        {"simdjson", {"report/simdjson_engine.", "report/simdjson_reader."}},
        {"boost/beast", {"wire/http_response."}},
        {"boost/asio/ip/address.hpp", {"net/", "probe/"}},
        {"boost/asio", {"net/", "probe/"}},
        {"openssl/sha.h", {"plan/"}},
        {"openssl/evp.h", {"plan/"}},
        {"openssl/", {"net/", "probe/"}},
        {"ares", {"net/"}},
        {"re2/", {"cli/", "classify/"}},
        {"zlib.h", {"classify/"}},
        {"brotli/", {"classify/"}},
        {"sys/socket.h", {"net/", "probe/"}},
        {"netinet/", {"net/", "probe/"}},
    };
    return libraries;
}

Complaints check_libraries(const Source& source) {
    static const std::regex include(R"(#include <([^>]+)>)");
    Complaints complaints;
    if (!is_ours(source)) {
        return complaints;
    }
    const std::string_view path = source.path;
    const std::string_view inside =
        path.substr(path.starts_with("src/") ? 4 : sizeof "include/outrider/" - 1);
    each_match(source.code, include, [&](const std::smatch& match, std::size_t offset) {
        const std::string header = match[1];
        const auto library =
            std::find_if(libraries().begin(), libraries().end(),
                         [&](const Library& candidate) { return header.starts_with(candidate.header); });
        if (library != libraries().end() &&
            std::none_of(library->where.begin(), library->where.end(),
                         [&](std::string_view where) { return inside.starts_with(where); })) {
            complaints.push_back(source.at(offset) + "<" + header + "> has no business here");
        }
    });
    return complaints;
}

Complaints check_purity(const Source& source) {
    static const std::regex world(
        R"(#include <(fstream|iostream|thread|future|filesystem|unistd\.h|fcntl\.h|poll\.h|sys/\w+\.h)>|\bgetenv\()");
    Complaints complaints;
    const bool build_tool = source.path.find("/embed/") != std::string::npos;
    if (is_ours(source) && !build_tool && pure_rooms.contains(source.room())) {
        each_match(source.code, world, [&](const std::smatch& match, std::size_t offset) {
            complaints.push_back(source.at(offset) + match.str() + " in a pure room");
        });
    }
    return complaints;
}

Complaints check_size(const Source& source) {
    const auto lines = std::count(source.text.begin(), source.text.end(), '\n');
    const auto limit = source.is_header() ? 150 : 400;
    if (!is_ours(source) || lines <= limit) {
        return {};
    }
    return {source.path + ": " + std::to_string(lines) + " lines: more than one concept?"};
}

Complaints check_total_switches(const Source& source) {
    static const std::regex start(R"(\bswitch \()");
    static const std::regex enumerator(R"(\bcase \w+(::\w+)+:)");
    Complaints complaints;
    if (!is_ours(source)) {
        return complaints;
    }
    const std::string& code = source.code;
    each_match(code, start, [&](const std::smatch&, std::size_t offset) {
        std::size_t end = code.find('{', offset);
        for (int depth = 0; end < code.size(); ++end) {
            depth += code[end] == '{' ? 1 : code[end] == '}' ? -1 : 0;
            if (depth == 0) {
                break;
            }
        }
        const std::string body = code.substr(offset, end - offset);
        if (body.find("default:") != std::string::npos && std::regex_search(body, enumerator)) {
            complaints.push_back(source.at(offset) + "a switch over our own enum has a default");
        }
    });
    return complaints;
}

Complaints check_header_guard(const Source& source) {
    if (!source.is_header() || source.text.starts_with("#pragma once\n")) {
        return {};
    }
    return {source.path + ": begins without #pragma once"};
}

Complaints check_no_machine(const Source& source) {
    static const std::regex path(R"(["( ]/(home|root|work|Users|tmp)/)");
    Complaints complaints;
    if (!source.path.starts_with("tests/house/")) {
        each_match(source.text, path, [&](const std::smatch& match, std::size_t offset) {
            complaints.push_back(source.at(offset) + "a path of one machine: " + match.str());
        });
    }
    return complaints;
}

}  // namespace

const std::vector<Rule>& rules() {
    static const std::vector<Rule> rules{
        {"flow", check_flow},
        {"libraries", check_libraries},
        {"purity", check_purity},
        {"size", check_size},
        {"total_switches", check_total_switches},
        {"coroutines", check_coroutines},
        {"header_guard", check_header_guard},
        {"no_machine", check_no_machine},
    };
    return rules;
}

Complaints check_headers_are_tested(const std::vector<Source>& sources) {
    static constexpr std::string_view prefix = "include/outrider/";
    Complaints complaints;
    for (const Source& header : sources) {
        const bool has_source = std::any_of(sources.begin(), sources.end(), [&](const Source& source) {
            return header.is_header() && header.path.starts_with(prefix) &&
                   source.path ==
                       "src/" + header.path.substr(prefix.size(), header.path.size() - prefix.size() - 4) +
                           ".cpp";
        });
        if (!has_source || !(pure_rooms.contains(header.room()) || header.room() == "plan")) {
            continue;
        }
        const std::string include = '"' + header.path.substr(8) + '"';
        const std::string folder = "tests/" + std::string(header.room()) + '/';
        const bool tested = std::any_of(sources.begin(), sources.end(), [&](const Source& test) {
            return test.path.starts_with(folder) && test.text.find(include) != std::string::npos;
        });
        if (!tested) {
            complaints.push_back(header.path + ": no test in " + folder + " includes it");
        }
    }
    return complaints;
}

}  // namespace outrider::house
