// Masks that change while something is under way, or on two threads at once. Rules judge by the mask of the
// moment at which a callback was due.
#include <string>
#include <utility>
#include <vector>

#include "tests/harness/rules/interleaved.h"
#include "tests/harness/rules/tale.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using Ids = std::vector<std::string>;

constexpr std::uint32_t kThreads = 0x200, kSuspends = 0x10000, kGc = 0x80, kClasses = 2, kExceptions = 0x40;
constexpr std::uint32_t kSetter = 8, kOther = 9, kProgram = 1;

std::string low(std::uint32_t mask) {
  return "[" + std::to_string(mask) + ",0]";
}

Ids broken_in(const Interleaved& trace, const Ids& only = {}) {
  return broken(judge(trace.text(), {.only = only}));
}

TEST_CASE("rules: a mask enables suspensions in one -> its end is no fault", "[rules]") {
  for (const bool during : {true, false}) {
    Interleaved trace(low(during ? kThreads : kThreads | kSuspends));
    const std::uint64_t set = trace.ask(kSetter, "SetEventMask", "[66048]");
    if (!during) trace.end(set);
    trace.call(kProgram, "RuntimeSuspendFinished");
    if (during) trace.end(set);
    trace.call(kProgram, "RuntimeResumeStarted").call(kProgram, "RuntimeResumeFinished");
    CHECK(broken_in(trace, {"suspension/*"}).empty() == during);
  }
}

TEST_CASE("rules: a mask clears class loads in one -> other callbacks interrupt no load", "[rules]") {
  for (const bool clears : {true, false}) {
    Interleaved trace(low(kThreads | kClasses));
    trace.call(kProgram, "ClassLoadStarted", R"("class":100)");
    const std::uint64_t set = trace.ask(kSetter, "SetEventMask", clears ? "[512]" : "[514]");
    trace.call(kProgram, "ThreadNameChanged", R"("thread":1,"name":"a")");
    trace.end(set);
    CHECK(broken_in(trace, {"loads/*"}) == (clears ? Ids{} : Ids{"loads/at-once"}));
  }
}

TEST_CASE("rules: a refused mask -> callbacks are judged by the old one", "[rules]") {
  Interleaved trace(low(kThreads | kClasses));
  const std::uint64_t set = trace.ask(kSetter, "SetEventMask", "[512]");
  trace.end(set, -2147467259);
  trace.call(kProgram, "ClassLoadStarted", R"("class":100)");
  trace.call(kProgram, "ThreadNameChanged", R"("thread":1,"name":"a")");
  CHECK(broken_in(trace, {"loads/*"}) == Ids{"loads/at-once"});
}

TEST_CASE("rules: more calls than threads set the mask at once, all refused -> the old one", "[rules]") {
  Interleaved trace(low(kThreads));
  std::vector<std::uint64_t> sets;
  for (std::uint32_t i = 0; i < 100; ++i) sets.push_back(trace.ask(kOther + i, "SetEventMask", "[64]"));
  for (const std::uint64_t set : sets) trace.end(set, -2147467259);
  trace.call(kProgram, "ThreadCreated", R"("thread":7)");
  CHECK(broken_in(trace, {"masks/enabled"}).empty());
}

// kOther clears COR_PRF_MONITOR_THREADS, and kSetter sets it. Then the program's thread raises a callback, so
// that it looks at the mask again.
Interleaved set_at_once(bool overlap, const std::string& set_first) {
  Interleaved trace(low(kThreads | kExceptions));
  const std::uint64_t set = trace.ask(kSetter, "SetEventMask", set_first);
  if (!overlap) trace.end(set);
  const std::uint64_t cleared = trace.ask(kOther, "SetEventMask", "[64]");
  trace.end(cleared);
  if (overlap) trace.end(set);
  trace.call(kProgram, "ExceptionThrown", R"("object":100)");
  return trace;
}

TEST_CASE("rules: two threads set the mask at once -> either mask may be in effect", "[rules]") {
  const Ids only{"masks/enabled"};
  for (const bool overlap : {true, false}) {
    Interleaved trace = set_at_once(overlap, "[576]");
    trace.call(kProgram, "ThreadCreated", R"("thread":7)");
    CHECK(broken_in(trace, only) == (overlap ? Ids{} : only));
  }
  // Neither mask has the flag.
  Interleaved trace = set_at_once(true, "[64]");
  trace.call(kProgram, "ThreadCreated", R"("thread":7)");
  CHECK(broken_in(trace, only) == only);
}

TEST_CASE("rules: two masks may be in effect -> a missing callback is no fault", "[rules]") {
  const Ids only{"threads/*"};
  for (const bool overlap : {true, false}) {
    // Not overlapping, and nothing is cleared.
    Interleaved trace(low(kThreads | kExceptions));
    const std::uint64_t set = trace.ask(kSetter, "SetEventMask", overlap ? "[64]" : "[576]");
    const std::uint64_t again = trace.ask(kOther, "SetEventMask", "[576]");
    trace.end(again).end(set);
    trace.call(kProgram, "ThreadDestroyed", R"("thread":7)");
    CHECK(broken_in(trace, only) == (overlap ? Ids{} : Ids{"threads/known"}));
  }
}

TEST_CASE("rules: an answer of GetEventMask -> the mask is known again", "[rules]") {
  for (const bool has_flag : {true, false}) {
    Interleaved trace = set_at_once(true, "[576]");
    trace.end(trace.ask(kOther, "GetEventMask", "[]"), 0, has_flag ? "[576]" : "[64]");
    trace.call(kProgram, "ExceptionSearchFunctionEnter", R"("function":100)");
    trace.call(kProgram, "ThreadCreated", R"("thread":7)");
    CHECK(broken_in(trace, {"masks/*"}) == (has_flag ? Ids{} : Ids{"masks/enabled"}));
  }
}

TEST_CASE("rules: a callback after both calls -> the mask is the one that enables it", "[rules]") {
  Interleaved trace = set_at_once(true, "[576]");
  trace.call(kProgram, "ThreadCreated", R"("thread":7)");
  for (const bool has_flag : {true, false}) {
    Interleaved read = trace;
    read.end(read.ask(kOther, "GetEventMask", "[]"), 0, has_flag ? "[576]" : "[64]");
    CHECK(broken_in(read, {"masks/*"}) == (has_flag ? Ids{} : Ids{"masks/read-back"}));
  }
}

TEST_CASE("masks/read-back: a mask that is set during the call -> both masks may be read", "[rules]") {
  const Ids only{"masks/read-back"};
  for (const std::string answer : {"[64]", "[576]", "[512]"}) {
    Interleaved trace(low(kThreads | kExceptions));
    const std::uint64_t read = trace.ask(kOther, "GetEventMask", "[]");
    trace.set(kSetter, kExceptions);
    trace.end(read, 0, answer);
    CHECK(broken_in(trace, only) == (answer == "[512]" ? only : Ids{}));
  }
  Interleaved trace = set_at_once(true, "[576]");
  trace.end(trace.ask(kOther, "GetEventMask", "[]"), 0, "[512]");
  CHECK(broken_in(trace, only) == only);
}

TEST_CASE("rules: two threads set both words at once -> each word may be of another call", "[rules]") {
  const Ids only{"masks/read-back"};
  for (const std::string answer : {"[512,16]", "[64,16]", "[576,16]"}) {
    Interleaved trace(low(kThreads | kExceptions));
    const std::uint64_t set = trace.ask(kSetter, "SetEventMask2", "[512,0]");
    const std::uint64_t other = trace.ask(kOther, "SetEventMask2", "[64,16]");
    trace.end(other).end(set);
    trace.end(trace.ask(kOther, "GetEventMask2", "[]"), 0, answer);
    CHECK(broken_in(trace, only) == (answer == "[576,16]" ? only : Ids{}));
    if (answer != "[512,16]") continue;
    // The low word is known now.
    trace.call(kProgram, "ExceptionThrown", R"("object":100)");
    trace.call(kProgram, "ThreadCreated", R"("thread":7)");
    trace.call(kProgram, "ExceptionThrown", R"("object":100)");
    CHECK(broken_in(trace, {"masks/enabled"}) == Ids{"masks/enabled"});
  }
}

TEST_CASE("bracket/order: a mask set again in a collection -> parts of another one may follow", "[rules]") {
  const Ids only{"bracket/order"};
  for (const bool changes : {true, false}) {
    Interleaved trace(low(kExceptions | kGc));
    trace.start(kProgram);
    trace.call(kProgram, "ObjectReferences", R"("object":100,"class":5,"refs":[])");
    const std::uint64_t set = trace.ask(kSetter, "SetEventMask", changes ? "[64]" : "[192]");
    trace.call(kProgram, "RootReferences2", R"("roots":[])");
    trace.end(set);
    CHECK(broken_in(trace, only) == (changes ? Ids{} : only));
  }
}

TEST_CASE("finalization: a mask enables collections in one -> a queued object is inside", "[rules]") {
  for (const bool during : {true, false}) {
    Interleaved trace(low(during ? kThreads : kThreads | kGc));
    const std::uint64_t set = trace.ask(kSetter, "SetEventMask", "[640]");
    if (!during) trace.end(set);
    trace.call(kProgram, "FinalizeableObjectQueued", R"("object":100,"flags":0)");
    if (during) trace.end(set);
    CHECK(broken_in(trace, {"finalization/*"}).empty() == during);
  }
}

// A collection starts, and the mask is `low` for some time in it.
Interleaved changed_inside(std::uint32_t mask) {
  Interleaved trace(low(kExceptions | kGc));
  trace.start(kProgram);
  return trace.set(kSetter, mask).set(kSetter, kExceptions | kGc);
}

TEST_CASE("bracket: a mask without collections in one -> code may run afterwards", "[rules]") {
  const Ids only{"bracket/no-running-code"};
  for (const bool changes : {true, false}) {
    Interleaved trace = changed_inside(changes ? kExceptions : kExceptions | kGc);
    trace.call(kOther, "ExceptionThrown", R"("object":100)");
    CHECK(broken_in(trace, only) == (changes ? Ids{} : only));
  }
}

TEST_CASE("threads: a mask without collections in one -> another thread may make the next one", "[rules]") {
  const Ids only{"threads/triggering-thread", "bracket/*"};
  for (const bool changes : {true, false}) {
    Interleaved trace(low(kExceptions | kGc));
    trace.call(kProgram, "ObjectAllocated", R"("object":100,"class":5)");
    trace.call(kOther, "ObjectAllocated", R"("object":108,"class":5)");
    trace.start(kProgram).set(kSetter, changes ? kExceptions : kExceptions | kGc);
    trace.set(kSetter, kExceptions | kGc);
    trace.call(kOther, "GarbageCollectionFinished");
    CHECK(broken_in(trace, only) == (changes ? Ids{} : Ids{"threads/triggering-thread"}));
    // The next one is judged.
    trace.start(kOther).call(kOther, "GarbageCollectionFinished").call(kOther, "GarbageCollectionFinished");
    CHECK_FALSE(broken_in(trace, {"bracket/*"}).empty());
  }
}

TEST_CASE("loads/attached-once: a mask without assemblies in a load -> its modules are unknown", "[rules]") {
  const Ids only{"loads/attached-once"};
  constexpr std::uint32_t kModules = 4, kAssemblies = 8;
  for (const bool changes : {true, false}) {
    Interleaved trace(low(kModules | kAssemblies));
    trace.call(kProgram, "AssemblyLoadStarted", R"("assembly":10)");
    trace.call(kProgram, "ModuleLoadStarted", R"("module":11)");
    trace.call(kProgram, "ModuleLoadFinished", R"("module":11,"status":0)");
    if (changes) trace.call(kProgram, "ModuleAttachedToAssembly", R"("module":11,"assembly":10)");
    if (changes) trace.set(kSetter, kModules).set(kSetter, kModules | kAssemblies);
    trace.call(kProgram, "AssemblyLoadFinished", R"("assembly":10,"status":0)");
    CHECK(broken_in(trace, only) == (changes ? Ids{} : only));
  }
}

TEST_CASE("exceptions: a mask without collections in one -> its object may have moved", "[rules]") {
  const Ids only{"exceptions/object-of-catcher"};
  for (const bool changes : {true, false}) {
    Interleaved trace(low(kExceptions | kGc));
    trace.call(kProgram, "ExceptionThrown", R"("object":100)");
    trace.call(kProgram, "ExceptionSearchFunctionEnter", R"("function":1)");
    trace.call(kProgram, "ExceptionSearchCatcherFound", R"("function":1)");
    trace.call(kProgram, "ExceptionSearchFunctionLeave");
    trace.set(kSetter, changes ? kExceptions : kExceptions | kGc).set(kSetter, kExceptions | kGc);
    trace.call(kProgram, "ExceptionUnwindFunctionEnter", R"("function":1)");
    trace.call(kProgram, "ExceptionCatcherEnter", R"("function":1,"object":200)");
    CHECK(broken_in(trace, only) == (changes ? Ids{} : only));
  }
}

// ObjectAllocated of an object in generation 0, under both flags of it. Then the mask has only the flag for
// large objects, until the next collection is over.
TEST_CASE("allocation/heap-of-flag: a later mask -> the object's own mask decides", "[rules]") {
  const Ids only{"allocation/heap-of-flag"};
  for (const bool each : {true, false}) {
    Tale tale;
    // COR_PRF_MONITOR_GC and COR_PRF_ENABLE_OBJECT_ALLOCATED, with and without
    // COR_PRF_MONITOR_OBJECT_ALLOCATED.
    tale.header = R"("source":"recorded","runtime":"net10","event_mask":)" +
                  std::string(each ? "[8388992,0]" : "[8388736,64]");
    tale.call("Initialize").call("ObjectAllocated", R"("object":100,"class":5)");
    tale.call("GarbageCollectionStarted", R"("generations":[true,false,false,false,false],"reason":1)");
    tale.info("GetGenerationBounds", "[8]", "[1,[[0,40,500,500]]]");
    tale.call("GarbageCollectionFinished").info("SetEventMask2", "[8388736,64]");
    tale.call("Shutdown");
    CHECK(broken(judge(tale.text(), {.only = only})) == (each ? Ids{} : only));
  }
}

}  // namespace
}  // namespace gcrucible::tests
