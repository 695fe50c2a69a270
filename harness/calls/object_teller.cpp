#include "harness/calls/object_teller.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "harness/abi/monitor_flags.h"
#include "harness/trace/callback_fields.h"

namespace gcrucible::calls {

using abi::CallbackMethod;

void tell_object_references(clr::Clr& clr, const program::Telling& telling) {
  clr::Profiler& profiler = *clr.profiler();
  const bool goes_on = std::ranges::any_of(telling.edits, [](const program::ReportEdit& edit) {
    return edit.kind == program::ReportEdit::Kind::kReferencesAfterError;
  });
  // An array of no references is a null array in the runtime (coreclr.md section 4).
  clr.engine().walk_references(
      [&](sim::Address object, sim::TypeIndex type, std::span<const sim::Address> references) {
        if (!profiler.wants(CallbackMethod::kObjectReferences)) return false;
        const abi::ClassID class_id = clr.classes().at(type).id;
        const auto count = static_cast<abi::ULONG>(references.size());
        abi::ObjectID* targets = count == 0 ? nullptr : const_cast<abi::ObjectID*>(references.data());
        const abi::HRESULT hr = profiler.call(
            CallbackMethod::kObjectReferences,
            [&] { return trace::fields::ObjectReferences(object, class_id, count, targets); },
            [&] { return profiler.level2()->ObjectReferences(object, class_id, count, targets); });
        return goes_on || !abi::failed(hr);
      });
}

ClassCounts count_allocated(clr::Clr& clr) {
  ClassCounts allocated;
  if (!clr.profiler()->wants(CallbackMethod::kObjectsAllocatedByClass)) return allocated;
  const bool by_flag = (clr.mask().low() & abi::COR_PRF_MONITOR_OBJECT_ALLOCATED) != 0;
  if (clr.runtime().allocated_by_class_needs_object_allocated && !by_flag) return allocated;

  constexpr std::size_t kUnseen = std::numeric_limits<std::size_t>::max();
  std::vector<std::size_t> place(clr.classes().all().size(), kUnseen);
  clr.engine().walk_generation(sim::Generation::k0, [&](sim::Address, sim::TypeIndex type) {
    if (place[type] == kUnseen) {
      place[type] = allocated.classes.size();
      allocated.classes.push_back(clr.classes().at(type).id);
      allocated.counts.push_back(0);
    }
    ++allocated.counts[place[type]];
    return true;
  });
  return allocated;
}

void tell_objects_allocated(clr::Clr& clr, ClassCounts& allocated) {
  clr::Profiler& profiler = *clr.profiler();
  if (allocated.classes.empty() || !profiler.wants(CallbackMethod::kObjectsAllocatedByClass)) return;
  const auto count = static_cast<abi::ULONG>(allocated.classes.size());
  abi::ClassID* classes = allocated.classes.data();
  abi::ULONG* counts = allocated.counts.data();
  profiler.call(
      CallbackMethod::kObjectsAllocatedByClass,
      [&] { return trace::fields::ObjectsAllocatedByClass(count, classes, counts); },
      [&] { return profiler.level2()->ObjectsAllocatedByClass(count, classes, counts); });
}

std::vector<QueuedObject> queued_objects(clr::Clr& clr, const sim::Collection& collection) {
  std::vector<QueuedObject> all;
  if (!clr.profiler()->wants(CallbackMethod::kFinalizeableObjectQueued)) return all;
  const auto add = [&](const sim::FinalizableObject& queued) {
    all.push_back({.object = clr.engine().address_of(queued.object),
                   .flags = queued.critical ? abi::DWORD{abi::COR_PRF_FINALIZER_CRITICAL} : 0});
  };
  // The engine appends the newly queued when it moves, so that until then the queue has the older ones.
  for (const bool critical : {true, false}) {
    if (clr.runtime().repeats_queued_finalizable) {
      for (const sim::FinalizableObject& entry : clr.engine().finalizer_queue()) {
        if (entry.critical == critical) add(entry);
      }
    }
    for (const sim::FinalizableObject& entry : collection.queued) {
      if (entry.critical == critical) add(entry);
    }
  }
  return all;
}

void tell_finalizeable_objects(clr::Clr& clr, const std::vector<QueuedObject>& queued) {
  clr::Profiler& profiler = *clr.profiler();
  for (const QueuedObject& each : queued) {
    if (!profiler.wants(CallbackMethod::kFinalizeableObjectQueued)) return;
    profiler.call(
        CallbackMethod::kFinalizeableObjectQueued,
        [&] { return trace::fields::FinalizeableObjectQueued(each.flags, each.object); },
        [&] { return profiler.level2()->FinalizeableObjectQueued(each.flags, each.object); });
  }
}

}  // namespace gcrucible::calls
