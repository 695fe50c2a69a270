// Runs a program with the stubborn profiler, in a host process as the driver starts it.
#pragma once

#include <chrono>
#include <string>

#include "harness/driver/host/host_process.h"
#include "harness/program/program.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"

namespace gcrucible::tests {

inline driver::Outcome run_stubborn(const std::string& way, const program::Program& program,
                                    std::chrono::milliseconds timeout) {
  protocol::Case value;
  value.program = program;
  value.profiler_path = in_build("/host_test_stubborn.so");
  value.clsid = "{5E1F0A2B-3C4D-4E5F-8091-A2B3C4D5E6F7}";
  driver::RunOptions options;
  options.host_path = in_build("/gcrucible-host");
  options.timeout = timeout;
  options.environment = {"HOST_TEST_STUBBORN=" + way};
  driver::Outcome outcome = driver::run_case(value, options);
  INFO(outcome.message);
  CHECK(outcome.trace_error.empty());
  return outcome;
}

}  // namespace gcrucible::tests
