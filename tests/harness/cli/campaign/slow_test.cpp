// After a hang at a place, later hangs there get only a part of the timeout. A profiler that is only slow
// there is not accused.
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/harness/cli/command.h"

namespace gcrucible::tests {
namespace {

Called slow(const Scratch& scratch, const std::string& way, const std::vector<std::string>& more) {
  std::vector<std::string> words{"test",
                                 "--profiler",
                                 in_build("/cli_slow_profiler.so"),
                                 "--clsid",
                                 "{C4D81F3A-6B27-4E95-9A0C-D27E5B18F643}",
                                 "--env",
                                 "CLI_TEST_SLOW=" + way,
                                 "--timeout",
                                 "4",
                                 "--findings",
                                 scratch.path("found"),
                                 "--with",
                                 "young",
                                 "--objects",
                                 "2",
                                 "--report",
                                 "json=" + scratch.path("r.json")};
  words.insert(words.end(), more.begin(), more.end());
  return call(words);
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t times = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++times;
  return times;
}

}  // namespace

TEST_CASE("hangs: shrinking does not accept a case that is only slow") {
  const Scratch scratch;
  const Called run =
      slow(scratch, "the second hangs",
           {"--collections", "2", "--cases", "6", "--jobs", "1", "--stop-after", "1", "--shrink-time", "6"});
  INFO(run.out << run.err);
  CHECK(run.status == 4);
  CHECK(count(text_of_file(scratch.path("found/hang.yaml")), "- collect") == 2);
  CHECK_FALSE(contains(run.out, "did not show it"));
}

TEST_CASE("hangs: a slow case before the first hang is not a hang") {
  const Scratch scratch;
  // Its first case does not attach, its second one does.
  const Called run = slow(scratch, "attached hangs",
                          {"--with", "attach", "--collections", "1", "--cases", "2", "--jobs", "2",
                           "--no-shrink", "--seed", "11"});
  INFO(run.out << run.err);
  CHECK(run.status == 4);
  const nlohmann::json json = nlohmann::json::parse(text_of_file(scratch.path("r.json")));
  REQUIRE(json["faults"].size() == 1);
  CHECK(json["faults"][0]["case"] == 1);
  CHECK(json["faults"][0]["times"] == 1);
  CHECK(json["features"]["attach"] == 1);
}

}  // namespace gcrucible::tests
