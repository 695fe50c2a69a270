// Violations of the rules about where a profiler may wait, and about how it dies.
#include "tests/harness/rules/breaks/breaks.h"

namespace gcrucible::tests {
namespace {

constexpr std::uint32_t kOwnThread = 9;
constexpr const char* kHung = R"("end":true,"died":"timeout after 30 s")";

Tale with(const char* mask) {
  Tale tale;
  tale.header = R"("source":"recorded","runtime":"net10","event_mask":)" + std::string(mask);
  return tale;
}

Tale thrown() {
  Tale tale = with("[64,0]");
  tale.call("ExceptionThrown", R"("object":4096)");
  return tale;
}

Tale compiled() {
  Tale tale = with("[32,0]");
  tale.call("JITCompilationStarted", R"("function":5,"safe_to_block":false)");
  tale.call("JITCompilationFinished", R"("function":5,"status":0,"safe_to_block":false)");
  return tale;
}

// A thread of the profiler collects. One callback comes before the collection and one inside it.
Tale forced() {
  Tale tale = with("[128,0]");
  tale.call("HandleCreated", R"("handle":990,"object":0)");
  Step force = make_info("ForceGC", "[]", "[]", kOwnThread);
  for (const char* const name : {"GarbageCollectionStarted", "GarbageCollectionFinished"}) {
    Step step = make_call(name, R"("generations":[true,true,true,true,true],"reason":1)");
    step.thread = kOwnThread;
    force.inside.push_back(step);
  }
  tale.steps.push_back(force);
  return tale;
}

Tale walked() {
  Tale tale = with("[268435584,0]");
  tale.call("HandleCreated", R"("handle":990,"object":0)");
  tale.steps.push_back(make_info("DoStackSnapshot", "[5,true,0,false,0]", "[]", kOwnThread));
  return tale;
}

Tale unannounced() {
  Tale tale = with("[8388994,0]");
  tale.call("ClassLoadStarted", R"("class":16)").call("ClassLoadFinished", R"("class":16,"status":0)");
  tale.call("ObjectAllocated", R"("object":4096,"class":24)");
  return tale;
}

}  // namespace

std::vector<Break> blocking_breaks() {
  return {
      {"blocking/return-quickly",
       {},
       [](Tale& t) {
         t.at("ExceptionThrown").returns = false;
         t.end = kHung;
       },
       thrown},
      {"blocking/safe-to-block",
       {},
       [](Tale& t) {
         t.at("JITCompilationFinished").returns = false;
         t.end = kHung;
       },
       compiled},
      {"blocking/no-deadlock-by-waiting",
       {},
       [](Tale& t) {
         t.at("HandleCreated").returns = false;
         t.at("ForceGC").returns = false;
         t.at("ForceGC").inside.clear();
         t.end = kHung;
       },
       forced},
      {"blocking/no-lock-across-a-trigger",
       {},
       [](Tale& t) {
         Step& force = t.at("ForceGC");
         force.returns = false;
         force.inside.pop_back();
         force.inside.back().returns = false;
         t.end = kHung;
       },
       forced},
      {"blocking/who-may-suspend",
       {},
       [](Tale& t) {
         t.at("HandleCreated").inside.push_back(make_info("DoStackSnapshot", "[5,true,0,false,0]"));
       },
       walked},
      {"blocking/little-stack",
       {},
       [](Tale& t) {
         t.at("ExceptionThrown").returns = false;
         t.end = R"("end":true,"died":"SIGSEGV","callback":"ExceptionThrown","fault":"stack")";
       },
       thrown},
      {"life/unannounced-classes",
       {},
       [](Tale& t) {
         t.at("ObjectAllocated").returns = false;
         t.end = R"("end":true,"died":"SIGSEGV","callback":"ObjectAllocated","fault":"null")";
       },
       unannounced},
  };
}

}  // namespace gcrucible::tests
