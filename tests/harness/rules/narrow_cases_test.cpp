// Cases that few traces have: their verdicts, and the words of their findings.
#include <algorithm>
#include <string>
#include <vector>

#include "harness/rules/evidence/object_story.h"
#include "tests/harness/rules/tale.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

std::string words_of_findings(const Tale& tale) {
  std::string text;
  for (const rules::Verdict& verdict : judge(tale.text())) {
    for (const rules::Finding& finding : verdict.findings)
      text += std::string(verdict.rule->id) + ": " + finding.what + "\n";
  }
  return text;
}

Step asked_bounds(const std::string& ranges, int count) {
  return make_info("GetGenerationBounds", "[64]", "[" + std::to_string(count) + ",[" + ranges + "]]");
}

// A collection of generation 0 that asks for bounds at its begin and end.
void add_asking_collection(Tale& tale, const std::string& started, const std::string& finished, int count) {
  tale.call("GarbageCollectionStarted", R"("generations":[true,false,false,false,false],"reason":1)");
  tale.steps.back().inside = {asked_bounds(started, count)};
  tale.call("GarbageCollectionFinished");
  tale.steps.back().inside = {asked_bounds(finished, count)};
}

Tale recorded_header() {
  Tale tale;
  tale.header = R"("source":"recorded","runtime":"net10","event_mask":[128,0])";
  return tale;
}

}  // namespace

TEST_CASE("object-ids/only-valid-ids: another argument of the callback hints at a wrong slot") {
  // The profiler calls GetObjectSize2 in the first MovedReferences2, which has four ranges.
  const auto words = [](const std::string& at, const std::string& kind) {
    Tale tale = two_collections();
    const auto call = [&](const std::string& line) {
      Step made = make_info("GetObjectSize2", "[" + at + "]", "[0]");
      made.hr = -2147024809;  // E_INVALIDARG
      made.inside = {{.kind = Step::Kind::kModel,
                      .name = "stale",
                      .fields = R"("method":"GetObjectSize2","line":)" + line + R"(,"at":)" + at +
                                R"(,"kind":")" + kind + "\""}};
      return made;
    };
    Step& around = tale.at("MovedReferences2");
    around.inside = {call("0")};
    const std::string text = tale.text();
    const std::size_t n = text.rfind("\"n\":", text.find("\"GetObjectSize2\"")) + 4;
    around.inside = {call(text.substr(n, text.find(',', n) - n))};
    std::string all;
    for (const rules::Verdict& verdict : judge(tale.text(), {.only = {"object-ids/only-valid-ids"}})) {
      for (const rules::Finding& finding : verdict.findings)
        all += finding.what + (finding.explained ? " (explained)" : "");
    }
    return all;
  };
  CHECK(words("4", "unknown") ==
        "GetObjectSize2 received an invalid ObjectID: 4 was never an ObjectID: no object of this run began "
        "there. It is the number of entries that MovedReferences2 passed. The profiler's slot of "
        "MovedReferences2 may hold another method, or read its arguments in another order. (explained)");
  // Other rules judge uses of real ids there.
  CHECK(words("3", "unknown").empty());
  CHECK(words("4", "died").empty());
}

TEST_CASE("generations: E_INVALIDARG, for which a null buffer may be the reason, is held against nobody") {
  const auto with_answer = [](std::uint32_t hr, const std::string& args) {
    Tale tale = recorded_header();
    add_asking_collection(tale, "[0,1000,100,200]", "[0,1000,100,200]", 1);
    Step question = make_info("GetGenerationBounds", args, "[0,null]");
    question.hr = static_cast<std::int32_t>(hr);
    tale.steps.back().inside.push_back(question);
    return broken(
        judge(tale.text(), {.only = {"generations/answers-in-callbacks", "generations/small-buffer"}}));
  };
  constexpr std::uint32_t kInvalidArgument = 0x80070057u;
  constexpr std::uint32_t kFail = 0x80004005u;
  CHECK(with_answer(kInvalidArgument, "[71499840]").empty());
  // A call without room needs no buffer.
  CHECK(with_answer(kInvalidArgument, "[0]").size() == 2);
  CHECK(with_answer(kFail, "[71499840]").size() == 2);
}

TEST_CASE("returns/ignored-at-the-ends: an E_NOTIMPL that gcrucible caused is no violation") {
  Tale tale;
  tale.header = R"("source":"simulated","runtime":"net10","event_mask":[4,0])";
  tale.call("InitializeForAttach");
  tale.call("ProfilerAttachComplete").info("GetCodeInfo2", "[8,0]");
  tale.at("ProfilerAttachComplete").hr = -2147467263;  // E_NOTIMPL
  const auto is_broken = [](const Tale& each) {
    return words_of_findings(each).find("returns/ignored-at-the-ends: ProfilerAttachComplete returns") !=
           std::string::npos;
  };
  CHECK(is_broken(tale));
  Step line{.kind = Step::Kind::kModel, .name = "gap"};
  line.fields = R"("what":"GetCodeInfo2","hr":2147500033,"inside":3)";
  tale.at("ProfilerAttachComplete").inside.push_back(line);
  CHECK_FALSE(is_broken(tale));
}

TEST_CASE("generations/disjoint: ranges of a 64-bit process begin and end on whole words") {
  for (const bool wide : {false, true}) {
    const std::string start = wide ? "4294967300" : "2147483652";  // 4 bytes beyond 4 GiB, or beyond 2 GiB
    const std::string range = "[0," + start + ",64,128]";
    Tale tale = recorded_header();
    add_asking_collection(tale, range, range, 1);
    CHECK((words_of_findings(tale).find("does not begin and end on whole words") != std::string::npos) ==
          wide);
  }
}

TEST_CASE("generations: a region whose reserved size changes between collections is named with both sizes") {
  const auto regions = [](const std::string& reserved) {
    std::string text;
    for (int i = 1; i <= 3; ++i) {
      text += (i == 1 ? "" : ",") + std::string("[0,") +
              std::to_string(0x100000000ull * static_cast<unsigned>(i)) + ",64," +
              (i == 2 ? reserved : "4194304") + "]";
    }
    return text;
  };
  Tale tale = recorded_header();
  add_asking_collection(tale, regions("4194304"), regions("4194304"), 3);
  add_asking_collection(tale, regions("4194304"), regions("4194304"), 3);
  CHECK(words_of_findings(tale).find("bytes reserved instead of") == std::string::npos);
  Tale changed = recorded_header();
  add_asking_collection(changed, regions("4194304"), regions("4194304"), 3);
  add_asking_collection(changed, regions("2097152"), regions("2097152"), 3);
  CHECK(words_of_findings(changed).find(
            "generations/shift-when-collected: [0x200000000, 0x200400000) of gen 0 now has 2097152 bytes "
            "reserved instead of 4194304, but nothing was collected in between.") != std::string::npos);
}

TEST_CASE("ranges/family-of-mode: a range that moves inside the pinned object heap breaks other rules") {
  Tale tale = recorded_collections();
  // In the first collection.
  const auto pinned = std::ranges::find_if(tale.steps, [](const Step& step) {
    return step.name == "SurvivingReferences2" && step.fields == R"("ranges":[[2000,8]])";
  });
  REQUIRE(pinned != tale.steps.end());
  pinned->name = "MovedReferences2";
  pinned->fields = R"("ranges":[[2000,2008,8]])";
  const std::vector<std::string> rules = broken(judge(tale.text()));
  CHECK_FALSE(rules.empty());
  CHECK(std::ranges::count(rules, "ranges/family-of-mode") == 0);
}

TEST_CASE("consequences: what happens before a second Shutdown does not follow from it") {
  for (const bool before : {false, true}) {
    Tale tale = recorded_header();
    const auto nest_collections = [&] {
      for (int i = 0; i < 2; ++i)
        tale.call("GarbageCollectionStarted", R"("generations":[true,false,false,false,false],"reason":1)");
      tale.call("GarbageCollectionFinished").call("GarbageCollectionFinished");
    };
    tale.call("Initialize");
    if (before) nest_collections();
    tale.call("Shutdown").call("Shutdown");
    if (!before) nest_collections();
    const auto verdicts = judge(tale.text());
    const auto pairs = std::ranges::find_if(
        verdicts, [](const rules::Verdict& each) { return each.rule->id == "bracket/pairs"; });
    REQUIRE(pairs != verdicts.end());
    CHECK(pairs->breaks == 1);
    CHECK((pairs->follows != nullptr && pairs->follows->id == "shutdown/once") == !before);
  }
}

TEST_CASE("stories: an object of a bulk allocation says how many others there are") {
  Tale tale;
  tale.header = R"("source":"simulated","runtime":"net10","event_mask":[4,0])";
  tale.model("allocated", R"("object":4,"count":3,"at":64,"generation":1)");
  rules::ObjectStories stories({4, 5, 7});
  read(tale.text(), [&](const trace::Event& event) { stories.take(event); });
  CHECK(stories.of(4) == std::vector<std::string>{"allocated at 64 in gen 1 (line 1)"});
  CHECK(stories.of(5) == std::vector<std::string>{"allocated in bulk with 2 others in gen 1 (line 1)"});
  CHECK(stories.of(7).empty());
}

}  // namespace gcrucible::tests
