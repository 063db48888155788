# signatures.json becomes constants of the program; a mistake in it fails the build, with its place.
add_executable(embed_signatures ${CMAKE_CURRENT_LIST_DIR}/embed/embed_signatures.cpp
    ${CMAKE_CURRENT_LIST_DIR}/signature_file.cpp ${CMAKE_CURRENT_LIST_DIR}/../cli/values.cpp)
target_link_libraries(embed_signatures PRIVATE outrider_options re2 nlohmann_json::nlohmann_json)
target_include_directories(embed_signatures PRIVATE ${CMAKE_CURRENT_LIST_DIR}/..)

set(signatures ${CMAKE_CURRENT_LIST_DIR}/signatures.json)
set(embedded ${CMAKE_CURRENT_BINARY_DIR}/built_in_signatures.cpp)
add_custom_command(OUTPUT ${embedded}
    COMMAND embed_signatures ${signatures} ${embedded}
    DEPENDS embed_signatures ${signatures} VERBATIM)
target_sources(outrider_classify PRIVATE ${embedded})
target_link_libraries(outrider_classify PUBLIC outrider_wire)
