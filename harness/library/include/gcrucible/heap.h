// A managed heap and what happens to it, as a value: what a unit test of a profiler begins with.
//
//   gcrucible::Heap heap;
//   const auto node = heap.type("Node", {{"next", gcrucible::kRef}});
//   const auto a = heap.allocate(node, "a");
//   const auto b = heap.allocate(node, "b");
//   heap.root(b);
//   heap.collect(gcrucible::Generation::k0);  // a dies, b moves
#pragma once

#include <gcrucible/export.h>
#include <gcrucible/named.h>
#include <gcrucible/settings.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace gcrucible {

class Moment;

// Nothing happens until run() plays it, any number of times. A copy is a heap of its own, for which the names
// of the first are good too. What cannot be (an unknown field, a thread that has ended) is said by run() and
// yaml(), which throw Error with the line of the scenario that the heap stands for. Different threads may
// have different heaps.
class GCRUCIBLE_API Heap {
 public:
  Heap();
  Heap(const Heap&);
  Heap(Heap&&) noexcept;
  Heap& operator=(const Heap&);
  Heap& operator=(Heap&&) noexcept;
  ~Heap();

  // A scenario of docs/scenario-language.md, all of the language, with what it expects. Throws Error with all
  // of the scenario's mistakes. Nothing can be added but then().
  static Heap from_yaml(std::string_view text, const std::string& file = "scenario.yaml");
  static Heap from_file(const std::string& path);
  // The scenario that it stands for, for `gcrucible run`. What then() calls is not in it.
  std::string yaml() const;

  Heap& title(std::string_view text);
  Heap& runtime(std::string_view name);  // net10 unless told; documented does all that is documented
  Heap& seed(std::uint64_t seed);        // of what the runtime leaves open
  Heap& settings(const HeapSettings& settings);
  // A top-level key of the language with its value, as in setup("process: {exit: hosted}").
  Heap& setup(std::string_view yaml);

  Type type(std::string_view name, const std::vector<Field>& fields = {}, const TypeSettings& how = {});
  static Type array_of(const Type& element);

  Object allocate(const Type& type, const Allocation& how = {});
  Object allocate(const Type& type, const char* name);
  Objects allocate_many(const Type& type, std::size_t count, Graph graph = Graph::kNone);

  // Object() for null.
  Heap& store(const Object& object, std::string_view field, const Object& target);
  Heap& store(const Object& array, std::uint64_t element, const Object& target);

  Root root(const Object& object, const RootSettings& how = {});
  Heap& set(const Root& root, const Object& object);
  Heap& unroot(const Root& root);

  Handle handle(HandleKind kind, const Object& object);
  Handle dependent(const Object& key, const Object& value);
  Heap& set(const Handle& handle, const Object& object);
  Heap& count(const Handle& handle, std::uint32_t count);  // of a ref-counted one, which has 1 at first
  Heap& free(const Handle& handle);

  Heap& suppress_finalizer(const Object& object);
  Heap& register_finalizer(const Object& object);
  Heap& run_finalizers();

  Thread start_thread(std::string_view name);
  Heap& end_thread(const Thread& thread);

  // And all younger generations; k2 with LOH and POH. Throws Error for others.
  Heap& collect(Generation generation = Generation::k2, const CollectSettings& how = {});
  // Any step of the language, as in step("suspend: rejit"), on one line or several.
  Heap& step(std::string_view yaml);

  // Called between the steps before and those behind, in runs in this process; run() throws Error in others.
  // What it throws ends the run, and run() throws it. Of a heap that was read or drawn: behind all steps.
  Heap& then(std::function<void()> look);
  Heap& then(std::function<void(const Moment&)> look);

  struct Impl;  // the library's own

 private:
  friend class HeapAccess;
  explicit Heap(std::unique_ptr<Impl> impl);

  std::unique_ptr<Impl> impl_;
};

}  // namespace gcrucible
