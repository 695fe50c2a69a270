// Rules about resources that a profiler must release: handles, and a suspended runtime.
#include "harness/abi/hresults.h"
#include "harness/rules/evidence/call_place.h"
#include "harness/rules/judge/checker.h"

namespace gcrucible::rules {
namespace {

constexpr std::size_t kMostHandles = 4096;

Finding at_line(std::uint64_t line, std::string_view method, std::string what) {
  return {.what = std::move(what), .line = line, .callback = std::string(method)};
}

std::string never_destroyed(const History& history) {
  const auto& handles = history.own_calls().handles();
  return fmt::format(
      "{} of CreateHandle {} never destroyed; the one with the lowest id is {}.",
      handles.size() == 1 ? std::string("A handle") : fmt::format("{} handles", handles.size()),
      handles.size() == 1 ? "was" : "were", id(handles.begin()->first));
}

// A detached profiler cannot destroy handles any more, and the runtime keeps them.
void detached_with_handles(const InfoEvent& info, const History& history, Ruling& ruling) {
  const auto& handles = history.own_calls().handles();
  if (info.hr != abi::S_OK || handles.empty()) return;
  ruling.broken(at_line(
      handles.begin()->second, "CreateHandle",
      fmt::format("The profiler requests its detach in line {}. {}", info.line, never_destroyed(history))));
}

void created(const InfoEvent& info, const History& history, Ruling& ruling) {
  if (info.asked) return;
  if (info.method == InfoMethod::kRequestProfilerDetach) return detached_with_handles(info, history, ruling);
  if (info.method != InfoMethod::kCreateHandle || !info.succeeded()) return;
  // This handle is not counted yet.
  const std::size_t alive = history.own_calls().handles().size() + 1;
  if (alive < kMostHandles) return ruling.kept();
  if (alive > kMostHandles) return;
  broken(info, history, ruling,
         fmt::format("With this handle, {} handles of CreateHandle are alive.", alive));
}

void used(const OpenInfo& info, const History& history, Ruling& ruling) {
  if (info.method == InfoMethod::kCreateHandle || info.method == InfoMethod::kRequestProfilerDetach) return;
  const std::uint64_t handle = first_argument(info);
  if (!history.own_calls().destroyed(handle)) return;
  broken(info, ruling,
         fmt::format("{} is called {}, but DestroyHandle was already called for this handle.",
                     call_text(info), place_text(info)));
}

void left(const End& end, const History& history, Ruling& ruling) {
  const auto& handles = history.own_calls().handles();
  // If the process died, it is unknown what the profiler would have done.
  if (!end.reported || end.died || handles.empty() || !history.shut_down()) return;
  ruling.broken(at_line(handles.begin()->second, "CreateHandle", never_destroyed(history)));
}

void place_of_handle(const OpenInfo& info, const History& history, Ruling& ruling) {
  if (first_argument(info) == 0) return;
  if (has_ids(info, history)) return ruling.kept();
  if (info.inside != kNoLine && info.inside_call == Call::kOther) return;
  if (info.inside_call == Call::kEventPipeEventDelivered) return;  // covered by a separate rule
  broken(info, ruling,
         fmt::format("{} is called {}{}.", call_text(info), place_text(info),
                     info.inside == kNoLine ? "" : ", which passes no object"));
}

void resumed(const OpenInfo& info, const History& history, Ruling& ruling) {
  const auto& suspended = history.own_calls().suspended();
  if (!suspended) return;
  if (suspended->thread == info.thread) return ruling.kept();
  broken(info, ruling,
         fmt::format("ResumeRuntime is called on native thread {}, but SuspendRuntime, in line {}, was "
                     "called on native thread {}.",
                     info.thread, suspended->line, suspended->thread));
}

void never_resumed(const End& end, const History& history, Ruling& ruling) {
  const auto& suspended = history.own_calls().suspended();
  if (!suspended) return;
  // A profiler's thread may be between its two calls when the process ends without a notification.
  if (end.reported && !end.died && !history.shut_down() && !suspended->in_callback) return;
  Finding finding =
      at_line(suspended->line, "SuspendRuntime",
              "SuspendRuntime succeeded, but ResumeRuntime was not called before the end of the run.");
  finding.thread = suspended->thread;
  ruling.broken(std::move(finding));
}

constexpr Binding kBindings[] = {
    {.id = "life/destroy-handles",
     .occasion = "a call of CreateHandle that succeeded",
     .infos = {InfoMethod::kCreateHandle, InfoMethod::kDestroyHandle, InfoMethod::kGetObjectIDFromHandle,
               InfoMethod::kRequestProfilerDetach},
     .info = created,
     .opened = used,
     .end = left},
    {.id = "life/handles-in-callbacks",
     .occasion = "a call of CreateHandle",
     .infos = {InfoMethod::kCreateHandle},
     .opened = place_of_handle},
    {.id = "life/resume-what-you-suspend",
     .occasion = "a call of SuspendRuntime that succeeded",
     .infos = {InfoMethod::kResumeRuntime},
     .opened = resumed,
     .end = never_resumed},
};

}  // namespace

std::span<const Binding> own_handle_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
