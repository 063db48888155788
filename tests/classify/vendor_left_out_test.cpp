#include "classify/conclude.hpp"
#include "classify/saved_head.hpp"
#include "corpus.hpp"
#include "outrider/classify/classify.hpp"

#include <gtest/gtest.h>

#include <iomanip>
#include <iostream>
#include <map>

namespace outrider {
namespace {

using nlohmann::json;

/// How many refusals of one vendor there are, and how many are still told without its signatures.
struct Kept {
    int all = 0;
    int refused = 0;  ///< challenged or banned
    int same = 0;     ///< the very outcome

    void add(const Kept& other) {
        all += other.all;
        refused += other.refused;
        same += other.same;
    }
};
using Table = std::map<std::string, Kept>;

Outcome outcome_without(const std::string& vendor, const Answer& answer) {
    std::vector<Signature> signatures = built_in_signatures();
    std::erase_if(signatures, [&](const Signature& each) { return each.vendor == vendor; });
    const Matcher matcher(std::move(signatures));
    const ProbeTarget target;
    const Question asked{.target = target, .matcher = matcher};
    Observation seen;
    seen.answer = answer;
    return conclude(seen, asked).outcome;
}

void try_without(Table& table, const std::string& vendor, Outcome known, const std::string& response) {
    const Outcome unknown = outcome_without(vendor, *read_saved(response, 1 << 18));
    const bool refused = unknown == Outcome::challenged || unknown == Outcome::banned;
    table[vendor].add({1, refused ? 1 : 0, unknown == known ? 1 : 0});
}

void print_row(const std::string& name, const Kept& kept) {
    std::cout << "  " << std::left << std::setw(14) << name << std::right << std::setw(5) << kept.all
              << std::setw(5) << kept.refused << std::setw(5) << kept.same << '\n';
}

Kept print(const char* corpus, const Table& table) {
    Kept total;
    std::cout
        << corpus
        << ", a vendor left out: its blocks and challenges, of them still told as either, as the same\n";
    for (const auto& [vendor, kept] : table) {
        print_row(vendor, kept);
        total.add(kept);
    }
    print_row("all", total);
    return total;
}

TEST(VendorLeftOut, MostLabelledResponsesAreRefusalsStill) {
    Table table;
    for (const json& entry : read_corpus("responses/cases.jsonl")) {
        const json& expected = entry["expect"];
        const bool challenged = expected["outcome"] == "challenged";
        if (!expected["vendor"].is_string() || (!challenged && expected["outcome"] != "banned")) continue;
        try_without(table, expected["vendor"], challenged ? Outcome::challenged : Outcome::banned,
                    read_corpus_file("responses/" + entry["file"].get<std::string>()));
    }
    const Kept total = print("labelled responses", table);
    EXPECT_GE(total.all, 45);
    EXPECT_GE(total.refused * 10, total.all * 5);
}

TEST(VendorLeftOut, ManyCasesOfSignaturesAreRefusalsStill) {
    std::map<std::string, SignatureKind> kinds;
    std::map<std::string, std::string> vendors;
    for (const Signature& signature : built_in_signatures()) {
        kinds[signature.id] = signature.kind;
        vendors[signature.id] = signature.vendor;
    }
    Table table;
    for (const json& entry : read_corpus("signatures/cases.jsonl")) {
        const std::string id = entry["id"];
        const SignatureKind kind = kinds[id];
        const bool other = kind == SignatureKind::proxy_page || kind == SignatureKind::rate_limit ||
                           kind == SignatureKind::edge;
        if (other || vendors[id].empty()) continue;
        try_without(table, vendors[id], kind == SignatureKind::block ? Outcome::banned : Outcome::challenged,
                    entry["hit"]);
    }
    const Kept total = print("cases of signatures", table);
    EXPECT_GE(total.all, 70);
    EXPECT_GE(total.refused * 10, total.all * 3);
}

}  // namespace
}  // namespace outrider
