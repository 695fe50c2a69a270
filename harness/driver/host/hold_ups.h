// Callbacks for whose end a collection waits.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/protocol/control_block.h"

namespace gcrucible::driver {

// By the clock, so nothing that a trace could hold: about so long, and never the same twice.
struct HoldUp {
  std::string callback;      // the method's name
  std::uint64_t number = 0;  // of the run, the first being 1
  std::uint32_t collection = 0;
  std::chrono::milliseconds time{0};
  std::optional<std::uint32_t> thread = {};  // of the threads of the program at work at once
  std::string name = {};                     // its, as messages have it
};

// Looks at a run from outside, as often as its watch does: who returns between two looks holds up nobody.
// One thread.
class HoldUps {
 public:
  // `passed` since the last look, as far as the run could have used it.
  void look(const protocol::ControlBlock& block, std::chrono::steady_clock::duration passed);
  // The longest of each callback and thread, the longest first, those that the host has measured itself among
  // them; after the last look.
  std::vector<HoldUp> take(const protocol::ControlBlock& block);

 private:
  struct Place {
    std::uint64_t number = 0;  // of the callback that is in it; 0: none is that holds up a collection
    std::uint32_t slot = 0;
    std::uint32_t collection = 0;
    std::optional<std::uint32_t> thread = {};
    std::chrono::steady_clock::duration time{};
  };
  void look(Place& place, const protocol::CallbackPlace& at, std::uint32_t collection,
            std::optional<std::uint32_t> thread, std::chrono::steady_clock::duration passed);
  void finish(Place& place);
  void add(HoldUp found);

  std::vector<Place> places_;
  std::vector<HoldUp> found_;
};

}  // namespace gcrucible::driver
