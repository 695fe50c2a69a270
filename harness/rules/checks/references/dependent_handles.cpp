// Rules about the handles in ConditionalWeakTableElementReferences.
#include <algorithm>

#include "harness/abi/enums.h"
#include "harness/abi/monitor_flags.h"
#include "harness/rules/judge/checker.h"

namespace gcrucible::rules {
namespace {

using State = Handles::State;

constexpr std::string_view kLate = "handles were not reported from the start";

void living_dependent_handles(const Callback& callback, const History& history, Ruling& ruling) {
  for (std::uint32_t i = 0; i < callback.elements.size(); ++i) {
    const std::uint64_t handle = callback.elements[i].id;
    const State state = history.handles().of(handle);
    if (state == State::kAlive) {
      ruling.kept();
    } else if (state == State::kUnknown && !history.reported_from_start(abi::COR_PRF_MONITOR_GC)) {
      ruling.cannot(kLate);
    } else if (history.handles().destroyed_meanwhile(handle)) {
      ruling.cannot("the handle was destroyed during the collection");
    } else {
      ruling.broken(at_entry(
          finding_at(
              callback, history.collection(),
              fmt::format("Entry {} has the handle {:#x}, which {}.", i, handle,
                          state == State::kDestroyed ? "is destroyed" : "was not reported as created")),
          i));
    }
  }
}

void dependent_or_root(const Collection& collection, const History&, Ruling& ruling) {
  if (collection.elements.empty()) return;
  std::vector<std::uint64_t> roots;
  for (const Root& root : collection.roots) {
    if (root.kind == abi::COR_PRF_GC_ROOT_HANDLE) roots.push_back(root.id);
  }
  std::sort(roots.begin(), roots.end());
  for (const ElementReport& report : collection.elements) {
    const std::uint64_t handle = report.element.id;
    if (!std::binary_search(roots.begin(), roots.end(), handle)) continue;
    ruling.broken({.what = fmt::format("Handle {:#x} is also reported among the roots.", handle),
                   .collection = collection.number,
                   .line = report.line,
                   .callback = std::string(name_of(Call::kConditionalWeakTableElementReferences)),
                   .entry = report.entry});
  }
}

void needs_fifth_interface(const Callback& callback, const History& history, Ruling& ruling) {
  const auto version = history.header().callback_version;
  if (version && *version < 5) {
    return ruling.broken(
        finding_at(callback, history.collection(),
                   fmt::format("The profiler has ICorProfilerCallback{} and no later one.", *version)));
  }
  if ((history.permitted_for(callback.thread).low & abi::COR_PRF_MONITOR_GC) == 0) {
    return ruling.broken(finding_at(callback, history.collection(), "COR_PRF_MONITOR_GC is not set."));
  }
  if (!version) return ruling.cannot("the trace does not record which interfaces the profiler has");
  ruling.kept();
}

constexpr Binding kBindings[] = {
    {.id = "dependent-handles/handle-ids",
     .occasion = "a call of ConditionalWeakTableElementReferences",
     .calls = {Call::kConditionalWeakTableElementReferences},
     .entry = living_dependent_handles,
     .collection = dependent_or_root},
    {.id = "dependent-handles/needs-fifth-interface",
     .occasion = "a call of ConditionalWeakTableElementReferences",
     .calls = {Call::kConditionalWeakTableElementReferences},
     .entry = needs_fifth_interface},
};

}  // namespace

std::span<const Binding> dependent_handle_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
