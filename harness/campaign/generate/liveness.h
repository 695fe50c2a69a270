// Which objects a generated program may still name. A step about an object that a collection has found dead
// is invalid. The set is a lower bound of the live objects: every collection is assumed to find all garbage.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "harness/program/program.h"

namespace gcrucible::campaign {

class Liveness {
 public:
  // `finalizers_run`: finalizers run after each collection, as in HeapSpec.
  Liveness(std::span<const program::TypeSpec> types, bool finalizers_run)
      : types_(types), finalizers_run_(finalizers_run) {}

  // Applies a step of the program; call in program order. Objects have the numbers of the program.
  void take(const program::Action& action);
  // A collection that may come now, earlier or not at all.
  void collect_sometime() { collect(false); }

  std::uint32_t objects() const { return static_cast<std::uint32_t>(objects_.size()); }
  const std::vector<std::uint32_t>& usable() const { return usable_; }  // ascending
  std::uint32_t type_of(std::uint32_t object) const { return objects_[object].type; }
  std::uint64_t length_of(std::uint32_t object) const { return objects_[object].length; }
  // Reference slots that a step may fill; only the first slots of a long array.
  std::uint32_t slots_of(std::uint32_t object) const {
    return static_cast<std::uint32_t>(objects_[object].slots.size());
  }
  // Objects whose finalizers are certainly queued.
  const std::vector<std::uint32_t>& queued() const { return queued_; }

  struct Root {
    std::uint32_t thread;  // kNothing: a static
    std::uint32_t object;
    std::uint64_t interior;
    bool gone = false;
  };
  const std::vector<Root>& roots() const { return roots_; }
  struct Handle {
    program::CreateHandle::Kind kind;
    std::uint32_t object;
    std::uint32_t secondary;
    std::uint32_t count;
    bool freed = false;
  };
  const std::vector<Handle>& handles() const { return handles_; }
  // Whether objects of the collectible assembly may be allocated.
  bool loaded(std::uint32_t assembly) const;

 private:
  struct Object {
    std::uint32_t type;
    std::uint64_t length;
    std::vector<std::uint32_t> slots;
    std::uint32_t registrations = 0;  // for finalization; not queued yet
    bool suppressed = false;
  };
  struct Assembly {
    std::uint32_t number;
    std::uint32_t loader;
    bool gone = false;
  };

  void allocate_all(const program::Allocate& step);
  void load(const program::LoadAssembly& step);
  void catch_thrown(const program::CatchThrown& step);
  void allocate(std::uint32_t type, std::uint64_t length);
  // Objects that are unreachable now become unusable. `certain`: finalizable objects among them are queued
  // now.
  void collect(bool certain);
  void reach(std::uint32_t from, std::vector<bool>& reached) const;

  std::span<const program::TypeSpec> types_;
  bool finalizers_run_;
  std::vector<Object> objects_;
  std::vector<std::uint32_t> usable_;
  std::vector<std::uint32_t> queued_;
  std::vector<Root> roots_;
  std::vector<Handle> handles_;
  std::vector<Assembly> assemblies_;
  struct Exception {
    std::uint32_t thread;
    std::uint32_t object;
    bool replaces;
  };
  std::vector<Exception> exceptions_;  // under way, in order of the throws
  bool background_ = false;
};

}  // namespace gcrucible::campaign
