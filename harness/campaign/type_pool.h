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
  // As the pool's text has them: the types of the objects that come with a collectible assembly.
  const program::LoadAssembly& load() const { return load_; }

 private:
  program::Program program_;
  program::LoadAssembly load_;
};

}  // namespace gcrucible::campaign
