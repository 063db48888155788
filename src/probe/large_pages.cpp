#include "outrider/probe/large_pages.hpp"

#include <sys/mman.h>
#include <unistd.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <cstdint>
#include <cstdlib>
#include <limits>

namespace outrider {

void use_large_pages(std::size_t reach) {
#ifdef __GLIBC__
    ::mallopt(M_MMAP_MAX, 0);
    ::mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
    // Has the heap reach that far; nothing of it is touched.
    void* const block = std::malloc(reach);
    const auto page = static_cast<std::uintptr_t>(::getpagesize());
    const std::uintptr_t start = reinterpret_cast<std::uintptr_t>(block) / page * page;
    const std::uintptr_t length = reinterpret_cast<std::uintptr_t>(::sbrk(0)) - start;
    const bool is_on_heap = block != nullptr && length >= reach && length < 2 * reach;
    if (is_on_heap) ::madvise(reinterpret_cast<void*>(start), length, MADV_HUGEPAGE);
    std::free(block);
#endif
}

}  // namespace outrider
