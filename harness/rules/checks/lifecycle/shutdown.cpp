// Rules about how a process notifies its profiler of its end.
#include "harness/rules/judge/checker.h"

namespace gcrucible::rules {
namespace {

using Stage = Lifecycle::Stage;

void at_a_managed_end(const End& end, const History& history, Ruling& ruling) {
  const Lifecycle& life = history.lifecycle();
  const bool reported = life.shut_down_since() != kNoLine;
  if (!end.reported || end.died || end.refused)
    return ruling.cannot("the trace does not record how the process ended");
  // The recorder writes its end line in Shutdown, or when it is detached.
  if (history.header().source == "recorded" && life.stage() == Stage::kActive && !reported) {
    return ruling.broken({.what = "The recorder has ended its trace, but Shutdown was never delivered.",
                          .line = end.line,
                          .callback = {}});
  }
  if (life.stage() != Stage::kActive) {
    return ruling.cannot("the trace shows no profiler in the process when it ends");
  }
  if (end.exit.empty()) {
    if (reported) return ruling.kept();
    return ruling.cannot("the trace does not record how the process ended");
  }
  if (end.exit == "normal" && !reported) {
    return ruling.broken({.what = "The process was started by managed code and ends as managed code, but "
                                  "Shutdown is never delivered.",
                          .line = end.line,
                          .callback = {}});
  }
  if (end.exit == "hosted" && reported) {
    return ruling.broken({.what = "Shutdown is delivered although unmanaged code created the runtime.",
                          .line = life.shut_down_since(),
                          .callback = "Shutdown"});
  }
  ruling.kept();
}

void once(const Callback& callback, const History& history, Ruling& ruling) {
  const std::uint64_t before = history.lifecycle().shut_down_since();
  if (callback.call != Call::kShutdown) {
    // The recorder closes its file in Shutdown. Earlier callbacks of other threads are still in the file.
    if (before == kNoLine || history.header().source != "recorded") return;
    if (callback.thread != history.lifecycle().shut_down_on()) return;
    // Callbacks that the profiler's own Info call raises, for example DestroyHandle, come inside Shutdown.
    if (history.open_infos().innermost(callback.thread) != nullptr) return;
    return ruling.broken(finding_at(callback, history.collection(),
                                    fmt::format("{} is delivered after Shutdown (line {}) on the same "
                                                "thread, on which the recorder ends its trace.",
                                                callback.name, before)));
  }
  if (before == kNoLine) return ruling.kept();
  ruling.broken(
      finding_at(callback, history.collection(),
                 fmt::format("Shutdown is delivered a second time; the first is at line {}.", before)));
}

constexpr Binding kBindings[] = {
    {.id = "shutdown/at-a-managed-end",
     .occasion = "an end line that records how the process ended",
     .end = at_a_managed_end},
    {.id = "shutdown/once", .occasion = "a call of Shutdown", .calls = CallSet::all(), .entry = once},
};

}  // namespace

std::span<const Binding> shutdown_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
