// The engine over sim/. After `started` it computes the whole Collection value. It then plays that value
// through the other phases.
#pragma once

#include <memory>
#include <vector>

#include "harness/engine/departures.h"
#include "harness/engine/engine.h"
#include "sim/collecting/collector.h"
#include "sim/fault.h"
#include "sim/memory.h"

namespace gcrucible::engine {

class SimulatedEngine final : public Engine {
 public:
  // `after_collection` is called after each collection, for memory that ages (quarantine). May be empty.
  SimulatedEngine(sim::HeapSettings settings, std::unique_ptr<sim::Memory> memory, sim::Fault fault,
                  std::function<void()> after_collection = {});

  sim::TypeIndex add_type(sim::Type type) override { return heap_.add_type(std::move(type)); }
  void set_loader(sim::TypeIndex type, sim::ObjectIndex loader) override { heap_.set_loader(type, loader); }
  void set_method_table(sim::TypeIndex type, sim::Address table) override {
    heap_.set_method_table(type, table);
  }
  bool add_range(sim::Address start, std::uint64_t reserved, sim::Generation generation,
                 std::uint16_t heap) override {
    return heap_.add_range(start, reserved, generation, heap).has_value();
  }
  sim::AllocationResult allocate(const sim::Allocation& allocation) override;
  std::optional<sim::ObjectIndex> reserve(sim::TypeIndex type, std::uint64_t length,
                                          std::uint64_t count) override {
    return heap_.reserve(type, length, count);
  }
  void expect(std::uint64_t objects, std::uint64_t slots) override { heap_.expect(objects, slots); }
  void store(sim::ObjectIndex object, std::uint64_t slot, sim::ObjectIndex target) override {
    heap_.store(object, slot, target);
  }
  sim::RootIndex add_root(const sim::Root& root) override { return heap_.add_root(root); }
  sim::HandleIndex add_handle(const sim::Handle& handle) override;
  std::span<sim::Root> roots() override { return heap_.roots(); }
  std::span<sim::Handle> handles() override { return heap_.handles(); }
  sim::FinalizationQueue& finalization() override { return heap_.finalization(); }
  void suppress_finalizer(sim::ObjectIndex object) override { heap_.suppress_finalizer(object); }
  void register_finalizer(sim::ObjectIndex object) override { heap_.register_finalizer(object); }
  void refresh_handle(sim::HandleIndex handle) override;
  void fill_slot(const sim::Handle& handle) const override { write_slot(handle, address_of(handle.object)); }

  void on_intrusion(IntrusionListener listener) override { intrusion_ = std::move(listener); }
  void check_objects() override { report_intrusions(nullptr); }
  void collect(const sim::CollectionRequest& request, bool audited, PhaseListener& listener) override;
  std::span<const sim::AuditFinding> audit_findings() const override { return findings_; }

  sim::Address address_of(sim::ObjectIndex object) const override;
  std::optional<ObjectView> object_at(sim::Address address) const override;
  std::optional<ObjectView> object(sim::ObjectIndex object) const override;
  std::vector<ReferenceView> references_of(sim::ObjectIndex object) const override;
  std::optional<StaleAddress> stale(sim::Address address) const override {
    return departures_.find(heap_, address);
  }
  std::uint32_t forgotten_collections() const override { return departures_.forgotten(); }
  const sim::Type& type(sim::TypeIndex type) const override { return heap_.type(type); }
  std::uint64_t object_count() const override { return heap_.objects().count(); }
  sim::ObjectIndex first_new_object() const override { return first_new_; }
  std::span<const sim::ObjectIndex> late_objects() const override { return late_; }
  std::vector<GenerationRange> generation_ranges() const override;
  std::vector<GenerationRange> frozen_ranges() const override;
  std::optional<GenerationRange> range_of(sim::Address address) const override;
  void walk(const ObjectVisitor& visitor) const override;
  std::uint16_t heaps() const override;
  void walk_references(std::uint16_t heap, const ReferenceVisitor& visitor) const override;
  void walk_generation(sim::Generation generation, const ObjectVisitor& visitor) const override;
  const sim::Heap& heap() const override { return heap_; }

 private:
  void report_intrusions(sim::Audit* audit);
  // The only function that writes slots.
  static void write_slot(const sim::Handle& handle, sim::Address address);
  void clear_slots(const sim::Collection& collection, bool short_weak);

  std::unique_ptr<sim::Memory> memory_;
  sim::Heap heap_;
  sim::Collector collector_;
  Departures departures_;
  std::function<void()> after_collection_;
  std::vector<sim::AuditFinding> findings_;
  sim::ObjectIndex first_new_ = 0;
  std::vector<sim::ObjectIndex> late_;
  IntrusionListener intrusion_;  // empty once the audit has findings
};

}  // namespace gcrucible::engine
