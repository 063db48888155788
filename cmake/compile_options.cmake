# What every target of ours is compiled with. Foreign headers are SYSTEM, so warnings are about our own code.
add_library(outrider_options INTERFACE)
target_compile_features(outrider_options INTERFACE cxx_std_20)
target_compile_options(outrider_options INTERFACE -Wall -Wextra -Wshadow -Wconversion -Werror)
target_compile_definitions(outrider_options INTERFACE OUTRIDER_VERSION="${PROJECT_VERSION}")
target_include_directories(outrider_options INTERFACE ${PROJECT_SOURCE_DIR}/include)

if(OUTRIDER_SANITIZE)
    # GCC's sanitizers make its flow analysis see uninitialised Boost.Optional members that are none.
    target_compile_options(outrider_options INTERFACE
        -fsanitize=${OUTRIDER_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer
        $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
    target_link_options(outrider_options INTERFACE -fsanitize=${OUTRIDER_SANITIZE})
endif()
