// Judging any trace ends with a verdict for each rule, whatever the trace contains.
#include <cstdlib>

#include "harness/rules/collection/collection.h"
#include "harness/rules/state/history.h"
#include "harness/trace/read/reader.h"
#include "tests/harness/rules/tale.h"
#include "tests/support/catch.h"
#include "tests/support/property.h"
#include "tests/support/repetitions.h"

namespace gcrucible::tests {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

// Numbers with a special meaning.
const std::vector<std::string> kNumbers{"0",
                                        "1",
                                        "7",
                                        "511",
                                        "4294967295",
                                        "4294967296",
                                        "-1",
                                        "9007199254740991",
                                        "\"0xffffffffffffffff\"",
                                        "\"0x8000000000000000\"",
                                        "null",
                                        "[]",
                                        "true"};

void change_number(std::string& line) {
  std::vector<std::size_t> places;
  for (std::size_t i = 1; i < line.size(); ++i) {
    const bool digit = line[i] >= '0' && line[i] <= '9';
    if (digit && (line[i - 1] == ':' || line[i - 1] == ',' || line[i - 1] == '[')) places.push_back(i);
  }
  if (places.empty()) return;
  const std::size_t begin = *rc::gen::elementOf(places);
  const std::size_t end = line.find_first_not_of("0123456789", begin);
  line.replace(begin, end - begin, *rc::gen::elementOf(kNumbers));
}

// Judges the part that the reader accepts.
std::size_t judge_anything(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  rules::Judge judge;
  trace::Reader reader = trace::Reader::of_text("garbage", text);
  trace::Line line;
  while (reader.next(line) == trace::Reader::Step::kLine) judge.take(line.event());
  return std::move(judge).verdicts().size();
}

}  // namespace

TEST_CASE("judge: a damaged trace is judged to its end") {
  const auto simulated = lines_of(two_collections().text());
  const auto recorded = lines_of(recorded_collections().text());
  property("a cut line or repeated line or swap or changed number gives one verdict per rule", [&] {
    auto lines = *rc::gen::element(simulated, recorded);
    const int damages = *rc::gen::inRange(1, 12);
    for (int i = 0; i < damages; ++i) {
      const auto place = *rc::gen::inRange<std::size_t>(1, lines.size());
      const auto other = *rc::gen::inRange<std::size_t>(1, lines.size());
      switch (*rc::gen::inRange(0, 4)) {
        case 0:
          lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(place));
          break;
        case 1:
          lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(other), lines[place]);
          break;
        case 2:
          std::swap(lines[place], lines[other]);
          break;
        default:
          change_number(lines[place]);
          break;
      }
    }
    RC_ASSERT(judge_anything(lines) == rules::catalogue().size());
  });
}

TEST_CASE("judge: thousands of violations -> few findings are kept and the rest are counted") {
  Tale tale;
  tale.header = R"("source":"recorded","runtime":"net10","event_mask":[128,0])";
  std::string rows;
  constexpr std::uint32_t kMany = static_cast<std::uint32_t>(repetitions(20000, 5000));
  for (std::uint32_t i = 0; i < kMany; ++i) rows += (i == 0 ? "[100,200,1000]" : ",[100,200,1000]");
  tale.call("MovedReferences2", "\"ranges\":[" + rows + "]");
  // Entries that never return, each on its own thread.
  for (std::uint32_t i = 0; i < kMany; ++i) {
    Step step =
        make_call(i % 2 == 0 ? "RootReferences" : "ObjectReferences", R"("object":5,"roots":[5],"refs":[6])");
    step.returns = false;
    step.thread = i;
    tale.steps.push_back(std::move(step));
  }
  const auto verdicts = judge(tale.text());
  for (const rules::Verdict& verdict : verdicts) {
    CHECK(verdict.findings.size() <= rules::Selection{}.most_findings);
    if (verdict.rule->id == "ranges/old-disjoint") {
      CHECK(verdict.breaks == 1);
      REQUIRE(verdict.findings.size() == 1);
      CHECK(verdict.findings[0].more == kMany - 2);
    }
  }
}

TEST_CASE("judge: a return is not matched to a batch of another collection") {
  class Closed : public rules::Observer {
   public:
    void entered(const rules::Callback&, const rules::History&) override {}
    void closed(const rules::Collection& collection) override { calls.push_back(collection.range_calls); }
    std::vector<std::vector<rules::BatchCall>> calls;
  };
  using trace::EventKind;
  for (const bool has_batch : {false, true}) {
    INFO(has_batch);
    Closed closed;
    rules::Judge judge(rules::Selection{}, &closed);
    judge.take({.kind = EventKind::kCallback, .n = 50, .name = "MovedReferences2"});
    // The next event's collection seems to begin before the call.
    judge.take({.kind = EventKind::kModel, .n = 5, .name = "collection"});
    if (has_batch) judge.take({.kind = EventKind::kCallback, .n = 60, .name = "MovedReferences2"});
    judge.take({.kind = EventKind::kReturn, .n = 61, .link = 50});
    CHECK(judge.history().in_flight().find(50) == nullptr);
    CHECK(std::move(judge).verdicts().size() == rules::catalogue().size());
    REQUIRE(closed.calls.size() == 2);
    REQUIRE(closed.calls[0].size() == 1);
    CHECK_FALSE(closed.calls[0][0].returned);
    REQUIRE(closed.calls[1].size() == (has_batch ? 1 : 0));
    if (has_batch) CHECK_FALSE(closed.calls[1][0].returned);
  }
}

TEST_CASE("judge: ranges at the end of the address space are judged without overflow") {
  Tale tale = two_collections();
  tale.edit("MovedReferences2", "[8,7,1]",
            R"(["0xfffffffffffffff0","0xfffffffffffffff8","0xffffffffffffffff"])");
  CHECK_FALSE(broken(judge(tale.text())).empty());
}

}  // namespace gcrucible::tests
