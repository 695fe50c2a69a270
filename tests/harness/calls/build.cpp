#include "tests/harness/calls/build.h"

#include "harness/runtimes/runtimes.h"
#include "tests/support/catch.h"
#include "tests/support/error_in.h"

namespace gcrucible::tests {

using namespace program;

Build::Build(const std::string& runtime) {
  const Expected<program::RuntimeProfile> loaded = runtimes::load(runtime);
  INFO(tests::error_in(loaded));
  REQUIRE(loaded.has_value());
  program.runtime = *loaded;
  program.threads = {{"main"}};
}

std::uint32_t Build::type(TypeSpec spec) {
  program.types.push_back(std::move(spec));
  return static_cast<std::uint32_t>(program.types.size() - 1);
}

std::uint32_t Build::node(const std::string& name, std::uint32_t references, Finalizer finalizer) {
  TypeSpec spec;
  spec.name = name;
  spec.base_size = references == 0 ? 24 : 16 + 8 * references;
  spec.finalizer = finalizer;
  for (std::uint32_t i = 0; i < references; ++i) {
    spec.fields.push_back({.name = "f" + std::to_string(i), .offset = 8 + 8 * i});
  }
  return type(spec);
}

std::uint32_t Build::array(const std::string& name, std::uint8_t element_type, std::uint32_t component_size) {
  TypeSpec spec;
  spec.name = name;
  spec.kind = TypeKind::kArray;
  spec.base_size = 24;
  spec.component_size = component_size;
  spec.element_type = element_type;
  return type(spec);
}

std::uint32_t Build::string() {
  TypeSpec spec;
  spec.name = "System.String";
  spec.kind = TypeKind::kString;
  spec.base_size = 22;
  spec.component_size = 2;
  return type(spec);
}

std::uint32_t Build::object(std::uint32_t type, std::uint64_t length, std::optional<Generation> generation) {
  Allocate allocate;
  allocate.type = type;
  allocate.length = length;
  allocate.generation = generation;
  add(std::move(allocate));
  return objects_++;
}

std::uint32_t Build::root(std::uint32_t object, AddRoot::Kind kind) {
  return root(AddRoot{.kind = kind, .object = object});
}

std::uint32_t Build::root(AddRoot root) {
  add(root);
  return roots_++;
}

std::uint32_t Build::handle(CreateHandle::Kind kind, std::uint32_t object, std::uint32_t secondary,
                            std::uint32_t count) {
  add(CreateHandle{.kind = kind, .object = object, .secondary = secondary, .count = count});
  return handles_++;
}

std::uint32_t Build::thread(const std::string& name) {
  program.threads.push_back({name});
  return static_cast<std::uint32_t>(program.threads.size() - 1);
}

std::uint32_t Build::function(const std::string& name) {
  program.functions.push_back({.name = name});
  return static_cast<std::uint32_t>(program.functions.size() - 1);
}

Collect Build::collection(Generation condemned, Mode mode) {
  Collect collect;
  collect.condemned = condemned;
  for (std::size_t i = 0; i <= static_cast<std::size_t>(condemned); ++i) collect.mode[i] = mode;
  return collect;
}

void Build::collect(Generation condemned, Mode mode, Reporting reporting) {
  Collect step = collection(condemned, mode);
  step.reporting = std::move(reporting);
  add(std::move(step));
}

}  // namespace gcrucible::tests
