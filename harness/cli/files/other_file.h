// Names a file of gcrucible's own that a command cannot use.
#pragma once

#include <string>

#include "harness/yaml/known_file.h"

namespace gcrucible::cli {

// What the file is, by its beginning. kUnknown also if it cannot be read.
yaml::KnownFile kind_of(const std::string& path);

// "NAME is a scenario, not a trace; gcrucible run FILE plays it". The name is that of `path`, or `name`.
// Empty if the file is of the wanted kind, or of none that gcrucible knows.
std::string other_file(const std::string& path, yaml::KnownFile wanted, const std::string& name = {});

}  // namespace gcrucible::cli
