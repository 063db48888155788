#include "plan/shard.hpp"

#include <charconv>
#include <string>

namespace outrider {

Parsed<Shard> find_shard(const ShardChoice& choice, const Environment& environment) {
    if (choice.index) return Shard{*choice.index, choice.count};
    const std::string right = "job/" + std::to_string(choice.count) + " takes a number from 0 to " +
                              std::to_string(choice.count - 1) +
                              " from JOB_COMPLETION_INDEX, as an Indexed Job of " +
                              std::to_string(choice.count) + " completions sets it, ";
    const std::string* text = find_variable(environment, "JOB_COMPLETION_INDEX");
    if (text == nullptr) return Malformed{right + "and that is not set (or write I/N)"};
    std::uint32_t index = 0;
    const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), index);
    if (end != text->data() + text->size() || error != std::errc()) {
        return Malformed{right + "and that is no such number"};
    }
    if (index >= choice.count) return Malformed{right + "and that is " + std::to_string(index)};
    return Shard{index, choice.count};
}

}  // namespace outrider
