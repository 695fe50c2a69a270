// Paths of this program and of the files next to it.
#pragma once

#include <string>

namespace gcrucible::platform {

// Absolute path of the running program, links resolved; empty if the system does not report it.
std::string executable_path();
// Path of the file `name` in the program's own folder, whether it exists or not.
std::string beside_executable(const std::string& name);
// Absolute path of the library or program that contains `code`; empty if the system does not report it.
std::string module_path(const void* code);
// `path` as an absolute path without "." and ".."; a relative path starts at the working folder. Links are
// kept, so that messages show the name that the user gave.
std::string absolute_path(const std::string& path);

}  // namespace gcrucible::platform
