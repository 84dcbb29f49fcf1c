# What a preset may choose, and the flags every target shares.
option(PADDOCK_TESTS "Build the tests" ON)
option(PADDOCK_ASSERTS "Check our own logic at run time" ON)
option(PADDOCK_APPS "Build the command and the benchmarks" ON)
option(PADDOCK_PYTHON "Build the Python package's native half, with nanobind" OFF)
option(PADDOCK_WEB_TESTS "Test the page: Node, a browser and the real server" OFF)
set(PADDOCK_SANITIZE "" CACHE STRING "Comma-separated sanitizers, for example address,undefined")

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

find_program(PADDOCK_CCACHE ccache)
if(PADDOCK_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${PADDOCK_CCACHE}")
endif()

# -ffp-contract=off: same bits on every target (docs/determinism.md)
# -fno-math-errno: square roots become one instruction; nobody reads errno
add_compile_options(-Wall -Wextra -Wconversion -Wshadow -Werror -ffp-contract=off -fno-math-errno)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options(-Wno-maybe-uninitialized)  # GCC 12 is wrong about strings in aggregates, and about AVX-512
endif()
if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options(-Wno-subobject-linkage)  # takes a source that another includes for a header
endif()
if(PADDOCK_PYTHON)
  set(CMAKE_POSITION_INDEPENDENT_CODE ON)
endif()
if(PADDOCK_SANITIZE)
  add_compile_options(-fsanitize=${PADDOCK_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${PADDOCK_SANITIZE})
endif()
if(PADDOCK_ASSERTS)
  add_compile_definitions(PADDOCK_ASSERTS)
endif()
