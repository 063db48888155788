#include "lab/origin.hpp"

#include "lab/faults.hpp"
#include "lab/pages.hpp"

#include <nlohmann/json.hpp>

#include <optional>

namespace outrider::lab {

namespace {

constexpr std::string_view bad_request =
    "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

/// What follows the route's path; nothing where the path is another.
std::optional<std::string_view> rest_of(std::string_view path, std::string_view route) {
    const bool takes_more = route.size() > 1 && route.ends_with('/');
    if (takes_more ? !path.starts_with(route) : path != route) return {};
    return path.substr(route.size());
}

}  // namespace

Task<void> Origin::serve(Stream& stream) {
    const std::string source = stream.peer().address().to_string();
    const Executor executor = stream.executor();
    RequestReader reader(stream);
    bool open = true;
    while (open) {
        const std::optional<Request> request = co_await reader.next();
        if (!request) {
            if (!reader.rest().empty()) co_await stream.write(bad_request);
            break;
        }
        if (!request->path.starts_with("/__")) stats_.count_request(source, request->path);
        const bool was_fault = co_await play_fault(stream, *request);
        if (was_fault) co_return;
        const Visit visit{*request, source, {}};
        const Reply reply = guarded(visit, request->path);
        if (reply.delay.count() > 0) co_await pause(executor, reply.delay);
        const bool keep = request->keeps_alive();
        const std::string bytes = to_bytes(reply, keep, request->method == "HEAD");
        const bool written = co_await stream.write(bytes);
        open = written && keep;
    }
    stream.finish();
}

Reply Origin::guarded(const Visit& visit, std::string_view path) {
    if (path != "/waf" && !path.starts_with("/waf/")) return answer(visit, path);
    std::optional<Reply> refusal = waf_.judge(visit.source, visit.request.parameter("vendor"));
    if (refusal) return *std::move(refusal);
    const std::string_view behind = path.substr(4);
    return answer(visit, behind.empty() ? "/" : behind);
}

Reply Origin::answer(const Visit& visit, std::string_view path) {
    for (const Page& page : pages()) {
        const std::optional<std::string_view> rest = rest_of(path, page.path);
        if (rest) return page.answer({visit.request, visit.source, *rest});
    }
    if (path == "/quota")
        return quota_.take(visit.source, visit.request.parameter("style", "all"), Quota::Clock::now());
    if (path.starts_with("/__")) return lab_page(path.substr(3));
    return {404, {{"Content-Type", "text/plain"}}, "no such page in the lab\n"};
}

Reply Origin::lab_page(std::string_view name) const {
    nlohmann::ordered_json page;
    if (name == "stats") {
        page = stats_.to_json();
        for (const Standing standing : all_standings)
            page["waf"][std::string(to_string(standing))] = waf_.count(standing);
    }
    constexpr std::string_view seen = "seen/";
    if (name.starts_with(seen)) page = records_.to_json(std::string(name.substr(seen.size())));
    constexpr auto lenient = nlohmann::ordered_json::error_handler_t::replace;
    return {page.is_null() ? 404 : 200,
            {{"Content-Type", "application/json"}},
            page.dump(2, ' ', false, lenient) + "\n"};
}

}  // namespace outrider::lab
