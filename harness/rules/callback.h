// Lines of a trace as typed values: callbacks with their arguments, Info calls that rules look at, returns.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/rules/call.h"
#include "harness/trace/event.h"

namespace gcrucible::rules {

using trace::kNoLine;

// One entry of a moved or surviving report; `to` equals `from` in a surviving one.
struct Range {
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  std::uint64_t length = 0;
  bool operator==(const Range&) const = default;
};

struct Root {
  std::uint64_t object = 0;
  std::uint32_t kind = 0;  // these three only from RootReferences2
  std::uint32_t flags = 0;
  std::uint64_t id = 0;
};

struct Element {
  std::uint64_t key = 0;
  std::uint64_t value = 0;
  std::uint64_t id = 0;
};

struct ClassCount {
  std::uint64_t object_class = 0;
  std::uint64_t count = 0;
};

// The entry of a callback. Which members mean something follows from `call`. The reader of lines uses one
// Callback for all of them, so whoever keeps something copies it.
struct Callback {
  Call call = Call::kOther;
  std::string name;
  std::uint64_t line = 0;
  std::uint32_t thread = 0;

  std::vector<std::uint8_t> generations;
  std::uint32_t reason = 0;
  std::vector<Range> ranges;
  std::vector<Root> roots;
  std::vector<Element> elements;
  std::vector<ClassCount> classes;
  std::uint64_t object = 0;
  std::uint64_t object_class = 0;
  std::vector<std::uint64_t> references;
  std::uint32_t flags = 0;
  std::uint64_t handle = 0;
};

struct Return {
  std::uint64_t entry = kNoLine;
  std::uint64_t line = 0;
  std::int32_t hr = 0;
  bool succeeded() const { return hr >= 0; }
};

}  // namespace gcrucible::rules
