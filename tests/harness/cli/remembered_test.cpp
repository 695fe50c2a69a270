// Scenarios of findings, from one campaign to the next.
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/harness/cli/command.h"
#include "tests/harness/cli/misbehaving.h"

namespace gcrucible::tests {
namespace {

Called crashing(const Scratch& scratch, const std::vector<std::string>& more) {
  std::vector<std::string> words{"test",    "--profiler", kDying,
                                 "--clsid", kDyingClsid,  "--env",
                                 kCrash,    "--findings", scratch.path("found")};
  words.insert(words.end(), more.begin(), more.end());
  return call(words);
}

TEST_CASE("what is found is there although the campaign is killed, and as small as it has been") {
  const Scratch scratch;
  const std::string file = scratch.path("found/crash.yaml");
  const Called killed = call_program(
      {"/bin/sh", "-c",
       "\"$0\" test --profiler \"$1\" --clsid \"$2\" --env \"$3\" --findings found --cases 100000000 "
       "--stop-after 2 >out 2>&1 & "
       "tries=0; while [ $tries -lt 300 ] && ! grep -q '^steps:' found/crash.yaml 2>/dev/null; do sleep 0.1; "
       "tries=$((tries + 1)); done; kill -KILL $!; wait $!; echo killed",
       kProgram, kDying, kDyingClsid, kCrash},
      {}, scratch.folder());
  INFO(killed.out << killed.err);
  CHECK(contains(text_of_file(file), "As it was found: the campaign ended before it was made small"));
  // The next one makes it small, and one after that which does not leaves it so.
  CHECK(crashing(scratch, {"-q", "--jobs", "1", "--cases", "8"}).status == 3);
  const std::string small = text_of_file(file);
  CHECK(contains(small, "  - collect: {generation: 0, compact: 0}\n"));
  CHECK_FALSE(contains(small, "As it was found"));
  const Called lazy = crashing(scratch, {"--no-shrink", "--seed", "7", "--cases", "8"});
  INFO(lazy.out << lazy.err);
  CHECK(contains(lazy.out, "An earlier campaign has left a scenario as small"));
  CHECK(text_of_file(file) == small);
}

TEST_CASE("what was found is tried first the next time") {
  const Scratch scratch;
  crashing(scratch, {"-q", "--cases", "8"});
  const Called again = crashing(scratch, {"--cases", "1", "--only", "bracket/*"});
  INFO(again.out << again.err);
  CHECK(again.status == 3);
  CHECK(contains(again.out, "known: "));
  CHECK(contains(again.out, "1 still there"));
}

TEST_CASE("a finding names the features of the first case that showed it") {
  const Scratch scratch;
  const Called found =
      crashing(scratch, {"--cases", "8", "--no-shrink", "--report", "json=" + scratch.path("r.json")});
  INFO(found.out << found.err);
  const nlohmann::json json = nlohmann::json::parse(text_of_file(scratch.path("r.json")));
  const std::string features = json["faults"][0]["features"];
  CHECK(contains(features, " "));
  std::string words;
  for (const char letter : found.out) {
    if (letter != '\n' && (letter != ' ' || !words.ends_with(' '))) words += letter;
    if (letter == '\n' && !words.ends_with(' ')) words += ' ';
  }
  CHECK(contains(words, "features of that case: " + features + " "));
}

}  // namespace
}  // namespace gcrucible::tests
