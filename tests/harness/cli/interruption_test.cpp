// Campaigns that somebody stops.
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/harness/cli/command.h"
#include "tests/harness/cli/misbehaving.h"

namespace gcrucible::tests {
namespace {

// Stops it at that line, or where none comes in two minutes, so that the test fails and does not hang.
std::string stop_at(const std::string& line, const std::string& out) {
  return "i=0; until grep -q '" + line + "' " + out +
         " || [ $i -ge 1200 ]; do sleep 0.1; i=$((i + 1)); done; kill -TERM $p; wait $p";
}

}  // namespace

TEST_CASE("an interruption ends a campaign with what it has come to") {
  const Scratch scratch;
  // A shell's background jobs ignore SIGINT, so that it is SIGTERM here.
  const std::string out = scratch.path("out");
  const Called called = call_program({"/bin/sh", "-c",
                                      kProgram + " test --profiler " + kDying + " --clsid '" + kDyingClsid +
                                          "' --env '" + kCrash + "' --findings " + scratch.path("found") +
                                          " --cases 10000000 --report json=" + scratch.path("r.json") +
                                          " --report junit=" + scratch.path("r.xml") +
                                          " --report html=" + scratch.path("r.html") + " > " + out +
                                          " & p=$!; " + stop_at("^  case ", out)});
  INFO(called.out << called.err);
  CHECK(called.status == 3);
  const std::string text = text_of_file(out);
  INFO(text);
  CHECK(contains(text, "Stopped after "));
  CHECK(contains(text, "Rules that had occasion to be broken"));
  CHECK(std::filesystem::exists(scratch.path("found/crash.yaml")));
  const auto json = nlohmann::json::parse(text_of_file(scratch.path("r.json")));
  CHECK(json.at("stopped") == true);
  CHECK(json.at("faults").at(0).at("unshrunk") == true);
  CHECK(contains(text, "before 1 finding was as small as it gets."));
  CHECK(contains(text, "; stopped before it was as small as it gets"));
  CHECK(contains(text_of_file(scratch.path("r.xml")), "<skipped message=\"Stopped after "));
  CHECK(contains(text_of_file(scratch.path("r.html")), "<p>Stopped after "));
}

TEST_CASE("an interruption while known findings are tried ends with a summary too") {
  const Scratch scratch;
  CHECK(call({"test", "--profiler", kDying, "--clsid", kDyingClsid, "--env", kCrash, "--findings",
              scratch.path("found"), "--cases", "8"})
            .status == 3);
  const std::string known = text_of_file(scratch.path("found/crash.yaml"));
  for (int i = 2; i < 2000; ++i) scratch.write("found/crash-" + std::to_string(i) + ".yaml", known);
  const std::string out = scratch.path("out");
  const Called called = call_program({"/bin/sh", "-c",
                                      kProgram + " test --profiler " + kDying + " --clsid '" + kDyingClsid +
                                          "' --env '" + kCrash + "' --findings " + scratch.path("found") +
                                          " --cases 8 > " + out + " & p=$!; " + stop_at("^  known: ", out)});
  INFO(called.out << called.err);
  const std::string text = text_of_file(out);
  CHECK(called.status == 3);
  CHECK(contains(text, "Stopped after 0 of 8 cases."));
  CHECK(contains(text, " from before: "));
  CHECK(contains(text, " not tried again\n"));
}

}  // namespace gcrucible::tests
