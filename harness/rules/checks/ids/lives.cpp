// Rules about when ids of domains, assemblies, modules, classes and threads are valid.
#include "harness/abi/hresults.h"
#include "harness/rules/evidence/load_reports.h"
#include "harness/rules/judge/checker.h"

namespace gcrucible::rules {
namespace {

using Kind = LoadStep::Kind;
using Life = Loads::Life;

void unique(const Callback& callback, const History& history, Ruling& ruling) {
  if (callback.call == Call::kThreadCreated) {
    if (history.threads().life(callback.thread_id) != Threads::Life::kCreated) return ruling.kept();
    return broken(callback, history, ruling,
                  fmt::format("Thread {:#x} is created although it is alive.", callback.thread_id));
  }
  const LoadStep step = load_step(callback).value_or(LoadStep{});
  const Life life = history.loads().life(step.kind, step.id);
  if (life == Life::kUnknown || life == Life::kUnloaded) return ruling.kept();
  broken(callback, history, ruling,
         fmt::format("{} is loaded although it is already loaded.", text_of(step)));
}

void load_pairs(const Callback& callback, const History& history, Ruling& ruling) {
  const LoadStep step = load_step(callback).value_or(LoadStep{});
  if (step.starts()) return;
  const Loads::Open* const begun = history.loads().beginning(step);
  if (begun == nullptr) {
    if (!reported_from_start(history, step.kind)) return ruling.cannot(kLoadsReportedLate);
    return broken(
        callback, history, ruling,
        fmt::format("{} has not begun to be {}.", text_of(step), step.unloads() ? "unloaded" : "loaded"));
  }
  if (begun->thread == callback.thread) return ruling.kept();
  broken(callback, history, ruling,
         fmt::format("Thread {} began this in line {}, and thread {} ends it.", begun->thread, begun->line,
                     callback.thread));
}

void die_with_container(const Callback& callback, const History& history, Ruling& ruling) {
  const Loads& loads = history.loads();
  if (callback.call == Call::kAssemblyUnloadFinished) {
    if (loads.modules_in(callback.assembly) == 0) return ruling.kept();
    return broken(callback, history, ruling,
                  fmt::format("Assembly {:#x} is unloaded, but {} of its modules was not unloaded.",
                              callback.assembly, loads.modules_in(callback.assembly)));
  }
  if (callback.call == Call::kModuleUnloadFinished) {
    if (loads.classes_in(callback.module) == 0) return ruling.kept();
    return broken(callback, history, ruling,
                  fmt::format("Module {:#x} is unloaded, but {} of its known classes were not unloaded.",
                              callback.module, loads.classes_in(callback.module)));
  }
  if (!loads.any_class_unloads()) return;
  const auto module = loads.module_of(callback.object_class);
  if (!module || loads.life(Kind::kModule, *module) != Life::kUnloaded) return;
  broken(callback, history, ruling,
         fmt::format("Class {:#x} is reported, but its module {:#x} is unloaded.", callback.object_class,
                     *module));
}

void in_window(std::uint64_t type, const Callback& callback, const History& history, Ruling& ruling) {
  switch (history.loads().life(Kind::kClass, type)) {
    case Life::kUnknown:
      return ruling.cannot("no class in a report was reported as loaded");
    case Life::kUnloaded:
      return broken(callback, history, ruling, fmt::format("Class {:#x} is unloaded.", type));
    case Life::kUnloading: {
      // During ClassUnloadStarted itself the class is valid.
      for (const InFlight& call : history.in_flight().calls()) {
        if (!call.returned && call.call == Call::kClassUnloadStarted && call.subject == type) return;
      }
      return broken(callback, history, ruling, fmt::format("Class {:#x} is being unloaded.", type));
    }
    default:
      return ruling.kept();
  }
}

void class_window(const Callback& callback, const History& history, Ruling& ruling) {
  if (!history.loads().any_class()) return;
  if (callback.call != Call::kObjectsAllocatedByClass) {
    if (callback.object_class != 0) in_window(callback.object_class, callback, history, ruling);
    return;
  }
  for (const ClassCount& each : callback.classes) {
    if (each.object_class != 0) in_window(each.object_class, callback, history, ruling);
  }
}

void thread_window(const InfoEvent& info, const History& history, Ruling& ruling) {
  const std::uint64_t thread = info.arg(0).value_or(0);
  const Threads::Life life = history.threads().life(thread);
  // The sources disagree whether the thread is already dead inside ThreadDestroyed.
  const InFlight* const around = history.in_flight().innermost(info.thread);
  if (life == Threads::Life::kUnknown || (around != nullptr && around->call == Call::kThreadDestroyed))
    return;
  if (info.succeeded() == (life == Threads::Life::kCreated)) return ruling.kept();
  ruling.broken(finding_at(
      info, history.collection(),
      fmt::format("GetThreadInfo answers {} for thread {:#x}, which {}.", abi::hresult_text(info.hr), thread,
                  life == Threads::Life::kCreated ? "lives" : "is destroyed")));
}

constexpr CallSet kLoadStarts{Call::kThreadCreated, Call::kAppDomainCreationStarted,
                              Call::kAssemblyLoadStarted, Call::kModuleLoadStarted, Call::kClassLoadStarted};

constexpr Binding kBindings[] = {
    {.id = "ids/unique",
     .occasion = "a load or a thread that is reported",
     .calls = kLoadStarts,
     .entry = unique},
    {.id = "ids/load-pairs", .occasion = kReportedLoad, .calls = kLoadSteps, .entry = load_pairs},
    {.id = "ids/die-with-container",
     .occasion = "an assembly or a module that is unloaded",
     .calls = {Call::kAssemblyUnloadFinished, Call::kModuleUnloadFinished, Call::kObjectReferences,
               Call::kObjectAllocated},
     .entry = die_with_container},
    {.id = "ids/class-window",
     .occasion = "a class in a report that was reported as loaded",
     .calls = {Call::kObjectReferences, Call::kObjectAllocated, Call::kObjectsAllocatedByClass},
     .entry = class_window},
    {.id = "ids/thread-window",
     .occasion = "a call of GetThreadInfo for a thread that is reported",
     .infos = {InfoMethod::kGetThreadInfo},
     .info = thread_window},
};

}  // namespace

std::span<const Binding> id_life_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
