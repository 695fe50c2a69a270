// The types that generated programs choose from.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/program/program.h"

namespace gcrucible::campaign {

// A program without steps that declares them all, made from a scenario's text once, so that every layout is
// the one that a reader of the written scenario gets. Unused ones are left out of a finished program.
class TypePool {
 public:
  TypePool();

  const program::Program& program() const { return program_; }
  // By the name in the pool's text or of an array; there is one.
  std::uint32_t number(const std::string& name) const;
  // As the pool's text has them: the types of the objects that come with each collectible assembly, by its
  // number.
  const std::vector<program::LoadAssembly>& loads() const { return loads_; }
  // The type of that assembly's objects.
  std::uint32_t item_of(std::uint32_t assembly) const;

 private:
  program::Program program_;
  std::vector<program::LoadAssembly> loads_;
};

}  // namespace gcrucible::campaign
