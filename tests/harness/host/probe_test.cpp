// Probes that read their question by another layout, or answer late.
#include <cmath>
#include <string>

#include "tests/harness/calls/build.h"
#include "tests/harness/calls/rig.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

std::string answer_to(gcrucible_probe_function probe) {
  Build build;
  build.root(build.object(build.node()));
  build.collect(program::Generation::k0);
  Witness witness(abi::COR_PRF_MONITOR_GC);
  const RunResult result = run(build.program, witness, {.probe = probe});
  CHECK(!result.error.has_value());
  const std::vector<std::string> lines = result.lines("\"knows\":");
  REQUIRE(lines.size() == 2);  // after the collection, and before Shutdown
  return lines[0];
}

TEST_CASE("probe: an answer with the question's pointer is recorded") {
  const std::string line = answer_to([](gcrucible_question* question) {
    question->object(question->answer, 8, 24, 0, 0);
    return std::int32_t{0};
  });
  CHECK(line.find("\"hr\":0,") != std::string::npos);
  CHECK(line.find("\"objects\":[[8,24,0,0]]") != std::string::npos);
}

TEST_CASE("probe: a foreign pointer or an unknown total is no answer") {
  const std::string foreign = answer_to([](gcrucible_question* question) {
    question->object(question, 8, 24, 0, 0);
    return std::int32_t{0};
  });
  CHECK(foreign.find("\"hr\":-2147024809,") != std::string::npos);
  CHECK(foreign.find("\"objects\":[]") != std::string::npos);
  const std::string unknown = answer_to([](gcrucible_question* question) {
    question->total(question->answer, 3, 0, 0, 1, 24);
    return std::int32_t{0};
  });
  CHECK(unknown.find("\"hr\":-2147024809,") != std::string::npos);
}

TEST_CASE("probe: estimates are recorded in thousandths, and those that are no numbers as such") {
  const std::string line = answer_to([](gcrucible_question* question) {
    question->sampling(question->answer, GCRUCIBLE_SAMPLES_BYTES, 512, 950);
    question->estimate(question->answer, GCRUCIBLE_ESTIMATED_RECLAIMED, 5, 1, 1.5, 24.0625);
    question->estimate(question->answer, GCRUCIBLE_ESTIMATED_ALIVE, 5, 2, -1, std::nan(""));
    question->estimate_bounds(question->answer, GCRUCIBLE_ESTIMATED_ALIVE, 0, -1, GCRUCIBLE_BYTES, -3, 10.25);
    return std::int32_t{0};
  });
  CHECK(line.find("\"sampling\":[[0,512,950]]") != std::string::npos);
  const std::string none = "\"0xffffffffffffffff\"";
  CHECK(line.find("\"estimates\":[[2,5,1,1500,24063],[1,5,2," + none + "," + none + "]]") !=
        std::string::npos);
  CHECK(line.find("\"object_bounds\"") == std::string::npos);
  CHECK(line.find("\"byte_bounds\":[[1,0,-1,0,10250]]") != std::string::npos);
}

TEST_CASE("probe: an impossible sampling is no answer") {
  const std::string line = answer_to([](gcrucible_question* question) {
    question->sampling(question->answer, GCRUCIBLE_SAMPLES_OBJECTS, 0, 0);
    return std::int32_t{0};
  });
  CHECK(line.find("\"hr\":-2147024809,") != std::string::npos);
}

TEST_CASE("probe: a changed question is no answer, unless only `knows` differs") {
  const std::string changed = answer_to([](gcrucible_question* question) {
    question->moment = GCRUCIBLE_KNOWS_ALL;
    return std::int32_t{0};
  });
  CHECK(changed.find("\"hr\":-2147024809,") != std::string::npos);
  const std::string known = answer_to([](gcrucible_question* question) {
    question->knows = GCRUCIBLE_KNOWS_ALL;
    return std::int32_t{0};
  });
  CHECK(known.find("\"hr\":0,") != std::string::npos);
}

TEST_CASE("probe: a call after the answer does nothing") {
  static gcrucible_question kept{};
  const std::string line = answer_to([](gcrucible_question* question) {
    if (kept.object != nullptr) {
      void* const answer = kept.answer;
      kept.object(answer == question->answer ? nullptr : answer, 8, 24, 0, 0);
    }
    kept = *question;
    return std::int32_t{0};
  });
  CHECK(line.find("\"hr\":0,") != std::string::npos);
  kept.object(kept.answer, 8, 24, 0, 0);
}

}  // namespace
}  // namespace gcrucible::tests
