// The assemblies that a program's types stand in, described as metadata.
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
// Of types that name no assembly.
inline constexpr std::string_view kProgramAssembly = "app";
inline constexpr std::uint32_t kNoModule = 0xFFFFFFFFu;

// Where a type of the program stands. Arrays have no metadata.
struct Place {
  std::uint32_t module = kNoModule;
  abi::mdTypeDef token = 0;
  abi::mdFieldDef first_field = 0;
};

// Made once; the tables never move.
struct Assemblies {
  std::vector<Module> modules;   // the core library, the program's own, then others as types name them
  std::vector<Place> types;      // by the type's number in the program
  std::vector<Place> functions;  // by the function's; the token is of a method
};

// A function's last name is its method's: `Namespace.Type.Method`. One without a type belongs to <Module>.
// Types of the System namespace that every program has belong to the core library, all others to the assembly
// they name. `Outer+Inner` is a type nested in Outer if there is one; dots divide the namespace.
Assemblies describe(std::span<const program::TypeSpec> types,
                    std::span<const program::FunctionSpec> functions, std::uint16_t runtime_major);

// Row of a core type in the core library's table; 0 for a name that every program would have to bring itself.
std::uint32_t core_type(std::string_view full_name);

}  // namespace gcrucible::clr::metadata
