#include "harness/host/player/simulated_heap.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>

#include "harness/engine/arena_memory.h"
#include "sim/literal_memory.h"

namespace gcrucible::host {

namespace {

// Memory for ids and method tables: at 64 bytes per id, enough for a million handles.
constexpr std::uint64_t kIdBytes = std::uint64_t{64} << 20;

sim::HeapSettings settings_of(const program::Program& program) {
  sim::HeapSettings settings;
  settings.alignment = program.heap.alignment;
  std::uint64_t threshold = program.heap.large_object_threshold;
  if (threshold == 0) threshold = program.runtime.large_object_threshold;
  // The heap's bound is the smallest large size. The documentation states "larger than".
  settings.large_object_threshold = program.runtime.large_at_threshold ? threshold : threshold + 1;
  settings.allocation_area = program.runtime.allocation_area;
  settings.range_length[static_cast<std::size_t>(sim::Generation::kFrozen)] = program.runtime.frozen_range;
  for (std::size_t i = 0; i < settings.range_length.size(); ++i) {
    if (program.heap.range_length[i] != 0) settings.range_length[i] = program.heap.range_length[i];
  }
  settings.heaps = std::max<std::uint16_t>(program.heap.server_heaps, 1);
  settings.balanced = program.heap.balanced;
  return settings;
}

}  // namespace

Expected<SimulatedHeap> make_heap(const protocol::Case& value) {
  SimulatedHeap made;
  Expected<platform::AddressSpace> reserved = platform::AddressSpace::reserve();
  if (!reserved) return failure("no address space for the simulated heap: " + reserved.error());
  made.space = std::make_unique<platform::AddressSpace>(std::move(*reserved));
  const std::uint64_t base = made.space->actual_base();
  if (!made.space->make_accessible(base, kIdBytes))
    return failure("no memory for the simulated runtime's own tables");
  made.ids = {reinterpret_cast<std::byte*>(base), kIdBytes};

  const program::HeapSpec& heap = value.program.heap;
  std::unique_ptr<sim::Memory> memory;
  std::function<void()> age;
  if (heap.backing == program::Backing::kNone) {
    memory = std::make_unique<sim::LiteralMemory>();
  } else {
    engine::ArenaOptions options;
    options.backed = heap.backing == program::Backing::kMemory;
    options.quarantine = heap.quarantine;
    options.offset = kIdBytes;
    options.slide = heap.slide;
    options.spacing = heap.spacing;
    auto arena = std::make_unique<engine::ArenaMemory>(*made.space, options);
    age = [raw = arena.get()] { raw->age(); };
    memory = std::move(arena);
  }
  made.engine = std::make_unique<engine::SimulatedEngine>(
      settings_of(value.program), std::move(memory), static_cast<sim::Fault>(value.fault), std::move(age));
  return made;
}

}  // namespace gcrucible::host
