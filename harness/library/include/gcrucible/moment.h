// The simulated heap between two steps, for a test to compare a profiler's state with.
#pragma once

#include <gcrucible/export.h>
#include <gcrucible/named.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace gcrucible {

// Valid until the function returns that was given it. Unknown names throw Error.
class GCRUCIBLE_API Moment {
 public:
  // The ObjectID that the profiler would be told now; 0 if a collection has found the object dead.
  std::uintptr_t id(const Object& object) const;
  bool alive(const Object& object) const { return id(object) != 0; }
  // Throw Error for a dead object.
  Generation generation(const Object& object) const;
  std::uint64_t size(const Object& object) const;  // as GetObjectSize2
  // The ObjectIDs of all objects that no collection has found dead, in the order in which they were made.
  std::vector<std::uintptr_t> ids() const;
  // Collections so far.
  std::uint32_t collections() const;

  struct Impl;  // the library's own

 private:
  friend class MomentAccess;
  explicit Moment(const Impl& impl) : impl_(&impl) {}

  const Impl* impl_;
};

}  // namespace gcrucible
