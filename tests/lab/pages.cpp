#include "lab/pages.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace outrider::lab {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t largest_body = 64 << 20;

Reply json_reply(const Json& value) {
    return {200,
            {{"Content-Type", "application/json"}},
            value.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"};
}

/// `/status/429?header=Retry-After:7&header=X:y&body=slow down`
Reply status(const Visit& visit) {
    Reply reply;
    reply.status = static_cast<int>(std::clamp<std::uint64_t>(to_number(visit.rest, 400), 200, 999));
    for (const auto& [name, value] : visit.request.query) {
        if (name != "header") continue;
        const std::size_t colon = value.find(':');
        if (colon == value.npos) continue;
        const std::size_t start = value.find_first_not_of(' ', colon + 1);
        reply.fields.emplace_back(value.substr(0, colon), start == value.npos ? "" : value.substr(start));
    }
    reply.body = visit.request.parameter("body");
    return reply;
}

/// `/delay/0.3`: the answer comes that many seconds later.
Reply delay(const Visit& visit) {
    Reply reply{200, {{"Content-Type", "text/plain"}}, "waited\n"};
    reply.delay = to_duration(visit.rest, std::chrono::microseconds(0));
    return reply;
}

/// `/bytes/1000`: the letters of the alphabet, over and over.
Reply bytes(const Visit& visit) {
    Reply reply{200, {{"Content-Type", "application/octet-stream"}}, {}};
    reply.body.resize(std::min(to_number(visit.rest, 0), largest_body));
    for (std::size_t i = 0; i < reply.body.size(); ++i)
        reply.body[i] = static_cast<char>('a' + i % 26);
    return reply;
}

/// `/redirect/3` leads to `/redirect/2` and so on to `/status/200`.
Reply redirect(const Visit& visit) {
    const std::uint64_t left = to_number(visit.rest, 1);
    return {302, {{"Location", left > 1 ? "/redirect/" + std::to_string(left - 1) : "/status/200"}}, {}};
}

/// `/redirect-to?url=http://a/&status=307`
Reply redirect_to(const Visit& visit) {
    const auto code = std::clamp<std::uint64_t>(to_number(visit.request.parameter("status"), 302), 300, 399);
    return {static_cast<int>(code), {{"Location", std::string(visit.request.parameter("url"))}}, {}};
}

Json fields_in_order(const Request& request) {
    Json list = Json::array();
    for (const auto& [name, value] : request.fields)
        list.push_back({name, value});
    return list;
}

/// The fields by name, and as a list in the order and case in which they came.
Reply headers(const Visit& visit) {
    Json by_name = Json::object();
    for (const auto& [name, value] : visit.request.fields)
        by_name[name] = value;
    return json_reply({{"headers", by_name}, {"raw", fields_in_order(visit.request)}});
}

Reply ip(const Visit& visit) {
    return json_reply({{"origin", visit.source}});
}

Reply anything(const Visit& visit) {
    const Request& request = visit.request;
    return json_reply({{"method", request.method},
                       {"target", request.target},
                       {"version", request.version},
                       {"headers", fields_in_order(request)},
                       {"data", request.body},
                       {"origin", visit.source}});
}

/// The request's own bytes.
Reply raw_request(const Visit& visit) {
    return {200, {{"Content-Type", "application/octet-stream"}}, visit.request.raw};
}

Reply home(const Visit&) {
    return {200, {{"Content-Type", "text/html"}}, "<title>lab</title><p>outrider-lab\n"};
}

constexpr Page all_pages[] = {
    {"/", home},
    {"/status/", status},
    {"/delay/", delay},
    {"/bytes/", bytes},
    {"/redirect/", redirect},
    {"/redirect-to", redirect_to},
    {"/headers", headers},
    {"/ip", ip},
    {"/anything", anything},
    {"/raw-request", raw_request},
};

}  // namespace

std::span<const Page> pages() {
    return all_pages;
}

}  // namespace outrider::lab
