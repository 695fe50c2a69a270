// Campaigns in which some cases cannot be played.
#include <string>
#include <vector>

#include "tests/harness/cli/command.h"
#include "tests/harness/cli/misbehaving.h"

namespace gcrucible::tests {
namespace {

// The command fails if the number of its call does not match `while_it_is`.
Called unplayed(const Scratch& scratch, const std::string& while_it_is,
                const std::vector<std::string>& more) {
  const std::string calls = scratch.write("calls", "");
  std::vector<std::string> words{"test",
                                 "-q",
                                 "--forget",
                                 "--cases",
                                 "8",
                                 "--jobs",
                                 "1",
                                 "--observe",
                                 "command:echo >> '" + calls + "'; test $(wc -l < '" + calls + "') " +
                                     while_it_is + " || { echo gone >&2; exit 3; }"};
  words.insert(words.end(), more.begin(), more.end());
  return call(words);
}

}  // namespace

TEST_CASE("test: one case that could not be played -> exit status 2") {
  const Scratch scratch;
  const std::string json = scratch.path("r.json");
  const Called run = unplayed(scratch, "!= 9",
                              {"--report", "json=" + json, "--report", "junit=" + scratch.path("r.xml"),
                               "--report", "html=" + scratch.path("r.html")});
  INFO(run.out << run.err);
  CHECK(run.status == 2);
  CHECK(contains(run.out, "1 case could not be played and gave no result: case "));
  CHECK(contains(run.out, "8 cases, "));
  const std::string junit = text_of_file(scratch.path("r.xml"));
  CHECK(contains(junit, "tests=\"2\" failures=\"0\" errors=\"1\" skipped=\"0\""));
  CHECK(contains(junit, "<error type=\"not-played\" message=\"1 case could not be played"));
  CHECK(contains(text_of_file(scratch.path("r.html")), "<span class=\"bad\">8 cases"));
  CHECK(call({"merge", "-q", json}).status == 2);
}

TEST_CASE("test: a finding outranks a case that could not be played") {
  const Scratch scratch;
  const Called run = unplayed(scratch, "-lt 9",
                              {"--profiler", kFaulty, "--clsid", kFaultyClsid, "--env",
                               "GCRUCIBLE_FAULT=leaks-handles", "--no-shrink"});
  INFO(run.out << run.err);
  CHECK(run.status == 1);
  CHECK(contains(run.out, " could not be played and gave no result"));
}

}  // namespace gcrucible::tests
