// Features that gcrucible itself lacks do not count against a profiler. A run that shows nothing about a
// profiler is not a pass.
#include <nlohmann/json.hpp>

#include "tests/harness/cli/command.h"

namespace gcrucible::tests {
namespace {

const std::string kLibrary = in_build("/cli_agent_profiler.so");
const std::string kClsid = "{2B8E6A14-70D5-4E0C-A3F1-9C5D7E2B4A63}";

Called with_agent(std::vector<std::string> arguments, const std::string& way) {
  const std::vector<std::string> more{"--profiler", kLibrary, "--clsid",
                                      kClsid,       "--env",  "CLI_TEST_AGENT=" + way};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return call(arguments);
}

const std::string kPlain = kScenarios + "gc/survivors-are-promoted.yaml";

}  // namespace

TEST_CASE("run: E_NOTIMPL from an Info method that gcrucible lacks violates no rule") {
  const Called gap = with_agent({"run", kPlain}, "gap");
  INFO(gap.out << gap.err);
  CHECK(gap.status == 0);
  const std::string text = in_one_line(gap.out);
  CHECK(contains(text,
                 "not answered 1 of the called methods, which a real runtime answers: "
                 "SetILInstrumentedCodeMap"));
  CHECK(contains(text,
                 "ModuleLoadFinished: E_NOTIMPL (0x80004001) of SetILInstrumentedCodeMap, passed on 2 times: "
                 "breaks no rule"));
  const Called own = with_agent({"run", kPlain}, "own failure");
  CHECK(own.status == 1);
  CHECK(contains(own.out, "returns/plain-results"));
  const Called tables = with_agent({"run", kPlain}, "tables");
  CHECK(tables.status == 0);
  CHECK(contains(in_one_line(tables.out), "IMetaDataTables"));
}

TEST_CASE("run: a refused Initialize -> the message names the Info call that failed last") {
  const Called run = with_agent({"run", kPlain}, "give up");
  INFO(run.out << run.err);
  CHECK(run.status == 2);
  CHECK(contains(in_one_line(run.err),
                 "The last Info call before that failed: SetILInstrumentedCodeMap answered E_NOTIMPL"));
  const Called strange = with_agent({"run", kPlain}, "strange interface");
  CHECK(contains(in_one_line(strange.err),
                 "QueryInterface of {12345678-9ABC-4DEF-8123-456789ABCDEF} answered E_NOINTERFACE"));
}

TEST_CASE("run: a profiler that receives no callbacks -> exit status 2") {
  const Called run = with_agent({"run", kPlain}, "no mask");
  INFO(run.out << run.err);
  CHECK(run.status == 2);
  CHECK(contains(run.out, "NOTHING WAS CHECKED"));
  CHECK(contains(in_one_line(run.out), "exit status 2; --allow-unchecked makes that a pass"));
  CHECK(with_agent({"run", "--allow-unchecked", kPlain}, "no mask").status == 0);
  CHECK(with_agent({"run", kPlain}, "").status == 0);

  const std::vector<std::string> campaign{"test", "-q", "--forget", "--cases", "5", "--only", "bracket/*"};
  const Called test = with_agent(campaign, "no mask");
  INFO(test.out << test.err);
  CHECK(test.status == 2);
  CHECK(contains(test.out, "NOTHING WAS CHECKED"));
  std::vector<std::string> allowed = campaign;
  allowed.push_back("--allow-unchecked");
  CHECK(with_agent(allowed, "no mask").status == 0);
  CHECK(with_agent(campaign, "").status == 0);
}

TEST_CASE("run: scenarios that the profiler cannot play are skipped with the reason") {
  const Scratch scratch;
  const std::string json = scratch.path("runs.json"), junit = scratch.path("runs.xml");
  const std::string old = kScenarios + "runtimes/netfx-swept-survivors-are-not-reported.yaml";
  const std::string breach = kScenarios + "broken/bracket/no-nesting.yaml";
  const std::string attach = kScenarios + "attach/attach-in-the-middle-of-a-run.yaml";
  const Called all = with_agent(
      {"run", "-q", "--report", "json=" + json, "--report", "junit=" + junit, kPlain, old, breach, attach},
      "die of a breach");
  INFO(all.out << all.err);
  CHECK(all.status == 0);
  CHECK(contains(in_one_line(all.out), "1 of 4 passed, 3 not played: this profiler cannot"));
  CHECK(
      contains(in_one_line(all.out), "it is a scenario for netfx1.1, which this profiler does not support"));
  CHECK(contains(in_one_line(all.out), "the runtime breaks its own rules in it on purpose"));
  CHECK(contains(in_one_line(all.out), "which cannot be attached"));
  const nlohmann::json runs = nlohmann::json::parse(text_of_file(json))["runs"];
  REQUIRE(runs.size() == 4);
  CHECK(runs[0]["result"] == "pass");
  for (std::size_t i = 1; i < 4; ++i) CHECK(runs[i]["result"] == "not played");
  CHECK(contains(text_of_file(junit), "failures=\"0\" errors=\"0\" skipped=\"3\""));
  // It is played if it is the only one named.
  CHECK(with_agent({"run", "-q", breach}, "die of a breach").status == 3);
  CHECK(with_agent({"run", "-q", old}, "").status == 2);
}

TEST_CASE("run: a crash in an unloaded library is reported with a stack") {
  const Scratch scratch;
  const std::string scenario = scratch.write("refused.yaml",
                                             "scenario: The attach is refused, and the program goes on\n"
                                             "profiler: {load: attach}\n"
                                             "types: {Node: {fields: {next: ref}}}\n"
                                             "objects: [{id: a, type: Node}]\n"
                                             "steps:\n"
                                             "  - attach: {expect: E_FAIL}\n"
                                             "  - allocate: {type: Node, count: 200000}\n"
                                             "  - collect: {generation: 2}\n"
                                             "  - collect: {generation: 2}\n");
  const Called run = with_agent({"run", "-q", scenario}, "thread");
  INFO(run.out << run.err);
  CHECK(run.status == 3);
  const std::string text = in_one_line(run.out);
  CHECK(contains(text, "which is unloaded: its attach was refused, it was detached, or the run was over"));
  CHECK(contains(text, "cli_agent_profiler.so+0x"));
}

}  // namespace gcrucible::tests
