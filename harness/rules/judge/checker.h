// Binds a rule's id to its checker, one small function.
//
// A checker is a pure function of the history. It receives a line before the history takes that line, or a
// closed collection, and reports to its Ruling. A checker must accept any trace, even a damaged one. It
// must end in time proportional to its input, times a logarithm. docs/hacking.md describes how to write
// one.
#pragma once

#include <fmt/format.h>

#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "harness/rules/judge/end.h"
#include "harness/rules/judge/ruling.h"
#include "harness/rules/state/history.h"

namespace gcrucible::rules {

using EntryCheck = void (*)(const Callback&, const History&, Ruling&);
using OpenCheck = void (*)(const OpenInfo&, const History&, Ruling&);
using ReturnCheck = void (*)(const Return&, const History&, Ruling&);
using InfoCheck = void (*)(const InfoEvent&, const History&, Ruling&);
using ModelCheck = void (*)(const ModelLine&, const History&, Ruling&);
using CollectionCheck = void (*)(const Collection&, const History&, Ruling&);
using EndCheck = void (*)(const End&, const History&, Ruling&);

struct Binding {
  std::string_view id;
  std::string_view occasion;  // the evidence that the rule needs, for messages: "a moved range"
  CallSet calls = {};         // callbacks whose entries `entry` receives
  EntryCheck entry = nullptr;
  CollectionCheck collection = nullptr;
  // Callbacks whose returns `returned` receives. A return without an entry, or of a method without a
  // number, counts as kOther.
  CallSet returns = {};
  ReturnCheck returned = nullptr;
  // Info methods whose returns `info` receives, including the scenario's queries of them.
  InfoSet infos = {};
  InfoCheck info = nullptr;
  // Receives the profiler's own calls of `infos` at their entry, before the history takes them. Includes
  // calls that never return.
  OpenCheck opened = nullptr;
  FactSet facts = {};
  ModelCheck model = nullptr;
  // Called once after the last line, whether the trace is complete or cut off.
  EndCheck end = nullptr;
  // Also check collections that are only partly reported: the profiler attached or detached in the middle,
  // or COR_PRF_MONITOR_GC was set or cleared there.
  bool in_part = false;
};

// The tables of the files in checks/.
std::span<const Binding> bracket_bindings();
std::span<const Binding> address_bindings();
std::span<const Binding> dependent_handle_bindings();
std::span<const Binding> id_life_bindings();
std::span<const Binding> id_reuse_bindings();
std::span<const Binding> loading_bindings();
std::span<const Binding> unannounced_class_bindings();
std::span<const Binding> frozen_bindings();
std::span<const Binding> weak_root_bindings();
std::span<const Binding> started_bindings();
std::span<const Binding> family_bindings();
std::span<const Binding> survivor_bindings();
std::span<const Binding> range_bindings();
std::span<const Binding> moved_bindings();
std::span<const Binding> pair_bindings();
std::span<const Binding> root_bindings();
std::span<const Binding> reference_bindings();
std::span<const Binding> reference_model_bindings();
std::span<const Binding> finalization_bindings();
std::span<const Binding> mask_bindings();
std::span<const Binding> suspension_bindings();
std::span<const Binding> background_bindings();
std::span<const Binding> delay_bindings();
std::span<const Binding> thread_bindings();
std::span<const Binding> unannounced_bindings();
std::span<const Binding> mask_change_bindings();
std::span<const Binding> mask_effect_bindings();
std::span<const Binding> report_bindings();
std::span<const Binding> batch_bindings();
std::span<const Binding> allocation_bindings();
std::span<const Binding> new_object_bindings();
std::span<const Binding> counts_bindings();
std::span<const Binding> exception_bindings();
std::span<const Binding> load_bindings();
std::span<const Binding> null_id_bindings();
std::span<const Binding> thread_life_bindings();
std::span<const Binding> graph_bindings();
std::span<const Binding> root_entry_bindings();
std::span<const Binding> root_model_bindings();
std::span<const Binding> profiler_handle_bindings();
std::span<const Binding> queue_bindings();
std::span<const Binding> handle_bindings();
std::span<const Binding> generation_bindings();
std::span<const Binding> table_bindings();
std::span<const Binding> object_bindings();
std::span<const Binding> class_bindings();
std::span<const Binding> service_bindings();
std::span<const Binding> walk_bindings();
std::span<const Binding> info_bindings();
std::span<const Binding> start_bindings();
std::span<const Binding> attach_bindings();
std::span<const Binding> detach_bindings();
std::span<const Binding> shutdown_bindings();
std::span<const Binding> object_id_bindings();
std::span<const Binding> stale_bindings();
std::span<const Binding> sequence_bindings();
std::span<const Binding> trigger_bindings();
std::span<const Binding> own_life_bindings();
std::span<const Binding> own_handle_bindings();
std::span<const Binding> own_return_bindings();
std::span<const Binding> blocking_bindings();
std::span<const Binding> probe_bindings();

// Null if no checker is bound to that id.
const Binding* find_binding(std::string_view id);
std::size_t binding_count();

// --- for the texts of findings ---

// An ObjectID as text. Small ids are decimal, because only examples of the documentation have them.
inline std::string id(std::uint64_t value) {
  return value < 4096 ? fmt::format("{}", value) : fmt::format("{:#x}", value);
}
// "[0x10, 0x18)"; for a moved range followed by " -> 0x8".
std::string text_of(const ReportedRange& range);
// "[0x10, 0x400) of generation 1", including the reserved part.
std::string text_of(const HeapRange& range);
// "object 12 (size 8, gen 0)", or only the address if the number is unknown.
std::string text_of(const Fate& fate);

// "1 range", "3 ranges".
inline std::string counted(std::uint64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

// "induced (1)".
std::string reason_text(std::uint32_t reason);

Finding finding_at(const Callback& callback, const Collection& collection, std::string what);
Finding finding_at(const Return& returned, const Collection& collection, std::string what);
// The finding's `callback` is the name of the Info method.
Finding finding_at(const InfoEvent& info, const Collection& collection, std::string what);
Finding finding_at(const ReportedRange& range, const Collection& collection, std::string what);
Finding finding_at(const BatchCall& call, const Collection& collection, std::string what);
Finding finding_at(const ObjectReport& report, const Collection& collection, std::string what);
// At its ObjectAllocated.
Finding finding_at(const KnownObject& object, const Collection& collection, std::string what);
// Why reports without a GarbageCollectionStarted are not judged.
inline constexpr std::string_view kOrphans =
    "no collection has started since the profiler attached, or since COR_PRF_MONITOR_GC was set";
// Reports a violation at that line, in the current collection.
void broken(const Callback& callback, const History& history, Ruling& ruling, std::string what);
void broken(const InfoEvent& info, const History& history, Ruling& ruling, std::string what);
// The first argument of the call is the object.
void broken_at_object(const InfoEvent& info, const History& history, Ruling& ruling, std::string what);
void broken(const OpenInfo& info, Ruling& ruling, std::string what);
// At the collection's Started, or at its first line.
Finding finding_of(const Collection& collection, std::string what);

inline Finding at_entry(Finding finding, std::uint32_t entry) {
  finding.entry = entry;
  return finding;
}
inline Finding at_address(Finding finding, std::uint64_t address) {
  finding.address = address;
  return finding;
}
inline Finding about(Finding finding, const Fate& fate) {
  finding.object = fate.object;
  finding.address = fate.from;
  return finding;
}

}  // namespace gcrucible::rules
