#pragma once

#include <cstddef>

namespace outrider {

/// Has the heap keep what is freed, and its first `reach` bytes, not one of which is touched yet, come in
/// large pages (transparent huge pages), where the system has them. A run of ten thousand probes touches ten
/// thousand small pages, and on a virtual machine that can take longer than to connect as often. To be called
/// before anything large is allocated; what the system cannot do is gone without.
void use_large_pages(std::size_t reach);

}  // namespace outrider
