// Where the tests find the tree they were built from and what was built of it. Only this file's own source
// knows the paths, so that compilers' caches serve the same test to every clone.
#pragma once

#include <string>
#include <string_view>

namespace gcrucible::tests {

// The source tree's folder with `below` (starting with '/', or empty) behind it.
std::string in_source(std::string_view below);

// The folder of the programs and libraries, likewise.
std::string in_build(std::string_view below);

}  // namespace gcrucible::tests

// Tests of every namespace name these two often.
using gcrucible::tests::in_build;
using gcrucible::tests::in_source;
