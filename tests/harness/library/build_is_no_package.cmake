# README puts the bin/ of BUILD into PATH, so find_package searches BUILD. The package files that a build
# generates for an installation must not be found there.
cmake_minimum_required(VERSION 3.25)

unset(ENV{CMAKE_PREFIX_PATH})
set(ENV{PATH} "${BUILD}/bin:$ENV{PATH}")
find_package(gcrucible QUIET)
string(FIND "${gcrucible_CONSIDERED_CONFIGS}" ${BUILD}/ found)
if(NOT found EQUAL -1)
  message(FATAL_ERROR "find_package takes what was generated for an install: ${gcrucible_CONSIDERED_CONFIGS}")
endif()
if(NOT EXISTS ${BUILD}/package/gcrucible-config.cmake)
  message(FATAL_ERROR "${BUILD}/package has no package to install")
endif()
