// The numbers of the reference notes that documents and messages carry: rows such as GC-MOVE-008, each of
// which stands for one or more rules, and questions such as Q-01, on which the sources disagree.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/abi/event_mask.h"
#include "harness/rules/catalogue/rule.h"

namespace gcrucible::cli {

// A place where the sources say different things.
struct Question {
  std::string_view id;
  std::string_view what;    // "on whether …": behind "the sources disagree"
  std::string_view answer;  // what gcrucible goes by
};

// Those that this project's documents name, by number.
std::span<const Question> questions();

bool is_question(std::string_view word);  // "Q-01" and the like, whether there is such a question or not
bool is_row(std::string_view word);       // "GC-…", "PR-…"
// Both whatever zeros the number begins with: Q-1, GC-MOVE-8, GC-MOVE-0008.
const Question* find_question(std::string_view id);
std::vector<const rules::Rule*> rules_of_row(std::string_view row);
// A callback, an Info method, an HRESULT or a flag of the event mask by name, as in code: "MovedReferences2",
// "CORPROF_E_DATAINCOMPLETE", "COR_PRF_MONITOR_GC", "MONITOR_GC".
bool is_name_in_code(std::string_view word);
// With COR_PRF_ in front or not; null where there is none.
const abi::MaskFlag* mask_flag_named(std::string_view word);
// The one that `word` was meant to be, by its letters; empty if none is near.
std::string nearest_name_in_code(const std::string& word);
// Rules whose text names it, whichever version, in the order of the catalogue.
std::vector<const rules::Rule*> rules_that_name(std::string_view word);
// "there is no row 'GC-MOVE-800'; …", empty where there is one.
std::string unknown_row(const std::string& row);
std::string unknown_question(const std::string& id);

}  // namespace gcrucible::cli
