// A collector and its heap, as the simulated CLR sees them. Kinds: simulated (over sim/) and, later, clrgc.
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

// An object as an inspection sees it. Addresses are current.
struct ObjectView {
  sim::ObjectIndex object = sim::kNoObject;
  sim::TypeIndex type = 0;
  sim::Generation generation = sim::Generation::k0;
  std::uint64_t length = 0;
  std::uint64_t size = 0;  // as GetObjectSize2 returns it: without padding
  bool dead = false;
};

// A reference slot of an object: where it is and what it holds.
struct ReferenceView {
  std::uint64_t offset = 0;  // from the ObjectID; 0: the method table, which keeps a loader alive
  sim::Address target = 0;
};

// Called for each object in heap-walk order. False ends the walk.
using ObjectVisitor = std::function<bool(sim::Address object, sim::TypeIndex type)>;
// Like ObjectVisitor; `references` are the non-null ones in layout order. Costs one look at every referenced
// object.
using ReferenceVisitor =
    std::function<bool(sim::Address object, sim::TypeIndex type, std::span<const sim::Address> references)>;

// Owns heap and memory. Only the thread that holds the simulated CLR's world lock may call non-const members.
// Any thread may call const members, also during a collection. They answer for the moment, as the runtime
// does.
class Engine {
 public:
  Engine() = default;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  virtual ~Engine() = default;

  virtual sim::TypeIndex add_type(sim::Type type) = 0;
  // From now on, objects of the collectible type keep `loader` alive.
  virtual void set_loader(sim::TypeIndex type, sim::ObjectIndex loader) = 0;
  // The method table that new objects of the type contain. Call before there are objects of the type.
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
  // The next collection sees changes through these.
  virtual std::span<sim::Root> roots() = 0;
  virtual std::span<sim::Handle> handles() = 0;
  virtual sim::FinalizationQueue& finalization() = 0;
  virtual void suppress_finalizer(sim::ObjectIndex object) = 0;
  virtual void register_finalizer(sim::ObjectIndex object) = 0;
  // Writes the address of the handle's object into Handle::slot. Call after a handle changed outside a
  // collection. In a collection the engine writes the slots. Short weak handles of dead objects are cleared
  // before `marked`, other handles of dead objects after it. The others follow their objects before `moved`.
  // Writes are atomic, because any thread may read a slot at any time.
  virtual void refresh_handle(sim::HandleIndex handle) = 0;
  // Like refresh_handle(), for a handle that is not yet in the heap.
  virtual void fill_slot(const sim::Handle& handle) const = 0;

  // Sets the listener for writes into objects by code other than the engine. The engine checks in each
  // audited collection: when it begins, before its audit, and before it moves objects. check_objects() checks
  // too. Once the audit has findings, nothing more is reported, because the collector may then be the cause.
  virtual void on_intrusion(IntrusionListener listener) = 0;
  virtual void check_objects() = 0;

  // Runs the whole collection and plays its phases to the listener. `audited`: from `moved` on,
  // audit_findings() has the findings of the second traversal.
  virtual void collect(const sim::CollectionRequest& request, bool audited, PhaseListener& listener) = 0;
  virtual std::span<const sim::AuditFinding> audit_findings() const = 0;

  virtual sim::Address address_of(sim::ObjectIndex object) const = 0;
  // The object that starts at `address`; nullopt for any other address.
  virtual std::optional<ObjectView> object_at(sim::Address address) const = 0;
  virtual std::optional<ObjectView> object(sim::ObjectIndex object) const = 0;
  virtual std::vector<ReferenceView> references_of(sim::ObjectIndex object) const = 0;
  virtual const sim::Type& type(sim::TypeIndex type) const = 0;
  virtual std::uint64_t object_count() const = 0;
  // The first object made since the last collection; object_count() if there is none. During a collection's
  // phases it keeps the value from before the collection.
  virtual sim::ObjectIndex first_new_object() const = 0;
  // Objects with lower numbers that were also made since then. Their numbers were reserved earlier
  // (reserve()).
  virtual std::span<const sim::ObjectIndex> late_objects() const = 0;
  // Describes the object that was at `address`, or that is there now. nullopt for the start of an existing
  // object, and for an address where no object was. For crash handlers too: takes no memory and no lock.
  virtual std::optional<StaleAddress> stale(sim::Address address) const = 0;
  // The number of collections so far whose departures are not remembered. If it is not 0, a nullopt of
  // stale() may also mean that the object is forgotten. Safe to call where stale() is.
  virtual std::uint32_t forgotten_collections() const = 0;
  // The rows of GetGenerationBounds in the runtime's order: per heap 4, 3, 2, 1, 0. No frozen memory.
  virtual std::vector<GenerationRange> generation_ranges() const = 0;
  virtual std::vector<GenerationRange> frozen_ranges() const = 0;
  virtual std::optional<GenerationRange> range_of(sim::Address address) const = 0;
  // The number of server GC heaps; 1 for workstation GC.
  virtual std::uint16_t heaps() const = 0;
  // Walks in the runtime's order (dotnet/runtime diagnostics.cpp): heap by heap frozen, 2, 1, 0, LOH, POH.
  // Includes dead objects of generations that no collection has reached.
  virtual void walk(const ObjectVisitor& visitor) const = 0;
  // Walks one heap. A visitor that ends the walk of one heap does not end the walk of the next.
  virtual void walk_references(std::uint16_t heap, const ReferenceVisitor& visitor) const = 0;
  // Like walk(), for one generation.
  virtual void walk_generation(sim::Generation generation, const ObjectVisitor& visitor) const = 0;
  // The heap's columns, for model lines. The clrgc engine keeps a shadow of them.
  virtual const sim::Heap& heap() const = 0;
};

}  // namespace gcrucible::engine
