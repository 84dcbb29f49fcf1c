# Builds the page in web/dist, if there is one, into a source file: paddock_page(OUT_FILE)
function(paddock_page out)
  set(folder ${PROJECT_SOURCE_DIR}/web/dist)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS ${folder}/*)
  set(labels "")
  set(rows "")
  set(number 0)
  # from a copy: the page may be built anew while this tree is being built
  set(copy ${CMAKE_CURRENT_BINARY_DIR}/page)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${files})
  set(copies "")
  foreach(source IN LISTS files)
    file(RELATIVE_PATH name ${folder} ${source})
    set(file ${copy}/${name})
    configure_file(${source} ${file} COPYONLY)
    list(APPEND copies ${file})
    string(APPEND labels
      "asm(\".pushsection .rodata\\n.balign 16\\n.global paddock_page_${number}\\npaddock_page_${number}:\\n\"\n"
      "    \".incbin \\\"${file}\\\"\\n.global paddock_page_${number}_end\\npaddock_page_${number}_end:\\n\"\n"
      "    \".byte 0\\n.popsection\\n\");\n"
      "extern \"C\" const char paddock_page_${number}[], paddock_page_${number}_end[];\n")
    string(APPEND rows
      "      {\"/${name}\", {paddock_page_${number}, static_cast<std::size_t>(paddock_page_${number}_end - paddock_page_${number})}},\n")
    math(EXPR number "${number} + 1")
  endforeach()
  string(CONCAT text "// Written by cmake/Page.cmake.\n#include <vector>\n\n#include \"apps/paddock/page.h\"\n\n${labels}\n"
    "namespace paddock {\n\nstd::span<const web::PageFile> page_files() {\n"
    "  static const std::vector<web::PageFile> files{\n${rows}  };\n  return files;\n}\n\n}  // namespace paddock\n")
  file(CONFIGURE OUTPUT ${out} CONTENT "${text}" @ONLY)
  set_source_files_properties(${out} PROPERTIES OBJECT_DEPENDS "${copies}")
endfunction()
