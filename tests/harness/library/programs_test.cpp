#include <gcrucible/programs.h>
#include <gcrucible/rapidcheck.h>
#include <gcrucible/run.h>

#include <algorithm>
#include <set>
#include <sstream>
#include <string>

#include "tests/support/catch.h"
#include "tests/support/places.h"

namespace gcrucible {
namespace {

constexpr const char* kFaultyClsid = "{3A4C9B2E-7F15-4D08-A6C3-91E5D27B8F40}";

std::size_t lines_of(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

}  // namespace

TEST_CASE("Programs::draw: the same seed and size give the same program") {
  const Programs programs;
  std::set<std::string> all;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const Heap heap = programs.draw(seed, static_cast<int>(seed * 3));
    all.insert(heap.yaml());
    CHECK(Programs().draw(seed, static_cast<int>(seed * 3)).yaml() == heap.yaml());
  }
  CHECK(all.size() > 25);
}

TEST_CASE("Envelope: limits the features and the runtime") {
  Envelope envelope;
  envelope.only = {"handles"};
  CHECK_THROWS_AS(Programs(envelope), Error);
  envelope.only = {"strong-handles"};
  envelope.runtime = "documented";
  const Programs programs(envelope);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const std::string yaml = programs.draw(seed, 50).yaml();
    CHECK(yaml.find("runtime: documented") != std::string::npos);
    CHECK(yaml.find("weak") == std::string::npos);
    CHECK(yaml.find("finalizer") == std::string::npos);
  }
  envelope.runtime = "no such";
  CHECK_THROWS_AS(Programs(envelope), Error);
}

TEST_CASE("Programs::smaller: gives other programs that can be written") {
  const Programs programs;
  const Heap heap = programs.draw(3, 30);
  const std::string whole = heap.yaml();
  std::size_t found = 0;
  for (unsigned kind = 0; kind < Programs::kKinds; ++kind) {
    for (const Heap& each : programs.smaller(heap, kind)) {
      ++found;
      const std::string yaml = each.yaml();
      CHECK(yaml != whole);
    }
  }
  CHECK(found > 10);
  CHECK(programs.smaller(Heap(), 0).empty());
  CHECK(programs.smaller(heap, Programs::kKinds).empty());
}

TEST_CASE("Programs: a property of a faulty profiler shrinks to a few lines") {
  const Profiler faulty = Profiler::library(in_build("/libgcrucible_faulty.so"), kFaultyClsid);
  RunSettings settings;
  settings.environment = {"GCRUCIBLE_FAULT=keeps-dead"};
  rc::detail::TestParams params;
  params.seed = 5;
  const auto holds = [&](const Heap& heap) {
    const Result result = run(heap, faulty, settings);
    RC_ASSERT(result.findings().empty());
  };
  const auto result = rc::detail::checkTestable(holds, rc::detail::TestMetadata(), params);
  REQUIRE(result.is<rc::detail::FailureResult>());
  const auto failure = result.get<rc::detail::FailureResult>();
  REQUIRE(failure.counterExample.size() == 1);
  const std::string shown = failure.counterExample.front().second;
  INFO(shown);
  CHECK(count_of(shown, "allocate:") <= 4);
  CHECK(count_of(shown, "collect:") == 1);
  CHECK(lines_of(shown) <= 25);
  // The text is a scenario and shows the same finding by itself.
  const Result again =
      run(Heap::from_yaml(shown.substr(shown.find("scenario:"), shown.rfind(')') - shown.find("scenario:"))),
          faulty, settings);
  CHECK(again.broke("object-ids/cache-follows"));
}

#ifdef GCRUCIBLE_SANITIZED
constexpr std::uint64_t kSeedsToShrink = 1;
#else
constexpr std::uint64_t kSeedsToShrink = 3;
#endif

TEST_CASE("Programs::smaller: a program that cannot be played passes") {
  const Profiler recorder =
      Profiler::library(in_build("/libgcrucible_recorder.so"), "{6C1F8E5A-2B7D-4F0C-9E43-5A1D7B6F2C90}");
  RunSettings settings;
  settings.environment = {"GCRUCIBLE_RECORDER_OUT=/dev/null"};
  const Programs programs;
  std::size_t refused = 0;
  for (std::uint64_t seed = 0; seed < kSeedsToShrink; ++seed) {
    for (const Heap& each : programs.smaller(programs.draw(seed, 60), 0)) {
      const Result result = run(each, recorder, settings);
      if (result.refused().empty()) continue;
      ++refused;
      CHECK(result.passed());
    }
  }
  CHECK(refused > 0);
}

}  // namespace gcrucible
