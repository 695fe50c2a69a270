// Violations of the rules about collections that must wait.
#include "tests/harness/rules/breaks/breaks.h"

namespace gcrucible::tests {
namespace {

// Under BASIC_GC: calls that delay a collection on one thread, and two collections on another.
Tale delays() {
  Tale tale;
  tale.header = R"("source":"recorded","runtime":"net10","event_mask":[78432,16])";
  const auto on_worker = [&](const char* name, const char* fields = "") {
    tale.call(name, fields);
    tale.steps.back().thread = 1;
  };
  on_worker("ThreadCreated", R"("thread":2)");
  on_worker("ThreadAssignedToOSThread", R"("thread":2,"os_thread":102)");
  on_worker("JITCompilationStarted", R"("function":5,"safe_to_block":true)");
  on_worker("JITCompilationFinished", R"("function":5,"status":0,"safe_to_block":false)");
  on_worker("COMClassicVTableCreated", R"("class":7,"slots":4)");
  on_worker("ExceptionThrown", R"("object":1000)");
  on_worker("ExceptionSearchFunctionEnter", R"("function":5)");
  on_worker("ExceptionSearchCatcherFound", R"("function":5)");
  on_worker("ExceptionSearchFunctionLeave");
  on_worker("ExceptionUnwindFunctionEnter", R"("function":5)");
  on_worker("ExceptionCatcherEnter", R"("function":5,"object":1000)");
  on_worker("ExceptionCatcherLeave");
  on_worker("FunctionEnter", R"("function":5)");
  for (int i = 0; i < 2; ++i) {
    tale.call("RuntimeSuspendStarted", R"("reason":1)").call("RuntimeSuspendFinished");
    tale.call("GarbageCollectionStarted", R"("generations":[true,false,false,false,false],"reason":1)");
    tale.call("GarbageCollectionFinished").call("RuntimeResumeStarted").call("RuntimeResumeFinished");
  }
  return tale;
}

}  // namespace

std::vector<Break> delay_breaks() {
  return {
      {"bracket/waits-for-exceptions",
       {},
       [](Tale& t) { t.at("ExceptionCatcherLeave").returns = false; },
       delays},
      {"bracket/waits-for-throw", {}, [](Tale& t) { t.at("ExceptionThrown").returns = false; }, delays},
      {"bracket/waits-for-hooks", {}, [](Tale& t) { t.at("FunctionEnter").returns = false; }, delays},
      {"bracket/waits-for-com-tables",
       {},
       [](Tale& t) { t.at("COMClassicVTableCreated").returns = false; },
       delays},
      {"bracket/waits-where-unsafe-to-block",
       {},
       [](Tale& t) { t.at("JITCompilationFinished").returns = false; },
       delays},
      {"bracket/waits-where-forbidden",
       {},
       [](Tale& t) { t.at("ThreadAssignedToOSThread").returns = false; },
       delays},
      {"bracket/resumed-between",
       {},
       [](Tale& t) {
         t.erase("RuntimeResumeStarted");
         t.erase("RuntimeResumeFinished");
         t.erase("RuntimeSuspendStarted", 1);
         t.erase("RuntimeSuspendFinished", 1);
       },
       delays},
  };
}

}  // namespace gcrucible::tests
