// Calls that a program changes from what the runtime would deliver.
#include <sstream>

#include "harness/program/callback_shapes.h"
#include "tests/harness/calls/build.h"
#include "tests/harness/calls/rig.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using abi::CallbackMethod;
using program::CallEdit;
using program::EntryEdit;
using program::Said;

constexpr std::uint16_t slot(CallbackMethod method) {
  return static_cast<std::uint16_t>(method);
}

class Watching final : public abi::CallbackBase {
 public:
  abi::HRESULT GCRUCIBLE_STDCALL Initialize(abi::IUnknown* info) override {
    if (reported_) return abi::S_OK;  // delivered a second time
    reported_ = true;
    abi::ICorProfilerInfo* asked = nullptr;
    const abi::HRESULT hr =
        info->QueryInterface(abi::ICorProfilerInfo::iid, reinterpret_cast<void**>(&asked));
    if (abi::failed(hr)) return hr;
    return asked->SetEventMask(abi::COR_PRF_MONITOR_GC | abi::COR_PRF_MONITOR_SUSPENDS);
  }

 private:
  bool reported_ = false;
};

RunResult run_watched(const program::Program& program) {
  Watching profiler;
  RunResult result = run_profiler(program, profiler);
  INFO(result.error.value_or(""));
  REQUIRE(!result.error);
  return result;
}

// Garbage and two objects that move, one of which refers to the other.
Build two_survivors() {
  Build build;
  const std::uint32_t node = build.node();
  build.object(node);
  const std::uint32_t a = build.object(node);
  const std::uint32_t b = build.object(node);
  build.store(a, 0, b);
  build.root(a);
  build.root(b);
  return build;
}

RunResult run_edited(const CallEdit& edit) {
  Build build = two_survivors();
  program::Collect collect = Build::collection(program::Generation::k0);
  collect.reporting.overrides.calls.push_back(edit);
  build.add(collect);
  return run_watched(build.program);
}

// The names of the calls from Started to RuntimeResumeFinished.
std::vector<std::string> order_of(const RunResult& result) {
  std::vector<std::string> order;
  for (const std::string& line : result.lines("\"call\":\"")) {
    const std::size_t from = line.find("\"call\":\"") + 8;
    order.push_back(line.substr(from, line.find('"', from) - from));
  }
  return order;
}

std::size_t place_of(const std::vector<std::string>& order, const std::string& name) {
  const auto found = std::find(order.begin(), order.end(), name);
  INFO(name);
  REQUIRE(found != order.end());
  return static_cast<std::size_t>(found - order.begin());
}

TEST_CASE("say: each callback is delivered with the arguments in its table") {
  Build build = two_survivors();
  std::vector<const program::CallbackShape*> shapes;
  for (const abi::MethodInfo& method : abi::kCallbackMethods) {
    const program::CallbackShape* const shape = program::callback_shape(method.slot);
    if (shape == nullptr) continue;
    shapes.push_back(shape);
    program::SaidCall call;
    call.slot = method.slot;
    build.add(program::Say{call});
  }
  CHECK(shapes.size() >= 70);
  const RunResult result = run_watched(build.program);
  for (const program::CallbackShape* shape : shapes) {
    const std::string name(abi::name_of(static_cast<CallbackMethod>(shape->slot)));
    INFO(name);
    const auto lines = result.lines("\"call\":\"" + name + "\"");
    REQUIRE(!lines.empty());
    std::size_t at = 0;
    for (std::size_t i = 0; i < shape->count; ++i) {
      const std::string key = ",\"" + std::string(shape->arguments[i].key) + "\":";
      INFO(lines.back());
      at = lines.back().find(key, at);
      REQUIRE(at != std::string::npos);
      CHECK((lines.back()[at + key.size()] == '[') == shape->arguments[i].is_array());
    }
  }
}

TEST_CASE("calls: omit and twice and with change a callback") {
  CallEdit edit{.kind = CallEdit::Kind::kOmit, .call = {slot(CallbackMethod::kRootReferences2), 0}};
  CHECK(run_edited(edit).lines("\"call\":\"RootReferences2\"").empty());
  edit.kind = CallEdit::Kind::kTwice;
  const auto twice = run_edited(edit).lines("\"call\":\"RootReferences2\"");
  REQUIRE(twice.size() == 2);
  CHECK(twice[0].substr(twice[0].find("\"call\"")) == twice[1].substr(twice[1].find("\"call\"")));

  edit = {.kind = CallEdit::Kind::kWith, .call = {slot(CallbackMethod::kMovedReferences2), 0}};
  edit.arguments = {{.index = 0,
                     .values = {{.kind = Said::Kind::kObject, .number = 1, .text = {}},
                                {.kind = Said::Kind::kNumber, .number = 4096, .text = {}},
                                {.kind = Said::Kind::kChange, .number = 8, .text = {}}}}};
  const auto with = run_edited(edit).lines("\"call\":\"MovedReferences2\"");
  REQUIRE(with.size() == 1);
  INFO(with[0]);
  CHECK(with[0].find(",4096,72]]") != std::string::npos);  // two objects of 32 bytes, plus 8
}

TEST_CASE("calls: before and after move a callback or deliver it last") {
  CallEdit edit{.kind = CallEdit::Kind::kBefore, .call = {slot(CallbackMethod::kRootReferences), 0}};
  edit.place = {slot(CallbackMethod::kGarbageCollectionStarted), 0};
  const auto before = order_of(run_edited(edit));
  CHECK(place_of(before, "RootReferences") + 1 == place_of(before, "GarbageCollectionStarted"));
  CHECK(place_of(before, "GarbageCollectionStarted") < place_of(before, "MovedReferences2"));
  CHECK(place_of(before, "MovedReferences2") < place_of(before, "RootReferences2"));

  edit = {.kind = CallEdit::Kind::kAfter, .call = {slot(CallbackMethod::kMovedReferences2), 0}};
  edit.place = {slot(CallbackMethod::kRuntimeResumeStarted), program::kNothing};
  const auto after = order_of(run_edited(edit));
  CHECK(place_of(after, "RuntimeResumeStarted") + 1 == place_of(after, "MovedReferences2"));

  edit.place = {slot(CallbackMethod::kHandleDestroyed), program::kNothing};
  const auto never = order_of(run_edited(edit));
  CHECK(place_of(never, "RuntimeResumeFinished") + 1 == place_of(never, "MovedReferences2"));
}

TEST_CASE("calls: on moves a callback to another thread and hold delays its return") {
  CallEdit edit{.kind = CallEdit::Kind::kOn, .call = {slot(CallbackMethod::kRootReferences2), 0}};
  const RunResult on = run_edited(edit);
  const auto thread = [&](const std::string& name) {
    const std::string line = on.lines("\"call\":\"" + name + "\"").at(0);
    return line.substr(line.find("\"t\":"), line.find(",\"call\"") - line.find("\"t\":"));
  };
  CHECK(thread("RootReferences2") != thread("GarbageCollectionStarted"));
  CHECK(thread("RootReferences") == thread("GarbageCollectionStarted"));

  edit = {.kind = CallEdit::Kind::kHold, .call = {slot(CallbackMethod::kGarbageCollectionStarted), 0}};
  edit.place = {slot(CallbackMethod::kMovedReferences2), program::kNothing};
  const RunResult held = run_edited(edit);
  const auto entry = [&](const std::string& name) {
    return std::stoul(held.lines("\"call\":\"" + name + "\"").at(0).substr(5));
  };
  const auto returned = [&](const std::string& name) {
    return std::stoul(held.lines("\"ret\":" + std::to_string(entry(name)) + ",").at(0).substr(5));
  };
  CHECK(returned("GarbageCollectionStarted") > returned("MovedReferences2"));
  CHECK(returned("GarbageCollectionStarted") < entry("RootReferences2"));
}

TEST_CASE("calls: claim changes the count of an array") {
  CallEdit edit{.kind = CallEdit::Kind::kClaim, .call = {slot(CallbackMethod::kGarbageCollectionStarted), 0}};
  edit.count = 9;
  const auto more = run_edited(edit).lines("\"call\":\"GarbageCollectionStarted\"");
  CHECK(more.at(0).find("\"generations\":[true,false,false,false,false],\"reason\":1,\"count\":9}") !=
        std::string::npos);
  edit.count = 2;
  const auto fewer = run_edited(edit).lines("\"call\":\"GarbageCollectionStarted\"");
  CHECK(fewer.at(0).find("\"generations\":[true,false],\"reason\":1,\"there\":5}") != std::string::npos);
}

TEST_CASE("entries: root edits apply to either callback and can use old addresses") {
  Build build = two_survivors();
  program::Collect collect = Build::collection(program::Generation::k0);
  collect.reporting.entries = {{.kind = EntryEdit::Kind::kDrop,
                                .part = program::ReportPart::kRoots,
                                .variant = EntryEdit::Variant::kOlder,
                                .entry = 0,
                                .arguments = {}},
                               {.kind = EntryEdit::Kind::kOldAddresses,
                                .part = program::ReportPart::kRoots,
                                .variant = EntryEdit::Variant::kExact,
                                .entry = 1,
                                .arguments = {}}};
  build.add(collect);
  const RunResult result = run_watched(build.program);
  const std::string exact = result.lines("\"call\":\"RootReferences2\"").at(0);
  const std::string older = result.lines("\"call\":\"RootReferences\"").at(0);
  const std::string moved = result.lines("\"call\":\"MovedReferences2\"").at(0);
  // [[from,to,64]]: b is 32 bytes after a.
  std::istringstream numbers(moved.substr(moved.find("[[") + 2));
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  char comma = 0;
  numbers >> from >> comma >> to;
  INFO(exact << older << moved);
  CHECK(exact.find("\"roots\":[[" + std::to_string(to) + ",1,") != std::string::npos);
  CHECK(exact.find(",[" + std::to_string(from + 32) + ",1,") != std::string::npos);
  CHECK(older.find("\"roots\":[" + std::to_string(to + 32) + "]") != std::string::npos);
}

}  // namespace
}  // namespace gcrucible::tests
