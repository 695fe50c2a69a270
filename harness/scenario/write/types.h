// Types as a scenario declares and names them.
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

// Whether a scenario has to declare a type of that program's by its own name: it is a class or a value type,
// neither built in nor the runtime's for an assembly that can be unloaded, nor made of a generic type.
bool is_declared(const program::Program& program, const program::TypeSpec& type);

// Of one program, which outlives it.
class TypeTexts {
 public:
  // Arrays that are numbered below `arrays` are declared although they exist by themselves, which gives types
  // the numbers that they have in the program.
  TypeTexts(const program::Program& program, std::size_t arrays);

  // What belongs under `types:`; an empty map if nothing does.
  yaml::Draft declarations() const;
  // As a step names it.
  std::string name(std::uint32_t type) const { return name(type, 0); }
  // What a scenario calls that reference of an object of that class or value type, as in `pair.left`; nothing
  // where there is no such reference.
  std::optional<std::string> slot(std::uint32_t type, std::uint64_t slot) const;

 private:
  void choose_alias(std::uint32_t array);
  yaml::Draft declare_class(const program::TypeSpec& type) const;
  yaml::Draft declare_array(const program::TypeSpec& type) const;
  // `depth`: of types inside of types, which may be circular in a program that nobody wrote.
  std::string name(std::uint32_t type, int depth) const;
  std::string element(const program::TypeSpec& array, int depth = 0) const;
  std::string argument(const program::TypeArgument& argument, int depth) const;
  // A field's type, from what metadata calls it.
  std::string field_type(const program::FieldSpec& field, const program::TypeSpec& of) const;
  std::string from_clr(std::string_view name, const program::TypeSpec& of) const;

  const program::Program* program_;
  std::map<std::uint32_t, std::string> aliases_;  // of arrays, which have no names of their own
};

}  // namespace gcrucible::scenario
