// The assemblies of a program's types, described as metadata.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/clr/metadata/module.h"
#include "harness/program/specs.h"

namespace gcrucible::clr::metadata {

inline constexpr std::string_view kCoreLibrary = "System.Private.CoreLib";
// For types that name no assembly.
inline constexpr std::string_view kProgramAssembly = "app";
inline constexpr std::uint32_t kNoModule = 0xFFFFFFFFu;

// The module and token of a type of the program. Arrays have no metadata.
struct Place {
  std::uint32_t module = kNoModule;
  abi::mdTypeDef token = 0;
  abi::mdFieldDef first_field = 0;
};

// Made once; the tables never move.
struct Assemblies {
  std::vector<Module> modules;  // the core library, the program's own, then others in order of first use
  std::vector<Place> types;     // by the type's number in the program
  // By the function's number; the token is of a method. A lightweight function has no place.
  std::vector<Place> functions;
};

// The last part of a function's name is its method: `Namespace.Type.Method`. A function without a type
// belongs to <Module>. Types of the System namespace that every program has belong to the core library, all
// others to the assembly that they name. `Outer+Inner` is nested in Outer, if Outer exists. Dots separate
// namespaces.
Assemblies describe(std::span<const program::TypeSpec> types,
                    std::span<const program::FunctionSpec> functions, std::uint16_t runtime_major);

// Row of a core type in the core library's table; 0 for a name that a program must define itself.
std::uint32_t core_type(std::string_view full_name);

}  // namespace gcrucible::clr::metadata
