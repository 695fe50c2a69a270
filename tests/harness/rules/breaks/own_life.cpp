// Violations of the profiler's rules about masks, ids, handles and ends.
#include "tests/harness/rules/breaks/breaks.h"

namespace gcrucible::tests {
namespace {

constexpr std::uint32_t kOwnThread = 9;

void inside(Tale& tale, std::string_view callback, Step step) {
  tale.at(callback).inside.push_back(std::move(step));
}

// The profiler later sets the same mask again.
Tale masked() {
  Tale tale;
  tale.header = R"("source":"recorded","runtime":"net10","event_mask":[8388992,0])";
  tale.call("Initialize")
      .info("QueryInterface", "[\"ICorProfilerInfo13\"]")
      .info("SetEventMask", "[8388992]");
  tale.call("ObjectAllocated", R"("object":4096,"class":16)").info("SetEventMask", "[8388992]");
  tale.call("Shutdown");
  return tale;
}

Tale detached() {
  Tale tale = masked();
  tale.erase("Shutdown");
  inside(tale, "ObjectAllocated", make_info("RequestProfilerDetach", "[5000]"));
  tale.call("ProfilerDetachSucceeded");
  return tale;
}

// Class 200 of module 20 is loaded, queried and unloaded.
Tale unloaded() {
  Tale tale;
  tale.header = R"("source":"recorded","runtime":"net10","event_mask":[6,0])";
  tale.call("ClassLoadStarted", R"("class":200)");
  tale.call("ClassLoadFinished", R"("class":200,"status":0)").info("IsArrayClass", "[200]", "[0,0,0]");
  tale.at("ClassLoadFinished").inside.back().hr = 1;
  tale.call("ClassUnloadStarted", R"("class":200)");
  tale.call("ClassUnloadFinished", R"("class":200,"status":0)");
  return tale;
}

// Thread 6 is queried while it lives, and while its end is reported.
Tale ended() {
  Tale tale;
  tale.header = R"("source":"recorded","runtime":"net10","event_mask":[512,0])";
  const auto on_it = [&](const char* callback, const char* fields) {
    tale.call(callback, fields).steps.back().thread = 1;
  };
  on_it("ThreadCreated", R"("thread":6)");
  on_it("ThreadAssignedToOSThread", R"("thread":6,"os":null)");
  tale.steps.push_back(make_info("GetThreadInfo", "[6]", "[null]", kOwnThread));
  on_it("ThreadDestroyed", R"("thread":6)");
  inside(tale, "ThreadDestroyed", make_info("GetThreadInfo", "[6]", "[null]", 1));
  return tale;
}

Tale handled() {
  Tale tale = masked();
  inside(tale, "ObjectAllocated", make_info("CreateHandle", "[4096,1]", "[77]"));
  inside(tale, "ObjectAllocated", make_info("DestroyHandle", "[77]"));
  return tale;
}

Tale detached_after_handles() {
  Tale tale = handled();
  tale.erase("Shutdown");
  inside(tale, "ObjectAllocated", make_info("RequestProfilerDetach", "[5000]"));
  tale.call("ProfilerDetachSucceeded");
  return tale;
}

Tale attached() {
  Tale tale;
  tale.header =
      R"("source":"simulated","runtime":"net10","callback_version":11,"event_mask":[128,0],"load":"attach")";
  tale.call("InitializeForAttach", R"("data_bytes":2,"data":"0102")");
  tale.info("QueryInterface", "[\"ICorProfilerInfo13\"]").info("SetEventMask", "[128]");
  tale.call("ProfilerAttachComplete");
  tale.call("GarbageCollectionFinished");
  return tale;
}

Tale suspended() {
  Tale tale = masked();
  tale.insert_before("Shutdown", make_info("SuspendRuntime", "[]", "[]", kOwnThread));
  tale.insert_before("Shutdown", make_info("ResumeRuntime", "[]", "[]", kOwnThread));
  return tale;
}

}  // namespace

std::vector<Break> own_life_breaks() {
  return {
      {"life/immutable-in-initialize",
       {},
       [](Tale& t) {
         Step& call = t.at("ObjectAllocated").inside.back();
         call.fields = R"("args":[384])";
         call.hr = -2147467259;
       },
       masked},
      {"life/enable-allocations-early",
       {},
       [](Tale& t) {
         t.header = R"("source":"recorded","runtime":"net10","event_mask":[384,0])";
         t.at("Initialize").inside.back().fields = R"("args":[384])";
         t.erase("ObjectAllocated");
       },
       masked},
      {"life/nothing-after-shutdown",
       {},
       [](Tale& t) { t.steps.push_back(make_info("GetEventMask", "[]", "[128]", kOwnThread)); },
       masked},
      {"life/quiet-before-detach",
       {},
       [](Tale& t) {
         Step step = make_info("GetEventMask", "[]", "[0]", kOwnThread);
         step.hr = -2146233497;  // CORPROF_E_PROFILER_DETACHING
         t.insert_before("ProfilerDetachSucceeded", step);
       },
       detached},
      {"calls/none-in-detach-succeeded",
       {},
       [](Tale& t) {
         Step step = make_info("GetEventMask", "[]", "[0]");
         step.hr = -2146233497;
         inside(t, "ProfilerDetachSucceeded", step);
       },
       detached},
      {"life/no-unloaded-ids",
       {},
       [](Tale& t) {
         Step step = make_info("GetClassIDInfo", "[200]", "[0,0]", kOwnThread);
         step.hr = -2147024809;
         t.insert_after("ClassUnloadStarted", step);
       },
       unloaded},
      {"life/no-unloaded-ids",
       {},
       [](Tale& t) {
         Step step = make_info("GetClassIDInfo", "[200]", "[0,0]", kOwnThread);
         step.hr = -2147024809;
         t.insert_after("ClassUnloadFinished", step);
       },
       unloaded},
      {"life/no-ended-threads",
       {},
       [](Tale& t) {
         Step step = make_info("GetThreadInfo", "[6]", "[null]", kOwnThread);
         step.hr = -2147024809;
         t.insert_after("ThreadDestroyed", step);
       },
       ended},
      {"blocking/unload-waits-for-users",
       {},
       [](Tale& t) {
         Step step = make_info("GetClassIDInfo", "[200]", "[20,33554433]", kOwnThread);
         step.inside.push_back(t.at("ClassUnloadStarted"));
         t.insert_after("ClassUnloadStarted", step);
         t.erase("ClassUnloadStarted");
       },
       unloaded},
      {"life/destroy-handles", {}, [](Tale& t) { t.at("ObjectAllocated").inside.pop_back(); }, handled},
      {"life/destroy-handles",
       {},
       [](Tale& t) {
         std::erase_if(t.at("ObjectAllocated").inside,
                       [](const Step& step) { return step.name == "DestroyHandle"; });
       },
       detached_after_handles},
      {"life/destroy-handles",
       {},
       [](Tale& t) { inside(t, "ObjectAllocated", make_info("GetObjectIDFromHandle", "[77]", "[4096]")); },
       handled},
      {"life/handles-in-callbacks",
       {},
       [](Tale& t) {
         t.insert_after("ObjectAllocated", make_info("DestroyHandle", "[78]", "[]", kOwnThread));
         t.insert_after("ObjectAllocated", make_info("CreateHandle", "[4096,1]", "[78]", kOwnThread));
       },
       handled},
      {"life/copy-client-data",
       {},
       [](Tale& t) {
         t.at("GarbageCollectionFinished").returns = false;
         t.end =
             R"("end":true,"died":"SIGSEGV","callback":"GarbageCollectionFinished","fault":"client-data")";
       },
       attached},
      {"blocking/wholly-unmanaged",
       {},
       [](Tale& t) { t.model("managed", R"("runtimes":["coreclr"])"); },
       attached},
      {"life/resume-what-you-suspend", {}, [](Tale& t) { t.erase("ResumeRuntime"); }, suspended},
      {"life/resume-what-you-suspend", {}, [](Tale& t) { t.at("ResumeRuntime").thread = 4; }, suspended},
  };
}

}  // namespace gcrucible::tests
