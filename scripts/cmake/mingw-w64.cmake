# Toolchain file: gcrucible-host and the fixture profilers for 64-bit Windows, built on Debian with MinGW-w64.
# It uses the posix-threads compiler, because the other one has no std::thread and std::mutex.

set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)

set(CMAKE_FIND_ROOT_PATH /usr/x86_64-w64-mingw32)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

# A host without MinGW libraries can be copied to a Windows machine as one file.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-static")
# The same for a profiler.
set(CMAKE_MODULE_LINKER_FLAGS_INIT "-static")
