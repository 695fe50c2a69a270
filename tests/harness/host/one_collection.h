// A profiler of these tests in a host of its own: one object, one root, one collection.
#pragma once

#include <string>

#include "harness/driver/host/host_process.h"
#include "tests/harness/calls/build.h"
#include "tests/support/places.h"

namespace gcrucible::tests {

// `name` is that of the library without host_test_, `variable` a variable of its environment with its value.
inline driver::Outcome run_one_collection(const std::string& name, const std::string& clsid,
                                          const std::string& variable) {
  Build build;
  build.root(build.object(build.node()));
  build.collect(program::Generation::k0);
  protocol::Case value;
  value.program = build.program;
  value.profiler_path = in_build("/host_test_" + name + ".so");
  value.clsid = clsid;
  driver::RunOptions options;
  options.host_path = in_build("/gcrucible-host");
  options.environment = {variable};
  return driver::run_case(value, options);
}

}  // namespace gcrucible::tests
