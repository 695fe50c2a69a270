// A program: all inputs of a run of the simulated CLR, as one value. A program can be saved, sent and
// compared.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "harness/program/code/structure.h"
#include "harness/program/runtime_profile.h"
#include "harness/program/specs.h"
#include "harness/program/step.h"

namespace gcrucible::program {

// A name that the scenario gives to an object, for pictures and messages.
struct ObjectName {
  std::uint32_t object = 0;
  std::string name;

  friend bool operator==(const ObjectName&, const ObjectName&) = default;
};
GCRUCIBLE_FIELDS(ObjectName, object, name)

struct Program {
  RuntimeProfile runtime;
  std::uint64_t seed = 0;
  HeapSpec heap;
  LifeSpec life;
  std::vector<std::string> collectible;  // assemblies that are unloaded when no object needs them
  std::vector<TypeSpec> types;
  std::vector<ThreadSpec> threads;  // 0 is the main thread; at least one
  std::vector<FunctionSpec> functions;
  std::vector<ObjectName> names;  // ascending by object
  std::vector<Step> steps;
  CallOverrides overrides;  // of the whole run
  std::vector<InfoFailure> failing;
  // Collections that are not steps, such as those of ForceGC, are reported in the plain way
  // (plain_reporting.h).
  bool is_plain = false;

  friend bool operator==(const Program&, const Program&) = default;
};
GCRUCIBLE_FIELDS(Program, runtime, seed, heap, life, collectible, types, threads, functions, names, steps,
                 overrides, failing, is_plain)

}  // namespace gcrucible::program
