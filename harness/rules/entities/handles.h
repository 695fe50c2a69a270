// The GC handles that HandleCreated and HandleDestroyed told, and what the roots of collections say about
// them.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>

#include "harness/rules/decode/callback.h"
#include "harness/rules/entities/exception_handles.h"

namespace gcrucible::rules {

class Handles {
 public:
  enum class State : std::uint8_t { kUnknown, kAlive, kDestroyed };

  State of(std::uint64_t handle) const;
  // It is alive as far as was told, but a collection may have freed it: one has come since it was made, which
  // told no root of it, and no collection told a root that is more than a weak one.
  bool may_be_freed(std::uint64_t handle) const;
  // The flags of its last root, which are those of its kind; none where it is not alive, or has not been
  // told.
  std::optional<std::uint32_t> flags_of(std::uint64_t handle) const;
  // Some are alive that have been told as roots that are more than weak.
  bool any_held() const;
  const ExceptionHandles& of_exceptions() const { return of_exceptions_; }

  // `collections` is how many have started so far.
  void take(const Callback& callback, std::uint32_t collections);
  // Handles are not told any more, or only from now on.
  void forget() { told_.clear(); }
  // From here on some are not told.
  void forget_exceptions() { of_exceptions_.forget(); }

 private:
  struct Told {
    bool alive = false;
    bool held = false;         // as a root that is more than weak
    std::uint32_t made = 0;    // collections that had started when it was made
    std::uint32_t rooted = 0;  // and when it was told as a root
    std::optional<std::uint32_t> flags = {};
  };

  std::unordered_map<std::uint64_t, Told> told_;
  std::uint32_t collections_ = 0;
  ExceptionHandles of_exceptions_;
};

}  // namespace gcrucible::rules
