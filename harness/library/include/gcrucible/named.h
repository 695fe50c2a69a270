// What a heap has: each a name, as it would stand in a scenario file.
#pragma once

#include <cstddef>
#include <string>
#include <utility>

namespace gcrucible {

// Made by a Heap, and good for that heap and all copies of it. By a name of one's own for what a scenario
// that was read has named.
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

using Type = Named<struct TypeTag>;      // Type("byte[]") and other built-in ones exist by themselves
using Object = Named<struct ObjectTag>;  // Object() is null
using Root = Named<struct RootTag>;
using Handle = Named<struct HandleTag>;
using Thread = Named<struct ThreadTag>;  // Thread() is the main thread

// Several objects of one allocation.
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

// Frozen memory is no generation, and yet where an object may lie.
enum class Generation { k0, k1, k2, kLarge, kPinned, kFrozen };

}  // namespace gcrucible
