// Demangled names of symbols.
#pragma once

#include <string>

namespace gcrucible::platform {

// Names of Rust have no hash at the end. Returns the symbol itself if it is no mangled name of C++ or Rust.
// Allocates memory: not for signal handlers.
std::string demangled(const std::string& symbol);
// The name of a type from std::type_info::name(): "i" is `int`, which as a symbol is a function `i`. Returns
// the name itself if it is not mangled. Allocates memory.
std::string demangled_type(const std::string& name);

}  // namespace gcrucible::platform
