// The exceptions under way in the simulated process, and what is told of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "harness/clr/clr.h"
#include "harness/program/program.h"

namespace gcrucible::host {

// Called on the managed thread that throws, which owns the world. As .NET 10 does, each exception has a
// strong handle for as long as it is under way, and the thread one more for the last that was thrown. Modes
// of the callbacks, their order and the handles were seen in a recorded program with filters, finally blocks
// and exceptions inside them.
class ThrownExceptions {
 public:
  explicit ThrownExceptions(clr::Clr& clr) : clr_(&clr) {}

  // Up to the first code that runs on the way. `object` lives. False: there is no space for its handles.
  bool begin(const program::Throw& step, sim::ObjectIndex object);
  // The rest of the thread's innermost one, and with it those whose finally blocks it has left.
  void finish(std::uint32_t thread);

 private:
  struct Point {
    abi::CallbackMethod method;
    abi::FunctionID function = 0;
  };
  struct Thrown {
    sim::ObjectIndex object;
    abi::GCHandleID handle = 0;
    std::vector<Point> points = {};  // what is told of it, ExceptionThrown apart
    std::size_t next = 0;
    bool replaces = false;
  };
  struct OfThread {
    std::vector<Thrown> thrown = {};  // the innermost last
    abi::GCHandleID last = 0;
  };

  std::vector<Point> points_of(const program::Throw& step) const;
  void tell_thrown(sim::ObjectIndex object);
  void tell(const Point& point, sim::ObjectIndex object);

  clr::Clr* clr_;
  std::map<std::uint32_t, OfThread> threads_;
};

}  // namespace gcrucible::host
