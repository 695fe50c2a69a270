#include "tests/support/places.h"

namespace gcrucible::tests {

std::string in_source(std::string_view below) {
  return std::string(GCRUCIBLE_SOURCE_DIR).append(below);
}

std::string in_build(std::string_view below) {
  return std::string(GCRUCIBLE_BIN_DIR).append(below);
}

}  // namespace gcrucible::tests
