// Violations of the rules about when a profiler calls which Info method.
#include "tests/harness/rules/breaks/breaks.h"

namespace gcrucible::tests {
namespace {

constexpr std::uint32_t kOwnThread = 9;
constexpr const char* kAll = R"("generations":[true,true,true,true,true],"reason":1)";

void inside(Tale& tale, std::string_view callback, Step step) {
  tale.at(callback).inside.push_back(std::move(step));
}

Tale with(const char* mask) {
  Tale tale;
  tale.header = R"("source":"recorded","runtime":"net10","event_mask":)" + std::string(mask);
  return tale;
}

// A collection, and at the same time a profiler's thread that calls Info.
Tale collected(Step step) {
  Tale tale = with("[65664,0]");
  tale.call("RuntimeSuspendStarted", R"("reason":1)").call("RuntimeSuspendFinished");
  tale.call("GarbageCollectionStarted", kAll);
  tale.call("SurvivingReferences2", R"("ranges":[[4096,8]])");
  tale.call("SurvivingReferences", R"("ranges":[[4096,8]])");
  tale.call("ObjectReferences", R"("object":4096,"class":16,"refs":[])");
  tale.call("GarbageCollectionFinished");
  tale.call("RuntimeResumeStarted").call("RuntimeResumeFinished");
  tale.steps.push_back(std::move(step));
  return tale;
}

Tale with_domain() {
  return collected(make_info("GetAppDomainInfo", "[1,0]", "[2,null,3]", kOwnThread));
}
Tale with_rejit() {
  return collected(make_info("RequestReJIT", "[1]", "[]", kOwnThread));
}
Tale with_bounds() {
  return collected(make_info("GetGenerationBounds", "[0]", "[3,null]", kOwnThread));
}
Tale with_initialized_thread() {
  return collected(make_info("InitializeCurrentThread", "[]", "[]", kOwnThread));
}
Tale forced_twice() {
  Tale tale = with("[8388992,0]");
  tale.call("ObjectAllocated", R"("object":4096,"class":16)");
  for (int i = 0; i < 2; ++i) tale.steps.push_back(make_info("ForceGC", "[]", "[]", kOwnThread));
  return tale;
}

Tale threads() {
  Tale tale = with("[512,0]");
  tale.call("ThreadCreated", R"("thread":5)");
  tale.call("ThreadAssignedToOSThread", R"("thread":5,"os":null)").info("GetThreadInfo", "[5]", "[77]");
  return tale;
}

Tale named_when_loaded() {
  Tale tale = with("[2,0]");
  tale.call("ClassLoadStarted", R"("class":64)");
  tale.call("ClassLoadFinished", R"("class":64,"status":0)").info("GetClassIDInfo", "[64]", "[20,33554433]");
  return tale;
}

Tale hooked() {
  Tale tale = with("[65664,0]");
  tale.call("Initialize").info("QueryInterface", "[\"ICorProfilerInfo3\"]");
  tale.info("SetEnterLeaveFunctionHooks3", "[true,true,true]");
  tale.info("SetEventMask", "[65664]");
  tale.call("HandleCreated", R"("handle":990,"object":0)");
  return tale;
}

Tale hooks_called() {
  Tale tale = with("[4096,0]");
  tale.call("FunctionEnter3", R"("function":5)").info("GetFunctionInfo", "[5]", "[16,20,33554433]");
  tale.call("FunctionLeave3", R"("function":5)");
  return tale;
}

Tale attached() {
  Tale tale = with(R"([65664,0],"load":"attach")");
  tale.call("InitializeForAttach", R"("data_bytes":0,"data":null)");
  tale.info("QueryInterface", "[\"ICorProfilerInfo10\"]").info("SetEventMask2", "[65664,0]");
  tale.call("ProfilerAttachComplete").info("EnumModules", "[]");
  return tale;
}

Tale resolved() {
  Tale tale = with("[2,0]");
  tale.call("ClassLoadStarted", R"("class":64)");
  tale.call("ClassLoadFinished", R"("class":64,"status":0)");
  tale.info("GetClassFromToken", "[16,33554434]", "[64]");
  return tale;
}

Tale laid_out() {
  Tale tale = with("[8388992,0]");
  tale.call("ObjectAllocated", R"("object":4096,"class":16)");
  tale.call("GarbageCollectionStarted", kAll);
  tale.call("GarbageCollectionFinished").info("GetClassLayout", "[16,0]", "[0,0,16]");
  return tale;
}

}  // namespace

std::vector<Break> sequence_breaks() {
  return {
      {"calls/no-trigger-where-forbidden",
       {},
       [](Tale& t) { inside(t, "ObjectReferences", make_info("GetAppDomainInfo", "[1,0]", "[2,null,3]")); },
       with_domain},
      {"calls/no-trigger-in-their-kin",
       {},
       [](Tale& t) {
         inside(t, "SurvivingReferences", make_info("GetAppDomainInfo", "[1,0]", "[2,null,3]"));
       },
       with_domain},
      {"calls/no-newer-triggers",
       {},
       [](Tale& t) { inside(t, "GarbageCollectionFinished", make_info("RequestReJIT", "[1]")); },
       with_rejit},
      {"calls/bounds-not-between",
       {},
       [](Tale& t) { inside(t, "SurvivingReferences", make_info("GetGenerationBounds", "[0]", "[3,null]")); },
       with_bounds},
      {"calls/initialize-thread-when-running",
       {},
       [](Tale& t) {
         t.insert_after("RuntimeSuspendFinished",
                        make_info("InitializeCurrentThread", "[]", "[]", kOwnThread));
       },
       with_initialized_thread},
      {"calls/force-gc-thread",
       {},
       [](Tale& t) { inside(t, "ObjectAllocated", make_info("ForceGC", "[]")); },
       forced_twice},
      {"calls/force-gc-thread-stays",
       {},
       [](Tale& t) { t.steps.push_back(make_info("EnumModules", "[]", "[]", kOwnThread)); },
       forced_twice},
      {"calls/synchronous-inside-callbacks",
       {},
       [](Tale& t) { t.steps.push_back(make_info("GetThreadInfo", "[5]", "[77]")); },
       threads},
      // A call that the runtime refuses is on a managed thread, even if no callback reports that thread.
      {"calls/synchronous-inside-callbacks",
       {},
       [](Tale& t) {
         Step step = make_info("GetThreadInfo", "[5]", "[0]", 3);
         step.hr = -2146233501;  // CORPROF_E_UNSUPPORTED_CALL_SEQUENCE
         t.steps.push_back(step);
       },
       threads},
      {"calls/hooks-from-initialize",
       {},
       [](Tale& t) { inside(t, "HandleCreated", make_info("SetEnterLeaveFunctionHooks3", "[true]")); },
       hooked},
      {"calls/hooks-are-asynchronous",
       {},
       [](Tale& t) { inside(t, "FunctionEnter3", make_info("EnumModules", "[]")); },
       hooks_called},
      {"calls/hooks-keep-registers",
       {},
       [](Tale& t) {
         t.model("clobbered", R"("hook":"FunctionEnter3","line":1,"function":5,"registers":"rcx, xmm3")");
       },
       hooks_called},
      {"calls/not-after-attach",
       {},
       [](Tale& t) { inside(t, "ProfilerAttachComplete", make_info("SetFunctionIDMapper", "[true]")); },
       attached},
      {"life/enumerate-after-attach",
       {},
       [](Tale& t) { inside(t, "InitializeForAttach", make_info("EnumModules", "[]")); },
       attached},
      {"life/attach-flags",
       {},
       [](Tale& t) { inside(t, "ProfilerAttachComplete", make_info("SetEventMask2", "[8454272,0]")); },
       attached},
      {"calls/ids-once-loaded",
       {},
       [](Tale& t) { inside(t, "ClassLoadStarted", make_info("GetClassIDInfo", "[64]", "[20,33554433]")); },
       named_when_loaded},
      {"calls/only-loaded-types",
       {},
       [](Tale& t) {
         Step& call = t.at("ClassLoadFinished").inside.back();
         call.inside.push_back(make_call("ClassLoadStarted", R"("class":72)"));
         call.inside.push_back(make_call("ClassLoadFinished", R"("class":72,"status":0)"));
       },
       resolved},
      {"calls/inspect-classes-in-finished",
       {},
       [](Tale& t) { inside(t, "ObjectAllocated", make_info("GetClassLayout", "[16,0]", "[0,0,16]")); },
       laid_out},
  };
}

}  // namespace gcrucible::tests
