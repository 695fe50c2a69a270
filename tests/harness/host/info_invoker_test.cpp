// Info calls that a scenario makes, in callbacks and outside.
#include "harness/host/info_invoker.h"

#include <algorithm>
#include <memory>
#include <thread>

#include "harness/program/ask_places.h"
#include "harness/program/askable_info.h"
#include "harness/protocol/control_block.h"
#include "tests/harness/calls/build.h"
#include "tests/harness/calls/rig.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using abi::CallbackMethod;
using abi::InfoMethod;

program::Ask question(InfoMethod method, CallbackMethod inside = CallbackMethod::kQueryInterface) {
  program::Ask ask;
  ask.slot = static_cast<std::uint16_t>(method);
  ask.inside = static_cast<std::uint16_t>(inside);
  return ask;
}

bool has(const std::string& line, const std::string& part) {
  INFO(line);
  INFO(part);
  const bool found = line.find(part) != std::string::npos;
  CHECK(found);
  return found;
}

// The lines of the answers, of which there are `count`.
auto answers_of(const Build& build, Witness& witness, std::size_t count) {
  const RunResult result = run(build.program, witness);
  INFO(result.error.value_or(""));
  REQUIRE(!result.error);
  auto answers = result.lines("\"model\":\"answer\"");
  REQUIRE(answers.size() == count);
  return answers;
}

TEST_CASE("InfoInvoker: calls in callbacks of a collection are made there once") {
  Build build;
  const std::uint32_t node = build.node();
  build.object(node);
  build.root(build.object(node));
  program::Collect collect = Build::collection(program::Generation::k0);
  program::Ask in_started = question(InfoMethod::kGetObjectSize2, CallbackMethod::kGarbageCollectionStarted);
  in_started.object = 1;
  program::Ask in_finished =
      question(InfoMethod::kGetClassFromObject, CallbackMethod::kGarbageCollectionFinished);
  in_finished.object = 1;
  program::Ask never = question(InfoMethod::kGetEventMask, CallbackMethod::kFinalizeableObjectQueued);
  collect.asks = {in_finished, never, in_started};
  build.add(collect);
  build.collect(program::Generation::k0);
  Witness witness(abi::COR_PRF_MONITOR_GC);
  const RunResult result = run(build.program, witness);
  REQUIRE(!result.error);
  const auto answers = result.lines("\"model\":\"answer\"");
  REQUIRE(answers.size() == 2);
  const auto line_of = [&](const std::string& callback) {
    const std::string line = result.lines("\"call\":\"" + callback + "\"").at(0);
    return line.substr(5, line.find(',') - 5);
  };
  const std::string before = result.lines("\"when\":\"before\"").at(0);
  const std::size_t row = before.find("[1,", before.find("\"objects\""));
  const std::string at = before.substr(row + 3, before.find(',', row + 3) - row - 3);
  has(answers[0], "\"ask\":2,\"method\":\"GetObjectSize2\",\"inside\":" +
                      line_of("GarbageCollectionStarted") + ",\"args\":[" + at + "],\"hr\":0,\"out\":[32]");
  has(answers[1], "\"ask\":0,\"method\":\"GetClassFromObject\",\"inside\":" +
                      line_of("GarbageCollectionFinished") + ",\"args\":[");
  // These calls leave no info lines, unlike the profiler's own calls.
  CHECK(result.lines("\"info\":\"GetObjectSize2\"").empty());
}

TEST_CASE("InfoInvoker: asks are allowed in exactly these callbacks of a collection") {
  std::vector<std::string> names;
  for (const abi::MethodInfo& method : abi::kCallbackMethods) {
    if (program::comes_in_collections(method.slot)) names.emplace_back(method.name);
  }
  CHECK(names == std::vector<std::string>{"RuntimeSuspendStarted",
                                          "RuntimeSuspendFinished",
                                          "RuntimeSuspendAborted",
                                          "RuntimeResumeStarted",
                                          "RuntimeResumeFinished",
                                          "RuntimeThreadSuspended",
                                          "RuntimeThreadResumed",
                                          "MovedReferences",
                                          "ObjectsAllocatedByClass",
                                          "ObjectReferences",
                                          "RootReferences",
                                          "GarbageCollectionStarted",
                                          "SurvivingReferences",
                                          "GarbageCollectionFinished",
                                          "FinalizeableObjectQueued",
                                          "RootReferences2",
                                          "HandleCreated",
                                          "HandleDestroyed",
                                          "MovedReferences2",
                                          "SurvivingReferences2",
                                          "ConditionalWeakTableElementReferences"});
}

TEST_CASE("InfoInvoker: a call outside callbacks comes from an unmanaged thread") {
  Build build;
  const std::uint32_t object = build.object(build.node());
  build.root(object);
  program::Ask size = question(InfoMethod::kGetObjectSize);
  size.object = object;
  build.add(size);
  build.add(question(InfoMethod::kGetCurrentThreadID));
  build.add(question(InfoMethod::kForceGC));
  program::Ask bounds = question(InfoMethod::kGetGenerationBounds);
  bounds.number = 100;
  build.add(bounds);
  Witness witness(abi::COR_PRF_MONITOR_GC);
  const auto answers = answers_of(build, witness, 4);
  // -2147... is signed in returns; answers contain it as an unsigned number.
  has(answers[0], "\"inside\":null,\"args\":[");
  has(answers[0],
      "],\"hr\":" + std::to_string(static_cast<std::uint32_t>(abi::CORPROF_E_NOT_MANAGED_THREAD)));
  has(answers[1], "\"hr\":" + std::to_string(static_cast<std::uint32_t>(abi::CORPROF_E_NOT_MANAGED_THREAD)));
  has(answers[2], "\"method\":\"ForceGC\",\"inside\":null,\"args\":[],\"hr\":0");
  has(answers[3], "\"hr\":0");
  CHECK(witness.count(CallbackMethod::kGarbageCollectionStarted) == 1);
}

TEST_CASE("InfoInvoker: each Info method that a scenario may ask is called") {
  Build build;
  const std::uint32_t node = build.node();
  const std::uint32_t object = build.object(node);
  const std::uint32_t array = build.object(build.array("System.Int32[]", 0x08, 4), 3);
  build.root(object);
  build.root(array);
  const std::uint32_t handle = build.handle(program::CreateHandle::Kind::kStrong, object);
  const std::vector<InfoMethod> methods{InfoMethod::kGetClassFromObject,
                                        InfoMethod::kGetObjectSize,
                                        InfoMethod::kGetObjectSize2,
                                        InfoMethod::kIsArrayClass,
                                        InfoMethod::kGetClassIDInfo,
                                        InfoMethod::kGetClassIDInfo2,
                                        InfoMethod::kGetClassLayout,
                                        InfoMethod::kGetArrayObjectInfo,
                                        InfoMethod::kGetStringLayout,
                                        InfoMethod::kGetStringLayout2,
                                        InfoMethod::kGetGenerationBounds,
                                        InfoMethod::kGetObjectGeneration,
                                        InfoMethod::kGetLOHObjectSizeThreshold,
                                        InfoMethod::kIsFrozenObject,
                                        InfoMethod::kEnumerateObjectReferences,
                                        InfoMethod::kEnumThreads,
                                        InfoMethod::kGetCurrentThreadID,
                                        InfoMethod::kGetThreadInfo,
                                        InfoMethod::kGetEventMask,
                                        InfoMethod::kGetEventMask2,
                                        InfoMethod::kGetRuntimeInformation,
                                        InfoMethod::kGetNonGCHeapBounds,
                                        InfoMethod::kGetObjectIDFromHandle};
  program::Collect collect = Build::collection(program::Generation::k0);
  for (const InfoMethod method : methods) {
    program::Ask ask = question(method, CallbackMethod::kGarbageCollectionFinished);
    ask.object = method == InfoMethod::kGetArrayObjectInfo ? array : object;
    ask.type = node;
    ask.thread = 0;
    ask.handle = handle;
    collect.asks.push_back(ask);
  }
  build.add(collect);
  Witness witness(abi::COR_PRF_MONITOR_GC);
  const auto answers = answers_of(build, witness, methods.size());
  for (std::size_t i = 0; i < methods.size(); ++i) {
    has(answers[i], "\"method\":\"" + std::string(abi::name_of(methods[i])) + "\"");
    // S_OK, or S_FALSE for a class that is not an array. GetObjectSize and similar methods would fail without
    // their arguments.
    const bool fine =
        answers[i].find("\"hr\":0,") != std::string::npos ||
        (methods[i] == InfoMethod::kIsArrayClass && answers[i].find("\"hr\":1,") != std::string::npos);
    INFO(answers[i]);
    CHECK(fine);
  }
}

TEST_CASE("InfoInvoker: the number is a count, a value, or the out pointers that are null") {
  Build build;
  const std::uint32_t node = build.node();
  const std::uint32_t array = build.object(build.array("System.Int32[]", 0x08, 4), 3);
  build.root(array);
  struct Row {
    InfoMethod method;
    std::uint64_t number;
    std::string answer;
  };
  const std::vector<Row> rows{{InfoMethod::kGetClassLayout, 2, ",2],\"hr\":0"},
                              {InfoMethod::kGetGenerationBounds, 0, "\"args\":[0],\"hr\":0"},
                              {InfoMethod::kGetGenerationBounds, 5000, "\"args\":[4096],\"hr\":0"},
                              {InfoMethod::kGetArrayObjectInfo, 0, ",1],\"hr\":0,\"out\":[3,"},
                              {InfoMethod::kGetArrayObjectInfo, 2, ",2],\"hr\":0,\"out\":[3,"},
                              {InfoMethod::kGetEnvironmentVariable, 7, "\"args\":[\"NAME\",7]"},
                              {InfoMethod::kSetEventMask2, 0x200000001, "\"args\":[1,2]"},
                              {InfoMethod::kGetStringLayout, 5, "\"null\":[0,2]"},
                              {InfoMethod::kGetStringLayout2, 2, "\"null\":[1]"},
                              {InfoMethod::kGetObjectIDFromHandle, 6, "\"args\":[6]"}};
  program::Collect collect = Build::collection(program::Generation::k0);
  for (const Row& row : rows) {
    program::Ask ask = question(row.method, CallbackMethod::kGarbageCollectionFinished);
    ask.object = array;
    ask.type = node;
    ask.number = row.number;
    ask.text = "NAME";
    collect.asks.push_back(ask);
  }
  build.add(collect);
  Witness witness(abi::COR_PRF_MONITOR_GC);
  const auto answers = answers_of(build, witness, rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) has(answers[i], rows[i].answer);
}

TEST_CASE("InfoInvoker: a method that no scenario may ask is not called") {
  Build build;
  const std::uint32_t node = build.node();
  const std::uint32_t object = build.object(node);
  build.root(object);
  build.collect(program::Generation::k0);
  Witness witness(abi::COR_PRF_MONITOR_GC);
  // Bypasses the validation, which accepts no other query.
  witness.react = [&](const Seen& seen) {
    if (seen.method != CallbackMethod::kGarbageCollectionFinished) return abi::S_OK;
    clr::InfoFacade info(*witness.clr);
    protocol::ControlBlock control;
    host::InfoInvoker info_invoker(*witness.clr, info, control);
    for (const abi::MethodInfo& each : abi::kInfoMethods) {
      program::Ask ask = question(static_cast<InfoMethod>(each.slot), seen.method);
      ask.object = object;
      ask.type = node;
      ask.thread = 0;
      info_invoker.ask(ask, 1);
    }
    info_invoker.inside(seen.method);
    return abi::S_OK;
  };
  const RunResult result = run(build.program, witness);
  REQUIRE(!result.error);
  const auto answers = result.lines("\"model\":\"answer\"");
  CHECK(answers.size() == program::kAskableInfo.size());
  for (const abi::MethodInfo& each : abi::kInfoMethods) {
    const std::string name = "\"method\":\"" + std::string(each.name) + "\"";
    const bool asked = std::ranges::any_of(
        answers, [&](const std::string& line) { return line.find(name) != std::string::npos; });
    INFO(each.name);
    CHECK(asked == program::is_askable(each.slot));
  }
}

TEST_CASE("InfoInvoker: calls on two threads at once are closed correctly") {
  Build build;
  build.object(build.node());
  Witness witness(abi::COR_PRF_MONITOR_GC);
  const auto control = std::make_unique<protocol::ControlBlock>();
  const auto with_clr = [&](clr::Clr& clr) {
    clr::InfoFacade info(clr);
    for (int i = 0; i < 200; ++i) {
      host::InfoInvoker info_invoker(clr, info, *control);
      info_invoker.ask(question(InfoMethod::kGetEventMask, CallbackMethod::kHandleCreated), 3);
      info_invoker.ask(question(InfoMethod::kGetEventMask, CallbackMethod::kThreadCreated), 4);
      std::thread one([&] { info_invoker.inside(CallbackMethod::kHandleCreated); });
      std::thread other([&] { info_invoker.inside(CallbackMethod::kThreadCreated); });
      one.join();
      other.join();
      CHECK(control->question_slot == 0);
      CHECK(control->question_line == 0);
    }
  };
  CHECK(!run_profiler(build.program, witness, {}, with_clr).error);
}

}  // namespace
}  // namespace gcrucible::tests
