// Declarations and names of types in a scenario.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/program/program.h"
#include "harness/yaml/draft.h"

namespace gcrucible::scenario {

// Whether a scenario must declare a type of the program by its own name. It must be a class or a value type.
// It must not be built in, made of a generic type, or a runtime type for collectible assemblies.
bool is_declared(const program::Program& program, const program::TypeSpec& type);

// For one program, which must outlive it.
class TypeTexts {
 public:
  // Arrays numbered below `arrays` are declared although they exist implicitly. This keeps the program's type
  // numbers.
  TypeTexts(const program::Program& program, std::size_t arrays);

  // The contents of `types:`. An empty map if there are none.
  yaml::Draft declarations() const;
  // The name in a step.
  std::string name(std::uint32_t type) const { return name(type, 0); }
  // The name of a function: `Box<int>.Make<Node>`.
  std::string function(const program::FunctionSpec& function) const;
  // The name of that reference in an object of that class or value type, such as `pair.left`. No value if the
  // reference does not exist.
  std::optional<std::string> slot(std::uint32_t type, std::uint64_t slot) const;

 private:
  void choose_alias(std::uint32_t array);
  yaml::Draft declare_class(const program::TypeSpec& type) const;
  yaml::Draft declare_array(const program::TypeSpec& type) const;
  // `depth`: of types inside types, which may be circular in a generated program.
  std::string name(std::uint32_t type, int depth) const;
  std::string element(const program::TypeSpec& array, int depth = 0) const;
  std::string argument(const program::TypeArgument& argument, int depth) const;
  // A field's type, from its name in metadata.
  std::string field_type(const program::FieldSpec& field, const program::TypeSpec& of) const;
  std::string from_clr(std::string_view name, const program::TypeSpec& of) const;

  const program::Program* program_;
  std::map<std::uint32_t, std::string> aliases_;  // of arrays, which have no names of their own
};

}  // namespace gcrucible::scenario
