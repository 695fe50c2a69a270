# How every target of gcrucible is built: language level, warnings, sanitizers and output folders in one
# place.

include_guard(GLOBAL)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
# `gcrucible` looks for its host and its recorder in its own folder, so all outputs go to one folder.
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

option(GCRUCIBLE_WERROR "Warnings are errors" ON)
option(GCRUCIBLE_WARNINGS "Look for warnings, which takes time" ON)
set(GCRUCIBLE_SANITIZE "" CACHE STRING "Comma list for -fsanitize=, e.g. address,undefined or thread")
# A third of the compile time of a sanitized file is spent on debug information and on checks of pointers. The
# address sanitizer stops most of the same faults. Further checks would only find faults of the tests themselves.
option(GCRUCIBLE_LIGHT_CHECKS
  "With sanitizers: no debug information, no checks of pointers, and in tests none of undefined behaviour"
  OFF)

find_program(GCRUCIBLE_CCACHE ccache)
if(GCRUCIBLE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # ccache keeps nothing that uses a precompiled header unless it may ignore these two.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${GCRUCIBLE_CCACHE})
endif()

add_library(gcrucible_options INTERFACE)
target_include_directories(gcrucible_options INTERFACE ${PROJECT_SOURCE_DIR})

# tl::expected is a single header that includes the standard library only (harness/expected.h). A build for
# another system takes this system's header, but none of the other headers next to it.
find_package(tl-expected QUIET)
if(tl-expected_FOUND)
  target_link_libraries(gcrucible_options INTERFACE tl::expected)
else()
  find_file(GCRUCIBLE_EXPECTED_HEADER tl/expected.hpp REQUIRED NO_CMAKE_FIND_ROOT_PATH
    DOC "tl/expected.hpp, on Debian in libexpected-dev")
  configure_file(${GCRUCIBLE_EXPECTED_HEADER} ${PROJECT_BINARY_DIR}/expected/tl/expected.hpp COPYONLY)
  target_include_directories(gcrucible_options SYSTEM INTERFACE ${PROJECT_BINARY_DIR}/expected)
endif()

if(MSVC)
  target_compile_options(gcrucible_options INTERFACE /W4 /permissive- /utf-8)
  if(GCRUCIBLE_WERROR)
    target_compile_options(gcrucible_options INTERFACE /WX)
  endif()
else()
  if(GCRUCIBLE_WARNINGS)
    target_compile_options(gcrucible_options INTERFACE
      -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor -Woverloaded-virtual
      -Wcast-qual -Wformat=2 -Wundef)
  else()
    target_compile_options(gcrucible_options INTERFACE -w)
  endif()
  # By default GCC looks for unused memory again and again, for 10 to 15 % of its time. With 512 MB it does so only in
  # the largest units. These then need 1 GB instead of 0.8.
  target_compile_options(gcrucible_options INTERFACE $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=524288>)
  # GCC 12 at -O2 and above reports `"text" + std::string` inside its own <string> (GCC bug 105651).
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(gcrucible_options INTERFACE -Wno-restrict)
    # With precompiled headers it forgets that <string> is a system's header, and warns of copies in it.
    if(GCRUCIBLE_PRECOMPILED)
      target_compile_options(gcrucible_options INTERFACE -Wno-array-bounds -Wno-stringop-overflow
        -Wno-stringop-overread)
    endif()
  endif()
  if(GCRUCIBLE_WERROR)
    target_compile_options(gcrucible_options INTERFACE -Werror)
  endif()
endif()
if(GCRUCIBLE_SANITIZE)
  # A sanitizer report must end the process. Otherwise a test would ignore it.
  target_compile_options(gcrucible_options INTERFACE
    -fsanitize=${GCRUCIBLE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer -g1)
  target_link_options(gcrucible_options INTERFACE -fsanitize=${GCRUCIBLE_SANITIZE})
  target_compile_definitions(gcrucible_options INTERFACE GCRUCIBLE_SANITIZED=1)
  if(GCRUCIBLE_SANITIZE MATCHES undefined)
    # A profiler is a separate library. Its COM objects have another type_info than our interfaces, or none.
    target_compile_options(gcrucible_options INTERFACE -fno-sanitize=vptr
      $<$<CXX_COMPILER_ID:Clang,AppleClang>:-fno-sanitize=function>)
  endif()
  # After -fsanitize=, which it takes back in part.
  if(GCRUCIBLE_LIGHT_CHECKS)
    target_compile_options(gcrucible_options INTERFACE -g0)
    if(GCRUCIBLE_SANITIZE MATCHES undefined)
      set(of_tests "$<BOOL:$<TARGET_PROPERTY:GCRUCIBLE_IS_TEST>>")
      target_compile_options(gcrucible_options INTERFACE $<IF:${of_tests},-fno-sanitize=undefined,-fno-sanitize=null$<COMMA>alignment>)
    endif()
  endif()
  # GCC's flow analysis reports uninitialized values in its own <regex> and <functional> once they are
  # instrumented.
  target_compile_options(gcrucible_options INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
endif()

# The fuzz targets (tests/fuzz), and in our libraries the counters from which libFuzzer learns which inputs reach
# other code.
option(GCRUCIBLE_FUZZ "Build the fuzz targets (Clang only)" OFF)
set(GCRUCIBLE_FUZZ_FLAGS "-fsanitize=fuzzer-no-link" CACHE STRING
  "Coverage that libFuzzer learns from; a part of it builds faster")
mark_as_advanced(GCRUCIBLE_FUZZ_FLAGS)

# Most of the compile time of a file is spent on the standard library's headers. Not used where each file must
# show that it includes everything that it needs. Where many files form one translation unit, little is gained.
option(GCRUCIBLE_PRECOMPILED "Precompile the headers that nearly all files include" OFF)
if(GCRUCIBLE_PRECOMPILED)
  set(empty_file ${PROJECT_BINARY_DIR}/precompiled.cpp)
  file(CONFIGURE OUTPUT ${empty_file} CONTENT "int main() {}\n")
  add_library(gcrucible_precompiled STATIC ${empty_file})
  target_link_libraries(gcrucible_precompiled PRIVATE gcrucible_options)
  target_precompile_headers(gcrucible_precompiled PRIVATE ${PROJECT_SOURCE_DIR}/scripts/cmake/precompiled.h)
endif()

# Libraries whose code runs once in a scenario are not optimized in scripts/demo, where the time of the build
# matters most. The linker may take instances of templates from them for the whole program, which is then slower.
set(GCRUCIBLE_UNOPTIMIZED "" CACHE STRING "Libraries to compile with -O0, as gcrucible_library() names them")
mark_as_advanced(GCRUCIBLE_UNOPTIMIZED)

# gcrucible_library(name [INTERFACE] SOURCES ... LINKS ...): library target gcrucible_<name>.
function(gcrucible_library name)
  cmake_parse_arguments(arg "INTERFACE" "" "SOURCES;LINKS" ${ARGN})
  if(arg_INTERFACE)
    add_library(gcrucible_${name} INTERFACE)
    target_link_libraries(gcrucible_${name} INTERFACE gcrucible_options ${arg_LINKS})
  else()
    add_library(gcrucible_${name} STATIC ${arg_SOURCES})
    target_link_libraries(gcrucible_${name} PUBLIC gcrucible_options ${arg_LINKS})
    if(GCRUCIBLE_FUZZ)
      target_compile_options(gcrucible_${name} PRIVATE ${GCRUCIBLE_FUZZ_FLAGS})
    endif()
    # A precompiled header serves one level of optimization only.
    if(name IN_LIST GCRUCIBLE_UNOPTIMIZED)
      target_compile_options(gcrucible_${name} PRIVATE -O0)
    elseif(GCRUCIBLE_PRECOMPILED)
      target_precompile_headers(gcrucible_${name} REUSE_FROM gcrucible_precompiled)
    endif()
  endif()
endfunction()

# The sources of `target` read its command line. CLI11 consists of templates. Optimizing them takes longer
# than parsing them, for code that runs once. Not -O0 in an optimized build: a linker may use a template's
# instance from here for the whole program.
function(gcrucible_reads_options target)
  target_link_libraries(${target} PRIVATE CLI11::CLI11)
  if(NOT MSVC)
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
  endif()
endfunction()

# gcrucible_profiler(name OUTPUT file SOURCES ... LINKS ...): a profiler library <file>.so (or .dll) in bin/.
function(gcrucible_profiler name)
  cmake_parse_arguments(arg "" "OUTPUT" "SOURCES;LINKS" ${ARGN})
  add_library(${name} MODULE ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE gcrucible_options ${arg_LINKS})
  set_target_properties(${name} PROPERTIES PREFIX "" OUTPUT_NAME ${arg_OUTPUT})
endfunction()

# Targets that build only the tests of this part, or of one label.
add_custom_target(tests_part)
add_custom_target(tests_threads)
add_custom_target(tests_long)
add_custom_target(tests_dotnet)
add_custom_target(tests_breadth)

# Which tests are built. scripts/test builds and runs each at least once. Tests for which a sanitizer is
# useful are in the sanitized part. The rest start many processes, or gain nothing from a sanitizer, and run
# without one.
set(GCRUCIBLE_TEST_PART all CACHE STRING "Tests to build: all, sanitized or rest")
set_property(CACHE GCRUCIBLE_TEST_PART PROPERTY STRINGS all sanitized rest)

# gcrucible_test(name SOURCES ... LINKS ... [DEPENDS ...] [LABEL label] [LENGTHY]
# [EVERYWHERE all|SOURCES ...] [ONE_SANITIZER]): Catch2
# executable test_<name>, one ctest entry for each test case.
# Labels that scripts know:
#   `long`: only in scripts/test-long, and in no part.
#   `breadth`: uses many processes, or repeats all scenarios, recordings or rules. Runs without a sanitizer,
#   and with the
#     address sanitizer in scripts/test-long.
#   `dotnet`: starts a real .NET many times. Runs where `breadth` runs.
#   `threads`: runs under the thread sanitizer too. With ONE_SANITIZER, the address sanitizer runs it in
#     scripts/test-long only.
# All other tests are in the sanitized part. EVERYWHERE names the `..._test.cpp` that are in both parts: they have
# cases that no sanitizer supports, or expect the same bytes from each compiler. LENGTHY tests start before the
# others.
# A case skips itself with GCRUCIBLE_SKIP from tests/support/skip.h.
function(gcrucible_test name)
  cmake_parse_arguments(arg "LENGTHY;ONE_SANITIZER" "LABEL" "SOURCES;LINKS;DEPENDS;EVERYWHERE" ${ARGN})
  set(part sanitized)
  if(arg_LABEL MATCHES "^(breadth|dotnet)$")
    set(part rest)
  elseif(arg_LABEL STREQUAL long)
    set(part long)
  endif()
  if(arg_ONE_SANITIZER)
    set(part threads)
  endif()
  if(NOT GCRUCIBLE_TEST_PART STREQUAL all AND NOT GCRUCIBLE_TEST_PART STREQUAL part)
    if(NOT arg_EVERYWHERE)
      return()
    endif()
    if(NOT arg_EVERYWHERE STREQUAL all)
      set(elsewhere ${arg_SOURCES})
      list(FILTER elsewhere INCLUDE REGEX "_test\\.cpp$")
      list(REMOVE_ITEM elsewhere ${arg_EVERYWHERE})
      list(REMOVE_ITEM arg_SOURCES ${elsewhere})
    endif()
  endif()
  foreach(link IN LISTS arg_LINKS)
    if(NOT TARGET ${link})
      message(STATUS "test_${name} skipped: no target ${link} in this configuration")
      return()
    endif()
  endforeach()
  if(GCRUCIBLE_ONLY)
    foreach(dependency IN LISTS arg_DEPENDS)
      if(NOT TARGET ${dependency})
        return()
      endif()
    endforeach()
  endif()
  add_executable(test_${name} ${arg_SOURCES})
  target_link_libraries(test_${name} PRIVATE gcrucible_test_main ${arg_LINKS})
  set_target_properties(test_${name} PROPERTIES GCRUCIBLE_IS_TEST ON)
  if(GCRUCIBLE_PRECOMPILED)
    target_precompile_headers(test_${name} REUSE_FROM gcrucible_test_precompiled)
  endif()
  if(arg_DEPENDS)
    add_dependencies(test_${name} ${arg_DEPENDS})
  endif()
  add_dependencies(tests_part test_${name})
  # Not SKIP_RETURN_CODE: Catch2 version 2 exits with the number of failed assertions, so any chosen code
  # could hide a failure.
  set(properties TIMEOUT 600 SKIP_REGULAR_EXPRESSION "gcrucible test skipped:")
  if(arg_LENGTHY)
    list(APPEND properties COST 100)
  endif()
  # Only one label: catch_discover_tests does not pass on a list.
  if(arg_LABEL)
    list(APPEND properties LABELS ${arg_LABEL})
    add_dependencies(tests_${arg_LABEL} test_${name})
  endif()
  catch_discover_tests(test_${name} TEST_PREFIX "${name}: " PROPERTIES ${properties})
endfunction()
