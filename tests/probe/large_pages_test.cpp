#include "outrider/probe/large_pages.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <memory>
#include <sstream>
#include <string>

namespace outrider {
namespace {

/// What /proc/self/smaps shows of the mapping that holds an address; without flags: none does.
struct Mapping {
    std::uintptr_t start = 0;
    std::string flags;
};

Mapping mapping_of(const void* address) {
    const auto wanted = reinterpret_cast<std::uintptr_t>(address);
    std::ifstream maps("/proc/self/smaps");
    Mapping mapping;
    bool inside = false;
    for (std::string line; std::getline(maps, line);) {
        std::uintptr_t start = 0;
        std::uintptr_t end = 0;
        char dash = 0;
        if (std::istringstream(line) >> std::hex >> start >> dash >> end && dash == '-') {
            inside = start <= wanted && wanted < end;
        }
        if (inside && mapping.start == 0) mapping.start = start;
        if (inside && line.starts_with("VmFlags:")) mapping.flags = line + ' ';
    }
    return mapping;
}

TEST(LargePages, AreAskedForWhereTheHeapGrows) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "the sanitizer brings a heap of its own";
#endif
    if (!std::ifstream("/sys/kernel/mm/transparent_hugepage/enabled")) GTEST_SKIP() << "the kernel has none";
    use_large_pages(std::size_t{64} << 20);
    for (const std::size_t size : {std::size_t{1} << 20, std::size_t{40} << 20}) {
        const auto block = std::make_unique<char[]>(size);
        const Mapping heap = mapping_of(block.get() + size - 1);
        EXPECT_NE(heap.flags.find(" hg "), std::string::npos) << size;
        EXPECT_EQ(heap.start % (std::uintptr_t{2} << 20), 0u) << "no small pages before the first large one";
    }
}

}  // namespace
}  // namespace outrider
