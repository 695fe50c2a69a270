// `gcrucible run --builtin`: the scenarios that come with gcrucible.
#include <filesystem>
#include <string>
#include <vector>

#include "tests/harness/cli/command.h"

namespace gcrucible::tests {
namespace {

std::size_t count_of(const std::string& folder) {
  std::size_t count = 0;
  for (const auto& each : std::filesystem::recursive_directory_iterator(folder))
    count += each.path().extension() == ".yaml" ? 1 : 0;
  return count;
}

}  // namespace

TEST_CASE("run --builtin: names, folders and globs, from any folder") {
  const Scratch scratch;
  const auto passed = [&](const std::vector<std::string>& words) {
    std::vector<std::string> line{"run", "-q"};
    line.insert(line.end(), words.begin(), words.end());
    const Called called = call(line, {}, scratch.folder());
    INFO(called.out << called.err);
    CHECK(called.status == 0);
    const std::size_t at = called.out.rfind(" passed");
    const std::size_t of = called.out.rfind(" of ", at);
    return at == std::string::npos ? 1 : std::stoul(called.out.substr(of + 4, at - of - 4));
  };
  CHECK(passed({"--builtin", "ten-objects-move"}) == 1);
  CHECK(passed({"--builtin", "ten-objects-*"}) == 5);
  CHECK(passed({"--builtin", "broken/bracket"}) == count_of(kScenarios + "broken/bracket"));
  CHECK(passed({"--builtin", "broken/bracket/"}) == count_of(kScenarios + "broken/bracket"));
  CHECK(passed({"--builtin", "ten-objects-move.yaml", "--builtin", "masks"}) ==
        1 + count_of(kScenarios + "masks"));
  CHECK(passed({kScenarios + "masks", "--builtin", "ten-objects-swept"}) ==
        1 + count_of(kScenarios + "masks"));
}

TEST_CASE("run --builtin: without a glob, all scenarios are meant") {
  const Called all = call({"run", "--builtin", "--fail-fast", "-q", "--profiler", "/no/such/library.so",
                           "--clsid", "{01234567-89AB-CDEF-0123-456789ABCDEF}"},
                          {"COLUMNS=400"});
  CHECK(all.status == 2);
  CHECK(contains(all.err, "/no/such/library.so"));
  const Called traced = call({"run", "-q", "--builtin", "--trace", "x.jsonl"});
  CHECK(contains(traced.err, "--trace must name a folder for several scenarios"));
}

TEST_CASE("run --builtin: a glob that matches nothing names the nearest") {
  const Called called = call({"run", "--builtin", "ten-objects-mov"});
  CHECK(called.status == 2);
  CHECK(contains(called.err,
                 "--builtin: no scenario matches 'ten-objects-mov'; did you mean 'ten-objects-move'?"));
  const Called none = call({"run"});
  CHECK(none.status == 2);
  CHECK(contains(none.err, "SCENARIO is missing; write gcrucible run SCENARIO, or --builtin"));
}

}  // namespace gcrucible::tests
