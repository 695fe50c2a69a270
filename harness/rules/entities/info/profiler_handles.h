// Handles made with CreateHandle, and the answers of GetObjectIDFromHandle for them.
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
  std::uint64_t object = 0;  // before the current collection; 0 if a weak handle was found empty
  std::uint64_t line = 0;    // of the CreateHandle call
};

// An answer after the end of a collection and before the next one.
struct HandleAnswer {
  ProfilerHandle handle;
  std::uint64_t object = 0;
  std::uint64_t line = 0;
};

// Memory grows with the number of living handles.
class ProfilerHandles {
 public:
  void take(const InfoEvent& info, const Collection& collection);
  // Null if CreateHandle did not make the handle, or if its object is no longer known.
  const ProfilerHandle* find(std::uint64_t id) const;
  // For the closed collection: the handles that existed before it, and the answers after it.
  std::vector<ProfilerHandle> handles() const;
  std::vector<HandleAnswer> take_answers();
  // Updates the objects of the handles after the collection, as far as the reports show them.
  void follow(const Collection& collection);
  // Unreported collections may have run.
  void forget() { held_.clear(); }

 private:
  struct Held {
    ProfilerHandle handle;
    bool later = false;  // made after the end of the current collection
  };
  std::map<std::uint64_t, Held> held_;
  std::vector<HandleAnswer> answers_;
};

// Address of a handle's object after the closed collection. 0 if the object died, empty if the trace does
// not show it.
std::optional<std::uint64_t> held_after(std::uint64_t object, const Collection& collection);
// The object of the handle after the collection.
std::optional<std::uint64_t> held_after(const ProfilerHandle& handle, const Collection& collection);

}  // namespace gcrucible::rules
