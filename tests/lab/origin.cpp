#include "lab/origin.hpp"

#include "lab/pages.hpp"

#include <nlohmann/json.hpp>

#include <optional>

namespace outrider::lab {

namespace {

/// What follows the route's path; nothing where the path is another.
std::optional<std::string_view> rest_of(std::string_view path, std::string_view route) {
    const bool takes_more = route.size() > 1 && route.ends_with('/');
    if (takes_more ? !path.starts_with(route) : path != route) return {};
    return path.substr(route.size());
}

}  // namespace

Task<void> Origin::serve(Stream& stream) {
    const std::string source = stream.peer().address().to_string();
    RequestReader reader(stream);
    bool open = true;
    while (open) {
        const std::optional<Request> request = co_await reader.next();
        if (!request) break;
        if (!request->path.starts_with("/__")) stats_.count_request(source, request->path);
        const Visit visit{*request, source, {}};
        const Reply reply = answer(visit);
        if (reply.delay.count() > 0) co_await pause(stream.executor(), reply.delay);
        const bool keep = request->keeps_alive();
        const std::string bytes = to_bytes(reply, keep, request->method == "HEAD");
        const bool written = co_await stream.write(bytes);
        open = written && keep;
    }
    stream.finish();
}

Reply Origin::answer(const Visit& visit) {
    const std::string& path = visit.request.path;
    for (const Page& page : pages()) {
        const std::optional<std::string_view> rest = rest_of(path, page.path);
        if (rest) return page.answer({visit.request, visit.source, *rest});
    }
    if (path == "/__stats")
        return {200, {{"Content-Type", "application/json"}}, stats_.to_json().dump(2) + "\n"};
    return {404, {{"Content-Type", "text/plain"}}, "no such page in the lab\n"};
}

}  // namespace outrider::lab
