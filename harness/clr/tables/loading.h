// Loading told to the profiler, in the order in which .NET 10 was seen to tell it.
#pragma once

#include <vector>

#include "harness/clr/clr.h"

namespace gcrucible::clr {

// What every process begins with: the core library with its classes, both app domains, the program's own
// assembly.
void load_process(Clr& clr);

// Loads a class on the calling thread unless it is loaded: its assembly first, then its parent, then itself.
// Arrays are made of their elements' class and are told to nobody. Any thread; one that finds another at the
// module goes on when all of that has been told, so that no class comes before its module. Inside the
// callbacks of a load its own thread goes on with what there is.
void load_class(Clr& clr, const ClassEntry& entry);

// The same of a module with its assembly.
void load_module(Clr& clr, LoadedModule& module);

// The classes that go with a collectible assembly and are loaded, in the order of ClassTable::of_collectible.
std::vector<const ClassEntry*> loaded_of_collectible(Clr& clr, std::uint32_t assembly);

// Unloads a collectible assembly that has a module, with that and `classes`, which are loaded_of_collectible,
// on the calling thread, which in a CLR is the finalizer thread. As .NET 10 tells it: assembly, in it the
// module, in it the classes in their order. Everything can be asked until the
// last of these callbacks returns. `order` other than 0 draws another order that the documentation permits:
// what belongs to something goes before it has gone.
void unload_collectible(Clr& clr, std::uint32_t assembly, std::vector<const ClassEntry*> classes,
                        std::uint64_t order);

}  // namespace gcrucible::clr
