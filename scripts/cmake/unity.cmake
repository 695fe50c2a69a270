# Translation units of many files each, for clean builds. Most of the compile time is spent on the same
# headers and the same template instances again and again. unity_groups.py decides which files share a unit. A
# target with the property GCRUCIBLE_ALONE has no such units. A file that cannot share one gets the property
# SKIP_UNITY_BUILD_INCLUSION.

set(GCRUCIBLE_UNITY 0 CACHE STRING "Most files that share a translation unit; 0: each file is one of its own")
set(GCRUCIBLE_UNITY_EXCEPT "" CACHE STRING "Targets whose files are units of their own all the same")

# Names that many files define for themselves. They are renamed so that they differ.
set(gcrucible_distinct_names kBindings)

# Appends the targets of `folder` and of its subfolders whose files may share units to `gcrucible_united`, and what
# unity_groups.py reads about each to `gcrucible_united_sources`.
function(gcrucible_collect_united folder)
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target IN LISTS targets)
    get_target_property(type ${target} TYPE)
    get_target_property(alone ${target} GCRUCIBLE_ALONE)
    get_target_property(sources ${target} SOURCES)
    if(alone OR target IN_LIST GCRUCIBLE_UNITY_EXCEPT OR NOT sources OR type STREQUAL UTILITY OR type STREQUAL INTERFACE_LIBRARY)
      continue()
    endif()
    list(FILTER sources INCLUDE REGEX "\\.cpp$")
    list(TRANSFORM sources PREPEND ${folder}/ REGEX "^[^/]")
    list(APPEND gcrucible_united ${target})
    string(APPEND gcrucible_united_sources "${target};${sources}\n")
  endforeach()
  get_property(folders DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(below IN LISTS folders)
    gcrucible_collect_united(${below})
  endforeach()
  set(gcrucible_united "${gcrucible_united}" PARENT_SCOPE)
  set(gcrucible_united_sources "${gcrucible_united_sources}" PARENT_SCOPE)
endfunction()

# `groups`: lists of files, separated by `|` in each.
function(gcrucible_unite_target target groups)
  set(number 0)
  foreach(group IN LISTS groups)
    string(REPLACE "|" ";" files "${group}")
    list(LENGTH files length)
    if(length GREATER 1)
      math(EXPR number "${number} + 1")
      set_source_files_properties(${files} TARGET_DIRECTORY ${target} PROPERTIES UNITY_GROUP ${target}_${number})
    endif()
  endforeach()
  string(CONCAT before
    "#define GCRUCIBLE_JOIN_AS_THEY_ARE(a, b) a##b\n"
    "#define GCRUCIBLE_JOIN(a, b) GCRUCIBLE_JOIN_AS_THEY_ARE(a, b)\n")
  foreach(name IN LISTS gcrucible_distinct_names)
    string(APPEND before "#define ${name} GCRUCIBLE_JOIN(${name}_, GCRUCIBLE_FILE)\n")
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP
    UNITY_BUILD_UNIQUE_ID GCRUCIBLE_FILE UNITY_BUILD_CODE_BEFORE_INCLUDE "${before}")
endfunction()

if(GCRUCIBLE_UNITY)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  set(gcrucible_united "")
  set(gcrucible_united_sources "")
  gcrucible_collect_united(${PROJECT_SOURCE_DIR})
  # One process for all targets: starting Python for each took longer than all else in CMake.
  file(WRITE ${PROJECT_BINARY_DIR}/unity_sources.txt "${gcrucible_united_sources}")
  list(JOIN gcrucible_distinct_names , distinct)
  execute_process(
    COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/scripts/cmake/unity_groups.py
            ${GCRUCIBLE_UNITY} ${distinct} ${PROJECT_BINARY_DIR}/unity_sources.txt
    OUTPUT_VARIABLE united OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  # A line for each target, in the same order: its groups.
  string(REPLACE "\n" ";" united "${united}")
  foreach(target groups IN ZIP_LISTS gcrucible_united united)
    string(REPLACE "," ";" groups "${groups}")
    gcrucible_unite_target(${target} "${groups}")
  endforeach()
endif()
