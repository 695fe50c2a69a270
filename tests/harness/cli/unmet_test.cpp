// Expectations that are not met state the reason, and fail for the right reason.
#include "tests/harness/cli/command.h"

namespace gcrucible::tests {
namespace {

Called run_steps(const std::string& steps) {
  const Scratch scratch;
  return call(
      {"run", "-q",
       scratch.write("s.yaml", "scenario: x\ntypes: {Node: {fields: {next: ref}}}\nsteps:\n" + steps)},
      {"COLUMNS=200"});
}

}  // namespace

TEST_CASE("expect: dead fails for an object that an earlier collection freed") {
  const Called run = run_steps(
      "  - allocate: {id: a, type: Node}\n  - collect: 0\n"
      "  - collect: {generation: 0, expect: {dead: [a]}}\n");
  INFO(run.out << run.err);
  CHECK(run.status == 1);
  CHECK(contains(run.out,
                 "collection 2: expected \"a\" to die, but it was dead before the collection already"));
  // In addition to "0 broken", the verdict names what failed.
  CHECK(contains(run.out, "BROKEN: 1 expectation failed  (exit status 1)\n"));
}

TEST_CASE("expect: an object allocated after the collection -> the message says so") {
  const Called run = run_steps(
      "  - allocate: {id: a, type: Node}\n  - root: a\n  - background: begin\n"
      "  - allocate: {id: c, type: Node}\n"
      "  - background: {pause: {expect: {alive: [a, c]}}}\n  - background: end\n");
  INFO(run.out << run.err);
  CHECK(run.status == 1);
  CHECK(contains(run.out, "expected \"c\" to live, but it was allocated only after the collection: "));
  CHECK(contains(run.out, "COR_PRF_MONITOR_GC"));
}

TEST_CASE("ask: a call between steps that is never made -> the message says why") {
  const Called run = run_steps("  - ask: {in: HandleCreated, call: GetEventMask}\n  - collect: 0\n");
  INFO(run.out << run.err);
  CHECK(run.status == 1);
  CHECK(contains(in_one_line(run.out), "the run never asked it: after that step there was no HandleCreated"));
}

TEST_CASE("ask: a call inside a callback that the mask keeps away is not compared") {
  const Scratch scratch;
  const Called run = call({"run", scratch.write("s.yaml",
                                                "scenario: x\ntypes: {Node: {fields: {next: ref}}}\nsteps:\n"
                                                "  - ask: {in: JITCompilationStarted, call: GetEventMask}\n"
                                                "  - collect: 0\n")},
                          {"COLUMNS=200"});
  INFO(run.out << run.err);
  CHECK(run.status == 0);
  CHECK(contains(in_one_line(run.out), "keeps JITCompilationStarted away"));
}

TEST_CASE("ask: -v prints the answers with or without an expectation") {
  const Scratch scratch;
  const std::string path = scratch.write(
      "s.yaml",
      "scenario: x\ntypes: {Node: {fields: {next: ref}}}\nsteps:\n  - allocate: {id: a, type: Node}\n"
      "  - root: a\n  - ask: {call: GetObjectSize, object: a}\n  - collect: 0\n"
      "  - ask: {call: GetObjectGeneration, object: a}\n");
  const Called run = call({"run", "-v", path});
  INFO(run.out << run.err);
  CHECK(contains(run.out, ": GetObjectSize(a (Node)) returned "));
  CHECK(contains(run.out, ": GetObjectGeneration(a (Node)) returned S_OK, out [[["));
  CHECK_FALSE(contains(call({"run", path}).out, "GetObjectSize(a (Node)) returned"));
}

TEST_CASE("expect: a callback hidden by a later mask -> that mask is named") {
  const Scratch scratch;
  const std::string path = scratch.write(
      "s.yaml",
      "scenario: x\ntypes: {Node: {fields: {next: ref}}}\nsteps:\n  - allocate: {id: a, type: Node}\n"
      "  - root: a\n  - collect: 0\n"
      "  - collect: {generation: 1, expect: {callbacks: {ObjectReferences: 1}}}\n"
      "expect: {callbacks: {ObjectReferences: 2}}\n");
  const Called run = call({"run", "-v", path, "--env", "GCRUCIBLE_RECORDER_MASK=MONITOR_GC|MONITOR_SUSPENDS",
                           "--env", "GCRUCIBLE_RECORDER_CHANGE=GarbageCollectionFinished=MONITOR_SUSPENDS"},
                          {"COLUMNS=300"});
  INFO(run.out << run.err);
  CHECK(run.status == 1);
  // The whole second collection ran under this mask, but only a part of the run did.
  CHECK(contains(run.out, "the profiler's event mask 0x10000 keeps ObjectReferences away"));
  CHECK(contains(run.out,
                 "2 calls of ObjectReferences, but there was 1, because the profiler's event mask 0x10000, "
                 "which it set at line "));
}

}  // namespace gcrucible::tests
