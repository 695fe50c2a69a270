// Builds programs for tests with short calls.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "harness/program/program.h"

namespace gcrucible::tests {

// Types, objects, roots, handles and threads have the same numbers as in the program.
class Build {
 public:
  // A built-in runtime.
  explicit Build(const std::string& runtime = "net10");

  program::Program program;

  std::uint32_t type(program::TypeSpec spec);
  // Reference fields at 8, 16 and so on.
  std::uint32_t node(const std::string& name = "Node", std::uint32_t references = 2,
                     program::Finalizer finalizer = program::Finalizer::kNone);
  std::uint32_t array(const std::string& name, std::uint8_t element_type, std::uint32_t component_size);
  std::uint32_t string();

  std::uint32_t object(std::uint32_t type, std::uint64_t length = 0,
                       std::optional<program::Generation> generation = std::nullopt);
  std::uint32_t root(std::uint32_t object, program::AddRoot::Kind kind = program::AddRoot::Kind::kStack);
  std::uint32_t root(program::AddRoot root);
  std::uint32_t handle(program::CreateHandle::Kind kind, std::uint32_t object,
                       std::uint32_t secondary = program::kNothing, std::uint32_t count = 1);
  std::uint32_t thread(const std::string& name = {});  // not started yet
  std::uint32_t function(const std::string& name);
  void store(std::uint32_t object, std::uint64_t slot, std::uint32_t target) {
    add(program::Store{.object = object, .slot = slot, .target = target});
  }
  void add(program::Action action) { program.steps.push_back({std::move(action), 0}); }

  // The condemned generations all have `mode`. add() it after changing the fields under test.
  static program::Collect collection(program::Generation condemned,
                                     program::Mode mode = program::Mode::kCompact);
  void collect(program::Generation condemned, program::Mode mode = program::Mode::kCompact) {
    add(collection(condemned, mode));
  }
  void collect(program::Generation condemned, program::Mode mode, program::Reporting reporting);

 private:
  std::uint32_t objects_ = 0;
  std::uint32_t roots_ = 0;
  std::uint32_t handles_ = 0;
};

}  // namespace gcrucible::tests
