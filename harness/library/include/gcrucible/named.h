// Names of the parts of a heap, as a scenario file would contain them.
#pragma once

#include <cstddef>
#include <string>
#include <utility>

namespace gcrucible {

// Returned by a Heap; valid for that heap and all its copies. For a scenario that was read, construct one
// from a name in the scenario.
template <typename Tag>
class Named {
 public:
  Named() = default;
  explicit Named(std::string name) : name_(std::move(name)) {}

  const std::string& name() const { return name_; }
  bool empty() const { return name_.empty(); }

  friend bool operator==(const Named& a, const Named& b) { return a.name_ == b.name_; }
  friend bool operator!=(const Named& a, const Named& b) { return a.name_ != b.name_; }

 private:
  std::string name_;
};

using Type = Named<struct TypeTag>;      // built-in types such as Type("byte[]") always exist
using Object = Named<struct ObjectTag>;  // Object() is null
using Root = Named<struct RootTag>;
using Handle = Named<struct HandleTag>;
using Thread = Named<struct ThreadTag>;  // Thread() is the main thread

// The objects of one allocate_many().
class Objects {
 public:
  Objects(Object first, std::size_t count) : first_(std::move(first)), count_(count) {}

  std::size_t size() const { return count_; }
  Object operator[](std::size_t number) const {
    return Object(first_.name() + "[" + std::to_string(number) + "]");
  }

 private:
  Object first_;
  std::size_t count_;
};

// Where an object lies. Frozen memory is no generation of the runtime, but objects lie there too.
enum class Generation { k0, k1, k2, kLarge, kPinned, kFrozen };

}  // namespace gcrucible
