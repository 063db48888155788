// Writes the constants of signature_table.hpp from signatures.json, or says all that is wrong with it.

#include "outrider/classify/signature.hpp"

#include <fstream>
#include <iostream>
#include <sstream>

namespace {

using namespace outrider;

std::string literal(std::string_view text) {
    std::string quoted = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte < 0x7F && c != '"' && c != '\\' && c != '?') {
            quoted += c;
        } else {
            quoted += '\\';
            for (const int shift : {6, 3, 0})
                quoted += static_cast<char>('0' + (byte >> shift & 7));
        }
    }
    return quoted + '"';
}

// An enumerator by its number: the words of the file are not those of the code.
template <class Enum>
std::string enumerator(std::string_view type, Enum value) {
    return "static_cast<" + std::string(type) + ">(" + std::to_string(static_cast<int>(value)) + ")";
}

std::string status_text(const Signature& signature) {
    std::string text;
    if (!signature.status) return text;
    for (const auto& [low, high] : signature.status->ranges) {
        if (!text.empty()) text += ',';
        text += std::to_string(low) + '-' + std::to_string(high);
    }
    return text;
}

void write_clues(std::ostream& out, const std::vector<Signature>& signatures) {
    out << "constexpr ClueRow clues[] = {\n";
    for (const Signature& signature : signatures) {
        for (const auto* clues : {&signature.all, &signature.any, &signature.unless}) {
            for (const Clue& clue : *clues) {
                out << "    {" << enumerator("Place", clue.place) << ", " << literal(clue.header) << ", "
                    << literal(clue.pattern) << "},\n";
            }
        }
    }
    out << "};\n\n";
}

void write_signatures(std::ostream& out, const std::vector<Signature>& signatures) {
    out << "constexpr SignatureRow signatures[] = {\n";
    for (const Signature& each : signatures) {
        out << "    {" << literal(each.id) << ", " << literal(each.vendor) << ", "
            << enumerator("SignatureKind", each.kind) << ", " << enumerator("Confidence", each.confidence)
            << ", " << literal(status_text(each)) << ", " << enumerator("Extent", each.extent) << ", "
            << each.all.size() << ", " << each.any.size() << ", " << each.unless.size() << ", "
            << each.at_least << ", " << literal(each.source) << "},\n";
    }
    out << "};\n\n";
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) return 64;
    std::ifstream in(argv[1]);
    std::ostringstream text;
    text << in.rdbuf();
    const ParsedSignatures parsed = parse_signatures(text.str());
    for (const std::string& error : parsed.errors)
        std::cerr << argv[1] << ": " << error << '\n';
    if (!parsed.errors.empty()) return 1;

    std::ofstream out(argv[2]);
    out << "#include \"classify/signature_table.hpp\"\n\nnamespace outrider {\nnamespace {\n\n";
    write_clues(out, parsed.signatures);
    write_signatures(out, parsed.signatures);
    out << "}  // namespace\n\n"
           "std::span<const ClueRow> clue_rows() {\n    return clues;\n}\n"
           "std::span<const SignatureRow> signature_rows() {\n    return signatures;\n}\n\n"
           "}  // namespace outrider\n";
    return out.flush() ? 0 : 1;
}
