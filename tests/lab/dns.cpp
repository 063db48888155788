#include "lab/dns.hpp"

#include <nlohmann/json.hpp>

#include <stdexcept>

namespace outrider::lab {

namespace {

using Json = nlohmann::json;

constexpr std::uint8_t servfail = 2;
constexpr std::uint8_t nxdomain = 3;
constexpr std::uint8_t refused = 5;
constexpr std::uint16_t type_a = 1;
constexpr std::uint16_t type_aaaa = 28;
constexpr std::size_t header_size = 12;

DnsEntry of_code(std::uint8_t code) {
    return {.code = code};
}

DnsEntry of_addresses(const Json& list) {
    DnsEntry entry;
    for (const Json& text : list)
        entry.addresses.push_back(asio::ip::make_address(text.get<std::string>()));
    return entry;
}

DnsEntry of_word(const std::string& word) {
    if (word == "SERVFAIL") return of_code(servfail);
    if (word == "NXDOMAIN") return of_code(nxdomain);
    if (word == "REFUSED") return of_code(refused);
    if (word == "silence") return {.silent = true};
    throw std::invalid_argument("/dns: SERVFAIL, NXDOMAIN, REFUSED or silence, not " + word);
}

DnsEntry parse_entry(const Json& value) {
    if (value.is_string()) return of_word(value.get<std::string>());
    if (value.is_array()) return of_addresses(value);
    DnsEntry entry = of_addresses(value.at("addresses"));
    entry.delay = std::chrono::milliseconds(value.value("delay_ms", 0));
    return entry;
}

void append_number(std::string& bytes, std::uint32_t value, int width) {
    for (int shift = 8 * (width - 1); shift >= 0; shift -= 8)
        bytes += static_cast<char>(value >> shift & 255);
}

std::string address_bytes(const asio::ip::address& address) {
    std::string bytes;
    if (address.is_v4()) {
        for (const unsigned char byte : address.to_v4().to_bytes())
            bytes += static_cast<char>(byte);
    } else {
        for (const unsigned char byte : address.to_v6().to_bytes())
            bytes += static_cast<char>(byte);
    }
    return bytes;
}

}  // namespace

DnsZone::DnsZone() {
    Json many = Json::array();
    for (int i = 1; i <= 20; ++i)
        many.push_back("127.0.0." + std::to_string(i));
    add({{".test", {"127.0.0.1"}},
         {"dns-servfail.test", "SERVFAIL"},
         {"dns-refused.test", "REFUSED"},
         {"dns-nxdomain.test", "NXDOMAIN"},
         {"dns-silent.test", "silence"},
         {"dns-slow.test", {{"addresses", {"127.0.0.1"}}, {"delay_ms", 1000}}},
         {"dns-many.test", many},
         {"dns-v6.test", {"::1"}},
         {"dns-both.test", {"127.0.0.1", "::1"}},
         {"dns-empty.test", Json::array()}});
}

void DnsZone::add(const Json& names) try {
    for (const auto& [name, value] : names.items())
        entries_[name] = parse_entry(value);
} catch (const Json::exception& wrong) {
    throw std::invalid_argument(std::string("/dns: ") + wrong.what());
}

const DnsEntry& DnsZone::find(std::string_view name) const {
    static const DnsEntry unknown = of_code(nxdomain);
    // The name itself, else what it lies under: `.b.test`, `.test`.
    auto found = entries_.find(name);
    for (std::size_t dot = name.find('.'); found == entries_.end() && dot != name.npos;
         dot = name.find('.', dot + 1)) {
        found = entries_.find(name.substr(dot));
    }
    return found == entries_.end() ? unknown : found->second;
}

std::optional<DnsQuestion> parse_question(std::string_view packet) {
    DnsQuestion question;
    std::size_t at = header_size;
    while (at < packet.size() && packet[at] != '\0') {
        const auto length = static_cast<unsigned char>(packet[at]);
        if (length > 63 || at + 1 + length >= packet.size()) return {};
        if (!question.name.empty()) question.name += '.';
        for (const char c : packet.substr(at + 1, length)) {
            question.name += c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
        }
        at += 1 + length;
    }
    if (at + 5 > packet.size()) return {};
    question.type = static_cast<std::uint16_t>(static_cast<unsigned char>(packet[at + 1]) << 8 |
                                               static_cast<unsigned char>(packet[at + 2]));
    question.end = at + 5;
    return question;
}

std::string dns_answer(std::string_view packet, const DnsQuestion& question, const DnsEntry& entry) {
    std::string records;
    std::uint32_t count = 0;
    for (const asio::ip::address& address : entry.addresses) {
        if (question.type != (address.is_v4() ? type_a : type_aaaa)) continue;
        const std::string bytes = address_bytes(address);
        append_number(records, 0xc000 | header_size, 2);  // the name: that of the question
        append_number(records, question.type, 2);
        append_number(records, 1, 2);
        append_number(records, 1, 4);
        append_number(records, static_cast<std::uint32_t>(bytes.size()), 2);
        records += bytes;
        ++count;
    }
    std::string answer(packet.substr(0, 2));
    append_number(answer, 0x8580u | entry.code,
                  2);  // an authoritative answer, recursion desired and available
    append_number(answer, 1, 2);
    append_number(answer, count, 2);
    append_number(answer, 0, 4);
    answer += packet.substr(header_size, question.end - header_size);
    return answer + records;
}

}  // namespace outrider::lab
