#include "harness/rules/judge/checker.h"

#include <algorithm>
#include <vector>

#include "harness/abi/enums.h"
#include "harness/abi/hresults.h"

namespace gcrucible::rules {
namespace {

using Table = std::span<const Binding> (*)();
constexpr Table kTables[] = {address_bindings,     dependent_handle_bindings,
                             id_life_bindings,     id_reuse_bindings,
                             loading_bindings,     unannounced_class_bindings,
                             frozen_bindings,      weak_root_bindings,
                             bracket_bindings,     started_bindings,
                             family_bindings,      survivor_bindings,
                             range_bindings,       moved_bindings,
                             pair_bindings,        root_bindings,
                             reference_bindings,   finalization_bindings,
                             mask_bindings,        suspension_bindings,
                             background_bindings,  unannounced_bindings,
                             thread_bindings,      mask_change_bindings,
                             root_model_bindings,  profiler_handle_bindings,
                             mask_effect_bindings, report_bindings,
                             batch_bindings,       allocation_bindings,
                             counts_bindings,      new_object_bindings,
                             exception_bindings,   load_bindings,
                             thread_life_bindings, graph_bindings,
                             root_entry_bindings,  queue_bindings,
                             handle_bindings,      generation_bindings,
                             table_bindings,       object_bindings,
                             class_bindings,       service_bindings,
                             walk_bindings,        info_bindings,
                             start_bindings,       attach_bindings,
                             detach_bindings,      shutdown_bindings,
                             object_id_bindings,   stale_bindings,
                             sequence_bindings,    trigger_bindings,
                             own_life_bindings,    own_handle_bindings,
                             own_return_bindings,  blocking_bindings,
                             probe_bindings,       reference_model_bindings,
                             null_id_bindings,     delay_bindings};

std::vector<const Binding*> sorted_bindings() {
  std::vector<const Binding*> all;
  for (const Table table : kTables) {
    for (const Binding& binding : table()) all.push_back(&binding);
  }
  std::ranges::sort(all, {}, &Binding::id);
  return all;
}

}  // namespace

const Binding* find_binding(std::string_view id) {
  // Sorted once: each judge looks for all rules, and a campaign makes a judge for each case.
  static const std::vector<const Binding*> by_id = sorted_bindings();
  const auto found = std::ranges::lower_bound(by_id, id, {}, &Binding::id);
  return found != by_id.end() && (*found)->id == id ? *found : nullptr;
}

std::size_t binding_count() {
  std::size_t count = 0;
  for (const Table table : kTables) count += table().size();
  return count;
}

std::string text_of(const ReportedRange& range) {
  std::string text = fmt::format("[{}, {})", id(range.range.from), id(range.end()));
  if (range.family == Family::kMoved) text += fmt::format(" -> {}", id(range.range.to));
  return text;
}

std::string text_of(const Fate& fate) {
  return fmt::format("object {} at {} (size {}, {})", fate.object, id(fate.from), fate.size,
                     name_of_generation(fate.generation));
}

std::string reason_text(std::uint32_t reason) {
  return reason == abi::COR_PRF_GC_INDUCED ? "induced (1)"
         : reason == abi::COR_PRF_GC_OTHER ? "other (0)"
                                           : fmt::format("{}, which has no name", reason);
}

Finding finding_at(const Callback& callback, const Collection& collection, std::string what) {
  // At its entry, Started already counts as part of the collection that it opens.
  const bool inside = !collection.empty() || callback.call == Call::kGarbageCollectionStarted;
  return {.what = std::move(what),
          .collection = inside ? collection.number : 0,
          .line = callback.line,
          .callback = callback.name,
          .thread = callback.thread};
}

std::string text_of(const HeapRange& range) {
  return fmt::format("[{}, {}) of {}", id(range.start), id(range.end()),
                     name_of_generation(range.generation));
}

void broken(const Callback& callback, const History& history, Ruling& ruling, std::string what) {
  ruling.broken(finding_at(callback, history.collection(), std::move(what)));
}

void broken(const InfoEvent& info, const History& history, Ruling& ruling, std::string what) {
  ruling.broken(finding_at(info, history.collection(), std::move(what)));
}

void broken_at_object(const InfoEvent& info, const History& history, Ruling& ruling, std::string what) {
  Finding finding = finding_at(info, history.collection(), std::move(what));
  if (const auto object = info.arg(0)) finding.address = *object;
  ruling.broken(std::move(finding));
}

void broken(const OpenInfo& info, Ruling& ruling, std::string what) {
  Finding finding{.what = std::move(what),
                  .collection = info.collection,
                  .line = info.line,
                  .callback = info.name.empty() ? std::string(abi::name_of(info.method)) : info.name,
                  .thread = info.thread};
  ruling.broken(std::move(finding));
}

Finding finding_at(const Return& returned, const Collection& collection, std::string what) {
  return {.what = std::move(what),
          .collection = collection.empty() ? 0 : collection.number,
          .line = returned.line,
          .callback = std::string(name_of(returned.call)),
          .thread = returned.thread};
}

Finding finding_at(const InfoEvent& info, const Collection& collection, std::string what) {
  return {.what = std::move(what),
          .collection = collection.empty() ? 0 : collection.number,
          .line = info.line,
          .callback = std::string(info.name),
          .thread = info.thread};
}

Finding finding_at(const ReportedRange& range, const Collection& collection, std::string what) {
  return {.what = std::move(what),
          .collection = collection.number,
          .line = range.line,
          .callback = std::string(name_of(range.call)),
          .thread = range.thread,
          .entry = range.entry};
}

Finding finding_at(const BatchCall& call, const Collection& collection, std::string what) {
  return {.what = std::move(what),
          .collection = collection.number,
          .line = call.line,
          .callback = std::string(name_of(call.call)),
          .thread = call.thread};
}

Finding finding_at(const ObjectReport& report, const Collection& collection, std::string what) {
  return {.what = std::move(what),
          .collection = collection.number,
          .line = report.line,
          .callback = std::string(name_of(Call::kObjectReferences)),
          .thread = report.thread};
}

Finding finding_at(const KnownObject& object, const Collection& collection, std::string what) {
  return {.what = std::move(what),
          .collection = collection.number,
          .line = object.announced,
          .callback = std::string(name_of(Call::kObjectAllocated)),
          .thread = object.thread,
          .address = object.at};
}

Finding finding_of(const Collection& collection, std::string what) {
  const bool started = collection.started_line != kNoLine;
  return {.what = std::move(what),
          .collection = collection.number,
          .line = started ? collection.started_line : collection.first_line,
          .callback = started ? std::string(name_of(Call::kGarbageCollectionStarted)) : std::string(),
          .of_collection = true};
}

}  // namespace gcrucible::rules
