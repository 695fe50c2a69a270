// One way to violate each rule that has a checker. If one damage violates several rules, all are named, so
// that a rule that fires without reason is noticed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tests/harness/rules/tale.h"

namespace gcrucible::tests {

struct Break {
  const char* rule;
  std::vector<std::string> also;  // other rules that the damage violates
  void (*damage)(Tale&);
  // The trace that is damaged. Without damage it keeps the rule and violates none.
  Tale (*tale)() = two_collections;
};

// All violations; the functions below return those of one kind.
std::vector<Break> breaks();
std::vector<Break> report_breaks();
std::vector<Break> suspension_breaks();
std::vector<Break> graph_breaks();
std::vector<Break> handle_breaks();
std::vector<Break> load_breaks();
std::vector<Break> exception_breaks();
std::vector<Break> delay_breaks();
std::vector<Break> thread_breaks();
std::vector<Break> mask_breaks();
std::vector<Break> batch_breaks();
std::vector<Break> allocation_breaks();
std::vector<Break> answer_breaks();
std::vector<Break> life_breaks();
std::vector<Break> root_breaks();
std::vector<Break> object_id_breaks();
std::vector<Break> sequence_breaks();
std::vector<Break> own_life_breaks();
std::vector<Break> own_return_breaks();
std::vector<Break> blocking_breaks();
std::vector<Break> probe_breaks();

// In both calls, the newer and the older.
void edit_moved(Tale& tale, std::string_view from, std::string_view to);

}  // namespace gcrucible::tests
