# paddock_module(NAME SOURCES … [ALONE …] [KERNELS …] [TESTS …] [USES …] [LIBRARIES …])
#
# One folder = one library = one layer; NAME is the folder, as "core" or "protocols/web", and the library paddock_NAME with _
# for /. Tests are tests/<module>/<stem>_test.cpp with the label "unit".
# Every preset but dev compiles SOURCES several at once; ALONE are those whose names in unnamed namespaces
# another file of the module has too.
# KERNELS are compiled once for each SIMD target, with PADDOCK_TARGET naming the namespace and
# PADDOCK_TARGET_BITS the width of its vectors (paddock/core/simd.h).
set(PADDOCK_SIMD_TARGETS scalar)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  list(APPEND PADDOCK_SIMD_TARGETS v2 v3 v4)
else()
  list(APPEND PADDOCK_SIMD_TARGETS v2)  # the portable width of the same text
endif()

# the tree, of which capi/ is also a project of its own
cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH PADDOCK_ROOT)

function(paddock_target_flags target out_flags)
  set(bits_scalar 0)
  set(bits_v2 128)
  set(bits_v3 256)
  set(bits_v4 512)
  set(flags -DPADDOCK_TARGET=${target} -DPADDOCK_TARGET_BITS=${bits_${target}} -Wno-psabi
      -Wno-uninitialized)  # GCC 12 is wrong about its own AVX-512 intrinsics
  if(PADDOCK_SANITIZE)  # half a minute for each object; the other sanitizers stay
    list(APPEND flags -fno-sanitize=undefined)
  endif()
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    if(target STREQUAL "v2")
      list(APPEND flags -march=x86-64-v2)
    elseif(target STREQUAL "v3")
      list(APPEND flags -march=x86-64-v3)
    elseif(target STREQUAL "v4")
      list(APPEND flags -march=x86-64-v4 -mprefer-vector-width=512)
    endif()
  endif()
  set(${out_flags} ${flags} PARENT_SCOPE)
endfunction()

function(paddock_module folder)
  cmake_parse_arguments(ARG "" "" "SOURCES;ALONE;KERNELS;TESTS;USES;LIBRARIES" ${ARGN})
  string(REPLACE "/" "_" name ${folder})
  set(objects)
  foreach(kernel IN LISTS ARG_KERNELS)
    get_filename_component(stem ${kernel} NAME_WE)
    foreach(target IN LISTS PADDOCK_SIMD_TARGETS)
      set(object paddock_${name}_${stem}_${target})
      add_library(${object} OBJECT ${kernel})
      set_target_properties(${object} PROPERTIES UNITY_BUILD OFF)
      paddock_target_flags(${target} flags)
      target_compile_options(${object} PRIVATE ${flags})
      target_include_directories(${object} PRIVATE ${PADDOCK_ROOT})
      list(APPEND objects $<TARGET_OBJECTS:${object}>)
    endforeach()
  endforeach()
  add_library(paddock_${name} STATIC ${ARG_SOURCES} ${ARG_ALONE} ${objects})
  set_source_files_properties(${ARG_ALONE} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  target_include_directories(paddock_${name} PUBLIC ${PADDOCK_ROOT})
  foreach(used IN LISTS ARG_USES)
    target_link_libraries(paddock_${name} PUBLIC paddock_${used})
  endforeach()
  target_link_libraries(paddock_${name} PRIVATE ${ARG_LIBRARIES})
  set_property(GLOBAL APPEND PROPERTY PADDOCK_MODULES ${name})
  set(tests)
  foreach(stem IN LISTS ARG_TESTS)
    list(APPEND tests ${folder}/${stem}_test.cpp)
  endforeach()
  set_property(GLOBAL PROPERTY PADDOCK_TESTS_OF_${name} ${tests})
endfunction()
