#include "harness/cli/version.h"

namespace gcrucible::cli {

// These definitions are given to this file alone, so that another commit compiles no other file again.
std::string version_text() {
  return std::string("gcrucible ") + kVersion + "\ncommit " + GCRUCIBLE_COMMIT + "\nbuild " + GCRUCIBLE_BUILD;
}

}  // namespace gcrucible::cli
