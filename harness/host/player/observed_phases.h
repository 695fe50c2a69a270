// Forwards the phases of a collection to a listener. Each phase is also a sign of life of the simulator, and
// the account counts the deaths.
#pragma once

#include "harness/engine/phase_listener.h"
#include "harness/host/player/heap_account.h"
#include "harness/protocol/control_block.h"

namespace gcrucible::host {

// Between two phases the simulator works on the whole heap, and no other code shows that the run continues.
class ObservedPhases final : public engine::PhaseListener {
 public:
  // `account` may be null.
  ObservedPhases(engine::PhaseListener& listener, protocol::ControlBlock& control, HeapAccount* account)
      : listener_(&listener), control_(&control), account_(account) {}

  void started(const sim::Collection& collection) override {
    control_->simulated();
    listener_->started(collection);
  }
  void marked(const sim::Collection& collection, std::uint16_t heap) override {
    control_->simulated();
    listener_->marked(collection, heap);
  }
  void planned(const sim::Collection& collection, std::uint16_t heap) override {
    control_->simulated();
    listener_->planned(collection, heap);
  }
  void about_to_move(const sim::Collection& collection, std::uint16_t heap) override {
    control_->simulated();
    // The simulated engine plans all heaps before it reports any.
    if (account_ != nullptr && heap == engine::kEveryHeap) account_->note_deaths(collection);
    listener_->about_to_move(collection, heap);
  }
  void moved(const sim::Collection& collection, std::uint16_t heap) override {
    control_->simulated();
    listener_->moved(collection, heap);
  }
  void ended(const sim::Collection& collection) override {
    control_->simulated();
    listener_->ended(collection);
  }

 private:
  engine::PhaseListener* listener_;
  protocol::ControlBlock* control_;
  HeapAccount* account_;
};

}  // namespace gcrucible::host
