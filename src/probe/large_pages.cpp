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

#ifdef __GLIBC__
namespace {

constexpr std::uintptr_t large_page = 2 * 1024 * 1024;

std::uintptr_t address_of(const void* place) {
    return reinterpret_cast<std::uintptr_t>(place);
}

}  // namespace
#endif

void use_large_pages(std::size_t reach) {
#ifdef __GLIBC__
    ::mallopt(M_MMAP_MAX, 0);
    ::mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
    // What lies before the first large page would come in small ones: the heap goes on behind it.
    const std::uintptr_t end = address_of(::sbrk(0));
    const std::uintptr_t start = (end + large_page - 1) / large_page * large_page;
    ::sbrk(static_cast<std::intptr_t>(start - end));
    // Has the heap reach that far; nothing of it is touched.
    void* const block = std::malloc(reach);
    const std::uintptr_t length = address_of(::sbrk(0)) - start;
    const bool is_on_heap = address_of(block) >= start && length >= reach && length < 2 * reach;
    if (is_on_heap) ::madvise(reinterpret_cast<void*>(start), length, MADV_HUGEPAGE);
    std::free(block);
#endif
}

}  // namespace outrider
