// Functions that share native code. A generic method, or a method of a generic type, has one piece of code
// for all reference types, and one for each value type. The source is shared-generics.md in
// docs/design/coreclr/botr of dotnet/runtime.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/program/specs.h"

namespace gcrucible::program {

// The type that stands for all reference types in shared code.
inline constexpr std::string_view kCanon = "System.__Canon";

// A function's name in its parts. `Space.Type<A.B>.Method<C>`: owner `Space.Type<A.B>`, method `Method`,
// arguments `C`. Constructors have a method that begins with a dot.
struct FunctionName {
  std::string_view owner;  // empty if the name has no dot
  std::string_view method;
  std::string_view arguments;  // with their brackets; empty for a method that is not generic
};
FunctionName parts_of(std::string_view function);

// The name under which .NET knows the function's code: System.__Canon in the place of each reference type.
std::string code_name(std::span<const TypeSpec> types, const FunctionSpec& function);

// For each function, the number of the first one with the same code.
std::vector<std::uint32_t> code_numbers(std::span<const TypeSpec> types,
                                        std::span<const FunctionSpec> functions);

}  // namespace gcrucible::program
