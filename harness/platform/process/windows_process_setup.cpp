#include "harness/platform/process/process_setup.h"

namespace gcrucible::platform {

class ProcessSetup::Impl {};

ProcessSetup::ProcessSetup() = default;
ProcessSetup::~ProcessSetup() = default;

std::vector<ProcessSetup::Change> ProcessSetup::changes() const {
  return {};
}

}  // namespace gcrucible::platform
