// Lines of a trace as typed values: callbacks with their arguments, and returns. Info calls are in
// info_event.h.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/rules/decode/call.h"
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

  std::vector<std::uint8_t> generations;         // 1 for every cell that is not 0
  std::vector<std::uint64_t> generation_values;  // the cells as they came: a BOOL may be told as 7
  // Where the trace knows that the arrays hold another number of entries than their count says: the count,
  // and what they hold.
  std::optional<std::uint64_t> claimed;
  std::optional<std::uint64_t> there;
  bool null_array = false;  // null stands where the array of entries should be
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

  std::uint64_t thread_id = 0;  // ThreadID, as opposed to `thread`
  std::uint64_t appdomain = 0;
  std::uint64_t assembly = 0;
  std::uint64_t module = 0;
  std::uint64_t function = 0;  // of JITInlining the callee
  std::uint64_t caller = 0;    // of JITInlining
  std::int32_t status = 0;     // HRESULT of …Finished
  bool safe_to_block = false;
  std::uint64_t data_bytes = 0;  // of InitializeForAttach
  bool data_is_null = false;     // the trace says that the data pointer was null
  // Of GarbageCollectionStarted: all generations are collected.
  bool of_all() const {
    return !generations.empty() &&
           std::ranges::all_of(generations, [](std::uint8_t each) { return each != 0; });
  }
  std::string text;  // name of ThreadNameChanged, data of InitializeForAttach
};

// What the callback is about: the object, class, handle, thread, module, … that its arguments name first; 0
// where it is about nothing or about arrays.
std::uint64_t subject_of(const Callback& callback);
// There is a null where the documentation allows one: among roots, as a class, as the object of a handle.
bool has_nulls(const Callback& callback);

// The return of a callback, matched with its entry. One that belongs to no entry has known == false.
struct Return {
  std::uint64_t entry = kNoLine;  // line of the entry, as the return names it
  std::uint64_t line = 0;
  std::uint32_t thread = 0;
  std::int32_t hr = 0;

  bool known = false;
  Call call = Call::kOther;
  std::uint32_t entry_thread = 0;
  std::uint64_t subject = 0;  // subject_of its entry

  bool succeeded() const { return hr >= 0; }
};

}  // namespace gcrucible::rules
