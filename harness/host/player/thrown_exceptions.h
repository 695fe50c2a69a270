// The exceptions in progress in the simulated process, and their callbacks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "harness/clr/clr.h"
#include "harness/program/program.h"

namespace gcrucible::host {

// Called on the managed thread that throws, which owns the world. As in .NET 10, each exception in progress
// has a strong handle. The thread has one more for the last thrown exception. The modes and the order of the
// callbacks, and the handles, come from a recorded program with filters, finally blocks and nested
// exceptions. What DoStackSnapshot shows in each callback was measured too.
class ThrownExceptions {
 public:
  explicit ThrownExceptions(clr::Clr& clr) : clr_(&clr) {}

  // Delivers the callbacks up to the first code that runs. `object` must be alive. Returns false if there is
  // no space for its handles.
  bool begin(const program::Throw& step, sim::ObjectIndex object);
  // Delivers the rest for the thread's innermost exception. Also ends the exceptions whose finally blocks it
  // has left.
  void finish(std::uint32_t thread);

 private:
  // A callback, and how it is raised.
  struct Point {
    abi::CallbackMethod method;
    void (*raise)(clr::Clr& clr, abi::FunctionID function, sim::ObjectIndex object);
    abi::FunctionID function = 0;
    std::uint32_t number = 0;  // of that function in the program
    std::size_t frame = 0;     // its place in the stack, counted from the innermost frame
  };
  template <abi::CallbackMethod kMethod>
  static Point point(abi::FunctionID function = 0);
  struct Thrown {
    sim::ObjectIndex object;
    abi::GCHandleID handle = 0;
    std::vector<Point> points = {};  // its callbacks, without ExceptionThrown
    std::size_t next = 0;
    bool replaces = false;
  };
  struct OfThread {
    std::vector<Thrown> thrown = {};  // the innermost is last
    abi::GCHandleID last = 0;
  };

  std::vector<Point> points_of(const program::Throw& step) const;
  // Brings the thread's stack to where it is at that callback, and delivers it.
  void report(const Point& point, sim::ObjectIndex object, program::CallStack& stack);

  clr::Clr* clr_;
  std::map<std::uint32_t, OfThread> threads_;
};

}  // namespace gcrucible::host
