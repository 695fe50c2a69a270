// How a rule gets its checker: a row that binds the rule's id to one small function.
//
// A checker is a pure function of the history: it sees a line before the history takes it in, or a collection
// when all of it is known, and tells its ruling what it saw. It may be given any trace, damaged ones
// included, and must end in time proportional to what it is given (times a logarithm). docs/hacking.md says
// how to write one.
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
  std::string_view occasion;  // what a run must have for the rule to be looked at: "a moved range"
  CallSet calls = {};         // whose entries `entry` wants to see
  EntryCheck entry = nullptr;
  CollectionCheck collection = nullptr;
  // Of callbacks. A return that belongs to no entry, or to a method without a number, is one of kOther.
  CallSet returns = {};
  ReturnCheck returned = nullptr;
  // Calls of these at their return, and the scenario's questions about them.
  InfoSet infos = {};
  InfoCheck info = nullptr;
  // The profiler's own calls of `infos` at their entry, before the history takes them in: those that never
  // return too.
  OpenCheck opened = nullptr;
  FactSet facts = {};
  ModelCheck model = nullptr;
  // Once, behind the last line, whether the trace is whole or cut off.
  EndCheck end = nullptr;
  // Also collections of which not all is told: in the middle of which the profiler was attached or let go, or
  // COR_PRF_MONITOR_GC was set or cleared.
  bool in_part = false;
};

// The tables of the files *_rules.cpp.
std::span<const Binding> bracket_bindings();
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

// Null where no checker is bound to that id.
const Binding* find_binding(std::string_view id);
std::size_t binding_count();

// --- for the texts of findings ---

// An ObjectID as people read it: small ones decimal, because only the documentation's examples have them.
inline std::string id(std::uint64_t value) {
  return value < 4096 ? fmt::format("{}", value) : fmt::format("{:#x}", value);
}
// "[0x10, 0x18)", for a moved range with " -> 0x8" behind it.
std::string text_of(const ToldRange& range);
// "[0x10, 0x400) of generation 1", with what is reserved.
std::string text_of(const HeapRange& range);
// "object 12 (size 8, gen 0)", or the address alone where the number is not known.
std::string text_of(const Fate& fate);

// "1 range", "3 ranges".
inline std::string counted(std::uint64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

// "induced (1)".
std::string reason_text(std::uint32_t reason);

Finding finding_at(const Callback& callback, const Collection& collection, std::string what);
Finding finding_at(const Return& returned, const Collection& collection, std::string what);
// `callback` of the finding is the Info method.
Finding finding_at(const InfoEvent& info, const Collection& collection, std::string what);
Finding finding_at(const ToldRange& range, const Collection& collection, std::string what);
Finding finding_at(const BatchCall& call, const Collection& collection, std::string what);
Finding finding_at(const ObjectReport& report, const Collection& collection, std::string what);
// Broken there, in the collection under way.
void broken(const Callback& callback, const History& history, Ruling& ruling, std::string what);
void broken(const InfoEvent& info, const History& history, Ruling& ruling, std::string what);
void broken(const OpenInfo& info, Ruling& ruling, std::string what);
// At the place of the collection's Started, or its first line.
Finding finding_of(const Collection& collection, std::string what);

inline Finding about(Finding finding, const Fate& fate) {
  finding.object = fate.object;
  finding.address = fate.from;
  return finding;
}

}  // namespace gcrucible::rules
