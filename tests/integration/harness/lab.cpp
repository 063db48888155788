#include "lab.hpp"

#include <stdexcept>

namespace integration {

namespace {

std::vector<std::string> command(const TempDir& dir, const std::vector<std::string>& arguments) {
    std::vector<std::string> result{LAB_BINARY, "--dir", dir.path().string()};
    result.insert(result.end(), arguments.begin(), arguments.end());
    return result;
}

}  // namespace

Lab::Lab(std::vector<std::string> arguments) : process_(command(dir_, arguments)) {
    addresses_ = Json::parse(process_.first_line(), nullptr, false);
    if (!addresses_.is_object()) throw std::runtime_error("the lab did not start: " + process_.wait().err);
}

Json Lab::stats() const {
    return Json::parse(run({"curl", "-sS", "--max-time", "10", url("/__stats")}).out);
}

}  // namespace integration
