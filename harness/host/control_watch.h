// Keeps the control block's record of callbacks up to date.
#pragma once

#include <cstdlib>

#include "harness/clr/call_watch.h"
#include "harness/host/control_block.h"

namespace gcrucible::host {

class ControlWatch final : public clr::CallWatch {
 public:
  explicit ControlWatch(ControlBlock& control) : control_(&control) {}

  std::uint64_t entered(std::uint16_t slot, bool programs) override {
    const std::uint64_t number = control_->callbacks.fetch_add(1, std::memory_order_relaxed) + 1;
    CallbackPlace& place = place_of(programs);
    place.slot.store(slot, std::memory_order_relaxed);
    place.number.store(number, std::memory_order_relaxed);
    change_depth(place, 1, programs);
    return number;
  }
  void returned(const clr::CallbackFrame* outer, bool programs) override {
    CallbackPlace& place = place_of(programs);
    if (outer != nullptr) {
      place.slot.store(static_cast<std::uint32_t>(outer->method), std::memory_order_relaxed);
      place.number.store(outer->number, std::memory_order_relaxed);
    }
    change_depth(place, -1, programs);
  }
  void threw(std::uint16_t slot) override {
    // Nothing else counts any more.
    for (CallbackPlace* place : {&control_->program_callback, &control_->other_callback}) {
      place->slot.store(slot, std::memory_order_relaxed);
    }
    control_->threw.store(1, std::memory_order_release);
    // No destructors and no exit handlers: they are the broken profiler's.
    std::_Exit(3);
  }

 private:
  // There is a pair of these for every object of a heap that is told, and the program does one thing at a
  // time, so that its own counters need no locked instructions.
  void change_depth(CallbackPlace& place, int by, bool programs) {
    const auto difference = static_cast<std::uint32_t>(by);
    if (programs) {
      place.depth.store(place.depth.load(std::memory_order_relaxed) + difference, std::memory_order_relaxed);
      control_->made_progress();
    } else {
      place.depth.fetch_add(difference, std::memory_order_relaxed);
    }
  }
  CallbackPlace& place_of(bool programs) {
    return programs ? control_->program_callback : control_->other_callback;
  }

  ControlBlock* control_;
};

}  // namespace gcrucible::host
