#include "harness/clr/tables/loading.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "harness/clr/callbacks/raise.h"
#include "harness/clr/concurrency/mutators.h"
#include "harness/clr/threads/preemptive_scope.h"
#include "harness/program/random.h"

namespace gcrucible::clr {

namespace {

using abi::CallbackMethod;

template <CallbackMethod kMethod, typename... Arguments>
void raise_load(Clr& clr, Arguments... arguments) {
  raise_if_wanted<kMethod>(clr.profiler(), {.preemptive = &clr}, arguments...);
}

void load_domain(Clr& clr, abi::AppDomainID domain) {
  raise_load<CallbackMethod::kAppDomainCreationStarted>(clr, domain);
  raise_load<CallbackMethod::kAppDomainCreationFinished>(clr, domain, abi::S_OK);
}

// Returns true if the calling thread must load it. If another thread loads it, waits for the end and returns
// false.
bool claim(Clr& clr, LoadOnce& load) {
  switch (load.start(this_thread().mutating.all != nullptr)) {
    case LoadOnce::Start::kMine:
      return true;
    case LoadOnce::Start::kOthers: {
      const PreemptiveScope preemptive_scope(clr, PreemptiveScope::Until::kNow);
      Mutators* const mutators = this_thread().mutating.all;
      if (mutators == nullptr) {
        load.wait();
      } else if (load.by_mutator()) {
        mutators->wait(&load, {.text = "a module that another thread loads"}, [&] { return !load.done(); });
      } else {
        mutators->wait_outside([&] { load.wait(); });
      }
      return false;
    }
    case LoadOnce::Start::kDone:
      break;
  }
  return false;
}

void report_class(Clr& clr, abi::ClassID id) {
  // Preemptive from the first callback to the second, so that the thread does not stop for others in between.
  std::optional<PreemptiveScope> preemptive_scope;
  if (this_thread().mutating.all != nullptr) preemptive_scope.emplace(clr, PreemptiveScope::Until::kNow);
  raise_load<CallbackMethod::kClassLoadStarted>(clr, id);
  raise_load<CallbackMethod::kClassLoadFinished>(clr, id, abi::S_OK);
}

void unload_class(Clr& clr, const ClassEntry& entry) {
  raise_load<CallbackMethod::kClassUnloadStarted>(clr, entry.id);
  raise_load<CallbackMethod::kClassUnloadFinished>(clr, entry.id, abi::S_OK);
}

}  // namespace

void load_module(Clr& clr, LoadedModule& module) {
  if (!claim(clr, module.load)) return;
  module.state = LoadState::kStarted;
  raise_load<CallbackMethod::kAssemblyLoadStarted>(clr, module.assembly);
  raise_load<CallbackMethod::kModuleLoadStarted>(clr, module.id);
  clr.loads().finished(module);
  raise_load<CallbackMethod::kModuleLoadFinished>(clr, module.id, abi::S_OK);
  raise_load<CallbackMethod::kModuleAttachedToAssembly>(clr, module.id, module.assembly);
  raise_load<CallbackMethod::kAssemblyLoadFinished>(clr, module.assembly, abi::S_OK);
  module.load.finish();
  if (const auto mutators = clr.mutators()) mutators->rouse(&module.load);
}

void load_process(Clr& clr) {
  clr.loads().starting(true);
  load_module(clr, clr.loads().module_at(0));
  for (const ClassEntry* entry : clr.classes().of_module(0)) {
    // Classes of deeper namespaces are loaded when they are needed.
    if (entry->spec.name.find('.', entry->spec.name.find('.') + 1) == std::string::npos)
      load_class(clr, *entry);
  }
  load_domain(clr, clr.loads().shared_domain());
  load_domain(clr, clr.loads().domain());
  clr.loads().domain_made(true);
  clr.loads().starting(false);
  load_module(clr, clr.loads().module_at(1));
}

void load_classes_of(Clr& clr, const FunctionEntry& function) {
  if (function.type != program::kNothing)
    load_class(clr, clr.classes().at(static_cast<sim::TypeIndex>(function.type)));
  for (const program::TypeArgument& each : function.arguments) {
    if (each.type != program::kNothing)
      load_class(clr, clr.classes().at(static_cast<sim::TypeIndex>(each.type)));
  }
}

void load_class(Clr& clr, const ClassEntry& entry) {
  if (entry.spec.kind == program::TypeKind::kArray) {
    if (const ClassEntry* element = clr.classes().find(clr.classes().element_class(entry.spec)))
      load_class(clr, *element);
    return;
  }
  if (entry.module == metadata::kNoModule || clr.loads().class_loaded(entry.number)) return;
  load_module(clr, clr.loads().module_at(entry.module));
  if (const ClassEntry* parent = clr.classes().find(entry.parent)) load_class(clr, *parent);
  for (const abi::ClassID each : clr.classes().arguments_of(entry)) {
    if (const ClassEntry* argument = clr.classes().find(each)) load_class(clr, *argument);
  }
  if (entry.spec.canonical != program::kNothing)
    load_class(clr, clr.classes().at(static_cast<sim::TypeIndex>(entry.spec.canonical)));
  // No other thread may get the class before its load is reported.
  const Profiler* const profiler = clr.profiler();
  const SwitchPointGuard entered(profiler != nullptr && profiler->wants(CallbackMethod::kClassLoadStarted));
  if (!clr.loads().start_class(entry.number)) return;
  report_class(clr, entry.id);
  // Loaded when a class is: the value types of its fields.
  for (const program::FieldSpec& field : entry.spec.fields) {
    if (field.value.type != program::kNothing)
      load_class(clr, clr.classes().at(static_cast<sim::TypeIndex>(field.value.type)));
  }
}

std::vector<const ClassEntry*> loaded_of_collectible(Clr& clr, std::uint32_t assembly) {
  std::vector<const ClassEntry*> classes = clr.classes().of_collectible(assembly);
  std::erase_if(classes, [&](const ClassEntry* entry) { return !clr.loads().class_loaded(entry->number); });
  return classes;
}

void unload_collectible(Clr& clr, std::uint32_t assembly, std::vector<const ClassEntry*> classes,
                        std::uint64_t order) {
  LoadedModule& module = *clr.collectible(assembly);
  program::Random random(order);
  if (order != 0) program::shuffle(classes, random.next());
  // Whether classes and module are unloaded inside the unload of their container.
  const bool classes_inside = order == 0 || random.below(2) == 0;
  const bool module_inside = order == 0 || random.below(2) == 0;
  const auto unload_classes = [&] {
    for (const ClassEntry* entry : classes) unload_class(clr, *entry);
  };
  const auto unload_module = [&] {
    if (!classes_inside) unload_classes();
    raise_load<CallbackMethod::kModuleUnloadStarted>(clr, module.id);
    if (classes_inside) unload_classes();
    raise_load<CallbackMethod::kModuleUnloadFinished>(clr, module.id, abi::S_OK);
  };
  clr.loads().start_unload(module);
  if (!module_inside) unload_module();
  raise_load<CallbackMethod::kAssemblyUnloadStarted>(clr, module.assembly);
  if (module_inside) unload_module();
  raise_load<CallbackMethod::kAssemblyUnloadFinished>(clr, module.assembly, abi::S_OK);
  clr.loads().gone(module);
}

}  // namespace gcrucible::clr
