// Trace lines as typed values: callbacks with their arguments, and returns. Info calls are in info_event.h.
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

// One entry of a moved or surviving report. In a surviving report, `to` equals `from`.
struct Range {
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  std::uint64_t length = 0;
  bool operator==(const Range&) const = default;
};

struct Root {
  std::uint64_t object = 0;
  std::uint32_t kind = 0;  // this and the next two only from RootReferences2
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

// The entry of a callback. `call` determines which members are meaningful. The trace reader reuses one
// Callback for all lines, so callers must copy data that they keep.
struct Callback {
  Call call = Call::kOther;
  std::string name;
  std::uint64_t line = 0;
  std::uint32_t thread = 0;

  std::vector<std::uint8_t> generations;         // 1 for every cell that is not 0
  std::vector<std::uint64_t> generation_values;  // the cells as they came; a BOOL may be 7
  // Set if the trace knows that the arrays hold another number of entries than their count: the count, and
  // the actual number.
  std::optional<std::uint64_t> claimed;
  std::optional<std::uint64_t> there;
  bool null_array = false;  // the array of entries is null
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
  std::uint64_t function = 0;  // the callee for JITInlining
  std::uint64_t caller = 0;    // only for JITInlining
  std::int32_t status = 0;     // HRESULT of ...Finished
  bool safe_to_block = false;
  std::uint64_t data_bytes = 0;  // of InitializeForAttach
  bool data_is_null = false;     // the trace states that the data pointer was null
  // For GarbageCollectionStarted: all generations are collected.
  bool of_all() const {
    return !generations.empty() &&
           std::ranges::all_of(generations, [](std::uint8_t each) { return each != 0; });
  }
  std::string text;  // name of ThreadNameChanged, data of InitializeForAttach
};

// The first object, class, handle, thread or module that the arguments name. 0 if they name none, or
// arrays.
std::uint64_t subject_of(const Callback& callback);
// There is a null where the documentation allows one: among roots, as a class, as the object of a handle.
bool has_nulls(const Callback& callback);

// The return of a callback, matched with its entry. A return without an entry has known == false.
struct Return {
  std::uint64_t entry = kNoLine;  // line of the entry, as named by the return
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
