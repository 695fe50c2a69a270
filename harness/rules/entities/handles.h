// The GC handles reported by HandleCreated and HandleDestroyed, and their roots in collections.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>

#include "harness/rules/decode/callback.h"
#include "harness/rules/entities/empty_out.h"
#include "harness/rules/entities/exception_handles.h"

namespace gcrucible::rules {

class Handles {
 public:
  enum class State : std::uint8_t { kUnknown, kAlive, kDestroyed };

  State of(std::uint64_t handle) const;
  // The handle was destroyed after the last Started. A collection lists handles while other threads destroy
  // some, so it may report the handle afterwards.
  bool destroyed_meanwhile(std::uint64_t handle) const;
  // The handle is alive according to the callbacks, but a collection may have freed it. A collection since
  // its creation reported no root of it, and no collection reported a root other than a weak one.
  bool may_be_freed(std::uint64_t handle) const;
  // The flags of the last root of the handle, which are those of its kind. Empty if the handle is not alive
  // or no root was reported.
  std::optional<std::uint32_t> flags_of(std::uint64_t handle) const;
  // Some live handles have been reported as roots that are not weak.
  bool any_held() const;
  const ExceptionHandles& of_exceptions() const { return of_exceptions_; }

  // `collections` is the number of collections started so far.
  void take(const Callback& callback, std::uint32_t collections);
  // Handles are no longer reported, or only from now on.
  void forget() { empty_out(reported_); }
  // Some handles are not reported from here on.
  void forget_exceptions() { of_exceptions_.forget(); }

 private:
  struct Reported {
    bool alive = false;
    bool held = false;            // reported as a root that is not weak
    std::uint32_t made = 0;       // collections started when it was created
    std::uint32_t rooted = 0;     // collections started when it was reported as a root
    std::uint32_t destroyed = 0;  // collections started when it was destroyed
    std::optional<std::uint32_t> flags = {};
  };

  std::unordered_map<std::uint64_t, Reported> reported_;
  std::uint32_t collections_ = 0;
  ExceptionHandles of_exceptions_;
};

}  // namespace gcrucible::rules
