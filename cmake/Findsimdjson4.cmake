# simdjson >= 4 (its string builder), as header and static archive: from OUTRIDER_SIMDJSON_PREFIX, where
# cmake/bootstrap.sh puts it, else from the system. Sets simdjson4_FOUND and the target simdjson4.
set(OUTRIDER_SIMDJSON_PREFIX ${PROJECT_SOURCE_DIR}/build/deps/simdjson CACHE PATH "Where simdjson >= 4 is unpacked")

find_path(SIMDJSON_INCLUDE_DIR simdjson.h HINTS ${OUTRIDER_SIMDJSON_PREFIX}/usr/include)
find_library(SIMDJSON_ARCHIVE NAMES libsimdjson_static.a libsimdjson.a
    HINTS ${OUTRIDER_SIMDJSON_PREFIX}/usr/lib PATH_SUFFIXES ${CMAKE_LIBRARY_ARCHITECTURE})
if(SIMDJSON_INCLUDE_DIR)
    file(STRINGS ${SIMDJSON_INCLUDE_DIR}/simdjson.h _version_line
        REGEX "#define SIMDJSON_VERSION \"[0-9.]+\"" LIMIT_COUNT 1)
    string(REGEX MATCH "[0-9]+\\.[0-9]+\\.[0-9]+" SIMDJSON_VERSION "${_version_line}")
endif()
if(SIMDJSON_VERSION AND SIMDJSON_VERSION VERSION_LESS 4.0.0)
    set(SIMDJSON_ARCHIVE SIMDJSON_ARCHIVE-NOTFOUND)
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(simdjson4
    REQUIRED_VARS SIMDJSON_ARCHIVE SIMDJSON_INCLUDE_DIR SIMDJSON_VERSION VERSION_VAR SIMDJSON_VERSION)
if(simdjson4_FOUND AND NOT TARGET simdjson4)
    add_library(simdjson4 INTERFACE)
    target_include_directories(simdjson4 SYSTEM INTERFACE ${SIMDJSON_INCLUDE_DIR})
    target_link_libraries(simdjson4 INTERFACE ${SIMDJSON_ARCHIVE})
endif()
