// Which objects lie where, before a collection and after it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/report/text/names.h"
#include "harness/rules/state/collection.h"

namespace gcrucible::report {

// Made from what the model says of a collection; knows nothing in a recorded trace, and gives addresses then.
// The names outlive it.
class Places {
 public:
  explicit Places(const Names& names) : names_(&names) {}
  Places(const Names& names, const rules::Collection& collection);

  // An object that a bulk or single allocation has put into the heap since the collection.
  void allocated(std::uint32_t object, std::uint64_t at, std::uint64_t size);

  // With the heap after the collection as that before whatever comes next.
  Places settled() const;

  // The object at an ObjectID, or around an interior pointer ("a+8"); the address where none is known.
  std::string before(std::uint64_t address) const { return at(before_, address); }
  std::string after(std::uint64_t address) const { return at(after_, address); }
  // Those that start in [from, from + length) before the collection, with spaces between; the first few.
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
