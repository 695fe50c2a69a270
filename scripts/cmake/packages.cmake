# `cpack` in a complete release build makes a .deb for Debian 12 and a .tar.gz. Both contain what
# `cmake --install` copies. The .tar.gz can be unpacked anywhere.

set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGE_NAME gcrucible)
set(CPACK_PACKAGE_VENDOR "the gcrucible maintainers")
set(CPACK_PACKAGE_CONTACT "the gcrucible maintainers")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "tests profilers of .NET with a simulated garbage collector")
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGE_FILE_NAME gcrucible-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
# Symbols stay, because crash reports name functions.
set(CPACK_STRIP_FILES OFF)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "gdb, cmake, g++")
# Reads the packages of shared libraries from the programs.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
  "gcrucible loads a profiler library, raises the callbacks of ICorProfilerCallback
as a CLR does, and checks every callback and every Info call by documented rules.
The package contains the program, its host, a recorder, the library and headers
for test suites, scenarios and documents.")
# libgcrucible.so is for test suites that are built here. No other package links with it.
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS OFF)
include(CPack)
