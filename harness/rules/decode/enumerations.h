// The threads and modules from before an attach that the attached profiler could know.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_set>

#include "harness/rules/decode/callback.h"
#include "harness/rules/decode/info_event.h"

namespace gcrucible::rules {

// For the profiler that attached last: ids listed by EnumThreads and EnumModules since its
// ProfilerAttachComplete, and ids announced since its InitializeForAttach.
class Enumerations {
 public:
  enum class Kind : std::uint8_t { kThread, kModule };

  void take(const Callback& callback);
  void take(const InfoEvent& info);

  // An enumeration was made, and the event mask has not changed since.
  bool listed(Kind kind) const { return of(kind).listed; }
  bool known(Kind kind, std::uint64_t id) const { return of(kind).ids.contains(id); }

 private:
  struct Ids {
    std::unordered_set<std::uint64_t> ids;
    bool listed = false;
  };
  const Ids& of(Kind kind) const { return ids_[static_cast<std::size_t>(kind)]; }
  Ids& of(Kind kind) { return ids_[static_cast<std::size_t>(kind)]; }

  std::array<Ids, 2> ids_;
  bool complete_ = false;  // ProfilerAttachComplete has come
};

}  // namespace gcrucible::rules
