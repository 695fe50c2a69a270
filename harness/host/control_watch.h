// Keeps the control block's record of callbacks up to date.
#pragma once

#include <cstdlib>

#include "harness/clr/call_watch.h"
#include "harness/host/control_block.h"

namespace gcrucible::host {

class ControlWatch final : public clr::CallWatch {
 public:
  explicit ControlWatch(ControlBlock& control) : control_(&control) {}

  void entered(std::uint16_t slot) override {
    control_->callback_slot.store(slot, std::memory_order_relaxed);
    control_->in_callback.fetch_add(1, std::memory_order_relaxed);
    control_->callbacks.fetch_add(1, std::memory_order_relaxed);
  }
  void returned(std::uint16_t) override { control_->in_callback.fetch_sub(1, std::memory_order_relaxed); }
  void threw(std::uint16_t slot) override {
    control_->callback_slot.store(slot, std::memory_order_relaxed);
    control_->threw.store(1, std::memory_order_release);
    // No destructors and no exit handlers: they are the broken profiler's.
    std::_Exit(3);
  }

 private:
  ControlBlock* control_;
};

}  // namespace gcrucible::host
