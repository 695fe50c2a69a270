// The simulated heap between two steps. A test compares the profiler's state with it.
#pragma once

#include <gcrucible/export.h>
#include <gcrucible/named.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace gcrucible {

// Valid only until the function that received it returns. Unknown names throw Error.
class GCRUCIBLE_API Moment {
 public:
  // The current ObjectID of the object; 0 if a collection has found the object dead.
  std::uintptr_t id(const Object& object) const;
  bool alive(const Object& object) const { return id(object) != 0; }
  // Both throw Error for a dead object.
  Generation generation(const Object& object) const;
  std::uint64_t size(const Object& object) const;  // as GetObjectSize2 returns it
  // The ObjectIDs of all objects that no collection has found dead, in order of allocation.
  std::vector<std::uintptr_t> ids() const;
  // Number of collections so far.
  std::uint32_t collections() const;

  struct Impl;  // internal

 private:
  friend class MomentAccess;
  explicit Moment(const Impl& impl) : impl_(&impl) {}

  const Impl* impl_;
};

}  // namespace gcrucible
