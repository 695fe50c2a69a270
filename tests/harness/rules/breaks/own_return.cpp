// Violations of the rules about the results of callbacks, and about the interface of Initialize.
#include "tests/harness/rules/breaks/breaks.h"

namespace gcrucible::tests {
namespace {

constexpr std::int32_t kInvalidArgument = -2147024809;

Tale started() {
  Tale tale;
  tale.header = R"("source":"recorded","runtime":"net10","event_mask":[65664,0])";
  tale.call("Initialize").info("QueryInterface", R"(["ICorProfilerInfo3"])").info("SetEventMask", "[65664]");
  tale.call("HandleCreated", R"("handle":990,"object":0)");
  tale.call("Shutdown");
  return tale;
}

Tale collected() {
  Tale tale = started();
  tale.erase("Shutdown");
  tale.call("RuntimeSuspendStarted", R"("reason":1)").call("RuntimeSuspendFinished");
  tale.call("GarbageCollectionStarted", R"("generations":[true,true,true,true,true],"reason":1)");
  tale.call("SurvivingReferences2", R"("ranges":[[4096,8]])");
  tale.call("SurvivingReferences", R"("ranges":[[4096,8]])");
  tale.call("ObjectReferences", R"("object":4096,"class":16,"refs":[])");
  tale.call("GarbageCollectionFinished");
  tale.call("RuntimeResumeStarted").call("RuntimeResumeFinished");
  tale.call("Shutdown");
  return tale;
}

Tale answering() {
  Tale tale = started();
  tale.header = R"("source":"simulated","runtime":"net10","callback_version":3,"interfaces":[0,1,2,3],)"
                R"("event_mask":[65664,0])";
  return tale;
}

Tale attached() {
  Tale tale;
  tale.header = R"("source":"recorded","runtime":"net10","event_mask":[128,0],"load":"attach")";
  tale.call("InitializeForAttach", R"("data_bytes":0,"data":null)");
  tale.info("QueryInterface", R"(["ICorProfilerInfo3"])").info("SetEventMask", "[128]");
  tale.call("ProfilerAttachComplete");
  return tale;
}

}  // namespace

std::vector<Break> own_return_breaks() {
  return {
      {"returns/plain-results", {}, [](Tale& t) { t.at("HandleCreated").hr = kInvalidArgument; }, started},
      {"returns/plain-results", {}, [](Tale& t) { t.at("ObjectReferences").hr = 1; }, collected},
      {"returns/plain-results", {}, [](Tale& t) { t.at("SurvivingReferences2").hr = 3; }, collected},
      {"returns/initialize-failure",
       {},
       [](Tale& t) { t.at("Initialize").inside.back().hr = kInvalidArgument; },
       started},
      {"returns/initialize-failure",
       {},
       [](Tale& t) {
         t.header = R"("source":"recorded","runtime":"net10","event_mask":[0,0])";
         t.at("Initialize").inside.pop_back();
         t.erase("HandleCreated");
       },
       started},
      {"returns/attach-failure",
       {},
       [](Tale& t) { t.at("InitializeForAttach").inside.back().hr = kInvalidArgument; },
       attached},
      {"returns/ignored-at-the-ends",
       {"returns/plain-results"},
       [](Tale& t) { t.at("ProfilerAttachComplete").hr = kInvalidArgument; },
       attached},
      {"returns/query-interface",
       {},
       [](Tale& t) { t.header.replace(t.header.find("[0,1,2,3]"), 9, "[0,1,3]"); },
       answering},
      {"returns/query-interface", {}, [](Tale& t) { t.header += R"(,"unknown_interface":true)"; }, answering},
      {"returns/query-interface", {}, [](Tale& t) { t.header += R"(,"identity":false)"; }, answering},
      {"returns/asks-for-info",
       {},
       [](Tale& t) {
         t.header = R"("source":"simulated","runtime":"net10","event_mask":[65664,0])";
         t.at("Initialize").inside.front().hr = -2147467262;
       },  // E_NOINTERFACE
       started},
      {"returns/asks-for-info",
       {},
       [](Tale& t) { t.at("Initialize").inside.back() = make_info("SetEventMask2", "[65664,0]"); },
       started},
  };
}

}  // namespace gcrucible::tests
