#include "lab/stats.hpp"

#include <nlohmann/json.hpp>

namespace outrider::lab {

void Stats::count_request(const std::string& source, const std::string& path) {
    ++requests_;
    ++by_source_[source][path];
    ++by_path_[path];
}

nlohmann::ordered_json Stats::to_json() const {
    nlohmann::ordered_json connections = nlohmann::ordered_json::object();
    for (const auto& [listener, count] : connections_) {
        connections[listener] = {{"total", count.total}, {"current", count.current}, {"most", count.most}};
    }
    return {{"requests", requests_},
            {"by_path", by_path_},
            {"by_source", by_source_},
            {"connections", connections},
            {"dns", queries_}};
}

}  // namespace outrider::lab
