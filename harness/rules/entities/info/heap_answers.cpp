#include "harness/rules/entities/info/heap_answers.h"

#include <iterator>

#include "harness/trace/event_fields.h"

namespace gcrucible::rules {

void HeapAnswers::take(const ModelLine& allocated) {
  const trace::Event& event = *allocated.event;
  const auto number = [&](std::string_view key) { return trace::number_in(event, key).value_or(0); };
  const std::uint64_t generation = number("generation");
  if (generation == 1 || generation == 2) aged_ = true;
  if (generation == kFrozen && number("size") != 0) {
    // Objects of one line have equal distances only if their size is a multiple of the alignment.
    const std::uint64_t size = number("size");
    const std::uint64_t count = size % 8 == 0 ? number("count") : 1;
    frozen_rows_[number("at")] = {.size = size, .end = number("at") + size * count};
  }
}

void HeapAnswers::take(const InfoEvent& info) {
  if (!info.succeeded()) return;
  if (info.method == InfoMethod::kGetGenerationBounds) {
    if (const auto count = info.out(0)) {
      bounds_ = {.line = info.line, .inside = info.inside, .count = *count};
    }
  } else if (info.method == InfoMethod::kGetNonGCHeapBounds) {
    const Rows rows = info.out_rows(1);
    if (rows.size() < info.out(0).value_or(0)) return;
    non_gc_heap_ = {.line = info.line, .inside = info.inside, .ranges = {}};
    for (std::uint64_t i = 0; i < rows.size(); ++i) {
      non_gc_heap_.ranges.push_back({.generation = kFrozen,
                                     .start = rows.number(i, 0),
                                     .allocated = rows.number(i, 1),
                                     .reserved = rows.number(i, 2)});
    }
  } else if (info.method == InfoMethod::kIsFrozenObject && info.out(0).value_or(0) != 0) {
    frozen_.insert(info.arg(0).value_or(0));
  }
}

bool HeapAnswers::frozen(std::uint64_t object) const {
  if (frozen_.contains(object)) return true;
  auto row = frozen_rows_.upper_bound(object);
  if (row == frozen_rows_.begin()) return false;
  row = std::prev(row);
  return object < row->second.end && (object - row->first) % row->second.size == 0;
}

}  // namespace gcrucible::rules
