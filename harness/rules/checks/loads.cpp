// Rules about load and unload callbacks.
#include "harness/rules/evidence/load_reports.h"
#include "harness/rules/judge/checker.h"

namespace gcrucible::rules {
namespace {

using Kind = LoadStep::Kind;
using Phase = LoadStep::Phase;
using Life = Loads::Life;

void nest(const Callback& callback, const History& history, Ruling& ruling) {
  const LoadStep step = load_step(callback).value_or(LoadStep{});
  if (step.starts()) return;
  const Loads::Open* const begun = history.loads().beginning(step);
  const Loads::Open* const innermost = history.loads().innermost(callback.thread);
  if (begun == nullptr || innermost == nullptr) return;
  if (begun->thread != callback.thread || begun == innermost) return ruling.kept();
  broken(callback, history, ruling,
         fmt::format("{} of line {} began after it and has not ended.", text_of(innermost->step),
                     innermost->line));
}

void status(const Callback& callback, const History& history, Ruling& ruling) {
  const LoadStep step = load_step(callback).value_or(LoadStep{});
  if (step.starts()) return;
  if (callback.status <= 0) return ruling.kept();
  broken(callback, history, ruling,
         fmt::format("The status is {:#x}, which is neither S_OK nor a failure.", callback.status));
}

// A module is unloaded with its assembly, and the classes of a module with the module.
bool inside_its_container(const Callback& callback, const History& history) {
  const Loads& loads = history.loads();
  if (callback.call == Call::kModuleUnloadStarted) {
    const auto assembly = loads.assembly_of(callback.module);
    return !assembly || loads.life(Kind::kAssembly, *assembly) == Life::kUnloading;
  }
  if (callback.call != Call::kClassUnloadStarted || !reported_from_start(history, Kind::kModule)) return true;
  const Loads::Open* const innermost = loads.innermost(callback.thread);
  return innermost != nullptr && innermost->step.unloads() && innermost->step.kind == Kind::kModule;
}

void unload_inside(const Callback& callback, const History& history, Ruling& ruling) {
  const auto step = load_step(callback);
  if (!step || history.loads().life(step->kind, step->id) != Life::kLoaded) return;
  if (step->kind == Kind::kModule && !reported_from_start(history, Kind::kAssembly))
    return ruling.cannot(kLoadsReportedLate);
  if (inside_its_container(callback, history)) return ruling.kept();
  broken(callback, history, ruling,
         fmt::format("{} begins to be unloaded outside of the unload of what contains it.", text_of(*step)));
}

void known(const Callback& callback, const History& history, Ruling& ruling) {
  LoadStep step = load_step(callback).value_or(LoadStep{.kind = Kind::kModule, .id = callback.module});
  if (callback.call != Call::kModuleAttachedToAssembly && step.phase != Phase::kUnloadStarted) return;
  // The first domain of a process exists before any callback.
  if (step.kind == Kind::kAppDomain) return;
  if (!reported_from_start(history, step.kind)) return ruling.cannot(kLoadsReportedLate);
  if (history.loads().life(step.kind, step.id) == Life::kLoaded) {
    return ruling.kept();
  }
  broken(callback, history, ruling, fmt::format("{} is not loaded.", text_of(step)));
}

void attached_once(const Callback& callback, const History& history, Ruling& ruling) {
  const Loads& loads = history.loads();
  if (callback.call == Call::kModuleAttachedToAssembly) {
    if (const auto assembly = loads.assembly_of(callback.module)) {
      return broken(
          callback, history, ruling,
          fmt::format("Module {:#x} was attached to assembly {:#x} before.", callback.module, *assembly));
    }
    if (!reported_from_start(history, Kind::kAssembly)) return ruling.cannot(kLoadsReportedLate);
    if (loads.life(Kind::kAssembly, callback.assembly) == Life::kLoading) return ruling.kept();
    return broken(callback, history, ruling,
                  fmt::format("Assembly {:#x} is not being loaded.", callback.assembly));
  }
  const bool from_its_start = loads.life(Kind::kAssembly, callback.assembly) == Life::kLoading;
  if (!reported_from_start(history, Kind::kModule) ||
      !(from_its_start || reported_from_start(history, Kind::kAssembly)))
    return ruling.cannot(kLoadsReportedLate);
  if (callback.status != 0 || loads.modules_in(callback.assembly) != 0) return;
  broken(callback, history, ruling,
         fmt::format("Assembly {:#x} is loaded, and no module was attached to it.", callback.assembly));
}

// ClassLoadStarted is raised when the class already exists. Unloaded ids are dead.
void at_once(const Callback& callback, const History& history, Ruling& ruling) {
  const Loads::Open* const innermost = history.loads().innermost(callback.thread);
  if (innermost == nullptr) return;
  const bool unloads = innermost->step.unloads();
  // The dependencies of the assembly are already resolved. A profiler inside a callback may load more.
  const bool asked = history.in_flight().innermost(callback.thread) != nullptr;
  if (callback.call == Call::kAssemblyLoadStarted && !unloads && !asked &&
      innermost->step.kind == Kind::kAssembly) {
    return broken(callback, history, ruling,
                  fmt::format("Assembly {:#x} begins to be loaded between the beginning of that of {:#x} "
                              "(line {}) and its end.",
                              callback.assembly, innermost->step.id, innermost->line));
  }
  if (!unloads && innermost->step.kind != Kind::kClass) return;
  if (Loads::belongs_inside(*innermost, callback.call)) return ruling.kept();
  // Only the first interruption is reported.
  if (innermost->interrupted) return;
  broken(
      callback, history, ruling,
      fmt::format("{} is delivered between line {}, in which {} begins to be {}, and the end of that.",
                  callback.name, innermost->line, text_of(innermost->step), unloads ? "unloaded" : "loaded"));
}

void ended_at_shutdown(const Callback& callback, const History& history, Ruling& ruling) {
  const Loads::Open* const innermost = history.loads().innermost(callback.thread);
  if (innermost != nullptr && innermost->step.kind != Kind::kAppDomain) {
    return broken(callback, history, ruling,
                  fmt::format("{} of line {} has not ended on this thread.", text_of(innermost->step),
                              innermost->line));
  }
  if (history.loads().any()) ruling.kept();
}

// A real runtime raises no Finished for a compilation that fails. The simulated one fails none.
void left_compiling(const Callback& callback, const History& history, Ruling& ruling) {
  const Functions::Compiling* const open = history.functions().compiling_on(callback.thread);
  if (history.header().source != "simulated" || open == nullptr) return;
  if (callback.call != Call::kShutdown &&
      (open->started != callback.call || open->function != callback.function))
    return;
  ruling.broken(finding_at(
      callback, history.collection(),
      fmt::format("{} is delivered although the compilation of {:#x} on this thread (line {}) has not ended.",
                  callback.name, open->function, open->line)));
}

void compilation_pairs(const Callback& callback, const History& history, Ruling& ruling) {
  if (!history.reported_from_start(abi::COR_PRF_MONITOR_JIT_COMPILATION))
    return ruling.cannot("COR_PRF_MONITOR_JIT_COMPILATION was not set from the start");
  if (started_of(callback.call) == Call::kOther) return left_compiling(callback, history, ruling);
  if (history.functions().compiling(callback) != nullptr) return ruling.kept();
  const Functions::Compiling* const open = history.functions().compiling_on(callback.thread);
  ruling.broken(finding_at(
      callback, history.collection(),
      open == nullptr
          ? fmt::format("{} names the function {:#x}, and no compilation is under way on this thread.",
                        callback.name, callback.function)
          : fmt::format("{} names the function {:#x}, but this thread compiles {:#x} (line {}).",
                        callback.name, callback.function, open->function, open->line)));
}

constexpr Binding kBindings[] = {
    {.id = "loads/status", .occasion = kReportedLoad, .calls = kLoadSteps, .entry = status},
    {.id = "loads/nest", .occasion = kReportedLoad, .calls = kLoadSteps, .entry = nest},
    {.id = "loads/unload-inside",
     .occasion = "an unload of a module or a class",
     .calls = {Call::kModuleUnloadStarted, Call::kClassUnloadStarted},
     .entry = unload_inside},
    {.id = "loads/known",
     .occasion = "a module that is attached, or an unload",
     .calls = kLoadSteps | CallSet{Call::kModuleAttachedToAssembly},
     .entry = known},
    {.id = "loads/attached-once",
     .occasion = "an assembly that is loaded",
     .calls = {Call::kModuleAttachedToAssembly, Call::kAssemblyLoadFinished},
     .entry = attached_once},
    {.id = "loads/at-once",
     .occasion = "a class that is loaded, or an unload",
     .calls = CallSet::all(),
     .entry = at_once},
    {.id = "loads/compilation-pairs",
     .occasion = "a call of JITCompilationFinished",
     .calls = {Call::kJITCompilationStarted, Call::kJITCompilationFinished,
               Call::kDynamicMethodJITCompilationStarted, Call::kDynamicMethodJITCompilationFinished,
               Call::kShutdown},
     .entry = compilation_pairs},
    {.id = "loads/ended-at-shutdown",
     .occasion = "a Shutdown after loads",
     .calls = {Call::kShutdown},
     .entry = ended_at_shutdown},
};

}  // namespace

std::span<const Binding> load_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
