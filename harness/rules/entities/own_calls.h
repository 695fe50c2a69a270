// What the profiler has done by its calls of Info methods, as far as later calls are judged by it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "harness/rules/decode/info_event.h"

namespace gcrucible::rules {

// Calls of the profiler's own; questions of a scenario are none. Memory grows with its threads and handles.
class OwnCalls {
 public:
  struct Size {
    std::uint64_t object = 0;
    std::uint64_t size = 0;
  };
  struct Suspended {
    std::uint64_t line = 0;
    std::uint32_t thread = 0;
    bool in_callback = false;
  };

  // `managed`: the thread was known as one that runs managed code.
  void opened(const OpenInfo& info, bool managed);
  void take(const InfoEvent& info);
  // HandleCreated has come with that id, so that it is a living handle's again.
  void created(std::uint64_t handle) { destroyed_.erase(handle); }

  // That native thread has called ForceGC and was no managed one before.
  bool collects(std::uint32_t thread) const;
  // And has come back from it.
  bool collected(std::uint32_t thread) const;
  // An Info method has handed out an ObjectID on that thread, in that callback or, with kNoLine, in none.
  bool was_handed(std::uint32_t thread, std::uint64_t callback) const;
  // The last size that was answered there.
  const Size* size(std::uint32_t thread) const;
  // By the last SuspendRuntime that has no ResumeRuntime; empty where there is none.
  const std::optional<Suspended>& suspended() const { return suspended_; }
  // Line of the last ResumeRuntime that succeeded; kNoLine where none did.
  std::uint64_t resumed_line() const { return resumed_line_; }

  // Handles of CreateHandle that are alive, with the lines of their calls, and those that are destroyed.
  const std::map<std::uint64_t, std::uint64_t>& handles() const { return handles_; }
  // They go with the profiler that a scenario detaches.
  void forget_handles() { handles_.clear(); }
  bool destroyed(std::uint64_t handle) const { return destroyed_.contains(handle); }
  // The last call that failed and left a number that is no answer where the profiler wants one; kNoLine:
  // none.
  struct Spoiled {
    std::uint64_t line = kNoLine;
    InfoMethod method = kOtherInfo;
    std::int32_t hr = 0;
  };
  const Spoiled& spoiled() const { return spoiled_; }
  // Calls of SetEventMask and SetEventMask2 that succeeded, and those that failed, since it was initialized.
  std::uint64_t masks_set() const { return masks_set_; }
  std::uint64_t masks_refused() const { return masks_refused_; }
  // The newest version of ICorProfilerInfo that QueryInterface has answered since then; 0: none.
  std::uint32_t info_version() const { return info_version_; }
  void initialized() {
    masks_set_ = masks_refused_ = 0;
    info_version_ = 0;
  }
  // What .NET answers and the simulator does not, refused inside a callback.
  struct Gap {
    std::string what;
    std::int32_t hr = 0;
  };
  void gap(std::uint64_t inside, Gap gap) { gaps_[inside] = std::move(gap); }
  // The callback of that line has returned, and has been judged.
  void forget_gap(std::uint64_t inside) { gaps_.erase(inside); }
  // The last one inside the callback of that line; null where there was none.
  const Gap* gap(std::uint64_t inside) const {
    const auto found = gaps_.find(inside);
    return found == gaps_.end() ? nullptr : &found->second;
  }

 private:
  struct Thread {
    bool collects = false;
    bool collected = false;
    std::optional<std::uint64_t> handed_in;
    std::optional<Size> size;
  };
  std::map<std::uint32_t, Thread> threads_;
  std::optional<Suspended> suspended_;
  std::uint64_t resumed_line_ = kNoLine;
  std::map<std::uint64_t, std::uint64_t> handles_;
  std::set<std::uint64_t> destroyed_;
  Spoiled spoiled_;
  std::uint64_t masks_set_ = 0;
  std::uint64_t masks_refused_ = 0;
  std::uint32_t info_version_ = 0;
  std::map<std::uint64_t, Gap> gaps_;  // by the line of the callback
};

// It failed, and left such a number.
bool spoils(const InfoEvent& info);

}  // namespace gcrucible::rules
