// The data that the history takes from Info calls.
#include <algorithm>
#include <utility>

#include "harness/abi/enums.h"
#include "harness/abi/hresults.h"
#include "harness/rules/decode/decode.h"
#include "harness/rules/decode/rows.h"
#include "harness/rules/state/history.h"
#include "harness/trace/event_fields.h"

namespace gcrucible::rules {

void History::ask(const OpenInfo& info) {
  const auto args = info.args.values();
  const auto word = [&](std::size_t i) {
    return i < args.size() ? static_cast<std::uint32_t>(args[i].number) : 0u;
  };
  if (!kMaskSetters.has(info.method)) return;
  const bool one_word = info.method == InfoMethod::kSetEventMask;
  ask_for({.low = word(0), .high = one_word ? 0 : word(1)}, one_word, info.line);
}

bool History::is_own_handle(const Callback& callback) const {
  if (callback.call != Call::kHandleCreated && callback.call != Call::kHandleDestroyed) return false;
  if (in_flight_.innermost(callback.thread) != nullptr) return true;
  const OpenInfo* const info = open_infos_.innermost(callback.thread);
  return info != nullptr &&
         (info->method == InfoMethod::kCreateHandle || info->method == InfoMethod::kDestroyHandle);
}

bool History::is_own_load(const Callback& callback) const {
  return kLoadCalls.has(callback.call) && (in_flight_.innermost(callback.thread) != nullptr ||
                                           open_infos_.innermost(callback.thread) != nullptr);
}

void History::open(OpenInfo info) {
  const std::uint64_t line = info.line;
  last_lines_.take(info.thread, line);
  profiler_suspension_.opened(info);
  own_calls_.opened(info, threads_.id_of(info.thread).has_value());
  open_infos_.add(std::move(info));
  if (const OpenInfo* const added = open_infos_.find(line)) ask(*added);
}

void History::take(const InfoEvent& info) {
  lifecycle_.take(info);
  // If the scenario requested the detach, the profiler had no callback in which to destroy its handles. If
  // the profiler requested it, the handles have been judged.
  if (info.method == InfoMethod::kRequestProfilerDetach && info.hr == abi::S_OK) own_calls_.forget_handles();
  if (kMaskSetters.has(info.method)) answered_mask(info);
  if (kMaskGetters.has(info.method)) read_mask(info);
  follow_masks();
  if (info.method == InfoMethod::kGetCurrentThreadID && info.hr == abi::CORPROF_E_NOT_MANAGED_THREAD) {
    threads_.not_managed(info.thread);
  }
  if (info.method == InfoMethod::kGetGenerationBounds && info.succeeded() && info.outs.size() >= 2) {
    const std::vector<HeapRange> ranges = decode_bounds(info.outs[1]);
    // If the buffer was too small, the answer contains only a part of the table, which is worse than none.
    if (!ranges.empty() && ranges.size() >= info.outs[0].number) bounds(info, ranges);
  }
  heap_answers_.take(info);
  answers_inside_.take(info);
  buffer_answers_.take(info);
  enumerations_.take(info);
  profiler_handles_.take(info, collection_);
  own_calls_.take(info);
  overlaps_.take(info, open_infos_, collections_);
  profiler_suspension_.take(info);
  if (info.method == InfoMethod::kEnumerateObjectReferences) walked(info);
  if (info.method == InfoMethod::kGetLOHObjectSizeThreshold && info.succeeded()) {
    if (const auto threshold = info.out(0)) allocations_.answered(*threshold);
  }
  if (ReportedIdentity reported = identity_in(info); !reported.parts.empty()) {
    loads_.class_is(info.arg(0).value_or(0), std::move(reported.parts), reported.whole);
  }
  if (!info.asked) last_lines_.take(info.thread, info.return_line);
  // Must be last, because `info` views the arguments of the call's entry.
  if (OpenInfo* const entry = open_infos_.find(info.line); entry != nullptr && !info.asked) {
    open_infos_.end(*entry);
  }
}

void History::walked(const InfoEvent& info) {
  const trace::Value* const visited = trace::find(*info.event, "visited");
  // S_FALSE means that there is nothing to visit.
  if (visited == nullptr && info.hr != abi::S_FALSE) return;
  if (info.inside == kNoLine || info.inside != collection_.finished_line) return;
  WalkedObject walk{.object = info.arg(0).value_or(0),
                    .line = info.line,
                    .thread = info.thread,
                    .stopped = trace::find(*info.event, "stopped") != nullptr,
                    .visited = {}};
  const Rows ids(visited);
  for (std::uint64_t i = 0; i < ids.size(); ++i) walk.visited.push_back(ids.number(i));
  collection_.walked.push_back(std::move(walk));
}

void History::bounds(const InfoEvent& info, std::span<const HeapRange> ranges) {
  if (info.inside == kNoLine || collection_.empty()) return;
  // A table with an invalid generation would place the objects there in no generation.
  if (std::ranges::any_of(ranges, [](const HeapRange& each) { return each.generation == kNoGeneration; }))
    return;
  if (info.inside == collection_.started_line) {
    collection_.bounds_before = GenerationMap(ranges);
    collection_.asked_before = {.line = info.line, .map = collection_.bounds_before};
  }
  if (info.inside == collection_.finished_line) {
    collection_.bounds_after = GenerationMap(ranges);
    collection_.asked_after = {.line = info.line, .map = collection_.bounds_after};
  }
}

}  // namespace gcrucible::rules
