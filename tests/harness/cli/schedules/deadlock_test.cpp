// The threads of two heaps take two locks in two orders: from the scenario to the output.
#include <sstream>
#include <string>
#include <vector>

#include "tests/harness/cli/command.h"
#include "tests/harness/cli/schedules/explored_switches.h"
#include "tests/support/skip.h"

namespace gcrucible::tests {
namespace {

constexpr std::string_view kWithin = "{within: {random: 2}}";

std::string scenario(const std::string& schedule) {
  return "scenario: two heaps\n"
         "heap: {server: 2}\n"
         "types:\n"
         "  Node: {fields: {next: ref}}\n"
         "steps:\n"
         "  - allocate: {id: object, type: Object}\n"
         "  - allocate: {id: node, type: Node, heap: 1, next: object}\n"
         "  - root: node\n"
         "  - collect: {generation: 0, compact: 0, report: {schedule: " +
         schedule + "}}\n";
}

struct Played {
  Called called;
  std::string trace;
};

Played play(const std::string& schedule, const std::string& fault) {
  const Scratch scratch;
  const std::string file = scratch.write("s.yaml", scenario(schedule));
  const std::string trace = scratch.path("t.jsonl");
  std::vector<std::string> words{"run",
                                 "-q",
                                 file,
                                 "--profiler",
                                 in_build("/libgcrucible_faulty.so"),
                                 "--clsid",
                                 "{3A4C9B2E-7F15-4D08-A6C3-91E5D27B8F40}",
                                 "--timeout",
                                 "500",
                                 "--trace",
                                 trace};
  if (!fault.empty()) words.insert(words.end(), {"--env", "GCRUCIBLE_FAULT=" + fault});
  Called called = call(words, {"COLUMNS=400"});
  return {std::move(called), text_of_file(trace)};
}

// Independent of line wrapping.
std::string on_one_line(const std::string& text) {
  std::istringstream words(text);
  std::string line;
  for (std::string word; words >> word;) line += (line.empty() ? "" : " ") + word;
  return line;
}

}  // namespace

TEST_CASE("deadlock: two heaps with locks in two orders hang at once and reproducibly") {
#if defined(GCRUCIBLE_SANITIZED)
  GCRUCIBLE_SKIP("sanitizers have the system's locks themselves");
#endif
  const Played first = play(std::string(kWithin), "locks-in-two-orders");
  INFO(first.called.out << first.called.err);
  CHECK(first.called.status == 4);
  CHECK(contains(first.called.out, "THE PROFILER HUNG: deadlock\n"));
  CHECK(contains(on_one_line(first.called.out),
                 "None of them can go on: That of heap 0 waits for lock 1, which that of heap 1 has; that of "
                 "heap 1 waits for lock 2, which that of heap 0 has."));
  for (const char* const thread : {"thread \"gc heap 0\":", "thread \"gc heap 1\":"}) {
    const std::size_t at = first.called.out.find(thread);
    REQUIRE(at != std::string::npos);
    const std::size_t end = first.called.out.find("thread \"", at + 1);
    CHECK(contains(first.called.out.substr(at, end - at), "libgcrucible_faulty.so+0x"));
  }
  CHECK(contains(first.trace, R"("model":"schedule","collection":1,"heaps":2,"kind":"random")"));
  CHECK(contains(first.trace, R"("deterministic":true,"within":true})"));
  CHECK(contains(first.trace, R"("died":"deadlock")"));
  CHECK(play(std::string(kWithin), "locks-in-two-orders").trace == first.trace);
  const std::string again = "{within: {switches: " + switches_of(first.trace) + "}}";
  CHECK(play(again, "locks-in-two-orders").called.status == 4);
  CHECK(play(again, "").called.status == 0);
}

TEST_CASE("deadlock: none if threads switch only between callbacks") {
  const Played played = play("{random: 2}", "locks-in-two-orders");
  INFO(played.called.out << played.called.err);
  CHECK(played.called.status == 0);
}

}  // namespace gcrucible::tests
