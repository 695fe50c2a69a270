#include "harness/scenario/language/words.h"

#include "harness/abi/tables/info_methods.h"
#include "harness/program/askable_info.h"
#include "harness/program/reporting.h"
#include "harness/runtimes/runtimes.h"

namespace gcrucible::scenario {

using Words = std::vector<std::string>;

const Words& generation_words() {
  static const Words kWords = {"0", "1", "2", "loh", "poh", "frozen"};
  return kWords;
}
const Words& backing_words() {
  static const Words kWords = {"memory", "address-space", "none"};
  return kWords;
}
const Words& destination_words() {
  static const Words kWords = {"fresh", "slide"};
  return kWords;
}
const Words& graph_words() {
  static const Words kWords = {"none", "chain", "tree", "random-tree"};
  return kWords;
}
const Words& handle_words() {
  static const Words kWords = {"strong", "weak", "weak-long", "pinned", "dependent", "ref-counted"};
  return kWords;
}
const Words& pinned_words() {
  return runtimes::pinned_policy_words();
}
const Words& load_words() {
  static const Words kWords = {"start", "attach"};
  return kWords;
}

const Words& exit_words() {
  static const Words kWords = {"normal", "hosted", "abrupt", "store"};
  return kWords;
}

const Words& stop_words() {
  static const Words kWords = {"never", "stopped", "returned", "late"};
  return kWords;
}
const Words& suspend_words() {
  static const Words kWords = {"other",
                               "for-gc",
                               "appdomain-shutdown",
                               "code-pitching",
                               "shutdown",
                               "",  // 5 has no meaning
                               "inproc-debugger",
                               "gc-prep",
                               "rejit",
                               "profiler"};
  return kWords;
}
const Words& askable_words() {
  static const Words kWords = [] {
    Words words;
    for (const program::AskableInfo& each : program::kAskableInfo)
      words.emplace_back(abi::name_of(static_cast<abi::InfoMethod>(each.slot)));
    return words;
  }();
  return kWords;
}
const Words& root_kind_words() {
  static const Words kWords = {"other", "stack", "finalizer", "handle"};
  return kWords;
}
const Words& root_flag_words() {
  static const Words kWords = {"pinning", "weak", "interior", "ref-counted"};
  return kWords;
}

const Words& call_edit_words() {
  static const Words kWords = {"omit", "twice", "before", "after", "with", "by", "hold", "claim"};
  return kWords;
}
const Words& entry_edit_words() {
  static const Words kWords = {"drop", "repeat", "add", "change", "old-addresses", "new-addresses"};
  return kWords;
}
const Words& entry_variant_words() {
  static const Words kWords = {"both", "exact", "older"};
  return kWords;
}
const Words& entry_part_words() {
  static const Words kWords = {"allocated-by-class", "finalizable-queued", "roots", "dependent-handles",
                               "object-references"};
  return kWords;
}
const std::vector<program::ReportPart>& entry_parts() {
  using Part = program::ReportPart;
  static const std::vector<Part> kParts = {Part::kObjectsAllocatedByClass, Part::kFinalizeableObjectQueued,
                                           Part::kRoots, Part::kDependentHandles, Part::kObjectReferences};
  return kParts;
}

const std::vector<PlainEdit>& plain_edits() {
  using Kind = program::ReportEdit::Kind;
  const auto row = [](const char* word, Kind kind) {
    return PlainEdit{word, static_cast<std::uint8_t>(kind)};
  };
  static const std::vector<PlainEdit> kEdits = {
      row("legacy-first", Kind::kLegacyFirst),
      row("legacy-only", Kind::kLegacyOnly),
      row("legacy-despite-failure", Kind::kLegacyDespiteFailure),
      row("exact-legacy-length", Kind::kExactLegacyLength),
      row("omit-started", Kind::kOmitStarted),
      row("omit-finished", Kind::kOmitFinished),
      row("started-twice", Kind::kStartedTwice),
      row("finished-twice", Kind::kFinishedTwice),
      row("ranges-before-started", Kind::kRangesBeforeStarted),
      row("ranges-after-finished", Kind::kRangesAfterFinished),
      row("wrong-reason", Kind::kWrongReason),
      row("references-after-error", Kind::kReferencesAfterError),
  };
  return kEdits;
}

}  // namespace gcrucible::scenario
