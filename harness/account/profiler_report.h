// The account that the profiler `lifetime` keeps, from callbacks alone (fixtures/profilers/lifetime).
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "harness/account/account.h"
#include "harness/expected.h"

namespace gcrucible::account {

struct ProfilerReport {
  std::uint64_t interval = 0;          // all numbers are estimates, of one sample per so many bytes; 0: exact
  std::vector<TypeRow> types;          // by name; numbered from 0
  std::vector<FunctionRow> functions;  // by name, numbered from 0
};

// Reads the file that GCRUCIBLE_LIFETIME_OUT names. What was allocated and not reclaimed counts as alive.
// Lines of an unknown kind are skipped. The error has the first line that cannot be read, or says that the
// last line is missing.
Expected<ProfilerReport> read_profiler_report(std::string_view text);

}  // namespace gcrucible::account
