// A case's heap in its address space, with the memory for the runtime's own tables and ids.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "harness/engine/simulated_engine.h"
#include "harness/expected.h"
#include "harness/platform/memory/address_space.h"
#include "harness/protocol/case.h"

namespace gcrucible::host {

struct SimulatedHeap {
  // Has a stable address even if this object is moved, because the engine points to it.
  std::unique_ptr<platform::AddressSpace> space;
  std::span<std::byte> ids;  // at the start of `space`
  std::unique_ptr<engine::SimulatedEngine> engine;
};

Expected<SimulatedHeap> make_heap(const protocol::Case& value);

}  // namespace gcrucible::host
