// What the rules say about each damage, word by word, and how often each rule has evidence.
#include "tests/harness/rules/stated/stated.h"

#include <fmt/format.h>

#include <array>
#include <map>

#include "harness/trace/read/reader.h"
#include "tests/harness/rules/breaks/breaks.h"
#include "tests/harness/rules/weak/damages.h"
#include "tests/support/catch.h"
#include "tests/support/recordings.h"

namespace gcrucible::tests {
namespace {

struct BreakTable {
  const char* name;
  std::vector<Break> (*rows)();
};

constexpr std::array kBreakTables{
    BreakTable{"report", report_breaks},
    BreakTable{"suspension", suspension_breaks},
    BreakTable{"graph", graph_breaks},
    BreakTable{"handle", handle_breaks},
    BreakTable{"load", load_breaks},
    BreakTable{"exception", exception_breaks},
    BreakTable{"delay", delay_breaks},
    BreakTable{"thread", thread_breaks},
    BreakTable{"mask", mask_breaks},
    BreakTable{"batch", batch_breaks},
    BreakTable{"allocation", allocation_breaks},
    BreakTable{"answer", answer_breaks},
    BreakTable{"life", life_breaks},
    BreakTable{"root", root_breaks},
    BreakTable{"object_id", object_id_breaks},
    BreakTable{"sequence", sequence_breaks},
    BreakTable{"own_life", own_life_breaks},
    BreakTable{"own_return", own_return_breaks},
    BreakTable{"blocking", blocking_breaks},
    BreakTable{"probe", probe_breaks},
};

struct WeakTable {
  const char* name;
  void (*rows)(std::vector<HandDamage>&);
};

constexpr std::array kWeakTables{WeakTable{"recordings", recording_damages},
                                 WeakTable{"answers", answer_damages}, WeakTable{"reports", report_damages},
                                 WeakTable{"stops", stop_damages}};

// By rule: how often it has evidence, and the unusual reasons why it has none.
class Evidence {
 public:
  void add(std::size_t column, const std::vector<rules::Verdict>& verdicts) {
    for (const rules::Verdict& verdict : verdicts) {
      if (!verdict.checked) continue;
      Row& row = rows_[std::string(verdict.rule->id)];
      row.occasions[column] += verdict.occasions;
      const bool usual = verdict.why.starts_with("needs ") || verdict.why.starts_with("no rule for ");
      if (verdict.standing == rules::Standing::kNotEvaluable && !usual) ++row.reasons[verdict.why];
    }
  }
  std::string occasions() const {
    std::string text =
        "rule, occasions in tales and in damaged tales, or in traces damaged by hand and in recordings\n";
    for (const auto& [rule, row] : rows_) text += fmt::format("{} {}\n", rule, fmt::join(row.occasions, " "));
    return text;
  }
  std::string reasons() const {
    std::string text;
    for (const auto& [rule, row] : rows_) {
      if (row.reasons.empty()) continue;
      text += rule + '\n';
      for (const auto& [reason, times] : row.reasons) text += fmt::format("  {} {}\n", times, reason);
    }
    return text;
  }

 private:
  struct Row {
    std::array<std::uint64_t, 2> occasions{};
    std::map<std::string, int> reasons;
  };
  std::map<std::string, Row> rows_;
};

}  // namespace

TEST_CASE("stated: findings about broken tales and their evidence are those of the files") {
  Evidence evidence;
  for (const BreakTable& table : kBreakTables) {
    std::string text;
    std::map<std::string, int> numbers;
    for (const Break& each : table.rows()) {
      Tale tale = each.tale();
      evidence.add(0, judge(tale.text()));
      each.damage(tale);
      const std::vector<rules::Verdict> verdicts = judge(tale.text());
      evidence.add(1, verdicts);
      text += fmt::format("{} {}\n{}", each.rule, ++numbers[each.rule], statement_of(verdicts));
    }
    check_stated(fmt::format("tales/{}.txt", table.name), text);
  }
  check_stated("tales/evidence.txt", evidence.occasions());
  check_stated("tales/reasons.txt", evidence.reasons());
}

TEST_CASE("stated: findings about traces damaged by hand and their evidence are those of the files") {
  Evidence evidence;
  for (const WeakTable& table : kWeakTables) {
    std::vector<HandDamage> damages;
    table.rows(damages);
    std::string text;
    for (const HandDamage& damage : damages) {
      Lines lines = trace_of(damage.trace);
      damage.change(lines);
      const std::vector<rules::Verdict> verdicts = verdicts_of(numbered(std::move(lines)));
      evidence.add(0, verdicts);
      text += fmt::format("{}, in {}\n{}", damage.what, damage.trace, statement_of(verdicts));
    }
    check_stated(fmt::format("traces/{}.txt", table.name), text);
  }
  for (const auto& file : recordings()) {
    rules::Judge judge;
    trace::Reader reader = trace::Reader::of_file(file);
    for (trace::Line line; reader.next(line) == trace::Reader::Step::kLine;) judge.take(line.event());
    evidence.add(1, std::move(judge).verdicts());
  }
  check_stated("traces/evidence.txt", evidence.occasions());
  check_stated("traces/reasons.txt", evidence.reasons());
}

}  // namespace gcrucible::tests
