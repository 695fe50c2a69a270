// The objects at each address, before and after a collection.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/report/text/names.h"
#include "harness/rules/collection/collection.h"

namespace gcrucible::report {

// Built from the model's lines about a collection. A recorded trace has none, so it gives plain addresses.
// The Names object must outlive it.
class Places {
 public:
  explicit Places(const Names& names) : names_(&names) {}
  Places(const Names& names, const rules::Collection& collection);

  // Adds an object that was allocated after the collection, alone or in bulk.
  void allocated(std::uint32_t object, std::uint64_t at, std::uint64_t size);

  // A copy whose heap before the next events is the heap after the collection.
  Places settled() const;

  // The object at an ObjectID, or around an interior pointer ("a+8"). If unknown: the address.
  std::string before(std::uint64_t address) const { return at(before_, address); }
  std::string after(std::uint64_t address) const { return at(after_, address); }
  // Objects that start in [from, from + length) before the collection, separated by spaces; only the first
  // few.
  std::string held(std::uint64_t from, std::uint64_t length) const;
  const Names& names() const { return *names_; }

 private:
  struct Object {
    std::uint64_t at = 0;
    std::uint64_t size = 0;
    std::uint32_t object = 0;
  };
  using Objects = std::vector<Object>;  // ascending by address
  static Objects objects_of(const rules::HeapPicture& heap);
  std::string at(const Objects& objects, std::uint64_t address) const;

  const Names* names_;
  Objects before_;
  Objects after_;
};

}  // namespace gcrucible::report
