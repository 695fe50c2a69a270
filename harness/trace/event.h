// One line of a trace as a structure, and the interface of its consumers.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "harness/trace/read/value.h"

namespace gcrucible::trace {

inline constexpr std::uint64_t kNoLine = ~std::uint64_t{0};

enum class EventKind : std::uint8_t {
  kHeader,    // the first line
  kCallback,  // entry of a callback: `name` is the method's
  kInfo,      // entry of an Info call; `link` is the line of the enclosing callback, or kNoLine
  kReturn,    // return from the entry in line `link`, with `hr`; Info calls have "out"
  kProbe,     // the harness calls the profiler's probe; `name` is the reason; kReturn has the answer
  kModel,     // a fact that only the simulated CLR knows; `name` is its kind
  kEnd,       // the last line
};

// Valid during the call that passes it. The views belong to the caller.
struct Event {
  EventKind kind = EventKind::kCallback;
  std::uint64_t n = 0;       // number of the line, from 0 (the header)
  std::uint32_t thread = 0;  // number of the native thread in order of appearance
  std::string_view name = {};
  std::uint64_t link = kNoLine;
  std::int32_t hr = 0;
  std::span<const Field> fields = {};
};

// Receives events in the order of their numbers. The journal calls it under its lock, so an implementation
// needs no lock.
class Sink {
 public:
  Sink() = default;
  Sink(const Sink&) = delete;
  Sink& operator=(const Sink&) = delete;
  virtual ~Sink() = default;
  virtual void on(const Event& event) = 0;
};

}  // namespace gcrucible::trace
