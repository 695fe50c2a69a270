// The rule about objects of classes that were not announced.
#include "harness/abi/monitor_flags.h"
#include "harness/rules/evidence/call_place.h"
#include "harness/rules/judge/checker.h"

namespace gcrucible::rules {
namespace {

bool is_announced(std::uint64_t object_class, const History& history) {
  const Loads::Life life = history.loads().life(LoadStep::Kind::kClass, object_class);
  return life == Loads::Life::kLoaded || life == Loads::Life::kUnloading;
}

bool asks_for_loads(const History& history) {
  return (history.masks().required().low & abi::COR_PRF_MONITOR_CLASS_LOADS) != 0;
}

void unannounced(const Callback& callback, const History& history, Ruling& ruling) {
  if (asks_for_loads(history) && callback.object_class != 0 &&
      !is_announced(callback.object_class, history)) {
    ruling.kept();
  }
}

void died_of_class(const End& end, const History& history, Ruling& ruling) {
  const InFlight* const around = died_in(end, history);
  if (around == nullptr || around->object_class == 0 || !asks_for_loads(history)) return;
  if (is_announced(around->object_class, history) || is_stale_fault(end)) return;
  if (around->call != Call::kObjectAllocated && around->call != Call::kObjectReferences) return;
  // A missing table entry leads to such an access. A process that exits, throws or recurses dies of another
  // cause.
  if (!end.bad_access || end.fault == "stack") return;
  // Arrays are never announced as loaded. If the profiler survived an earlier unannounced class, the cause is
  // another one.
  const TypeFacts* const type = history.types().of_class(around->object_class);
  if ((type != nullptr && type->kind == TypeFacts::Kind::kArray) || ruling.occasions() > 1) return;
  ruling.broken(finding_at(
      *around, fmt::format("The process died in {} of class {}, which no ClassLoadFinished has announced.",
                           name_of(around->call), id(around->object_class))));
}

constexpr Binding kBindings[] = {
    {.id = "life/unannounced-classes",
     .occasion = "an object of an unannounced class in a run that reports class loads",
     .calls = {Call::kObjectAllocated, Call::kObjectReferences},
     .entry = unannounced,
     .end = died_of_class},
};

}  // namespace

std::span<const Binding> unannounced_class_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
