// The folders of the source tree and of the build. Only places.cpp knows the paths, so that compiler caches
// can share test objects between clones.
#pragma once

#include <string>
#include <string_view>

namespace gcrucible::tests {

// The source tree's folder, followed by `below` (starting with '/', or empty).
std::string in_source(std::string_view below);

// The folder of the programs and libraries, followed by `below`.
std::string in_build(std::string_view below);

}  // namespace gcrucible::tests

// Tests of every namespace use these two often.
using gcrucible::tests::in_build;
using gcrucible::tests::in_source;
