// Where this program and the files beside it are.
#pragma once

#include <string>

namespace gcrucible::platform {

// Absolute path of the running program, links resolved; empty if the system does not say.
std::string executable_path();
// Path of the file `name` in the program's own folder, whether it exists or not.
std::string beside_executable(const std::string& name);
// Absolute path of the library, or the program, that `code` is part of; empty if the system does not say.
std::string module_path(const void* code);
// `path` from the root, without "." and ".."; relative to the working folder. Links are kept: the name that
// the user gave is the name that messages show.
std::string absolute_path(const std::string& path);

}  // namespace gcrucible::platform
