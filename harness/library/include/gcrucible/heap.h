// A managed heap and what happens to it, as a value. A unit test of a profiler starts with one.
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

// A Heap records steps. run() plays them, any number of times. A copy is an independent heap; names returned
// by the original are valid for the copy. run() and yaml() check the heap. Both throw Error for a mistake,
// such as an unknown field or a thread that has ended. The message gives the line in the scenario that the
// heap stands for. Different threads may use different heaps.
class GCRUCIBLE_API Heap {
 public:
  Heap();
  Heap(const Heap&);
  Heap(Heap&&) noexcept;
  Heap& operator=(const Heap&);
  Heap& operator=(Heap&&) noexcept;
  ~Heap();

  // Reads a complete scenario (docs/reference/scenarios/README.md), with its expectations. Throws Error
  // with all mistakes of the scenario. Such a heap accepts then() but no other additions.
  static Heap from_yaml(std::string_view text, const std::string& file = "scenario.yaml");
  static Heap from_file(const std::string& path);
  // The equivalent scenario, for `gcrucible run`. It does not contain the functions passed to then().
  std::string yaml() const;

  Heap& title(std::string_view text);
  Heap& runtime(std::string_view name);  // default: net10; "documented" permits all documented behaviour
  Heap& seed(std::uint64_t seed);        // for the choices that the runtime leaves open
  Heap& settings(const HeapSettings& settings);
  // Adds a top-level key of the language with its value, for example setup("process: {exit: hosted}").
  Heap& setup(std::string_view yaml);

  Type type(std::string_view name, const std::vector<Field>& fields = {}, const TypeSettings& how = {});
  static Type array_of(const Type& element);

  Object allocate(const Type& type, const Allocation& how = {});
  Object allocate(const Type& type, std::string_view name);
  Object allocate(const Type& type, const char* name) { return allocate(type, std::string_view(name)); }
  Objects allocate_many(const Type& type, std::size_t count, Graph graph = Graph::kNone);

  // Object() stores null.
  Heap& store(const Object& object, std::string_view field, const Object& target);
  Heap& store(const Object& array, std::uint64_t element, const Object& target);

  Root root(const Object& object, const RootSettings& how = {});
  Heap& set(const Root& root, const Object& object);
  Heap& unroot(const Root& root);

  Handle handle(HandleKind kind, const Object& object);
  Handle dependent(const Object& key, const Object& value);
  Heap& set(const Handle& handle, const Object& object);
  Heap& count(const Handle& handle, std::uint32_t count);  // for a ref-counted handle; its initial count is 1
  Heap& free(const Handle& handle);

  Heap& suppress_finalizer(const Object& object);
  Heap& register_finalizer(const Object& object);
  Heap& run_finalizers();

  Thread start_thread(std::string_view name);
  Heap& end_thread(const Thread& thread);

  // Also collects all younger generations; k2 includes LOH and POH. Throws Error for other generations.
  Heap& collect(Generation generation = Generation::k2, const CollectSettings& how = {});
  // Adds any step of the language, for example step("suspend: rejit"). The text may have several lines.
  Heap& step(std::string_view yaml);

  // Calls `look` between the steps added before it and the steps added after it. For a heap that was read or
  // generated: after all steps. Works only in runs in this process; other runs throw Error. An exception from
  // `look` ends the run, and run() rethrows the exception.
  Heap& then(std::function<void()> look);
  Heap& then(std::function<void(const Moment&)> look);

  struct Impl;  // internal

 private:
  friend class HeapAccess;
  explicit Heap(std::unique_ptr<Impl> impl);

  std::unique_ptr<Impl> impl_;
};

}  // namespace gcrucible
