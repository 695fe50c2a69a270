// Runs a case with run_case() and with a WarmHost, and compares the outcomes.
#pragma once

#include <fstream>
#include <iterator>
#include <string>

#include "harness/driver/host/host_process.h"
#include "harness/driver/host/warm_host.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {

inline std::string trace_of(const driver::Outcome& outcome) {
  if (outcome.trace_path.empty()) return outcome.trace_text;
  std::ifstream in(outcome.trace_path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// `exactly`: also compares values that depend on timing. For a hang, the number of callbacks so far is such a
// value.
inline void check_same(const driver::Outcome& one, const driver::Outcome& other, bool exactly = true) {
  CHECK(one.fate == other.fate);
  CHECK(one.died == other.died);
  CHECK(one.signal == other.signal);
  CHECK(one.exit_code == other.exit_code);
  CHECK(one.stage == other.stage);
  CHECK(one.load_step == other.load_step);
  CHECK(one.step_line == other.step_line);
  CHECK(one.step_column == other.step_column);
  CHECK(one.last_callback == other.last_callback);
  CHECK(one.inside_callback == other.inside_callback);
  CHECK(one.own_thread == other.own_thread);
  CHECK(one.held == other.held);
  CHECK(one.collection == other.collection);
  CHECK(one.collecting == other.collecting);
  CHECK(one.message == other.message);
  CHECK(one.native_stack.empty() == other.native_stack.empty());
  CHECK(one.output == other.output);
  CHECK(one.error_output == other.error_output);
  CHECK(one.trace_error.empty() == other.trace_error.empty());
  if (!exactly) return;
  CHECK(one.callback_number == other.callback_number);
  CHECK(one.callbacks == other.callbacks);
  CHECK(trace_of(one) == trace_of(other));
}

}  // namespace gcrucible::tests
