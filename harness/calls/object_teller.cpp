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

void tell_objects_allocated(clr::Clr& clr) {
  clr::Profiler& profiler = *clr.profiler();
  if (!profiler.wants(CallbackMethod::kObjectsAllocatedByClass)) return;
  const bool allocated = (clr.mask().low() & abi::COR_PRF_MONITOR_OBJECT_ALLOCATED) != 0;
  if (clr.runtime().allocated_by_class_needs_object_allocated && !allocated) return;

  constexpr std::size_t kUnseen = std::numeric_limits<std::size_t>::max();
  std::vector<std::size_t> place(clr.classes().all().size(), kUnseen);
  std::vector<abi::ClassID> classes;
  std::vector<abi::ULONG> counts;
  clr.engine().walk_generation(sim::Generation::k0, [&](sim::Address, sim::TypeIndex type) {
    if (place[type] == kUnseen) {
      place[type] = classes.size();
      classes.push_back(clr.classes().at(type).id);
      counts.push_back(0);
    }
    ++counts[place[type]];
    return true;
  });
  if (classes.empty()) return;
  const auto count = static_cast<abi::ULONG>(classes.size());
  profiler.call(
      CallbackMethod::kObjectsAllocatedByClass,
      [&] { return trace::fields::ObjectsAllocatedByClass(count, classes.data(), counts.data()); },
      [&] { return profiler.level2()->ObjectsAllocatedByClass(count, classes.data(), counts.data()); });
}

void tell_finalizeable_objects(clr::Clr& clr, const sim::Collection& collection) {
  clr::Profiler& profiler = *clr.profiler();
  const auto tell = [&](const sim::FinalizableObject& queued) {
    if (!profiler.wants(CallbackMethod::kFinalizeableObjectQueued)) return;
    const abi::DWORD flags = queued.critical ? abi::DWORD{abi::COR_PRF_FINALIZER_CRITICAL} : 0;
    const abi::ObjectID object = clr.engine().address_of(queued.object);
    profiler.call(
        CallbackMethod::kFinalizeableObjectQueued,
        [&] { return trace::fields::FinalizeableObjectQueued(flags, object); },
        [&] { return profiler.level2()->FinalizeableObjectQueued(flags, object); });
  };
  // The engine appends the newly queued when it moves; whoever is told before or after gets each once.
  const auto& queue = clr.engine().finalizer_queue();
  const auto is_new = [&](const sim::FinalizableObject& entry) {
    return std::ranges::any_of(
        collection.queued, [&](const sim::FinalizableObject& each) { return each.object == entry.object; });
  };
  for (const bool critical : {true, false}) {
    if (clr.runtime().repeats_queued_finalizable) {
      for (const sim::FinalizableObject& entry : queue) {
        if (entry.critical == critical && !is_new(entry)) tell(entry);
      }
    }
    for (const sim::FinalizableObject& entry : collection.queued) {
      if (entry.critical == critical) tell(entry);
    }
  }
}

}  // namespace gcrucible::calls
