// A collector and its heap, as the mock CLR sees them. Two kinds: simulated (over sim/) and, later, clrgc.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/engine/intrusion.h"
#include "harness/engine/phase_listener.h"
#include "harness/engine/stale_address.h"
#include "sim/audit/audit.h"
#include "sim/heap.h"

namespace gcrucible::engine {

// One row of GetGenerationBounds.
struct GenerationRange {
  sim::Generation generation = sim::Generation::k0;
  sim::Address start = 0;
  std::uint64_t length = 0;
  std::uint64_t reserved = 0;
};

// An object as an inspection sees it. Addresses are those of this moment.
struct ObjectView {
  sim::ObjectIndex object = sim::kNoObject;
  sim::TypeIndex type = 0;
  sim::Generation generation = sim::Generation::k0;
  std::uint64_t length = 0;
  std::uint64_t size = 0;  // as GetObjectSize2: without padding
  bool dead = false;
};

// A reference slot of an object: where it is and what it holds.
struct ReferenceView {
  std::uint64_t offset = 0;  // from the ObjectID; 0 is the method table, by which a loader is kept alive
  sim::Address target = 0;
};

// Told of each object in heap-walk order. False ends the walk.
using ObjectVisitor = std::function<bool(sim::Address object, sim::TypeIndex type)>;
// The same; `references` are the non-null ones in layout order. Costs a look at every object that is referred
// to.
using ReferenceVisitor =
    std::function<bool(sim::Address object, sim::TypeIndex type, std::span<const sim::Address> references)>;

// Owns heap and memory. The mutator's side (everything that is not const) belongs to the thread that holds
// the mock CLR's world lock. Const members may be called by any thread, during a collection too: they answer
// for the moment, as the runtime does.
class Engine {
 public:
  Engine() = default;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  virtual ~Engine() = default;

  virtual sim::TypeIndex add_type(sim::Type type) = 0;
  // What objects of a collectible type keep alive from now on.
  virtual void set_loader(sim::TypeIndex type, sim::ObjectIndex loader) = 0;
  // What stands in objects of the type that are made from now on; there are none yet.
  virtual void set_method_table(sim::TypeIndex type, sim::Address table) = 0;
  virtual bool add_range(sim::Address start, std::uint64_t reserved, sim::Generation generation,
                         std::uint16_t heap) = 0;
  virtual sim::AllocationResult allocate(const sim::Allocation& allocation) = 0;
  // As sim::Heap::reserve().
  virtual std::optional<sim::ObjectIndex> reserve(sim::TypeIndex type, std::uint64_t length,
                                                  std::uint64_t count) = 0;
  virtual void expect(std::uint64_t objects, std::uint64_t slots) = 0;
  virtual void store(sim::ObjectIndex object, std::uint64_t slot, sim::ObjectIndex target) = 0;
  virtual sim::RootIndex add_root(const sim::Root& root) = 0;
  virtual sim::HandleIndex add_handle(const sim::Handle& handle) = 0;
  // Changes through these are seen by the next collection.
  virtual std::span<sim::Root> roots() = 0;
  virtual std::span<sim::Handle> handles() = 0;
  virtual sim::FinalizationQueue& finalization() = 0;
  virtual void suppress_finalizer(sim::ObjectIndex object) = 0;
  virtual void register_finalizer(sim::ObjectIndex object) = 0;
  // Writes into Handle::slot where its object is; to be called after a handle changed outside a collection.
  // In a collection the engine writes them: short weak handles of the dead are cleared before `marked`, other
  // handles of the dead after it, the rest follow their objects before `moved`. Written atomically, because
  // any thread may read a slot at any time.
  virtual void refresh_handle(sim::HandleIndex handle) = 0;
  // The same for a handle that the heap does not have yet.
  virtual void fill_slot(const sim::Handle& handle) const = 0;

  // Whoever else has written into objects: looked for at each audited collection, when it begins, before its
  // audit and before it moves anything, and in check_objects(). Nothing is told once the audit has findings,
  // for then the collector may have done it.
  virtual void on_intrusion(IntrusionListener listener) = 0;
  virtual void check_objects() = 0;

  // The whole collection, phases played to the listener. `audited`: the findings of the second traversal are
  // in audit_findings() from `moved` on.
  virtual void collect(const sim::CollectionRequest& request, bool audited, PhaseListener& listener) = 0;
  virtual std::span<const sim::AuditFinding> audit_findings() const = 0;

  virtual sim::Address address_of(sim::ObjectIndex object) const = 0;
  // The object that starts at `address`; nullopt for any other address.
  virtual std::optional<ObjectView> object_at(sim::Address address) const = 0;
  virtual std::optional<ObjectView> object(sim::ObjectIndex object) const = 0;
  virtual std::vector<ReferenceView> references_of(sim::ObjectIndex object) const = 0;
  virtual const sim::Type& type(sim::TypeIndex type) const = 0;
  virtual std::uint64_t object_count() const = 0;
  // The first object that was made since the last collection; object_count() if none was. In a collection's
  // phases it is still what it was before.
  virtual sim::ObjectIndex first_new_object() const = 0;
  // Those with lower numbers that were made since then all the same: their numbers had been kept (reserve()).
  virtual std::span<const sim::ObjectIndex> late_objects() const = 0;
  // What became of the object that was at `address`, or what is there instead of one; nullopt for the start
  // of an object that is there, and for an address where none was. For crash handlers too: no memory, no
  // lock.
  virtual std::optional<StaleAddress> stale(sim::Address address) const = 0;
  // Collections so far whose departures are not remembered, so that where none was may mean that who was
  // there is forgotten. As stale().
  virtual std::uint32_t forgotten_collections() const = 0;
  // The rows of GetGenerationBounds in the runtime's order: per heap 4, 3, 2, 1, 0; frozen memory left out.
  virtual std::vector<GenerationRange> generation_ranges() const = 0;
  virtual std::vector<GenerationRange> frozen_ranges() const = 0;
  virtual std::optional<GenerationRange> range_of(sim::Address address) const = 0;
  // Of server GC; 1 on a workstation.
  virtual std::uint16_t heaps() const = 0;
  // Walks in the runtime's order (coreclr.md 4): heap by heap frozen, 2, 1, 0, LOH, POH; dead objects of
  // generations that no collection has reached are in it.
  virtual void walk(const ObjectVisitor& visitor) const = 0;
  // Of one heap: who ends the walk of one, does not end that of the next.
  virtual void walk_references(std::uint16_t heap, const ReferenceVisitor& visitor) const = 0;
  // As walk(), for one generation only.
  virtual void walk_generation(sim::Generation generation, const ObjectVisitor& visitor) const = 0;
  // For model lines: the heap's columns. The clrgc engine keeps a shadow of them.
  virtual const sim::Heap& heap() const = 0;
};

}  // namespace gcrucible::engine
