// Generic methods and methods of generic types: which functions share code, and what Info methods answer
// about them, as in .NET 10 (docs/runtimes.md).
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "harness/abi/monitor_flags.h"
#include "tests/harness/calls/build.h"
#include "tests/harness/calls/rig.h"
#include "tests/harness/clr/hooks/hook_profiler.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using namespace abi;
using program::kNothing;
using program::TypeArgument;
using program::TypeSpec;

constexpr std::uint8_t kInt32 = 0x08;
constexpr std::uint32_t kMask =
    COR_PRF_MONITOR_OBJECT_ALLOCATED | COR_PRF_ENABLE_OBJECT_ALLOCATED | COR_PRF_ENABLE_STACK_SNAPSHOT;

// Numbers of types and functions.
constexpr std::uint32_t kNode = 0, kCanon = 1, kSharedBox = 2, kNodeBox = 3, kIntBox = 4;
constexpr std::uint32_t kMakeOfNode = 0, kMakeOfInt = 1, kSortNodes = 2, kSortBoxes = 3, kSortInts = 4,
                        kMain = 5;

Build generic_program() {
  Build build;
  build.node();
  const auto add = [&](std::string name) -> TypeSpec& {
    build.program.types.push_back({.name = std::move(name)});
    return build.program.types.back();
  };
  add("System.__Canon");
  const auto add_box = [&](const std::string& argument, TypeArgument of, std::uint32_t canonical) {
    TypeSpec& box = add("Box<" + argument + ">");
    box.definition = "Box`1";
    box.parameters = {"T"};
    box.arguments = {of};
    box.canonical = canonical;
  };
  add_box("System.__Canon", {.type = kCanon}, kNothing);
  add_box("Node", {.type = kNode}, kSharedBox);
  add_box("System.Int32", {.element_type = kInt32, .type = kNothing}, kNothing);
  build.program.functions = {{"Box<Node>.Make", kNodeBox},
                             {"Box<System.Int32>.Make", kIntBox},
                             {"Node.Sort<Node>", kNode, {{.type = kNode}}},
                             {"Node.Sort<Box<Node>>", kNode, {{.type = kNodeBox}}},
                             {"Node.Sort<System.Int32>", kNode, {{.element_type = kInt32, .type = kNothing}}},
                             {"Main", kNothing}};
  return build;
}

struct Names {
  ClassID type = 0;
  std::vector<ClassID> arguments;
};

Names names_of(NewestInfo& info, FunctionID function, COR_PRF_FRAME_INFO frame = 0) {
  Names names;
  ULONG32 count = 0;
  CHECK(info.GetFunctionInfo2(function, frame, nullptr, nullptr, nullptr, 0, &count, nullptr) == S_OK);
  names.arguments.resize(count);
  CHECK(info.GetFunctionInfo2(function, frame, &names.type, nullptr, nullptr, count, nullptr,
                              names.arguments.empty() ? nullptr : names.arguments.data()) == S_OK);
  return names;
}

// What a test looks at in the first ObjectAllocated.
struct Seen {
  NewestInfo& info;
  std::vector<FunctionID> functions;  // by number
  std::vector<ClassID> classes;
};

void look_at(const std::function<void(Seen&)>& look, std::vector<std::uint32_t> frames = {}) {
  Build build = generic_program();
  build.add(program::Allocate{.type = kNode, .frames = std::move(frames)});
  Witness witness(kMask);
  bool looked = false;
  witness.react = [&](const tests::Seen& seen) {
    if (seen.method != CallbackMethod::kObjectAllocated || std::exchange(looked, true)) return S_OK;
    Seen now{.info = *witness.info, .functions = {}, .classes = {}};
    for (const clr::FunctionEntry& each : witness.clr->functions().all()) now.functions.push_back(each.id);
    for (std::size_t i = 0; i < build.program.types.size(); ++i)
      now.classes.push_back(witness.clr->classes().at(static_cast<sim::TypeIndex>(i)).id);
    look(now);
    return S_OK;
  };
  const RunResult result = run(build.program, witness);
  INFO(result.error.value_or(""));
  CHECK(!result.error);
  CHECK(looked);
}

TEST_CASE("generic functions: one FunctionID and one piece of code for all reference types") {
  look_at([](Seen& seen) {
    const std::vector<FunctionID>& ids = seen.functions;
    CHECK(ids[kSortNodes] == ids[kSortBoxes]);
    CHECK(ids[kSortNodes] != ids[kSortInts]);
    CHECK(ids[kMakeOfNode] != ids[kMakeOfInt]);
    LPCBYTE shared = nullptr, other = nullptr;
    CHECK(seen.info.GetCodeInfo(ids[kSortBoxes], &shared, nullptr) == S_OK);
    CHECK(seen.info.GetCodeInfo(ids[kSortInts], &other, nullptr) == S_OK);
    CHECK(shared != other);
  });
}

TEST_CASE("GetFunctionInfo: a method of a generic type has no class") {
  look_at([](Seen& seen) {
    const auto class_of = [&](std::uint32_t function) {
      ClassID type = 1;
      CHECK(seen.info.GetFunctionInfo(seen.functions[function], &type, nullptr, nullptr) == S_OK);
      return type;
    };
    CHECK(class_of(kMakeOfNode) == 0);
    CHECK(class_of(kMakeOfInt) == 0);
    CHECK(class_of(kSortNodes) == seen.classes[kNode]);
  });
}

TEST_CASE("GetFunctionInfo2: without the frame of a hook, reference types are System.__Canon") {
  look_at([](Seen& seen) {
    const auto of = [&](std::uint32_t function) { return names_of(seen.info, seen.functions[function]); };
    CHECK(of(kMakeOfNode).type == seen.classes[kSharedBox]);
    CHECK(of(kMakeOfInt).type == seen.classes[kIntBox]);
    CHECK(of(kMakeOfInt).arguments.empty());
    CHECK(of(kSortBoxes).type == seen.classes[kNode]);
    CHECK(of(kSortBoxes).arguments == std::vector<ClassID>{seen.classes[kCanon]});
    const Names ints = of(kSortInts);
    REQUIRE(ints.arguments.size() == 1);
    CHECK(ints.arguments[0] != 0);
    CHECK(ints.arguments[0] != seen.classes[kCanon]);
    // No more than fits, and the whole number.
    ULONG32 count = 0;
    CHECK(seen.info.GetFunctionInfo2(seen.functions[kSortInts], 0, nullptr, nullptr, nullptr, 1, &count,
                                     nullptr) == E_INVALIDARG);
  });
}

TEST_CASE("GetFunctionFromToken: a parameterized function needs type arguments") {
  look_at([](Seen& seen) {
    const auto from_token = [&](std::uint32_t function, FunctionID& found) {
      ModuleID module = 0;
      mdToken token = 0;
      CHECK(seen.info.GetFunctionInfo(seen.functions[function], nullptr, &module, &token) == S_OK);
      return seen.info.GetFunctionFromToken(module, token, &found);
    };
    FunctionID found = 0;
    CHECK(from_token(kMakeOfInt, found) == CORPROF_E_FUNCTION_IS_PARAMETERIZED);
    CHECK(from_token(kSortInts, found) == CORPROF_E_FUNCTION_IS_PARAMETERIZED);
    CHECK(from_token(kMain, found) == S_OK);
    CHECK(found == seen.functions[kMain]);
  });
}

TEST_CASE("GetFunctionFromTokenAndTypeArgs: exact arguments lead to the shared function") {
  look_at([](Seen& seen) {
    const ClassID node = seen.classes[kNode];
    const auto find = [&](std::uint32_t function, ClassID type, std::vector<ClassID> arguments,
                          FunctionID& found) {
      ModuleID module = 0;
      mdToken token = 0;
      CHECK(seen.info.GetFunctionInfo(seen.functions[function], nullptr, &module, &token) == S_OK);
      found = 0;
      return seen.info.GetFunctionFromTokenAndTypeArgs(
          module, token, type, static_cast<ULONG32>(arguments.size()), arguments.data(), &found);
    };
    FunctionID found = 0;
    for (const ClassID each : {node, seen.classes[kNodeBox], seen.classes[kCanon]}) {
      CHECK(find(kSortInts, node, {each}, found) == S_OK);
      CHECK(found == seen.functions[kSortNodes]);
    }
    CHECK(find(kSortNodes, node, names_of(seen.info, seen.functions[kSortInts]).arguments, found) == S_OK);
    CHECK(found == seen.functions[kSortInts]);
    CHECK(find(kMakeOfInt, seen.classes[kNodeBox], {}, found) == S_OK);
    CHECK(found == seen.functions[kMakeOfNode]);
    CHECK(find(kMain, node, {}, found) == S_OK);
    CHECK(found == seen.functions[kMain]);
    CHECK(find(kSortNodes, 0, {node}, found) == E_INVALIDARG);
    CHECK(find(kSortNodes, node, {}, found) == COR_E_BADIMAGEFORMAT);
    CHECK(find(kMain, node, {node}, found) == COR_E_BADIMAGEFORMAT);
    CHECK(find(kMakeOfInt, node, {}, found) == COR_E_TYPELOAD);
  });
}

TEST_CASE("DoStackSnapshot: instantiations that share code are the same function") {
  const auto walk = [](FunctionID function, UINT_PTR, COR_PRF_FRAME_INFO, ULONG32, BYTE*, void* data) {
    static_cast<std::vector<FunctionID>*>(data)->push_back(function);
    return S_OK;
  };
  look_at(
      [&](Seen& seen) {
        std::vector<FunctionID> frames;
        CHECK(seen.info.DoStackSnapshot(0, +walk, 0, &frames, nullptr, 0) == S_OK);
        CHECK(frames == std::vector<FunctionID>{seen.functions[kSortInts], seen.functions[kSortNodes],
                                                seen.functions[kSortNodes], seen.functions[kMain], 0});
      },
      {kMain, kSortNodes, kSortBoxes, kSortInts});
}

TEST_CASE("hooks: the frame has the exact instantiation, and shared code has one client id") {
  Build build = generic_program();
  build.add(program::Call{.functions = {kSortNodes, kSortBoxes, kMakeOfNode}});
  HookProfiler profiler(clr::HookVersion::kWithInfo, COR_PRF_ENABLE_FRAME_INFO);
  clr::Clr* clr = nullptr;
  std::vector<Names> entered;
  std::vector<ClassID> classes;
  profiler.look = [&](const HookProfiler::Called& call) {
    if (call.point != clr::HookPoint::kEnter) return;
    COR_PRF_FRAME_INFO frame = 0;
    CHECK(profiler.info->GetFunctionEnter3Info(call.id, call.info, &frame, nullptr, nullptr) == S_OK);
    entered.push_back(names_of(*profiler.info, call.id, frame));
    for (std::size_t i = classes.size(); i < build.program.types.size(); ++i)
      classes.push_back(clr->classes().at(static_cast<sim::TypeIndex>(i)).id);
  };
  const RunResult result = run_profiler(build.program, profiler, {}, [&](clr::Clr& made) { clr = &made; });
  INFO(result.error.value_or(""));
  CHECK(!result.error);
  REQUIRE(entered.size() == 3);
  CHECK(entered[0].arguments == std::vector<ClassID>{classes[kNode]});
  CHECK(entered[1].arguments == std::vector<ClassID>{classes[kNodeBox]});
  CHECK(entered[2].type == classes[kNodeBox]);
}

}  // namespace
}  // namespace gcrucible::tests
