// Handles that the profiler has made with CreateHandle, and what GetObjectIDFromHandle said of them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "harness/rules/decode/info_event.h"
#include "harness/rules/state/in_flight.h"

namespace gcrucible::rules {

struct Collection;

struct ProfilerHandle {
  enum class Kind : std::uint8_t { kWeak = 1, kStrong = 2, kPinned = 3 };
  std::uint64_t id = 0;
  Kind kind = Kind::kWeak;
  std::uint64_t object = 0;  // before the collection under way; 0 where a weak one was found empty
  std::uint64_t line = 0;    // of its CreateHandle
};

// Given behind the end of a collection and before the next one.
struct HandleAnswer {
  ProfilerHandle handle;
  std::uint64_t object = 0;
  std::uint64_t line = 0;
};

// Memory grows with the handles that are alive.
class ProfilerHandles {
 public:
  void take(const InfoEvent& info, const Collection& collection);
  // Null where it was not made by CreateHandle, or where what it holds is not known any more.
  const ProfilerHandle* find(std::uint64_t id) const;
  // Of the collection that is closed: what was there before it, and the answers behind it.
  std::vector<ProfilerHandle> handles() const;
  std::vector<HandleAnswer> take_answers();
  // What the handles hold behind the collection, as far as it tells.
  void follow(const Collection& collection);
  // There may have been collections that nobody was told of.
  void forget() { held_.clear(); }

 private:
  struct Held {
    ProfilerHandle handle;
    bool later = false;  // made behind the end of the collection under way
  };
  std::map<std::uint64_t, Held> held_;
  std::vector<HandleAnswer> answers_;
};

// Where the object of a handle is behind the closed collection: 0 if it died, nothing where the trace does
// not tell.
std::optional<std::uint64_t> held_after(std::uint64_t object, const Collection& collection);
// What such a handle holds there.
std::optional<std::uint64_t> held_after(const ProfilerHandle& handle, const Collection& collection);

}  // namespace gcrucible::rules
