#include "classify/signature_table.hpp"
#include "outrider/cli/values.hpp"

namespace outrider {
namespace {

std::vector<Clue> take_clues(std::span<const ClueRow>& rows, std::size_t count) {
    std::vector<Clue> clues;
    clues.reserve(count);
    for (const ClueRow& row : rows.first(count))
        clues.push_back({row.place, row.header, row.pattern});
    rows = rows.subspan(count);
    return clues;
}

}  // namespace

std::vector<Signature> with_built_in(std::vector<Signature> first) {
    std::span<const ClueRow> clues = clue_rows();
    first.reserve(first.size() + signature_rows().size());
    for (const SignatureRow& row : signature_rows()) {
        Signature& signature = first.emplace_back();
        signature.id = row.id;
        signature.vendor = row.vendor;
        signature.kind = row.kind;
        signature.confidence = row.confidence;
        signature.status = parse_statuses(row.status);
        signature.extent = row.extent;
        signature.all = take_clues(clues, row.all);
        signature.any = take_clues(clues, row.any);
        signature.at_least = row.at_least;
        signature.unless = take_clues(clues, row.unless);
        signature.source = row.source;
    }
    return first;
}

std::vector<Signature> built_in_signatures() {
    return with_built_in({});
}

}  // namespace outrider
