# Every library that outrider is built with; the Debian packages are listed in packages.txt.
find_package(Threads REQUIRED)
find_package(OpenSSL 3.0 REQUIRED)
find_package(Boost 1.81 REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(CLI11 2.1 REQUIRED)
find_package(PkgConfig REQUIRED)
find_package(simdjson4)

find_library(BOOST_URL_LIBRARY libboost_url.a REQUIRED)
add_library(boost_url INTERFACE)
target_link_libraries(boost_url INTERFACE ${BOOST_URL_LIBRARY} Boost::headers)

# Small libraries are linked statically: the program starts faster and runs on machines without them.
function(outrider_static_library target archive)
    find_library(${target}_ARCHIVE ${archive} REQUIRED)
    add_library(${target} INTERFACE)
    target_link_libraries(${target} INTERFACE ${${target}_ARCHIVE} ${ARGN})
endfunction()
outrider_static_library(cares libcares.a)
outrider_static_library(re2 libre2.a Threads::Threads)
find_library(UNISTRING_ARCHIVE libunistring.a REQUIRED)
outrider_static_library(idn2 libidn2.a ${UNISTRING_ARCHIVE})
