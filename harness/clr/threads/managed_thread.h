// A thread as the runtime knows it.
#pragma once

#include <cstdint>

#include "harness/abi/types.h"

namespace gcrucible::clr {

struct ManagedThread {
  abi::ThreadID id = 0;
  std::uint32_t os_id = 0;
  bool alive = false;
};

}  // namespace gcrucible::clr
