#include "harness/report/text/interfaces_text.h"

#include "harness/report/text/verdict_text.h"
#include "tests/harness/report/reported.h"
#include "tests/support/catch.h"

namespace gcrucible::report {
namespace {

constexpr std::uint32_t kNet10 = 11;

CallbackInterfaces interfaces_of(std::uint32_t newest, std::vector<std::uint32_t> answered) {
  rules::Header header;
  header.callback_version = newest;
  header.interfaces = std::move(answered);
  return callback_interfaces(header);
}

}  // namespace

TEST_CASE("interfaces: a whole chain is named by its newest version") {
  const CallbackInterfaces whole = interfaces_of(5, {0, 1, 2, 3, 4, 5});
  CHECK(whole.refused.empty());
  CHECK(interfaces_text(whole, kNet10) == "ICorProfilerCallback5; the runtime has ICorProfilerCallback11");
  CHECK(interfaces_matter(whole, kNet10));
  CHECK(interfaces_matter(whole, 0));
  CHECK_FALSE(interfaces_matter(whole, 5));
  CHECK_FALSE(interfaces_matter({}, kNet10));
  CHECK_FALSE(are_incomplete(whole));
  CHECK(interfaces_text({}, kNet10).empty());
  CHECK_FALSE(are_incomplete({}));
  CHECK(callback_interfaces({}).newest == 0);
}

TEST_CASE("interfaces: a refused base is named") {
  CHECK(interfaces_text(interfaces_of(9, {1, 2, 3, 4, 5, 7, 8, 9}), kNet10) ==
        "ICorProfilerCallback9, but QueryInterface refuses IUnknown and ICorProfilerCallback6. Is an IID in "
        "QueryInterface mistyped?");
}

TEST_CASE("interfaces: newer methods that are never called are named without an accusation") {
  const CallbackInterfaces third = interfaces_of(3, {0, 1, 2, 3}), fourth = interfaces_of(4, {0, 1, 2, 3, 4});
  CHECK(interfaces_text(third, kNet10) ==
        "ICorProfilerCallback3; MovedReferences2, SurvivingReferences2 and "
        "ConditionalWeakTableElementReferences are newer and are never called. If the profiler implements "
        "them, check their IIDs in QueryInterface");
  CHECK(interfaces_text(fourth, kNet10) ==
        "ICorProfilerCallback4; ConditionalWeakTableElementReferences is newer and is never called. If the "
        "profiler implements it, check its IID in QueryInterface");
  CHECK_FALSE(are_incomplete(third));
  CHECK_FALSE(are_incomplete(fourth));
}

TEST_CASE("interfaces: a profiler that answers every IID is said to do so") {
  CallbackInterfaces any = interfaces_of(11, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
  any.answers_any = true;
  CHECK(are_incomplete(any));
  CHECK(interfaces_text(any, kNet10) ==
        "ICorProfilerCallback11, and any other: its QueryInterface returns S_OK for every IID");
}

TEST_CASE("interfaces: a runtime that calls no newer version is no fault of the profiler") {
  const CallbackInterfaces old = interfaces_of(3, {0, 1, 2, 3});
  CHECK(interfaces_text(old, 3) == "ICorProfilerCallback3");
  CHECK(interfaces_text(old, 0) == "ICorProfilerCallback3");
  CHECK_FALSE(are_incomplete(old));
  CHECK_FALSE(interfaces_matter(old, 3));
}

TEST_CASE("verdict: the newest interface is named with -v, except that of gcrucible's recorder") {
  RunReport run;
  run.runtime_callbacks = kNet10;
  run.notes.interfaces = interfaces_of(11, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
  Style style{.width = 100};
  CHECK(verdict_text(run, style).find("interface") == std::string::npos);
  style.verbose = true;
  CHECK(verdict_text(run, style).find("\n  interface     ICorProfilerCallback11\n") != std::string::npos);
  run.is_own_recorder = true;
  CHECK(verdict_text(run, style).find("interface") == std::string::npos);
}

}  // namespace gcrucible::report
