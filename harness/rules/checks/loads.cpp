// Rules about load and unload callbacks, and about the ids in them.
#include "harness/abi/monitor_flags.h"
#include "harness/rules/judge/checker.h"

namespace gcrucible::rules {
namespace {

using Kind = LoadStep::Kind;
using Phase = LoadStep::Phase;
using Life = Loads::Life;

std::string text_of(const LoadStep& step) {
  return fmt::format("{} {:#x}", name_of(step.kind), step.id);
}

// Whether every id of the kind was reported since the process began.
bool reported_from_start(const History& history, Kind kind) {
  constexpr std::uint32_t kFlags[] = {abi::COR_PRF_MONITOR_APPDOMAIN_LOADS,
                                      abi::COR_PRF_MONITOR_ASSEMBLY_LOADS, abi::COR_PRF_MONITOR_MODULE_LOADS,
                                      abi::COR_PRF_MONITOR_CLASS_LOADS};
  return history.reported_from_start(kFlags[static_cast<std::size_t>(kind)]);
}

constexpr std::string_view kLate = "loads were not reported from the start";

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
    if (!reported_from_start(history, step.kind)) return ruling.cannot(kLate);
    return broken(
        callback, history, ruling,
        fmt::format("{} has not begun to be {}.", text_of(step), step.unloads() ? "unloaded" : "loaded"));
  }
  if (begun->thread == callback.thread) return ruling.kept();
  broken(callback, history, ruling,
         fmt::format("Thread {} began this in line {}, and thread {} ends it.", begun->thread, begun->line,
                     callback.thread));
}

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
    return ruling.cannot(kLate);
  if (inside_its_container(callback, history)) return ruling.kept();
  broken(callback, history, ruling,
         fmt::format("{} begins to be unloaded outside of the unload of what contains it.", text_of(*step)));
}

void known(const Callback& callback, const History& history, Ruling& ruling) {
  LoadStep step = load_step(callback).value_or(LoadStep{.kind = Kind::kModule, .id = callback.module});
  if (callback.call != Call::kModuleAttached && step.phase != Phase::kUnloadStarted) return;
  // The first domain of a process exists before any callback.
  if (step.kind == Kind::kAppDomain) return;
  if (!reported_from_start(history, step.kind)) return ruling.cannot(kLate);
  if (history.loads().life(step.kind, step.id) == Life::kLoaded) {
    return ruling.kept();
  }
  broken(callback, history, ruling, fmt::format("{} is not loaded.", text_of(step)));
}

void attached_once(const Callback& callback, const History& history, Ruling& ruling) {
  const Loads& loads = history.loads();
  if (callback.call == Call::kModuleAttached) {
    if (const auto assembly = loads.assembly_of(callback.module)) {
      return broken(
          callback, history, ruling,
          fmt::format("Module {:#x} was attached to assembly {:#x} before.", callback.module, *assembly));
    }
    if (!reported_from_start(history, Kind::kAssembly)) return ruling.cannot(kLate);
    if (loads.life(Kind::kAssembly, callback.assembly) == Life::kLoading) return ruling.kept();
    return broken(callback, history, ruling,
                  fmt::format("Assembly {:#x} is not being loaded.", callback.assembly));
  }
  const bool from_its_start = loads.life(Kind::kAssembly, callback.assembly) == Life::kLoading;
  if (!reported_from_start(history, Kind::kModule) ||
      !(from_its_start || reported_from_start(history, Kind::kAssembly)))
    return ruling.cannot(kLate);
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
  if (callback.call != Call::kAllocatedByClass) {
    if (callback.object_class != 0) in_window(callback.object_class, callback, history, ruling);
    return;
  }
  for (const ClassCount& each : callback.classes) {
    if (each.object_class != 0) in_window(each.object_class, callback, history, ruling);
  }
}

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
  return !modelled && history.loads().life(Kind::kClass, type) == Life::kUnknown;
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

constexpr std::string_view kLoad = "a load that is reported";
constexpr CallSet kLoadStarts{Call::kThreadCreated, Call::kAppDomainCreationStarted,
                              Call::kAssemblyLoadStarted, Call::kModuleLoadStarted, Call::kClassLoadStarted};

constexpr Binding kBindings[] = {
    {.id = "ids/unique",
     .occasion = "a load or a thread that is reported",
     .calls = kLoadStarts,
     .entry = unique},
    {.id = "ids/load-pairs", .occasion = kLoad, .calls = kLoadSteps, .entry = load_pairs},
    {.id = "ids/die-with-container",
     .occasion = "an assembly or a module that is unloaded",
     .calls = {Call::kAssemblyUnloadFinished, Call::kModuleUnloadFinished, Call::kObjectReferences,
               Call::kObjectAllocated},
     .entry = die_with_container},
    {.id = "ids/class-window",
     .occasion = "a class in a report that was reported as loaded",
     .calls = {Call::kObjectReferences, Call::kObjectAllocated, Call::kAllocatedByClass},
     .entry = class_window},
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
    {.id = "loads/status", .occasion = kLoad, .calls = kLoadSteps, .entry = status},
    {.id = "loads/nest", .occasion = kLoad, .calls = kLoadSteps, .entry = nest},
    {.id = "loads/unload-inside",
     .occasion = "an unload of a module or a class",
     .calls = {Call::kModuleUnloadStarted, Call::kClassUnloadStarted},
     .entry = unload_inside},
    {.id = "loads/known",
     .occasion = "a module that is attached, or an unload",
     .calls = kLoadSteps | CallSet{Call::kModuleAttached},
     .entry = known},
    {.id = "loads/attached-once",
     .occasion = "an assembly that is loaded",
     .calls = {Call::kModuleAttached, Call::kAssemblyLoadFinished},
     .entry = attached_once},
    {.id = "loads/at-once",
     .occasion = "a class that is loaded, or an unload",
     .calls = CallSet::all(),
     .entry = at_once},
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
