// There are no numbers of files here that other code of the process would meet by mistake: handles are no
// small numbers.
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
