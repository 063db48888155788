#include "outrider/probe/large_pages.hpp"

#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>

namespace outrider {
namespace {

constexpr int reach = 64 * 1024 * 1024;
constexpr int largest_on_heap = 32 * 1024 * 1024;  // the most that mallopt takes

}  // namespace

void use_large_pages() {
    ::mallopt(M_MMAP_THRESHOLD, largest_on_heap);
    ::mallopt(M_TRIM_THRESHOLD, 2 * reach);
    ::mallopt(M_TOP_PAD, reach);
    // Has the heap reach that far; nothing of it is touched.
    void* const block = std::malloc(largest_on_heap / 2);
    const auto start =
        reinterpret_cast<std::uintptr_t>(block) & ~(static_cast<std::uintptr_t>(::getpagesize()) - 1);
    const std::uintptr_t length = reinterpret_cast<std::uintptr_t>(::sbrk(0)) - start;
    const bool is_glibc_heap = length > reach && length < 2 * reach;
    if (is_glibc_heap) ::madvise(reinterpret_cast<void*>(start), length, MADV_HUGEPAGE);
    std::free(block);
}

}  // namespace outrider
