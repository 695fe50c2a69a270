// Threads of a real CLR that have looked at the mask before it changed, or before a detach was accepted, and
// enter their callback later.
#include <string>
#include <vector>

#include "tests/harness/rules/interleaved.h"
#include "tests/harness/rules/tale.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using Ids = std::vector<std::string>;

constexpr std::uint32_t kSetter = 8, kProgram = 1, kAnother = 2;

Ids broken_in(const Interleaved& trace, const Ids& only = {}) {
  return broken(judge(trace.text(), {.only = only}));
}

TEST_CASE("rules: a late ClassLoadStarted -> its end does not come", "[rules]") {
  for (const bool cleared : {true, false}) {
    Interleaved trace("[514,0]");
    trace.set(kSetter, cleared ? 512 : 514);
    trace.call(kProgram, "ClassLoadStarted", R"("class":100)");
    trace.call(kProgram, "ThreadNameChanged", R"("thread":1,"name":"a")");
    CHECK(broken_in(trace, {"loads/*", "masks/enabled"}) == (cleared ? Ids{} : Ids{"loads/at-once"}));
  }
}

TEST_CASE("masks/enabled: a callback during SetEventMask -> the next one may be late", "[rules]") {
  const Ids only{"masks/enabled"};
  for (const bool again : {false, true}) {
    Interleaved trace("[576,0]");
    const std::uint64_t set = trace.ask(kSetter, "SetEventMask", "[64]");
    trace.call(kProgram, "ThreadNameChanged", R"("thread":1,"name":"a")");
    trace.end(set);
    trace.call(kProgram, "ThreadNameChanged", R"("thread":1,"name":"b")");
    if (again) trace.call(kProgram, "ThreadNameChanged", R"("thread":1,"name":"c")");
    CHECK(broken_in(trace, only) == (again ? only : Ids{}));
  }
}

TEST_CASE("masks/enabled: a callback that returns after SetEventMask -> the next one is not late",
          "[rules]") {
  const Ids only{"masks/enabled"};
  for (const bool returns : {false, true}) {
    Interleaved trace("[576,0]");
    const std::uint64_t named = trace.enter(kProgram, "ThreadNameChanged", R"("thread":1,"name":"a")");
    if (!returns) trace.end(named);
    trace.set(kSetter, 64);
    if (returns) trace.end(named);
    trace.call(kProgram, "ThreadNameChanged", R"("thread":1,"name":"b")");
    CHECK(broken_in(trace, only) == (returns ? only : Ids{}));
  }
}

TEST_CASE("dependent-handles: a late report -> COR_PRF_MONITOR_GC was set", "[rules]") {
  const Ids only{"dependent-handles/needs-fifth-interface"};
  for (const bool looked : {false, true}) {
    Interleaved trace("[640,0]");
    trace.start(kProgram).set(kSetter, 512);
    if (looked) trace.call(kProgram, "ThreadNameChanged", R"("thread":1,"name":"a")");
    trace.call(kProgram, "ConditionalWeakTableElementReferences", R"("elements":[[100,108,70]])");
    CHECK(broken_in(trace, only) == (looked ? only : Ids{}));
  }
}

TEST_CASE("suspension: a late RuntimeThreadSuspended -> its end does not come", "[rules]") {
  const Ids only{"suspension/*"};
  for (const bool cleared : {true, false}) {
    Interleaved trace("[66048,0]");
    trace.call(kAnother, "RuntimeSuspendStarted", R"("reason":1)");
    trace.set(kSetter, cleared ? 512 : 66048);
    trace.call(kProgram, "RuntimeThreadSuspended", R"("thread":101)");
    trace.call(kProgram, "ThreadNameChanged", R"("thread":101,"name":"a")");
    CHECK(broken_in(trace, only) == (cleared ? Ids{} : Ids{"suspension/suspended-threads-rest"}));
  }
}

TEST_CASE("detach/no-new-callbacks: a late callback -> the thread raises no other", "[rules]") {
  const Ids only{"detach/no-new-callbacks"};
  for (const bool again : {false, true}) {
    Interleaved trace("[576,0]");
    trace.end(trace.ask(kSetter, "RequestProfilerDetach", "[100]"));
    trace.call(kProgram, "ThreadNameChanged", R"("thread":1,"name":"a")");
    trace.call(kAnother, "ThreadNameChanged", R"("thread":2,"name":"a")");
    if (again) trace.call(kProgram, "ThreadNameChanged", R"("thread":1,"name":"b")");
    CHECK(broken_in(trace, only) == (again ? only : Ids{}));
  }
}

}  // namespace
}  // namespace gcrucible::tests
