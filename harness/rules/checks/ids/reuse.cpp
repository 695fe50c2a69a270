// Rules about ids that name another thing than before, and things with two ids.
#include "harness/rules/judge/checker.h"

namespace gcrucible::rules {
namespace {

void object_id_reuse(const Callback& callback, const History& history, Ruling& ruling) {
  if (!history.monitors_gc()) return ruling.cannot("COR_PRF_MONITOR_GC is not set");
  if (!history.just_allocated(callback.object)) return ruling.kept();
  Finding finding = finding_at(
      callback, history.collection(),
      fmt::format("Object {} was allocated before, and no collection has run since.", id(callback.object)));
  finding.address = callback.object;
  ruling.broken(std::move(finding));
}

constexpr std::string_view kUnreportedEnd =
    "the class was not reported as loaded, so it may be unloaded and its id reused";

bool may_have_ended(std::uint64_t type, const History& history) {
  const bool modelled = history.types().of_class(type) != nullptr && !history.types().unloaded(type);
  return !modelled && history.loads().life(LoadStep::Kind::kClass, type) == Loads::Life::kUnknown;
}

void class_id_reuse(const InfoEvent& info, const History& history, Ruling& ruling) {
  const Loads::Identity now = identity_in(info).parts;
  const std::uint64_t type = info.arg(0).value_or(0);
  const Loads::Identity before = history.loads().identity(type);
  if (now.empty() || before.empty()) return;
  if (before[0] == now[0] && before[1] == now[1]) return ruling.kept();
  if (may_have_ended(type, history)) return ruling.cannot(kUnreportedEnd);
  ruling.broken(finding_at(info, history.collection(),
                           fmt::format("Class {:#x} has token {:#x} of module {:#x}; it had token {:#x} of "
                                       "module {:#x}, and was not unloaded.",
                                       type, now[1], now[0], before[1], before[0])));
}

void instances_differ(const InfoEvent& info, const History& history, Ruling& ruling) {
  const ReportedIdentity now = identity_in(info);
  if (now.parts.empty() || !now.whole) return;
  const std::uint64_t type = info.arg(0).value_or(0);
  const std::uint64_t other = history.loads().class_with(now.parts);
  if (other == 0 || other == type) return ruling.kept();
  if (may_have_ended(other, history)) return ruling.cannot(kUnreportedEnd);
  ruling.broken(
      finding_at(info, history.collection(),
                 fmt::format("Class {:#x} has the module, the token and the type arguments of class "
                             "{:#x}.",
                             type, other)));
}

constexpr Binding kBindings[] = {
    {.id = "ids/object-id-reuse",
     .occasion = "a call of ObjectAllocated",
     .calls = {Call::kObjectAllocated},
     .entry = object_id_reuse},
    {.id = "ids/class-id-reuse",
     .occasion = "a class that GetClassIDInfo or GetClassIDInfo2 is called for twice",
     .infos = {InfoMethod::kGetClassIDInfo, InfoMethod::kGetClassIDInfo2},
     .info = class_id_reuse},
    {.id = "ids/instances-differ",
     .occasion = "a call of GetClassIDInfo2",
     .infos = {InfoMethod::kGetClassIDInfo2},
     .info = instances_differ},
};

}  // namespace

std::span<const Binding> id_reuse_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
