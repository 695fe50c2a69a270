#include "harness/report/run_report.h"

#include <algorithm>
#include <array>

namespace gcrucible::report {

int exit_status(Result result) {
  return result == Result::kUnchecked ? exit_status(Result::kBroken) : static_cast<int>(result);
}

std::string_view name_of(Result result) {
  constexpr std::array<std::string_view, 6> kNames{"pass",    "broken", "bad input",
                                                   "crashed", "hung",   "unchecked"};
  return kNames[static_cast<std::size_t>(result)];
}

Result worse(Result a, Result b) {
  constexpr std::array kBestFirst{Result::kPass,   Result::kBadInput, Result::kUnchecked,
                                  Result::kBroken, Result::kHung,     Result::kCrashed};
  const auto rank = [&](Result each) { return std::find(kBestFirst.begin(), kBestFirst.end(), each); };
  return rank(a) < rank(b) ? b : a;
}

bool RunReport::is_expected(std::string_view rule) const {
  return std::find(expected_breaks.begin(), expected_breaks.end(), rule) != expected_breaks.end();
}

std::string RunReport::unchecked() const {
  const rules::Counts counts = rules::count(verdicts);
  if (counts.kept + counts.broken != 0) return {};
  const std::string why = verdicts.empty() ? "no rule was judged, because --only and --skip leave none"
                                           : "no rule could be judged";
  if (expectations_compared + expectations_failed.size() != 0) return why;
  if (scenario.empty()) return "nothing was checked: " + why;
  return "nothing was checked: " + why +
         (expectations_skipped.empty() ? ", and the scenario states no expectation"
                                       : ", and no expectation was compared");
}

bool RunReport::nothing_checked() const {
  const rules::Counts counts = rules::count(verdicts);
  return counts.kept + counts.broken + expectations_compared + expectations_failed.size() == 0;
}

std::size_t RunReport::unexpected_breaks() const {
  return static_cast<std::size_t>(
      std::count_if(verdicts.begin(), verdicts.end(), [&](const rules::Verdict& verdict) {
        return verdict.standing == rules::Standing::kBroken && !is_expected(verdict.rule->id);
      }));
}

}  // namespace gcrucible::report
