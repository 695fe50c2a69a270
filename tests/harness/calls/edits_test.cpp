// Reports that are illegal on purpose. Every edit changes only the report that it names.
#include <algorithm>

#include "tests/harness/calls/build.h"
#include "tests/harness/calls/rig.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using abi::CallbackMethod;
using program::Family;
using program::Generation;
using program::ReportEdit;
using Kind = program::ReportEdit::Kind;
using Lines = std::vector<std::string>;

std::string numbers(const std::vector<std::uint64_t>& values) {
  std::string text = "[";
  for (const std::uint64_t value : values) text += std::to_string(value) + " ";
  return text + "]";
}

std::string line_of(const Seen& seen) {
  return std::string(seen.name()) + " " + numbers(seen.ids) + numbers(seen.to) + numbers(seen.numbers) +
         numbers(seen.extra) + std::to_string(seen.first) + " " + std::to_string(seen.second);
}

// One large survivor (range 0), then four moved ones (1 to 4).
Build four_and_one() {
  Build build;
  const std::uint32_t node = build.node();
  const std::uint32_t bytes = build.array("System.Byte[]", 0x05, 1);
  for (int i = 0; i < 4; ++i) {
    build.object(node);
    build.root(build.object(node));
  }
  build.root(build.object(bytes, 100'000));
  return build;
}

struct Reported {
  Lines lines;
  std::vector<Seen> seen;
};

Reported report(std::vector<ReportEdit> edits, CallbackMethod failing = CallbackMethod::kRelease) {
  Build build = four_and_one();
  program::Reporting reporting;
  reporting.edits = std::move(edits);
  build.collect(Generation::k2, program::Mode::kCompact, reporting);
  Witness witness(abi::COR_PRF_MONITOR_GC);
  witness.react = [&](const Seen& seen) { return seen.method == failing ? abi::E_FAIL : abi::S_OK; };
  const RunResult result = run(build.program, witness);
  INFO(result.error.value_or(""));
  REQUIRE(!result.error);
  Reported reported;
  reported.seen = witness.seen();
  for (const Seen& each : reported.seen) reported.lines.push_back(line_of(each));
  return reported;
}

bool is_ranges(const Seen& seen) {
  return seen.method == CallbackMethod::kMovedReferences ||
         seen.method == CallbackMethod::kMovedReferences2 ||
         seen.method == CallbackMethod::kSurvivingReferences ||
         seen.method == CallbackMethod::kSurvivingReferences2;
}

Lines without_ranges(const Reported& reported) {
  Lines lines;
  for (std::size_t i = 0; i < reported.seen.size(); ++i) {
    if (!is_ranges(reported.seen[i])) lines.push_back(reported.lines[i]);
  }
  return lines;
}

struct Range {
  Family family;
  std::uint64_t from, to, length;
  friend bool operator==(const Range&, const Range&) = default;
};
using Ranges = std::vector<Range>;

// The ranges of the exact calls. The legacy calls must have the same.
Ranges ranges_of(const Reported& reported) {
  Ranges exact, legacy;
  for (const Seen& each : reported.seen) {
    if (!is_ranges(each)) continue;
    const bool moved =
        each.method == CallbackMethod::kMovedReferences || each.method == CallbackMethod::kMovedReferences2;
    const bool is_exact = each.method == CallbackMethod::kMovedReferences2 ||
                          each.method == CallbackMethod::kSurvivingReferences2;
    for (std::size_t i = 0; i < each.ids.size(); ++i) {
      (is_exact ? exact : legacy)
          .push_back({moved ? Family::kMoved : Family::kSurviving, each.ids[i],
                      moved ? each.to[i] : each.ids[i], each.numbers[i]});
    }
  }
  CHECK(exact == legacy);
  return exact;
}

TEST_CASE("edits: an edit of a range changes only that range") {
  const Reported honest = report({});
  const Ranges ranges = ranges_of(honest);
  REQUIRE(ranges.size() == 5);
  CHECK(ranges[0].family == Family::kSurviving);
  CHECK(ranges[1].family == Family::kMoved);
  const auto edited = [&](ReportEdit edit) {
    const Reported reported = report({std::move(edit)});
    CHECK(without_ranges(reported) == without_ranges(honest));
    return ranges_of(reported);
  };

  SECTION("drop") {
    Ranges expected = ranges;
    expected.erase(expected.begin() + 2);
    CHECK(edited({.kind = Kind::kDropRange, .index = 2}) == expected);
  }
  SECTION("repeat") {
    Ranges expected = ranges;
    expected.insert(expected.begin() + 3, ranges[3]);
    CHECK(edited({.kind = Kind::kRepeatRange, .index = 3}) == expected);
  }
  SECTION("change") {
    Ranges expected = ranges;
    expected[1] = {Family::kMoved, 5, 6, 7};
    CHECK(edited({.kind = Kind::kChangeRange, .index = 1, .ranges = {{Family::kMoved, 5, 6, 7}}}) ==
          expected);
  }
  SECTION("other family") {
    Ranges expected = ranges;
    expected[4] = {Family::kSurviving, ranges[4].from, ranges[4].from, ranges[4].length};
    CHECK(edited({.kind = Kind::kOtherFamily, .index = 4}) == expected);
    expected = ranges;
    expected[0].family = Family::kMoved;
    CHECK(edited({.kind = Kind::kOtherFamily, .index = 0}) == expected);
  }
  SECTION("both families") {
    Ranges expected = ranges;
    expected.insert(expected.begin() + 2,
                    Range{Family::kSurviving, ranges[1].from, ranges[1].from, ranges[1].length});
    CHECK(edited({.kind = Kind::kBothFamilies, .index = 1}) == expected);
  }
  SECTION("all of them replaced") {
    CHECK(edited({.kind = Kind::kReplaceRanges, .ranges = {{Family::kMoved, 1, 2, 3}}}) ==
          Ranges{{Family::kMoved, 1, 2, 3}});
    CHECK(edited({.kind = Kind::kReplaceRanges}).empty());
  }
  SECTION("an index after the last range changes nothing") {
    for (const Kind kind : {Kind::kDropRange, Kind::kRepeatRange, Kind::kOtherFamily, Kind::kBothFamilies}) {
      CHECK(edited({.kind = kind, .index = 5}) == ranges);
    }
    CHECK(edited({.kind = Kind::kChangeRange, .index = 5, .ranges = {{Family::kMoved, 5, 6, 7}}}) == ranges);
  }
}

std::vector<CallbackMethod> range_calls(const Reported& reported) {
  std::vector<CallbackMethod> methods;
  for (const Seen& each : reported.seen) {
    if (is_ranges(each)) methods.push_back(each.method);
  }
  return methods;
}

TEST_CASE("edits: exact and legacy calls are swapped or dropped or added") {
  using enum CallbackMethod;
  const Reported honest = report({});
  REQUIRE(range_calls(honest) ==
          std::vector{kSurvivingReferences2, kSurvivingReferences, kMovedReferences2, kMovedReferences});
  const auto check = [&](Kind kind, CallbackMethod failing, const std::vector<CallbackMethod>& expected) {
    const Reported reported = report({{.kind = kind}}, failing);
    CHECK(range_calls(reported) == expected);
    CHECK(without_ranges(reported) == without_ranges(honest));
  };
  check(Kind::kLegacyFirst, kRelease,
        {kSurvivingReferences, kSurvivingReferences2, kMovedReferences, kMovedReferences2});
  check(Kind::kLegacyOnly, kRelease, {kSurvivingReferences, kMovedReferences});
  check(Kind::kLegacyDespiteFailure, kMovedReferences2,
        {kSurvivingReferences2, kSurvivingReferences, kMovedReferences2, kMovedReferences});
  check(Kind::kDropRange, kMovedReferences2, {kMovedReferences2});  // index 0 drops the only surviving one
}

// One call for each walk of the runtime (dotnet/runtime eetoprofinterfaceimpl.cpp), edits or not.
TEST_CASE("edits: edited ranges stay in the batches of their walks") {
  const auto batches = [](std::vector<ReportEdit> edits) {
    Build build = four_and_one();
    build.root(build.object(build.array("System.Int32[]", 0x08, 4), 8, Generation::kPinned));
    program::Reporting reporting;
    reporting.edits = std::move(edits);
    build.collect(Generation::k2, program::Mode::kCompact, reporting);
    Witness witness(abi::COR_PRF_MONITOR_GC);
    REQUIRE(!run(build.program, witness).error);
    std::vector<std::pair<CallbackMethod, std::size_t>> calls;
    for (const Seen& each : witness.seen()) {
      const bool exact = each.method == CallbackMethod::kMovedReferences2 ||
                         each.method == CallbackMethod::kSurvivingReferences2;
      if (exact) calls.emplace_back(each.method, each.ids.size());
    }
    return calls;
  };
  using enum CallbackMethod;
  using Calls = std::vector<std::pair<CallbackMethod, std::size_t>>;
  const Calls honest{{kSurvivingReferences2, 1}, {kSurvivingReferences2, 1}, {kMovedReferences2, 4}};
  CHECK(batches({}) == honest);
  // There is nothing to drop, so nothing may change.
  CHECK(batches({{.kind = Kind::kDropRange, .index = 99}}) == honest);
  CHECK(batches({{.kind = Kind::kRepeatRange, .index = 0}}) ==
        Calls{{kSurvivingReferences2, 2}, {kSurvivingReferences2, 1}, {kMovedReferences2, 4}});
  CHECK(batches({{.kind = Kind::kDropRange, .index = 1}}) ==
        Calls{{kSurvivingReferences2, 1}, {kMovedReferences2, 4}});
  CHECK(batches({{.kind = Kind::kOtherFamily, .index = 1}}) ==
        Calls{{kSurvivingReferences2, 1}, {kMovedReferences2, 1}, {kMovedReferences2, 4}});
}

TEST_CASE("edits: an edit of one range does not change the family of the others") {
  const auto reported = [](std::vector<ReportEdit> edits) {
    Build build;
    const std::uint32_t node = build.node();
    build.root(build.object(node));
    build.collect(Generation::k0);
    build.root(build.object(node));
    program::Collect collect = Build::collection(Generation::k1);
    collect.mode = {program::Mode::kSweep,  program::Mode::kCompact, program::Mode::kPolicy,
                    program::Mode::kPolicy, program::Mode::kPolicy,  program::Mode::kPolicy};
    collect.reporting.edits = std::move(edits);
    build.add(collect);
    Witness witness(abi::COR_PRF_MONITOR_GC);
    REQUIRE(!run(build.program, witness).error);
    Reported result;
    for (const Seen& each : witness.seen()) {
      if (!is_ranges(each)) continue;
      result.seen.push_back(each);
      result.lines.push_back(line_of(each));
    }
    return result;
  };
  const Reported honest = reported({});
  // .NET reports the swept range together with the moved one. An edit that touches neither must not change
  // that.
  CHECK(reported({{.kind = Kind::kDropRange, .index = 99}}).lines == honest.lines);
  const Reported edited = reported({{.kind = Kind::kBothFamilies, .index = 0}});
  const auto calls = edited.seen.size();
  REQUIRE(calls == honest.seen.size() + 2);
  CHECK(edited.seen[calls - 4].method == CallbackMethod::kMovedReferences2);
  CHECK(edited.seen[calls - 4].ids.size() == 1);
  CHECK(edited.seen[calls - 2].method == CallbackMethod::kSurvivingReferences2);
  CHECK(edited.seen[calls - 2].ids.size() == 2);
}

TEST_CASE("edits: exact-legacy-length truncates lengths above 32 bits") {
  Build build;
  build.program.heap.backing = program::Backing::kAddressSpace;
  build.root(build.object(build.array("System.Byte[]", 0x05, 1), 0x1'0000'0000 - 24));
  const auto legacy = [&](bool edited) {
    program::Program program = build.program;
    program::Collect collect = Build::collection(Generation::k2);
    if (edited) collect.reporting.edits = {{.kind = Kind::kExactLegacyLength}};
    program.steps.push_back({collect, 0});
    Witness witness(abi::COR_PRF_MONITOR_GC);
    REQUIRE(run(program, witness).error.value_or("") == "");
    CHECK(witness.seen(CallbackMethod::kSurvivingReferences2).at(0).numbers.at(0) == 0x1'0000'0000);
    return witness.seen(CallbackMethod::kSurvivingReferences).at(0).numbers.at(0);
  };
  CHECK(legacy(false) == 0xFFFF'FFFF);
  CHECK(legacy(true) == 0);
}

TEST_CASE("edits: GarbageCollectionStarted and Finished are omitted or doubled") {
  const Reported honest = report({});
  const auto without = [&](CallbackMethod method) {
    Lines lines;
    for (std::size_t i = 0; i < honest.seen.size(); ++i) {
      if (honest.seen[i].method != method) lines.push_back(honest.lines[i]);
    }
    return lines;
  };
  const auto doubled = [&](CallbackMethod method) {
    Lines lines;
    for (std::size_t i = 0; i < honest.seen.size(); ++i) {
      lines.push_back(honest.lines[i]);
      if (honest.seen[i].method == method) lines.push_back(honest.lines[i]);
    }
    return lines;
  };
  CHECK(report({{.kind = Kind::kOmitStarted}}).lines == without(CallbackMethod::kGarbageCollectionStarted));
  CHECK(report({{.kind = Kind::kOmitFinished}}).lines == without(CallbackMethod::kGarbageCollectionFinished));
  CHECK(report({{.kind = Kind::kStartedTwice}}).lines == doubled(CallbackMethod::kGarbageCollectionStarted));
  CHECK(report({{.kind = Kind::kFinishedTwice}}).lines ==
        doubled(CallbackMethod::kGarbageCollectionFinished));
}

TEST_CASE("edits: GarbageCollectionStarted has wrong generations or reason") {
  const Reported honest = report({});
  const auto changed = [&](ReportEdit edit) {
    const Reported reported = report({std::move(edit)});
    REQUIRE(reported.lines.size() == honest.lines.size());
    std::optional<Seen> found;
    for (std::size_t i = 0; i < reported.lines.size(); ++i) {
      if (reported.lines[i] == honest.lines[i]) continue;
      CHECK(!found);
      CHECK(reported.seen[i].method == CallbackMethod::kGarbageCollectionStarted);
      found = reported.seen[i];
    }
    REQUIRE(found.has_value());
    return *found;
  };
  const Seen generations =
      changed({.kind = Kind::kWrongGenerations, .generations = {false, true, false, true}});
  CHECK(generations.numbers == std::vector<std::uint64_t>{0, 1, 0, 1, 0});
  CHECK(generations.first == abi::COR_PRF_GC_INDUCED);
  const Seen reason = changed({.kind = Kind::kWrongReason});
  CHECK(reason.first == abi::COR_PRF_GC_OTHER);
  CHECK(reason.numbers == std::vector<std::uint64_t>{1, 1, 1, 1, 1});
}

TEST_CASE("edits: ranges are delivered before Started or after Finished") {
  const Reported honest = report({});
  Lines ranges;
  for (std::size_t i = 0; i < honest.seen.size(); ++i) {
    if (is_ranges(honest.seen[i])) ranges.push_back(honest.lines[i]);
  }
  const auto at = [](const Reported& reported, CallbackMethod method) {
    return static_cast<std::size_t>(std::ranges::find(reported.seen, method, &Seen::method) -
                                    reported.seen.begin());
  };

  const Reported before = report({{.kind = Kind::kRangesBeforeStarted}});
  const std::size_t started = at(before, CallbackMethod::kGarbageCollectionStarted);
  REQUIRE(started >= ranges.size());
  CHECK(Lines(before.lines.begin() + static_cast<std::ptrdiff_t>(started - ranges.size()),
              before.lines.begin() + static_cast<std::ptrdiff_t>(started)) == ranges);
  CHECK(before.lines.size() == honest.lines.size());

  const Reported after = report({{.kind = Kind::kRangesAfterFinished}});
  const std::size_t finished = at(after, CallbackMethod::kGarbageCollectionFinished);
  REQUIRE(finished + ranges.size() < after.lines.size());
  CHECK(Lines(after.lines.begin() + static_cast<std::ptrdiff_t>(finished + 1),
              after.lines.begin() + static_cast<std::ptrdiff_t>(finished + 1 + ranges.size())) == ranges);
  CHECK(without_ranges(after) == without_ranges(honest));
}

TEST_CASE("edits: ObjectReferences continues after an error of the profiler") {
  const auto count = [](const Reported& reported) {
    return std::ranges::count(reported.seen, CallbackMethod::kObjectReferences, &Seen::method);
  };
  CHECK(count(report({}, CallbackMethod::kObjectReferences)) == 1);
  CHECK(count(report({{.kind = Kind::kReferencesAfterError}}, CallbackMethod::kObjectReferences)) == 5);
}

}  // namespace
}  // namespace gcrucible::tests
