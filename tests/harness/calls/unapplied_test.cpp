// Requested changes of callbacks that do not occur: one line of the trace for each.
#include "harness/program/callback_shapes.h"
#include "tests/harness/calls/build.h"
#include "tests/harness/calls/rig.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using abi::CallbackMethod;
using program::CallEdit;
using program::CallPlace;
using program::EntryEdit;
using program::ReportEdit;

constexpr CallPlace at(CallbackMethod method, std::uint32_t which = 0) {
  return {static_cast<std::uint16_t>(method), which};
}
constexpr CallPlace next(CallbackMethod method) {
  return at(method, program::kNothing);
}

// The contents of the lines, from `collection` on.
std::vector<std::string> unapplied(const RunResult& result) {
  std::vector<std::string> found;
  for (const std::string& line : result.lines("\"model\":\"unapplied\"")) {
    const std::size_t from = line.find("\"collection\"");
    found.push_back(line.substr(from, line.size() - from - 1));
  }
  return found;
}

// Garbage and a survivor that moves.
Build one_survivor() {
  Build build;
  const std::uint32_t node = build.node();
  build.object(node);
  build.root(build.object(node));
  return build;
}

class Profiler final : public abi::CallbackBase {
 public:
  explicit Profiler(std::uint32_t mask) : mask_(mask) {}
  abi::HRESULT GCRUCIBLE_STDCALL Initialize(abi::IUnknown* info) override {
    abi::ICorProfilerInfo* asked = nullptr;
    const abi::HRESULT hr =
        info->QueryInterface(abi::ICorProfilerInfo::iid, reinterpret_cast<void**>(&asked));
    return abi::failed(hr) ? hr : asked->SetEventMask(mask_);
  }

 private:
  std::uint32_t mask_;
};

std::vector<std::string> unapplied(const program::Reporting& reporting,
                                   std::uint32_t mask = abi::COR_PRF_MONITOR_GC |
                                                        abi::COR_PRF_MONITOR_SUSPENDS) {
  Build build = one_survivor();
  program::Collect collect = Build::collection(program::Generation::k0);
  collect.reporting = reporting;
  build.add(collect);
  Profiler profiler(mask);
  const RunResult result = run_profiler(build.program, profiler);
  INFO(result.error.value_or(""));
  REQUIRE(!result.error);
  return unapplied(result);
}

std::string line(const std::string& list, std::size_t index, const std::string& why, std::size_t there = 0) {
  return "\"collection\":1,\"list\":\"" + list + "\",\"index\":" + std::to_string(index) + ",\"why\":\"" +
         why + "\",\"there\":" + std::to_string(there);
}
using Lines = std::vector<std::string>;

TEST_CASE("unapplied: an edit of a missing range is reported with the number of ranges") {
  using Kind = ReportEdit::Kind;
  for (const Kind kind :
       {Kind::kDropRange, Kind::kRepeatRange, Kind::kChangeRange, Kind::kOtherFamily, Kind::kBothFamilies}) {
    ReportEdit edit{.kind = kind, .index = 0};
    if (kind == Kind::kChangeRange) edit.ranges.emplace_back();
    CHECK(unapplied({.edits = {edit}}).empty());
    edit.index = 1;
    CHECK(unapplied({.edits = {edit}}) == Lines{line("edits", 0, "missing", 1)});
  }
  const ReportEdit nothing{.kind = Kind::kReplaceRanges};
  const ReportEdit drop{.kind = Kind::kDropRange};
  CHECK(unapplied({.edits = {nothing}}).empty());
  CHECK(unapplied({.edits = {drop, nothing}}) == Lines{line("edits", 1, "missing")});
  CHECK(unapplied({.edits = {drop}}, abi::COR_PRF_MONITOR_SUSPENDS) == Lines{line("edits", 0, "untold")});
}

TEST_CASE("unapplied: an edit of calls without effect is reported") {
  using Kind = ReportEdit::Kind;
  for (const Kind kind : {Kind::kLegacyFirst, Kind::kLegacyOnly, Kind::kOmitStarted, Kind::kStartedTwice,
                          Kind::kOmitFinished, Kind::kFinishedTwice, Kind::kRangesBeforeStarted,
                          Kind::kRangesAfterFinished, Kind::kWrongGenerations, Kind::kWrongReason}) {
    INFO(static_cast<int>(kind));
    ReportEdit edit{.kind = kind};
    if (kind == Kind::kWrongGenerations) edit.generations = {true};
    CHECK(unapplied({.edits = {edit}}).empty());
    CHECK(unapplied({.edits = {edit}}, 0) == Lines{line("edits", 0, "untold")});
  }
  CHECK(unapplied({.edits = {{.kind = Kind::kLegacyDespiteFailure}}}) ==
        Lines{line("edits", 0, "succeeded")});
  CHECK(unapplied({.edits = {{.kind = Kind::kReferencesAfterError}}}) ==
        Lines{line("edits", 0, "succeeded")});
  CHECK(unapplied({.edits = {{.kind = Kind::kExactLegacyLength}}}) == Lines{line("edits", 0, "short")});
  const ReportEdit drop{.kind = Kind::kDropRange};
  CHECK(unapplied({.edits = {drop, {.kind = Kind::kRangesBeforeStarted}}}) ==
        Lines{line("edits", 1, "missing")});
  CHECK(unapplied({.edits = {drop, {.kind = Kind::kRangesAfterFinished}}}) ==
        Lines{line("edits", 1, "missing")});
}

TEST_CASE("unapplied: splits without a call left are reported") {
  CHECK(unapplied({.splits = {1}}).empty());
  CHECK(unapplied({.splits = {0, 1}}).empty());
  CHECK(unapplied({.splits = {1, 1, 1}}) == Lines{line("splits", 1, "missing", 1)});
  CHECK(unapplied({.splits = {1}, .shuffle = 3}).empty());
  CHECK(unapplied({.splits = {1, 1}, .shuffle = 3}) == Lines{line("splits", 1, "missing", 1)});
  CHECK(unapplied({.splits = {1}}, 0) == Lines{line("splits", 0, "untold")});
}

TEST_CASE("unapplied: an edit of a missing or unchanged entry is reported") {
  using Kind = EntryEdit::Kind;
  using Variant = EntryEdit::Variant;
  constexpr auto kRoots = program::ReportPart::kRoots;
  for (const Kind kind : {Kind::kDrop, Kind::kRepeat, Kind::kChange, Kind::kOldAddresses}) {
    for (const Variant variant : {Variant::kBoth, Variant::kExact, Variant::kOlder}) {
      CHECK(unapplied({.entries = {{.kind = kind, .part = kRoots, .variant = variant, .entry = 0}}}).empty());
      CHECK(unapplied({.entries = {{.kind = kind, .part = kRoots, .variant = variant, .entry = 1}}}) ==
            Lines{line("entries", 0, "missing", 1)});
    }
  }
  CHECK(unapplied({.entries = {{.kind = Kind::kAdd, .part = kRoots}}}).empty());
  CHECK(unapplied({.entries = {{.kind = Kind::kNewAddresses, .part = kRoots}}}) ==
        Lines{line("entries", 0, "unmoved")});
  for (const auto part :
       {program::ReportPart::kFinalizeableObjectQueued, program::ReportPart::kDependentHandles}) {
    CHECK(unapplied({.entries = {{.kind = Kind::kDrop, .part = part, .entry = 0}}}) ==
          Lines{line("entries", 0, "missing")});
  }
  for (const auto part :
       {program::ReportPart::kObjectReferences, program::ReportPart::kObjectsAllocatedByClass}) {
    CHECK(unapplied({.entries = {{.kind = Kind::kDrop, .part = part, .entry = 0}}}).empty());
    CHECK(unapplied({.entries = {{.kind = Kind::kDrop, .part = part, .entry = 9}}}) ==
          Lines{line("entries", 0, "missing", 1)});
  }
}

std::vector<std::string> unapplied_calls(std::vector<CallEdit> edits) {
  program::Reporting reporting;
  reporting.overrides.calls = std::move(edits);
  return unapplied(reporting);
}

TEST_CASE("unapplied: an edit of a missing call or place is reported") {
  using Kind = CallEdit::Kind;
  constexpr auto kRoots = CallbackMethod::kRootReferences;
  constexpr auto kExact = CallbackMethod::kRootReferences2;
  constexpr auto kNever = CallbackMethod::kJITInlining;
  for (const Kind kind : {Kind::kOmit, Kind::kTwice, Kind::kWith, Kind::kOn, Kind::kClaim, Kind::kBefore,
                          Kind::kAfter, Kind::kHold}) {
    INFO(static_cast<int>(kind));
    const CallPlace place = at(CallbackMethod::kGarbageCollectionFinished);
    CHECK(unapplied_calls({{.kind = kind, .call = at(kRoots), .place = place, .count = 1}}).empty());
    CHECK(unapplied_calls({{.kind = kind, .call = at(kRoots, 1), .place = place}}) ==
          Lines{line("calls", 0, "missing", 1)});
    CHECK(unapplied_calls({{.kind = kind, .call = next(kNever), .place = place}}) ==
          Lines{line("calls", 0, "missing")});
  }
  for (const Kind kind : {Kind::kBefore, Kind::kAfter, Kind::kHold}) {
    INFO(static_cast<int>(kind));
    CHECK(unapplied_calls({{.kind = kind, .call = at(kRoots), .place = at(kNever)}}) ==
          Lines{line("calls", 0, "place")});
    CHECK(unapplied_calls({{.kind = kind, .call = at(kRoots), .place = at(kExact, 3)}}) ==
          Lines{line("calls", 0, "place", 1)});
  }
  // After the next one, which was delivered earlier.
  CHECK(unapplied_calls({{.kind = Kind::kAfter, .call = at(kRoots), .place = next(kExact)}}) ==
        Lines{line("calls", 0, "place", 1)});
  // Each call when it is delivered waits for no other.
  CHECK(unapplied_calls({{.kind = Kind::kBefore, .call = next(kRoots), .place = at(kExact)}}) ==
        Lines{line("calls", 0, "behind")});
  CHECK(unapplied_calls({{.kind = Kind::kOmit, .call = at(kRoots)},
                         {.kind = Kind::kTwice, .call = at(kRoots)}}) == Lines{line("calls", 1, "gone")});
}

TEST_CASE("unapplied: an added callback with a missing place is reported") {
  program::SaidCall said{.slot = at(CallbackMethod::kExceptionThrown).slot};
  program::Reporting reporting;
  said.place = at(CallbackMethod::kRootReferences);
  reporting.overrides.said = {said};
  CHECK(unapplied(reporting).empty());
  said.place.which = 1;
  reporting.overrides.said.push_back(said);
  CHECK(unapplied(reporting) == Lines{line("say", 1, "place", 1)});

  Build build = one_survivor();
  build.collect(program::Generation::k0);
  build.collect(program::Generation::k0);
  build.program.overrides.said = {said};
  said.place.which = 2;
  build.program.overrides.said.push_back(said);
  build.program.overrides.calls = {
      {.kind = CallEdit::Kind::kOmit, .call = at(CallbackMethod::kRootReferences2, 1)},
      {.kind = CallEdit::Kind::kOmit, .call = at(CallbackMethod::kRootReferences2, 2)}};
  Profiler profiler(abi::COR_PRF_MONITOR_GC);
  const RunResult result = run_profiler(build.program, profiler);
  REQUIRE(!result.error);
  CHECK(unapplied(result) == Lines{R"("collection":null,"list":"calls","index":1,"why":"missing","there":2)",
                                   R"("collection":null,"list":"say","index":1,"why":"place","there":2)"});
}

}  // namespace
}  // namespace gcrucible::tests
