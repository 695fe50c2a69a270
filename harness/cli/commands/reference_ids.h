// Numbers of the reference notes that documents and messages contain. A row such as GC-MOVE-008 stands for
// one or more rules. A question such as Q-01 marks a disagreement between sources.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/abi/event_mask.h"
#include "harness/expected.h"
#include "harness/rules/catalogue/rule.h"

namespace gcrucible::cli {

// A point on which the sources disagree.
struct Question {
  std::string_view id;
  std::string_view what;    // "on whether …", to follow "the sources disagree"
  std::string_view answer;  // the answer that gcrucible uses
};

// The questions that this project's documents name, by number.
std::span<const Question> questions();

bool is_question(std::string_view word);  // "Q-01" and similar, even if there is no such question
bool is_row(std::string_view word);       // "GC-…", "PR-…"
// Both accept any number of leading zeros: Q-1, GC-MOVE-8, GC-MOVE-0008.
const Question* find_question(std::string_view id);
std::vector<const rules::Rule*> rules_of_row(std::string_view row);
// The name of a callback, an Info method, an HRESULT or an event mask flag: "MovedReferences2",
// "CORPROF_E_DATAINCOMPLETE", "COR_PRF_MONITOR_GC", "MONITOR_GC".
bool is_name_in_code(std::string_view word);
// The prefix COR_PRF_ is optional; null if there is no such flag.
const abi::MaskFlag* mask_flag_named(std::string_view word);
// Whether two names differ at most in case and underscores: Rust writes moved_references2.
bool is_same_name(std::string_view one, std::string_view other);
// The name with the most similar spelling; empty if none is similar.
std::string nearest_name_in_code(const std::string& word);
// Rules whose text contains the name, in any version, in catalogue order.
std::vector<const rules::Rule*> rules_that_name(std::string_view word);
// The error is like "there is no row 'GC-MOVE-800'; …".
Expected<void> check_row(const std::string& row);
Expected<void> check_question(const std::string& id);

}  // namespace gcrucible::cli
