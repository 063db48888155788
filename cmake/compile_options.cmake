# What every target of ours is compiled with. Foreign headers are SYSTEM, so warnings are about our own code.
add_library(outrider_options INTERFACE)
target_compile_features(outrider_options INTERFACE cxx_std_20)
target_compile_options(outrider_options INTERFACE -Wall -Wextra -Wshadow -Wconversion -Werror)
# GCC 12's flow analysis sees reads past the end of, and uninitialised members in, std::string, std::vector and
# Boost.Optional once it has inlined them; there are none (clang, ASan and UBSan look at the same code).
target_compile_options(outrider_options INTERFACE
    "$<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds;-Wno-maybe-uninitialized;-Wno-restrict;-Wno-stringop-overflow>")
target_compile_definitions(outrider_options INTERFACE OUTRIDER_VERSION="${PROJECT_VERSION}")
# How many frames of coroutines that have ended asio keeps for the next: those of one probe.
target_compile_definitions(outrider_options INTERFACE BOOST_ASIO_RECYCLING_ALLOCATOR_CACHE_SIZE=8)
target_include_directories(outrider_options INTERFACE ${PROJECT_SOURCE_DIR}/include)

if(OUTRIDER_SANITIZE)
    target_compile_options(outrider_options INTERFACE
        -fsanitize=${OUTRIDER_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(outrider_options INTERFACE -fsanitize=${OUTRIDER_SANITIZE})
    # asio's fences, which the thread sanitizer does not follow: no two threads meet at one.
    if(OUTRIDER_SANITIZE MATCHES thread)
        target_compile_options(outrider_options INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-tsan>)
    endif()
endif()
