#include "probe/control_groups.hpp"

#include <fstream>

namespace outrider {
namespace {

// Controllers of v1 may share a hierarchy: "cpu,cpuacct".
bool names(std::string_view controllers, std::string_view wanted) {
    while (!controllers.empty()) {
        const std::size_t end = controllers.find(',');
        if (controllers.substr(0, end) == wanted) return true;
        if (end == std::string_view::npos) return false;
        controllers.remove_prefix(end + 1);
    }
    return false;
}

void add_with_parents(std::vector<std::string>& folders, const std::string& root, std::string path) {
    if (path == "/") path.clear();
    while (true) {
        folders.push_back(root + path + '/');
        if (path.empty()) return;
        path.resize(path.rfind('/') == std::string::npos ? 0 : path.rfind('/'));
    }
}

}  // namespace

// Lines of "id:controllers:path"; v2 names no controllers.
std::vector<std::string> control_groups(std::istream& listing, std::string_view controller) {
    std::vector<std::string> folders;
    for (std::string line; std::getline(listing, line);) {
        const std::size_t first = line.find(':');
        const std::size_t second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos) continue;
        const std::string controllers = line.substr(first + 1, second - first - 1);
        const std::string path = line.substr(second + 1);
        const std::string root = "/sys/fs/cgroup";
        if (controllers.empty()) add_with_parents(folders, root, path);
        if (names(controllers, controller))
            add_with_parents(folders, root + '/' + std::string(controller), path);
    }
    return folders;
}

std::vector<std::string> control_groups(std::string_view controller) {
    std::ifstream file("/proc/self/cgroup");
    return control_groups(file, controller);
}

}  // namespace outrider
