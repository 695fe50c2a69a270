// Violations of the rules about roots in the model, about the profiler's own handles, and about threads and
// modules that an attached profiler encounters.
#include "tests/harness/rules/breaks/breaks.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

// The model knows which roots hold objects before the first collection.
Tale known_roots() {
  Tale tale = two_collections();
  const auto model = [](std::string name, std::string fields) {
    return Step{.kind = Step::Kind::kModel, .name = std::move(name), .fields = std::move(fields)};
  };
  tale.insert_before("Initialize", model("functions", R"("ids":[900])"));
  tale.insert_after("heap",
                    model("handles", R"("collection":1,"handles":[[77,5,10,2],[79,3,14,0]],"whole":true)"));
  tale.insert_after("heap", model("roots", R"("collection":1,"stack":[[0,0,0,900,0]],"empty":[[900,0]],)"
                                           R"("statics":[10],"whole":true)"));
  tale.edit("RootReferences2", "[1000,3,0,77]", "[1000,3,8,77]");
  return tale;
}

// The model knows the types and all references.
Tale known_graph() {
  Tale tale = known_roots();
  const auto type = [](const char* fields) {
    return Step{.kind = Step::Kind::kModel, .name = "type", .fields = fields};
  };
  tale.insert_before("Initialize", type(R"("type":0,"name":"N","class":5,"size":8,"references":true)"));
  tale.insert_before("Initialize", type(R"("type":1,"name":"M","class":5,"size":8,"references":true)"));
  tale.edit("heap", "],\"whole\"",
            R"(],"references":[[7,8],[7,10],[8,11],[10,12],[12,14],[12,1000]],"whole")", 1);
  return tale;
}

// A handle is created for the object at `object`, and queried after the first collection.
Tale profiler_handle(const std::string& object, const std::string& kind, const std::string& answer) {
  Tale tale = two_collections();
  const auto info = [](std::string name, std::string args, std::string out) {
    return Step{.kind = Step::Kind::kInfo,
                .name = std::move(name),
                .fields = "\"args\":" + std::move(args),
                .out = std::move(out)};
  };
  tale.at("HandleCreated").inside.push_back(info("CreateHandle", "[" + object + "," + kind + "]", "[88]"));
  tale.at("HandleDestroyed").inside.push_back(info("GetObjectIDFromHandle", "[88]", "[" + answer + "]"));
  return tale;
}

Tale weak_handle() {
  return profiler_handle("9", "1", "0");
}
Tale strong_handle() {
  return profiler_handle("8", "2", "7");
}

// A swept collection of generation 1 continues as a full one.
Tale provisional() {
  Tale tale;
  tale.header = R"("source":"recorded","runtime":"net10","event_mask":[65664,0])";
  tale.call("RuntimeSuspendStarted", R"("reason":1)").call("RuntimeSuspendFinished");
  tale.call("GarbageCollectionStarted", R"("generations":[true,true,false,false,false],"reason":0)");
  for (const char* const rows : {R"("ranges":[[100,8],[116,8]])", R"("ranges":[[100,8]])"}) {
    tale.call("SurvivingReferences2", rows).call("SurvivingReferences", rows);
    tale.call("GarbageCollectionFinished");
  }
  tale.call("RuntimeResumeStarted").call("RuntimeResumeFinished");
  return tale;
}

// An attached profiler enumerates the threads. One of them is suspended later.
Tale attached() {
  Tale tale;
  tale.header = R"("source":"simulated","runtime":"net10","event_mask":[66176,0],"load":"attach")";
  tale.call("InitializeForAttach", R"("data_bytes":0,"data":null)");
  tale.info("SetEventMask2", "[66176,0]");
  tale.call("ProfilerAttachComplete");
  tale.info("EnumThreads", "[]", R"([],"visited":[1,2])");
  tale.call("RuntimeSuspendStarted", R"("reason":0)");
  tale.call("RuntimeThreadSuspended", R"("thread":1)");
  tale.call("RuntimeSuspendFinished");
  tale.call("RuntimeResumeStarted").call("RuntimeThreadResumed", R"("thread":1)");
  tale.call("RuntimeResumeFinished");
  return tale;
}

}  // namespace

std::vector<Break> root_breaks() {
  return {
      {"roots/empty-slots-told",
       {},
       [](Tale& t) {
         t.edit("RootReferences2", "[0,1,0,900],", "");
         t.edit("RootReferences", "7,0,", "7,");
       },
       known_roots},
      {"roots/complete", {}, [](Tale& t) { t.edit("roots", "[10]", "[10,15]"); }, known_roots},
      {"roots/stack-owner", {}, [](Tale& t) { t.edit("RootReferences2", "0,900]", "0,901]"); }, known_roots},
      {"roots/ref-counted", {}, [](Tale& t) { t.edit("handles", "10,2]", "10,0]"); }, known_roots},
      {"roots/kinds-and-flags",
       {},
       [](Tale& t) { t.edit("RootReferences2", "[7,1,0", "[7,1,8"); },
       known_roots},
      {"references/class-of-type",
       {},
       [](Tale& t) { t.edit("ObjectReferences", "\"class\":5", "\"class\":6", 2); },
       known_graph},
      {"references/every-reference",
       {},
       [](Tale& t) { t.edit("ObjectReferences", "\"refs\":[]", "\"refs\":[13]", 4); },
       known_graph},
      {"profiler-handles/weak",
       {},
       [](Tale& t) { t.at("HandleDestroyed").inside.back().out = "[9]"; },
       weak_handle},
      {"profiler-handles/strong-and-pinned",
       {},
       [](Tale& t) { t.at("HandleDestroyed").inside.back().out = "[8]"; },
       strong_handle},
      {"bracket/provisional-second-report",
       {"bracket/pairs", "bracket/finished-last", "moved/new-disjoint", "ranges/calls-add-up",
        "ranges/old-disjoint"},
       [](Tale& t) { t.edit("GarbageCollectionStarted", "true,true,false", "true,false,false"); },
       provisional},
      {"arrays/count-is-length",
       {},
       [](Tale& t) { t.at("GarbageCollectionStarted").fields += R"(,"count":7)"; }},
      {"attach/nothing-between",
       {},
       [](Tale& t) { t.at("ProfilerAttachComplete").inside.back().out = R"([],"visited":[2])"; },
       attached},
  };
}

TEST_CASE("roots/kinds-and-flags: a wrong kind or flag of a root is a violation") {
  const std::vector<std::string> rule{"roots/kinds-and-flags"};
  const auto reported = [](const char* from, const char* to) {
    Tale tale = known_roots();
    tale.edit("RootReferences2", from, to);
    return broken(judge(tale.text(), {.only = {"roots/kinds-and-flags"}}));
  };
  CHECK(reported("[7,1,0", "[7,1,0").empty());
  CHECK(reported("[7,1,0", "[7,1,1") == rule);          // pinning
  CHECK(reported("[7,1,0", "[7,1,4") == rule);          // interior
  CHECK(reported("[7,1,0,900]", "[7,0,0,0]") == rule);  // other
  CHECK(reported("[7,1,0,900]", "[7,2,4,0]") == rule);  // the finalizer queue, with a flag
  CHECK(reported("[0,1,0", "[0,1,1") == rule);          // an empty slot has no flag
  CHECK(reported("[0,1,0", "[0,1,4") == rule);
  CHECK(reported("3,8,77]", "3,0,77]") == rule);  // a reference-counting handle
  CHECK(reported("3,8,77]", "3,9,77]") == rule);
  CHECK(reported("[13,2,0,0]", "[13,2,0,0],[7,1,0,900]") == rule);  // one slot, reported twice
}

TEST_CASE("references/every-reference: a reference left out or repeated is a violation") {
  const std::vector<std::string> rule{"references/every-reference"};
  const auto reported = [](const char* from, const char* to) {
    Tale tale = known_graph();
    tale.edit("ObjectReferences", from, to, 1);
    return broken(judge(tale.text(), {.only = {"references/every-reference"}}));
  };
  CHECK(reported("[8,10]", "[10,8]").empty());
  CHECK(reported("[8,10]", "[8]") == rule);
  CHECK(reported("[8,10]", "[8,8]") == rule);
  CHECK(reported("[8,10]", "[8,10,10]") == rule);
}

}  // namespace gcrucible::tests
