// A finding as text: rule, place, values, history, source, usual cause, and how to repeat it.
#pragma once

#include <string>

#include "harness/report/run_report.h"
#include "harness/report/style.h"

namespace gcrucible::report {

// The values of one finding, for a text of another form.
struct FindingTexts {
  std::string where;
  std::string what;
  std::string history;  // of the object; may be empty
};
FindingTexts texts_of(const rules::Finding& finding, const RunReport& run, const Style& style);

// The findings of one violated rule; without `verbose` only the first few.
std::string findings_text(const rules::Verdict& verdict, const RunReport& run, const Style& style);

}  // namespace gcrucible::report
