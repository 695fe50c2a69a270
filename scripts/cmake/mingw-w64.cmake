# Toolchain file: gcrucible-host and the fixture profilers for 64-bit Windows, built on Debian with MinGW-w64.
# The posix-threads compiler, because std::thread and std::mutex do not exist in the other one.

set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)

set(CMAKE_FIND_ROOT_PATH /usr/x86_64-w64-mingw32)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

# A host that needs no MinGW libraries beside it can be copied to a Windows machine as one file.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-static")
# So can a profiler.
set(CMAKE_MODULE_LINKER_FLAGS_INIT "-static")
