// The types that generated programs can use.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/program/program.h"

namespace gcrucible::campaign {

// A program without steps that declares all types. It is parsed from a scenario text, so layouts equal those
// that a reader of a written scenario gets. A finished program omits unused types.
class TypePool {
 public:
  TypePool();

  const program::Program& program() const { return program_; }
  // The number of a type that exists in the pool's text, or of an array type. The name must exist.
  std::uint32_t number(const std::string& name) const;
  // As in the pool's text: the types of the runtime's objects for each collectible assembly, indexed by its
  // number.
  const std::vector<program::LoadAssembly>& loads() const { return loads_; }
  // The type of that assembly's objects.
  std::uint32_t item_of(std::uint32_t assembly) const;

 private:
  program::Program program_;
  std::vector<program::LoadAssembly> loads_;
};

}  // namespace gcrucible::campaign
