// The report of a run shows callbacks under their collection and in the order of the trace.
#include "tests/harness/cli/command.h"

namespace gcrucible::tests {
namespace {

// Checks that `parts` appear in `text` in this order.
void check_order(const std::string& text, const std::vector<std::string>& parts) {
  INFO(text);
  std::size_t at = 0;
  for (const std::string& part : parts) {
    INFO(part);
    const std::size_t found = text.find(part, at);
    CHECK(found != std::string::npos);
    if (found != std::string::npos) at = found + part.size();
  }
}

}  // namespace

TEST_CASE("run: a background collection prints its start and end where they are delivered") {
  const Scratch scratch;
  const std::string scenario = scratch.write("bg.yaml", R"(scenario: in the background
types: {Node: {fields: {next: ref}}}
steps:
  - allocate: {id: a, type: Node}
  - root: a
  - background: begin
  - allocate: {id: b, type: Node}
  - background: pause
  - background: end
)");
  const Called run = call({"run", scenario, "--env", "GCRUCIBLE_RECORDER_MASK=0,0x10"});
  CHECK(run.status == 0);
  // The beginning reports no survivors, which does not mean that there are none.
  CHECK(run.out.find("   0%") == std::string::npos);
  check_order(run.out, {"a background collection begins: collects gen 0", "GarbageCollectionStarted\n",
                        "collection 1, line 8 of the scenario", "the background collection ends\n",
                        "GarbageCollectionFinished\n", "callbacks afterwards\n", "Shutdown\n"});
  CHECK(run.out.find("collection 1") == run.out.rfind("collection 1"));
  CHECK_FALSE(contains(run.out, "collection 2"));
}

TEST_CASE("run: a suspension for shutdown is printed outside the collections") {
  const Scratch scratch;
  const std::string scenario = scratch.write("end.yaml", R"(scenario: a process ends
runtime: netfx1.1
types: {Node: {fields: {next: ref}}}
threads: [main, worker]
steps:
  - start-thread: worker
  - allocate: {id: a, type: Node}
  - root: a
  - collect: 0
  - begin-shutdown: worker
  - allocate: {id: b, type: Node, thread: worker}
  - collect: {generation: 0, thread: worker}
  - shutdown: now
)");
  const Called run = call({"run", scenario});
  CHECK(run.status == 0);
  check_order(run.out, {"collection 1", "RuntimeResumeFinished\n\ncollection 2", "callbacks before it\n",
                        "    RuntimeSuspendStarted, RuntimeThreadSuspended, RuntimeSuspendFinished\n",
                        "  callbacks\n", "ObjectsAllocatedByClass", "callbacks afterwards\n    Shutdown\n"});
}

}  // namespace gcrucible::tests
