// Reports loading to the profiler, in the order that was observed under .NET 10.
#pragma once

#include <vector>

#include "harness/clr/clr.h"

namespace gcrucible::clr {

// Loads what every process has at its start: the core library with its classes, both app domains, the
// program's own assembly.
void load_process(Clr& clr);

// Loads a class on the calling thread, unless it is loaded: first its assembly, then its parent, then itself.
// An array consists of its elements' class and is not reported. Any thread may call this. If another thread
// is loading the module, the caller waits until that load is reported, so that no class comes before its
// module. Inside the callbacks of a load, the loading thread uses what is loaded so far.
void load_class(Clr& clr, const ClassEntry& entry);

// Like load_class(), for the type of a method and the type arguments that it names.
void load_classes_of(Clr& clr, const FunctionEntry& function);

// Like load_class(), for a module with its assembly.
void load_module(Clr& clr, LoadedModule& module);

// The loaded classes of a collectible assembly, in the order of ClassTable::of_collectible.
std::vector<const ClassEntry*> loaded_of_collectible(Clr& clr, std::uint32_t assembly);

// Unloads a collectible assembly with its module and `classes`, which come from loaded_of_collectible. Call
// on the thread that acts as the finalizer thread. The order is .NET 10's: the assembly contains the module,
// which contains the classes in their order. Info methods answer until the last of these callbacks returns. A
// nonzero `order` selects another order that the documentation permits: contained items are unloaded before
// their container is gone.
void unload_collectible(Clr& clr, std::uint32_t assembly, std::vector<const ClassEntry*> classes,
                        std::uint64_t order);

}  // namespace gcrucible::clr
