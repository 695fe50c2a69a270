// Nothing is guarded here: handles are not small numbers, so code does not hit one by mistake.
#include "harness/platform/files/guarded_files.h"

namespace gcrucible::platform {

class GuardedFiles::Impl {};

GuardedFiles::GuardedFiles() = default;
GuardedFiles::~GuardedFiles() = default;

void GuardedFiles::renew() {}

GuardedFiles::Touched GuardedFiles::look() const {
  return {};
}

}  // namespace gcrucible::platform
