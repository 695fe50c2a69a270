#include "harness/platform/files/failed_writes.h"

namespace gcrucible::platform {

void outlive_closed_pipes() {}

void outlive_file_limit() {}

}  // namespace gcrucible::platform
