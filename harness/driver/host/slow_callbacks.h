// Callbacks that a collection has to wait for.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/protocol/control_block.h"

namespace gcrucible::driver {

// Measured by the clock, so not part of a trace: the time is approximate and differs in every run.
struct SlowCallback {
  std::string callback;      // the method's name
  std::uint64_t number = 0;  // number in the run, from 1
  std::uint32_t collection = 0;
  std::chrono::milliseconds time{0};
  std::optional<std::uint32_t> thread = {};  // for concurrent threads of the program
  std::string name = {};                     // the thread's name in messages
};

// Observes a run from outside, at the interval of the run's watch. A callback that returns between two looks
// is not counted. One thread.
class SlowCallbacks {
 public:
  // `passed`: time since the last look, as far as the run could have used it.
  void look(const protocol::ControlBlock& block, std::chrono::steady_clock::duration passed);
  // Returns the longest hold-up of each callback and thread, the longest first, including those that the host
  // has measured itself. Call after the last look.
  std::vector<SlowCallback> take(const protocol::ControlBlock& block);

 private:
  struct Place {
    std::uint64_t number = 0;  // of the callback in it; 0: no callback that holds up a collection
    std::uint32_t slot = 0;
    std::uint32_t collection = 0;
    std::optional<std::uint32_t> thread = {};
    std::chrono::steady_clock::duration time{};
  };
  void look(Place& place, const protocol::CallbackPlace& at, std::uint32_t collection,
            std::optional<std::uint32_t> thread, std::chrono::steady_clock::duration passed);
  void finish(Place& place);
  void add(SlowCallback found);

  std::vector<Place> places_;
  std::vector<SlowCallback> found_;
};

}  // namespace gcrucible::driver
