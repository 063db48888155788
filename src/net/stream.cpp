#include "outrider/net/stream.hpp"

#include <algorithm>
#include <cstring>

namespace outrider {

IoResult Stream::read(std::span<char> into) {
    if (early_.empty()) return read_new(into);
    const std::size_t count = std::min(into.size(), early_.size());
    std::memcpy(into.data(), early_.data(), count);
    early_.erase(0, count);
    return {IoStatus::ok, count, {}};
}

void Stream::unread(std::string bytes) {
    early_.insert(0, bytes);
}

}  // namespace outrider
