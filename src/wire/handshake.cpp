#include "outrider/wire/handshake.hpp"

#include <utility>

namespace outrider {

Step Handshake::closed() {
    if (std::optional<Fail> refused = refusal()) return std::move(*refused);
    return Fail{Error::proxy_closed, "closed during its handshake"};
}

}  // namespace outrider
