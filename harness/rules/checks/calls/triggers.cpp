// Rules about Info methods that may trigger a collection.
#include "harness/rules/evidence/call_place.h"
#include "harness/rules/evidence/trigger_guard.h"
#include "harness/rules/judge/checker.h"

namespace gcrucible::rules {
namespace {

void judge(const OpenInfo& info, Ruling& ruling, bool forbidden) {
  if (!forbidden) return ruling.kept();
  broken(info, ruling,
         fmt::format("{} is called inside {}: it may trigger a collection, which that callback forbids.",
                     call_text(info), name_of(info.inside_call)));
}

void documented(const OpenInfo& info, const History&, Ruling& ruling) {
  judge(info, ruling, kForbidTriggers.has(info.inside_call));
}

void kin(const OpenInfo& info, const History&, Ruling& ruling) {
  judge(info, ruling, kKinForbidTriggers.has(info.inside_call));
}

void newer(const OpenInfo& info, const History&, Ruling& ruling) {
  judge(info, ruling, kAnyForbidTriggers.has(info.inside_call));
}

void force_gc(const OpenInfo& info, const History& history, Ruling& ruling) {
  if (info.inside != kNoLine) {
    return broken(info, ruling, fmt::format("ForceGC is called {}.", place_text(info)));
  }
  if (!is_managed(info.thread, history)) return ruling.kept();
  broken(info, ruling,
         fmt::format("ForceGC is called on native thread {}, the managed thread with ThreadID {}.",
                     info.thread, id(history.threads().id_of(info.thread).value_or(0))));
}

constexpr std::string_view kOccasion = "a call of a method that may trigger a collection";

constexpr Binding kBindings[] = {
    {.id = "calls/no-trigger-where-forbidden",
     .occasion = kOccasion,
     .infos = kTriggeringMethods,
     .opened = documented},
    {.id = "calls/no-trigger-in-their-kin",
     .occasion = kOccasion,
     .infos = kTriggeringMethods,
     .opened = kin},
    {.id = "calls/no-newer-triggers",
     .occasion = kOccasion,
     .infos = kNewerTriggeringMethods,
     .opened = newer},
    {.id = "calls/force-gc-thread",
     .occasion = "a call of ForceGC",
     .infos = {InfoMethod::kForceGC},
     .opened = force_gc},
};

}  // namespace

std::span<const Binding> trigger_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
