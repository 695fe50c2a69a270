#include "harness/cli/options/known_runtime.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "harness/report/style.h"
#include "harness/runtimes/runtimes.h"

namespace gcrucible::cli {

std::string known_runtimes() {
  return fmt::format("{}", fmt::join(runtimes::names(), ", "));
}

bool known_runtime(const std::string& runtime) {
  const std::vector<std::string> names = runtimes::names();
  return std::ranges::find(names, runtime) != names.end();
}

std::string unknown_runtime(const std::string& runtime) {
  if (known_runtime(runtime)) return {};
  const std::vector<std::string> names = runtimes::names();
  return fmt::format(
      "{}, for which gcrucible has no rules: only the rules for every runtime were judged, and none that "
      "holds for {} alone; --runtime NAME selects a runtime's rules",
      runtime.empty() ? "the trace names no runtime"
                      : "the trace names a runtime '" + report::printable(runtime) + "'",
      fmt::join(names, ", "));
}

}  // namespace gcrucible::cli
