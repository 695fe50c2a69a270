// The words of the language for enumerations. The n-th word means the n-th enumerator.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/program/runtime_profile.h"
#include "harness/yaml/shape.h"

namespace gcrucible::scenario {

const std::vector<std::string>& generation_words();   // program::Generation
const std::vector<std::string>& backing_words();      // program::Backing
const std::vector<std::string>& destination_words();  // program::Destination
const std::vector<std::string>& graph_words();        // program::Graph::Kind
const std::vector<std::string>& handle_words();       // program::CreateHandle::Kind
const std::vector<std::string>& pinned_words();       // program::PinnedPolicy
const std::vector<std::string>& load_words();         // program::LifeSpec::Load
const std::vector<std::string>& exit_words();         // program::LifeSpec::Exit
const std::vector<std::string>& stop_words();
const std::vector<std::string>& suspend_words();    // COR_PRF_SUSPEND_REASON; 5 has none
const std::vector<std::string>& askable_words();    // program::kAskableInfo
const std::vector<std::string>& root_kind_words();  // COR_PRF_GC_ROOT_KIND
const std::vector<std::string>& root_flag_words();  // bits of COR_PRF_GC_ROOT_FLAGS, lowest first

const std::vector<std::string>& call_edit_words();      // program::CallEdit::Kind
const std::vector<std::string>& entry_edit_words();     // program::EntryEdit::Kind
const std::vector<std::string>& entry_variant_words();  // program::EntryEdit::Variant
// The parts of a report whose entries can be edited, as words and as enumerators.
const std::vector<std::string>& entry_part_words();
const std::vector<program::ReportPart>& entry_parts();

// Edits of a report without arguments, and the number of each in program::ReportEdit::Kind.
struct PlainEdit {
  const char* word;
  std::uint8_t kind;
};
const std::vector<PlainEdit>& plain_edits();

// `word` must be one of `words`; the shape check ensures it.
template <typename Enumeration>
Enumeration enumerator(const std::vector<std::string>& words, const std::string& word) {
  return static_cast<Enumeration>(yaml::word_index(words, word));
}

}  // namespace gcrucible::scenario
