// Rules about how a profiler is loaded, and which one.
#include "harness/abi/hresults.h"
#include "harness/rules/evidence/runtime_settings.h"
#include "harness/rules/judge/checker.h"

namespace gcrucible::rules {
namespace {

using Stage = Lifecycle::Stage;

constexpr CallSet kBeginnings{Call::kInitialize, Call::kInitializeForAttach};

// LoadAsNotificationOnly comes once, directly before the profiler begins.
void asked_first(const Callback& callback, const History& history, Ruling& ruling) {
  const Lifecycle& life = history.lifecycle();
  if (callback.call == Call::kLoadAsNotificationOnly) {
    const bool loaded = life.stage() == Stage::kBeginning || life.stage() == Stage::kActive;
    if (life.asked() == kNoLine && !loaded) return;
    return ruling.broken(finding_at(
        callback, history.collection(),
        loaded ? fmt::format("LoadAsNotificationOnly is delivered to a profiler that began at line {}.",
                             life.begun())
               : fmt::format("LoadAsNotificationOnly was already delivered, at line {}.", life.asked())));
  }
  if (kBeginnings.has(callback.call)) {
    // Not every runtime calls it. .NET calls it for each profiler that has the method.
    const bool asks = is_real_net10(history.header()) && history.header().callback_version.value_or(0) >= 11;
    if (!asks || life.asked() != kNoLine) return;
    return ruling.broken(finding_at(callback, history.collection(),
                                    callback.name + " is delivered without LoadAsNotificationOnly, although "
                                                    "the profiler has ICorProfilerCallback11."));
  }
  if (life.asked() == kNoLine || life.stage() != Stage::kNone) return;
  ruling.broken(finding_at(callback, history.collection(),
                           fmt::format("{} is delivered after LoadAsNotificationOnly (line {}), but neither "
                                       "Initialize nor InitializeForAttach was delivered.",
                                       callback.name, life.asked())));
}

void initialize_first(const Callback& callback, const History& history, Ruling& ruling) {
  asked_first(callback, history, ruling);
  if (callback.call == Call::kLoadAsNotificationOnly) return;
  const Lifecycle& life = history.lifecycle();
  if (callback.call == Call::kInitialize && life.stage() == Stage::kNone) {
    if (life.first_line() == kNoLine) return ruling.kept();
    return ruling.broken(finding_at(
        callback, history.collection(),
        fmt::format("Initialize is delivered after {} (line {}).", life.first_call(), life.first_line())));
  }
  if (life.stage() != Stage::kBeginning || life.attached() || kBeginnings.has(callback.call)) return;
  ruling.broken(finding_at(callback, history.collection(),
                           fmt::format("{} is delivered while Initialize (line {}) has not returned.",
                                       callback.name, life.begun())));
}

void second_interface(const Callback& callback, const History& history, Ruling& ruling) {
  const auto version = history.header().callback_version;
  if (!version) return ruling.cannot("the trace does not record which interfaces the profiler has");
  if (*version >= 2) {
    if (kBeginnings.has(callback.call)) ruling.kept();
    return;
  }
  ruling.broken(
      finding_at(callback, history.collection(),
                 callback.name + " is delivered to a profiler that has ICorProfilerCallback only."));
}

void failed_initialize_ends(const Callback& callback, const History& history, Ruling& ruling) {
  const Lifecycle& life = history.lifecycle();
  // Another profiler may be loaded.
  if (life.stage() != Stage::kFailed || kBeginnings.has(callback.call)) return;
  ruling.broken(finding_at(callback, history.collection(),
                           fmt::format("{} is delivered although {} (line {}) returned {}.", callback.name,
                                       life.attached() ? "InitializeForAttach" : "Initialize", life.begun(),
                                       abi::hresult_text(life.began_with()))));
}

void nothing_after_failure(const End&, const History& history, Ruling& ruling) {
  const Lifecycle& life = history.lifecycle();
  if (life.stage() == Stage::kFailed && life.calls_after_failure() == 0) ruling.kept();
}

void one_profiler(const Callback& callback, const History& history, Ruling& ruling) {
  const Lifecycle& life = history.lifecycle();
  if (life.stage() == Stage::kNone || life.stage() == Stage::kFailed || life.stage() == Stage::kGone)
    return ruling.kept();
  ruling.broken(finding_at(callback, history.collection(),
                           fmt::format("{} is delivered while the profiler that began at line {} is loaded.",
                                       callback.name, life.begun())));
}

constexpr Binding kBindings[] = {
    {.id = "start/initialize-first",
     .occasion = "a call of Initialize",
     .calls = CallSet::all(),
     .entry = initialize_first},
    {.id = "start/second-interface-required",
     .occasion = "a call of Initialize or InitializeForAttach",
     .calls = kAnyCall,
     .entry = second_interface},
    {.id = "start/failed-initialize-ends",
     .occasion = "a failing Initialize or InitializeForAttach",
     .calls = kAnyCall,
     .entry = failed_initialize_ends,
     .end = nothing_after_failure},
    {.id = "start/one-profiler",
     .occasion = "a call of Initialize or InitializeForAttach",
     .calls = kBeginnings,
     .entry = one_profiler},
};

}  // namespace

std::span<const Binding> start_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
