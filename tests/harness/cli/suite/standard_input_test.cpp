// "-": scenarios and traces from standard input.
#include <nlohmann/json.hpp>
#include <string>

#include "tests/harness/cli/command.h"

namespace gcrucible::tests {
namespace {

// Runs `line` in a shell, after the path of gcrucible as $0.
Called shell(const std::string& line, const std::string& folder = {}) {
  return call_program({"/bin/sh", "-c", line, kProgram}, {}, folder);
}

}  // namespace

TEST_CASE("run -: plays the scenario of standard input") {
  const Scratch scratch;
  const Called piped = shell("cat " + kTen + " | $0 run - --report json=r.json", scratch.folder());
  INFO(piped.out << piped.err);
  CHECK(piped.status == 0);
  CHECK(contains(piped.out, "scenario  <stdin>\n"));
  const std::string named = call({"run", kTen}).out;
  const auto picture = [](const std::string& out) { return out.substr(out.find("\ncollection 1")); };
  CHECK(picture(piped.out) == picture(named));
  const auto run = nlohmann::json::parse(text_of_file(scratch.path("r.json"))).at("runs").at(0);
  CHECK(run.at("scenario") == "<stdin>");
  CHECK(contains(run.at("replay"), " run - --profiler "));
}

TEST_CASE("run -: mistakes are shown with their lines") {
  const Called called = shell("echo 'scenario: [' | $0 run -");
  CHECK(called.status == 2);
  CHECK(called.err.starts_with("<stdin>:"));
  const Called other = shell("echo 'gcrucible run: x' | $0 run - " + kTen);
  CHECK(other.status == 2);
  CHECK(contains(other.out, "1 of 2 passed"));
  const Called empty = shell("$0 run - </dev/null");
  CHECK(empty.status == 2);
  CHECK(contains(empty.err, "<stdin>"));
  CHECK(contains(call({"run", "-", "-"}).err, "- is standard input, which can be read once"));
}

TEST_CASE("check -: judges the trace of standard input") {
  const Scratch scratch;
  REQUIRE(call({"run", kTen, "-q", "--trace", scratch.path("t.jsonl")}).status == 0);
  const Called called = shell("$0 check - < t.jsonl", scratch.folder());
  INFO(called.out << called.err);
  CHECK(called.status == 0);
  CHECK(contains(called.out, "trace     <stdin>\n"));
  const Called packed = shell("gzip -c t.jsonl | $0 check -", scratch.folder());
  CHECK(packed.out == called.out);
  const Called cut = shell("head -n 20 t.jsonl | $0 check -", scratch.folder());
  CHECK(cut.status == 2);
  CHECK(contains(in_one_line(cut.out + cut.err), "<stdin>"));
  CHECK(contains(in_one_line(cut.out + cut.err), "there is no end line"));
  const Called scenario = shell("$0 check - < " + kTen);
  CHECK(scenario.status == 2);
  CHECK(contains(scenario.err, "<stdin> is a scenario, not a trace; gcrucible run FILE plays it"));
}

TEST_CASE("check -: SIGINT while standard input is open -> status 130 and no file is left") {
  const Scratch scratch;
  const Called called = shell(
      "mkfifo p; mkdir t; exec 3<>p; TMPDIR=$PWD/t env --default-signal=INT $0 check - <p & p=$!; i=0; "
      "until ls t | grep -q stdin || [ $i -ge 600 ]; do sleep 0.1; i=$((i + 1)); done; kill -INT $p; "
      "wait $p; r=$?; ls t >left; exit $r",
      scratch.folder());
  INFO(called.out << called.err);
  CHECK(called.status == 130);
  CHECK(contains(called.err, "<stdin>: stopped by SIGINT before there was a verdict"));
  CHECK(text_of_file(scratch.path("left")).empty());
}

}  // namespace gcrucible::tests
