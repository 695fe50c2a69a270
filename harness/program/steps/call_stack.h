// Which functions run on a thread, and in which order they were called.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "harness/program/step.h"

namespace gcrucible::program {

// A thread of .NET on Linux has 8 MiB of stack, which is enough for about so many small frames.
inline constexpr std::size_t kMostFrames = 100'000;

// Not thread-safe. The simulated CLR changes the stack of a thread on that thread. Other threads read it only
// while a profiler has the runtime suspended.
class CallStack {
 public:
  // The innermost frame is last. kNothing is native code.
  std::span<const std::uint32_t> frames() const { return frames_; }
  std::size_t size() const { return frames_.size(); }

  // Frames of `step`, outermost first. A tail call first gives up the innermost frame.
  void call(const Call& step);
  void call(std::span<const std::uint32_t> functions);
  // How many frames may return: those that were called since the code of the innermost exception began.
  std::size_t returnable() const { return size() - floor(); }
  // Removes the innermost frames, down to this number of frames.
  void cut(std::size_t size);

  // The functions of a Throw that are on top of the stack already are its frames. It calls the others. Then
  // its first code runs, as measured under .NET 10 with DoStackSnapshot:
  // - With filters, that of the first function that has one, on top of all frames.
  // - With finally blocks only, the first one, when the frames above it are gone.
  // A function with a filter or a finally block must be among those of the Throw.
  void begin(const Throw& step) { begin(step, size()); }
  void run_first_code(const Throw& step);
  // The same where each call is made by itself: first called_by(), outermost first, and then begin() with the
  // number of frames before those calls.
  std::vector<std::uint32_t> called_by(const Throw& step) const;
  void begin(const Throw& step, std::size_t original);
  // The frames of the innermost exception, from outermost to innermost, end at this size.
  std::size_t full() const { return exceptions_.back().full; }
  // How many frames are left when the innermost exception has ended, with those that it has replaced. If it
  // was caught, the frames above these are functions that its Throw called, and they return.
  std::size_t left_by_exception() const;
  // The innermost exception ends, and those that it has replaced. The frames that it left are gone, and those
  // that its Throw called. Without an exception it does nothing.
  void end_exception();

  // The second pass of an exception is between two blocks. No walk of the stack begins there.
  bool unwinding() const { return unwinding_; }
  void unwinding(bool on) { unwinding_ = on; }

  // The frames that were on the stack at the last call, and have been since. For what is kept for each frame.
  std::size_t take_unchanged();

 private:
  struct Exception {
    std::size_t full = 0;      // frames when it was thrown
    std::size_t original = 0;  // before its Throw called any
    std::size_t after = 0;     // when it has ended
    std::size_t code = 0;      // when its first code runs
    bool replaces = false;
  };
  std::size_t floor() const { return exceptions_.empty() ? 0 : exceptions_.back().code; }
  // How many of `thrown`, outermost first, are on top of the stack.
  std::size_t common(const std::vector<std::uint32_t>& thrown, const Throw& step) const;

  std::vector<std::uint32_t> frames_;
  std::vector<Exception> exceptions_;  // the innermost is last
  std::size_t unchanged_ = 0;
  bool unwinding_ = false;
};

// The stacks of a program's threads, by number. References stay valid.
class CallStacks {
 public:
  void resize(std::size_t threads) { stacks_.resize(threads); }
  std::size_t size() const { return stacks_.size(); }
  CallStack& of(std::uint32_t thread) { return stacks_[thread]; }
  const CallStack& of(std::uint32_t thread) const { return stacks_[thread]; }
  // What a valid step does to the stack of its thread, as far as the next step of that thread. Steps that
  // call and leave nothing do nothing here. The frames of an allocation are gone after it.
  void follow(const Action& action);

 private:
  std::deque<CallStack> stacks_;
};

}  // namespace gcrucible::program
