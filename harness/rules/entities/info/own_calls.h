// The profiler's own Info calls, as far as later calls are judged by them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "harness/rules/decode/info_event.h"

namespace gcrucible::rules {

// Only the profiler's own calls, not queries of a scenario. Memory grows with its threads and handles.
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

  // `managed`: the thread was known to run managed code.
  void opened(const OpenInfo& info, bool managed);
  void take(const InfoEvent& info);
  // HandleCreated has come with that id, so the id belongs to a living handle again.
  void created(std::uint64_t handle) { destroyed_.erase(handle); }

  // The native thread has called ForceGC and was not a managed thread before.
  bool collects(std::uint32_t thread) const;
  // That call of ForceGC has returned.
  bool collected(std::uint32_t thread) const;
  // An Info method has returned an ObjectID on that thread in that callback; kNoLine: outside of callbacks.
  bool was_handed(std::uint32_t thread, std::uint64_t callback) const;
  // The profiler passed the id to an Info method in the last GarbageCollectionStarted, or received it there.
  bool had_in_started(std::uint64_t object) const { return in_started_.contains(object); }
  // The last size returned on that thread.
  const Size* size(std::uint32_t thread) const;
  // The last SuspendRuntime without a ResumeRuntime; empty if there is none.
  const std::optional<Suspended>& suspended() const { return suspended_; }
  // Line of the last successful ResumeRuntime, or kNoLine.
  std::uint64_t resumed_line() const { return resumed_line_; }

  // Living handles made by CreateHandle, with the lines of their calls. Destroyed handles are kept
  // separately.
  const std::map<std::uint64_t, std::uint64_t>& handles() const { return handles_; }
  // After a detach, the profiler cannot use its handles.
  void forget_handles() { handles_.clear(); }
  bool destroyed(std::uint64_t handle) const { return destroyed_.contains(handle); }
  // The last call that failed and left a number that is no valid answer for the profiler; kNoLine if none.
  struct Spoiled {
    std::uint64_t line = kNoLine;
    InfoMethod method = kOtherInfo;
    std::int32_t hr = 0;
  };
  const Spoiled& spoiled() const { return spoiled_; }
  // Number of successful and failed calls of SetEventMask and SetEventMask2 since the initialization.
  std::uint64_t masks_set() const { return masks_set_; }
  std::uint64_t masks_refused() const { return masks_refused_; }
  // The newest version of ICorProfilerInfo returned by QueryInterface since the initialization; 0 if none.
  std::uint32_t info_version() const { return info_version_; }
  void initialized() {
    masks_set_ = masks_refused_ = 0;
    info_version_ = 0;
  }
  // Something that .NET answers and the simulator refuses inside a callback.
  struct Gap {
    std::string what;
    std::int32_t hr = 0;
  };
  void gap(std::uint64_t inside, Gap gap) { gaps_[inside] = std::move(gap); }
  // The callback of that line has returned and has been judged.
  void forget_gap(std::uint64_t inside) { gaps_.erase(inside); }
  // The last gap inside the callback of that line, or null.
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
  void note_in_started(const InfoEvent& info);

  std::map<std::uint32_t, Thread> threads_;
  std::uint64_t started_ = kNoLine;     // the last GarbageCollectionStarted with an Info call
  std::set<std::uint64_t> in_started_;  // the first ids used in it
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

// The call failed and left a number that is no valid answer.
bool spoils(const InfoEvent& info);

}  // namespace gcrucible::rules
