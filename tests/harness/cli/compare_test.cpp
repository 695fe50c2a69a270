// `gcrucible compare` as it is called, as far as that needs no .NET.
#include <sstream>

#include "tests/harness/cli/command.h"
#include "tests/support/places.h"

namespace gcrucible::tests {

TEST_CASE("compare: a refused run cannot be compared and the reason is printed") {
  const Scratch scratch;
  const std::string refused = scratch.write(
      "r.jsonl",
      "{\"gcrucible_trace\":1,\"source\":\"recorded\",\"runtime\":\"net10\",\"event_mask\":null}\n"
      "{\"end\":true,\"lines\":2,\"refused\":\"the mask is none\"}\n");
  const Called run = call({"compare", refused, refused}, {"COLUMNS=1000"});
  INFO(run.out << run.err);
  CHECK(run.status == 2);
  CHECK(contains(run.err,
                 "r.jsonl: the run was refused, so there is nothing to compare: the "
                 "mask is none\n"));
}

TEST_CASE("compare: equal histories pass and differences are listed") {
  const Scratch scratch;
  const std::string start =
      "scenario: two\n"
      "steps:\n"
      "  - allocate: {id: a, type: Object}\n"
      "  - allocate: {id: b, type: Object}\n"
      "  - root: a\n";
  const std::string a = scratch.write("a.yaml", start + "  - collect: {generation: 0, compact: 0}\n");
  const std::string b =
      scratch.write("b.yaml", start + "  - root: b\n  - collect: {generation: 0, sweep: 0}\n");
  for (const auto& [file, seed] : {std::pair(a, "1"), std::pair(b, "2")}) {
    REQUIRE(call({"run", "-q", "--seed", seed, "--trace", file + ".jsonl", file}).status == 0);
  }
  const Called same = call({"compare", a + ".jsonl", a + ".jsonl"});
  CHECK(same.status == 0);
  CHECK(contains(same.out, "the same up to addresses: 2 named objects in 1 collection\n"));
  const Called different = call({"compare", a + ".jsonl", b + ".jsonl"}, {"COLUMNS=240"});
  CHECK(different.status == 1);
  CHECK(
      different.out.starts_with("These are traces of two scenarios, or of two versions of one scenario: "
                                "collection 1 stands in line 6 of one and in line 7 of the other.\n"
                                "A  "));
  CHECK(contains(different.out, "), 1 collection\n"));
  CHECK_FALSE(contains(same.out, "two scenarios"));
  const std::string c = scratch.write("c.yaml",
                                      "scenario: one\nsteps:\n  - allocate: {id: c, type: Object}\n"
                                      "  - root: c\n\n  - collect: {generation: 0, compact: 0}\n");
  REQUIRE(call({"run", "-q", "--trace", c + ".jsonl", c}).status == 0);
  CHECK(contains(call({"compare", a + ".jsonl", c + ".jsonl"}, {"COLUMNS=240"}).out,
                 "named objects that the other does not have"));
  CHECK(contains(different.out, "collection 1 (line 6 of the scenario)\n"));
  CHECK(contains(different.out, "b: generation afterwards  A  dead\n"));
  CHECK(contains(different.out, "                          B  gen 1\n"));
  CHECK(contains(different.out, "a: reported as            A  moved\n"));
  CHECK(contains(different.out, "MovedReferences2"));
}

TEST_CASE("compare: traces without names or cut off or missing are refused") {
  const Scratch scratch;
  const std::string recorded = in_source("/fixtures/traces/compact.jsonl");
  const Called nameless = call({"compare", recorded, recorded});
  CHECK(nameless.status == 2);
  CHECK(contains(nameless.err, "names no objects"));
  const Called missing = call({"compare", recorded, scratch.path("none")});
  CHECK(missing.status == 2);
  CHECK(contains(missing.err, scratch.path("none")));
  const std::string text = text_of_file(recorded);
  const std::string cut = scratch.write("cut.jsonl", text.substr(0, text.size() / 2));
  CHECK(call({"compare", cut, recorded}).status == 2);
  const Called few = call({"compare", recorded});
  CHECK(few.status == 2);
}

TEST_CASE("compare: an object of only one run is not there in the other") {
  const Scratch scratch;
  for (const char* const name : {"a", "b"}) {
    const std::string file =
        scratch.write(std::string(name) + ".yaml", std::string("scenario: s\nsteps:\n  - allocate: {id: ") +
                                                       name + ", type: Object}\n  - root: " + name +
                                                       "\n  - collect: {generation: 0, compact: 0}\n");
    REQUIRE(call({"run", "-q", "--trace", scratch.path(name), file}).status == 0);
  }
  const Called run = call({"compare", scratch.path("a"), scratch.path("b")}, {"COLUMNS=120"});
  INFO(run.out);
  CHECK(run.status == 1);
  const std::size_t reported = run.out.find("  a: reported as ");
  REQUIRE(reported != std::string::npos);
  CHECK(contains(run.out.substr(reported, 200), "  B  not there\n"));
}

TEST_CASE("compare: different masks or runtimes are named with the differences") {
  const Scratch scratch;
  const std::string file = scratch.write("s.yaml",
                                         "scenario: s\nsteps:\n  - allocate: {id: a, type: Object}\n"
                                         "  - root: a\n  - collect: {generation: 0, compact: 0}\n");
  const auto run = [&](const std::string& name, const std::vector<std::string>& options) {
    std::vector<std::string> line{"run", "-q", "--trace", scratch.path(name), file};
    line.insert(line.end(), options.begin(), options.end());
    REQUIRE(call(line).status == 0);
  };
  run("all", {});
  run("gc", {"--env", "GCRUCIBLE_RECORDER_MASK=MONITOR_GC"});
  run("basic", {"--env", "GCRUCIBLE_RECORDER_MASK=0,0x10", "--runtime", "documented"});
  const Called masks = call({"compare", scratch.path("all"), scratch.path("gc")}, {"COLUMNS=240"});
  INFO(masks.out);
  CHECK(masks.status == 1);
  CHECK(contains(masks.out, "The event masks differ: A alone has COR_PRF_MONITOR_"));
  CHECK(contains(masks.out, "B alone has none."));
  CHECK_FALSE(contains(masks.out, "The runtimes differ"));
  const Called runtimes = call({"compare", scratch.path("gc"), scratch.path("basic")}, {"COLUMNS=240"});
  INFO(runtimes.out);
  CHECK(contains(runtimes.out, "The runtimes differ: A is net10, B is documented."));
  CHECK_FALSE(contains(call({"compare", scratch.path("gc"), scratch.path("gc")}).out, "differ"));
  // No line is wider than the terminal, except lines with paths.
  const Called narrow = call({"compare", scratch.path("all"), scratch.path("gc")}, {"COLUMNS=60"});
  std::istringstream lines(narrow.out);
  for (std::string line; std::getline(lines, line);) {
    INFO(line);
    CHECK((line.size() <= 60 || contains(line, "/") || !contains(line.substr(line.size() - 60), " ")));
  }
  std::string text = text_of_file(scratch.path("gc"));
  const std::size_t source = text.find("\"source\":\"simulated\"");
  REQUIRE(source != std::string::npos);
  const std::string recorded = scratch.write("recorded", text.replace(source, 20, "\"source\":\"recorded\""));
  CHECK(contains(call({"compare", scratch.path("all"), recorded}, {"COLUMNS=240"}).out,
                 "A is simulated and B was recorded: docs/deviations.md describes where"));
}

namespace {

// The trace of one scenario under a runtime and with a mask. `mask` may be empty.
std::string traced(const Scratch& scratch, const std::string& name, const std::string& file,
                   const std::string& runtime, const std::string& mask = {}) {
  std::vector<std::string> line{"run", "-q", "--runtime", runtime, "--trace", scratch.path(name), file};
  if (!mask.empty()) line.insert(line.end(), {"--env", "GCRUCIBLE_RECORDER_MASK=" + mask});
  const Called run = call(line);
  INFO(run.err);
  REQUIRE(run.status == 0);
  return scratch.path(name);
}

}  // namespace

TEST_CASE("compare: without brackets the collections follow from suspensions") {
  const Scratch scratch;
  const std::string start =
      "scenario: s\nruntime: netfx1.1\ntypes: {Node: {fields: {next: ref}}}\n"
      "objects: [{id: garbage, type: Node}, {id: a, type: Node, next: b}, {id: b, type: Node}]\n"
      "roots: [a]\n"
      "steps:\n  - suspend: other\n";
  const std::string moved =
      scratch.write("moved.yaml", start + "  - collect: {generation: 0, compact: 0}\n  - collect: 0\n");
  const std::string old = traced(scratch, "old", moved, "netfx1.1");
  const std::string young = traced(scratch, "new", moved, "net10");
  const Called same = call({"compare", old, young}, {"COLUMNS=600"});
  INFO(same.out);
  CHECK(same.status == 0);
  CHECK(contains(same.out, "the same up to addresses, as far as both can show: 3 named objects in 2 "));
  CHECK(
      contains(same.out, "A was reported through ICorProfilerCallback alone. There a collection lasts from"));
  CHECK(contains(call({"compare", young, old}, {"COLUMNS=600"}).out, "\nB was reported through ICorProf"));
  CHECK_FALSE(contains(call({"compare", old, old}).out, "as far as both"));

  // Facts in both traces are compared: which objects move, which roots exist, how many collections happen.
  const std::string other =
      scratch.write("other.yaml", start + "  - root: b\n  - collect: {generation: 0, sweep: 0}\n");
  const std::string swept = traced(scratch, "swept", other, "netfx1.1");
  const Called different = call({"compare", swept, young}, {"COLUMNS=600"});
  INFO(different.out);
  CHECK(different.status == 1);
  CHECK(contains(different.out, "  b: roots               A  of unknown kind\n"));
  CHECK(contains(different.out,
                 "  a: reported as         A  not reported\n                         B  moved\n"));
  CHECK_FALSE(contains(different.out, "condemned  "));

  // At the end of the process, collections have no suspension of their own.
  const std::string ending = kScenarios + "runtimes/netfx-collections-at-shutdown-are-not-announced.yaml";
  const Called ended = call({"compare", traced(scratch, "ending", ending, "netfx1.1"),
                             traced(scratch, "ending10", ending, "net10")});
  CHECK(contains(ended.out, "ObjectsAllocatedByClass, MovedReferences, RootReferences"));
  CHECK_FALSE(contains(ended.out, "collections under the request"));

  // Several calls of one name, separated by newer calls in one trace, are not a difference.
  const std::string failing = kScenarios + "ranges/failing-exact-call-suppresses-the-older-one.yaml";
  const Called batches = call({"compare", traced(scratch, "batches", failing, "netfx1.1"),
                               traced(scratch, "batches10", failing, "net10")});
  INFO(batches.out);
  CHECK_FALSE(contains(batches.out, "MovedReferences, MovedReferences"));

  const std::string blind = traced(scratch, "blind", moved, "netfx1.1", "MONITOR_GC");
  const Called unseen = call({"compare", young, blind}, {"COLUMNS=600"});
  INFO(unseen.out);
  CHECK(contains(unseen.out, "B does not show its collections: "));
  CHECK_FALSE(contains(unseen.out, "collections under the request"));

  // One collection more than in the scenario: the count comes from the suspensions for collections.
  std::string text = text_of_file(old);
  const std::size_t reason = text.find("\"call\":\"RuntimeSuspendStarted\",\"reason\":0");
  REQUIRE(reason != std::string::npos);
  text[text.find("reason\":0", reason) + 8] = '1';
  const Called more = call({"compare", old, scratch.write("more", text)}, {"COLUMNS=600"});
  INFO(more.out);
  CHECK(contains(more.out, "collections that were not requested  A  0\n"));
}

}  // namespace gcrucible::tests
