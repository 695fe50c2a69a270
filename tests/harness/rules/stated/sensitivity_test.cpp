// How many changes of traces each rule notices, by kind of change.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "tests/harness/rules/damage/damage.h"
#include "tests/harness/rules/stated/stated.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/recordings.h"

namespace gcrucible::tests {
namespace {

// In a fixed order.
std::vector<std::filesystem::path> simulated_traces() {
  std::vector<std::filesystem::path> traces;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(in_source("/tests/harness/rules/traces"))) {
    if (entry.path().extension() == ".jsonl") traces.push_back(entry.path());
  }
  std::ranges::sort(traces);
  return traces;
}

// By rule and kind of change: the traces that violate the rule.
class Sensitivity {
 public:
  void judge(const Damaged& damaged) {
    rules::Judge judge;
    for (const trace::Event& event : damaged.events()) judge.take(event);
    for (const rules::Verdict& verdict : std::move(judge).verdicts()) {
      Row& row = rows_[std::string(verdict.rule->id)];
      row.occasions += verdict.occasions;
      if (verdict.standing == rules::Standing::kBroken) ++row.broken[damaged.change().damage];
    }
  }
  std::string text() const {
    std::string text = "rule, occasions in all traces, and traces that violate it, by change\n";
    for (const auto& [rule, row] : rows_) {
      if (row.occasions == 0) continue;
      text += fmt::format("{} {}", rule, row.occasions);
      for (const auto& [damage, times] : row.broken) text += fmt::format(", {} {}", name_of(damage), times);
      text += '\n';
    }
    return text;
  }

 private:
  struct Row {
    std::uint64_t occasions = 0;
    std::map<Damage, int> broken;
  };
  std::map<std::string, Row> rows_;
};

}  // namespace

TEST_CASE("stated: the rules notice as many changes of simulated traces as the files have") {
  // Enough to reach each kind of change at each kind of call, and quick.
  constexpr std::size_t kEach = 3;
  Sensitivity calls, answers;
  std::size_t turn = 0;
  for (const std::filesystem::path& file : simulated_traces()) {
    const Recording recording = load_recording(file);
    Dice dice(7);
    for (std::size_t unit = 0; unit < recording.units.size(); ++unit) {
      for (std::size_t i = 0; i < kEach; ++i) {
        const Damage damage = kEveryDamage[turn++ % kEveryDamage.size()];
        if (const auto damaged = Damaged::of(recording, unit, damage, dice)) calls.judge(*damaged);
      }
    }
    for (std::size_t answer = 0; answer < recording.answers.size(); ++answer) {
      for (const Damage damage : kAnswerDamages) {
        if (const auto damaged = Damaged::of_answer(recording, answer, damage, dice)) answers.judge(*damaged);
      }
    }
  }
  check_stated("traces/simulated_calls.txt", calls.text());
  check_stated("traces/simulated_answers.txt", answers.text());
}

TEST_CASE("stated: the rules notice as many changes of short recordings as the files have") {
  constexpr std::size_t kMostLines = 1000;
  constexpr std::size_t kOneIn = 4;
  Sensitivity calls, answers;
  std::size_t turn = 0;
  for (const std::filesystem::path& file : recordings()) {
    const Recording recording = load_recording(file);
    if (recording.lines.size() > kMostLines) continue;
    Dice dice(7);
    for (std::size_t unit = turn % kOneIn; unit < recording.units.size(); unit += kOneIn) {
      const Damage damage = kEveryDamage[turn++ % kEveryDamage.size()];
      if (const auto damaged = Damaged::of(recording, unit, damage, dice)) calls.judge(*damaged);
    }
    for (std::size_t answer = turn % kOneIn; answer < recording.answers.size(); answer += kOneIn) {
      const Damage damage = kAnswerDamages[turn++ % kAnswerDamages.size()];
      if (const auto damaged = Damaged::of_answer(recording, answer, damage, dice)) answers.judge(*damaged);
    }
  }
  check_stated("traces/recorded_calls.txt", calls.text());
  check_stated("traces/recorded_answers.txt", answers.text());
}

}  // namespace gcrucible::tests
