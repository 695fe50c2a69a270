// A profiler built with the thread sanitizer, in campaigns with free-running threads, as in
// docs/howto/races.md.
#include <string>
#include <vector>

#include "tests/harness/cli/command.h"
#include "tests/support/skip.h"

namespace gcrucible::tests {
namespace {

Called campaign(const Scratch& scratch, const std::string& how, const std::vector<std::string>& more) {
  std::vector<std::string> words{"test",
                                 "--profiler",
                                 in_build("/libgcrucible_racy.so"),
                                 "--clsid",
                                 "{5E0C7B31-94D2-4F6A-8B1E-7A2D9C40F358}",
                                 "--env",
                                 "LD_PRELOAD=" GCRUCIBLE_TSAN_LIBRARY,
                                 "--env",
                                 "TSAN_OPTIONS=halt_on_error=1:atexit_sleep_ms=0",
                                 "--env",
                                 "GCRUCIBLE_RACY=" + how,
                                 "--runtime",
                                 "net10",
                                 "--heaps",
                                 "4",
                                 "--free-running",
                                 "--without",
                                 "huge-objects",
                                 "--timeout",
                                 "200",
                                 "--no-shrink",
                                 "--findings",
                                 scratch.path("found")};
  words.insert(words.end(), more.begin(), more.end());
  return call(words, {"COLUMNS=200"});
}

// False if the system's address layout does not suit the sanitizer, for example with 32 bits of
// randomization.
bool works_here(const Called& run) {
  return !contains(run.out + run.err, "FATAL: ThreadSanitizer");
}

TEST_CASE("tsan: a race between the callbacks of two heaps is found") {
  const Scratch scratch;
  const Called run = campaign(scratch, "", {"--cases", "3000", "--stop-after", "1"});
  INFO(run.out << run.err);
  if (!works_here(run)) GCRUCIBLE_SKIP("the thread sanitizer does not run on this system");
  CHECK(run.status == 3);
  CHECK(contains(run.out, "WARNING: ThreadSanitizer: data race"));
  CHECK(contains(run.out, "racy.cpp"));
  CHECK(contains(run.out, "'gc heap "));
}

TEST_CASE("tsan: a profiler that locks gives no finding") {
  const Scratch scratch;
  const Called run = campaign(scratch, "locked", {"--cases", "60"});
  INFO(run.out << run.err);
  if (!works_here(run)) GCRUCIBLE_SKIP("the thread sanitizer does not run on this system");
  CHECK(run.status == 0);
  CHECK(contains(run.out, "60 cases"));
}

}  // namespace
}  // namespace gcrucible::tests
