#include "harness/driver/host/host_start.h"

#include <string_view>
#include <utility>

#include "harness/platform/files/executable_path.h"

namespace gcrucible::driver {

std::string host_path_of(const RunOptions& options) {
  return options.host_path.empty() ? platform::beside_executable("gcrucible-host") : options.host_path;
}

platform::Environment environment_of(const protocol::Case& value, const RunOptions& options) {
  platform::Environment own = platform::own_environment();
#ifdef GCRUCIBLE_SANITIZED
  // A crash of the profiler is a finding here too, so the host's own handler gets the signals.
  constexpr std::string_view kLeaveSignals = "handle_segv=0:handle_sigbus=0:handle_sigill=0:handle_sigfpe=0";
  const auto append = [&own](std::string_view name, std::string_view options) {
    std::string value(platform::value_of(own, name).value_or(""));
    if (!value.empty()) value += ':';
    own = platform::with_changes(std::move(own), {std::string(name) + "=" + value + std::string(options)});
  };
  append("ASAN_OPTIONS", kLeaveSignals);
  append("TSAN_OPTIONS", kLeaveSignals);
  // Clang 14's interceptor derives the place of a library's thread-local data from addresses. If a copy is 16
  // bytes into a page, the interceptor mistakes the allocator's header for one of glibc 2.19. The leak search
  // then faults on the data it reads there. Without the interceptor, the copies are found as heap memory that
  // the thread points to.
  append("ASAN_OPTIONS", "intercept_tls_get_addr=0");
#endif
  own =
      platform::with_changes(std::move(own), {"CORECLR_ENABLE_PROFILING=1", "CORECLR_PROFILER=" + value.clsid,
                                              "CORECLR_PROFILER_PATH=" + value.profiler_path});
  return platform::with_changes(std::move(own), options.environment);
}

void refuse_early_exit(Outcome& outcome, const std::string& host) {
  if (outcome.fate != Fate::kExited || outcome.stage != protocol::Stage::kStarting) return;
  outcome.fate = Fate::kRefused;
  outcome.message =
      host + " ended with " + std::exchange(outcome.died, {}) + " before it began: " + outcome.error_output;
}

}  // namespace gcrucible::driver
