#include "harness/rules/decode.h"

#include <algorithm>

#include "harness/rules/rows.h"
#include "harness/trace/event_fields.h"

namespace gcrucible::rules {
namespace {

using trace::Event;
using trace::Value;

std::uint64_t number(const Event& event, std::string_view key) {
  return trace::number_in(event, key).value_or(0);
}

std::uint32_t small(std::uint64_t value) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(value, kNoObject));
}

std::uint8_t generation(std::uint64_t value) {
  return value < kGenerationCount ? static_cast<std::uint8_t>(value) : kNoGeneration;
}

Rows rows(const Event& event, std::string_view key) {
  return Rows(trace::find(event, key));
}

bool truth(const Event& event, std::string_view key) {
  const Value* const value = trace::find(event, key);
  return value != nullptr && value->number != 0;
}

void decode_ranges(const Event& event, bool moved, std::vector<Range>& ranges) {
  const Rows told = rows(event, "ranges");
  for (std::uint64_t i = 0; i < told.size(); ++i) {
    const std::uint64_t from = told.number(i, 0);
    ranges.push_back(moved ? Range{from, told.number(i, 1), told.number(i, 2)}
                           : Range{from, from, told.number(i, 1)});
  }
}

void decode_batch(const Event& event, Callback& callback) {
  switch (callback.call) {
    case Call::kMoved:
    case Call::kMoved2:
      decode_ranges(event, true, callback.ranges);
      break;
    case Call::kSurviving:
    case Call::kSurviving2:
      decode_ranges(event, false, callback.ranges);
      break;
    case Call::kRoots:
    case Call::kRoots2: {
      const Rows roots = rows(event, "roots");
      for (std::uint64_t i = 0; i < roots.size(); ++i) {
        callback.roots.push_back({.object = roots.number(i, 0),
                                  .kind = small(roots.number(i, 1)),
                                  .flags = small(roots.number(i, 2)),
                                  .id = roots.number(i, 3)});
      }
      break;
    }
    case Call::kElements: {
      const Rows elements = rows(event, "elements");
      for (std::uint64_t i = 0; i < elements.size(); ++i) {
        callback.elements.push_back({elements.number(i, 0), elements.number(i, 1), elements.number(i, 2)});
      }
      break;
    }
    case Call::kAllocatedByClass: {
      const Rows classes = rows(event, "classes");
      for (std::uint64_t i = 0; i < classes.size(); ++i) {
        callback.classes.push_back({classes.number(i, 0), classes.number(i, 1)});
      }
      break;
    }
    default:
      break;
  }
}

}  // namespace

Header decode_header(const Event& event) {
  Header header;
  header.source = trace::text_in(event, "source");
  header.runtime = trace::text_in(event, "runtime");
  const Value* const mask = trace::find(event, "event_mask");
  header.mask_known = mask != nullptr && mask->kind != Value::Kind::kNull;
  header.mask = {small(Rows(mask).number(0)), small(Rows(mask).number(1))};
  return header;
}

void decode_callback(const Event& event, Callback& callback) {
  callback.call = call_of(event.name);
  callback.name = event.name;
  callback.line = event.n;
  callback.thread = event.thread;
  callback.generations.clear();
  callback.ranges.clear();
  callback.roots.clear();
  callback.elements.clear();
  callback.classes.clear();
  callback.references.clear();
  callback.reason = small(number(event, "reason"));
  callback.object = number(event, "object");
  callback.object_class = number(event, "class");
  callback.flags = small(number(event, "flags"));
  callback.handle = number(event, "handle");
  if (callback.call == Call::kObjectReferences) {
    const Rows references = rows(event, "refs");
    for (std::uint64_t i = 0; i < references.size(); ++i) callback.references.push_back(references.number(i));
  } else if (callback.call == Call::kStarted) {
    const Rows collected = rows(event, "generations");
    for (std::uint64_t i = 0; i < collected.size(); ++i) {
      callback.generations.push_back(collected.number(i) != 0 ? 1 : 0);
    }
  } else {
    decode_batch(event, callback);
  }
}

Return decode_return(const Event& event) {
  return {.entry = event.link, .line = event.n, .hr = event.hr};
}

CollectionModel decode_collection(const Event& event) {
  CollectionModel model;
  model.number = small(number(event, "collection"));
  model.scenario_line = small(number(event, "line"));
  model.generation = generation(number(event, "generation"));
  model.induced = truth(event, "induced");
  return model;
}

bool is_after(const Event& heap) {
  return trace::text_in(heap, "when") == "after";
}

HeapPicture decode_heap(const Event& event) {
  HeapPicture picture;
  const Rows ranges = rows(event, "ranges");
  for (std::uint64_t i = 0; i < ranges.size(); ++i) {
    picture.ranges.push_back({.range = small(ranges.number(i, 0)),
                              .generation = generation(ranges.number(i, 1)),
                              .start = ranges.number(i, 2),
                              .allocated = ranges.number(i, 3),
                              .reserved = ranges.number(i, 4)});
  }
  const Rows objects = rows(event, "objects");
  for (std::uint64_t i = 0; i < objects.size(); ++i) {
    picture.objects.push_back({.object = small(objects.number(i, 0)),
                               .at = objects.number(i, 1),
                               .size = objects.number(i, 2),
                               .generation = generation(objects.number(i, 3)),
                               .type = small(objects.number(i, 4))});
  }
  std::stable_sort(picture.objects.begin(), picture.objects.end(),
                   [](const HeapObject& a, const HeapObject& b) { return a.at < b.at; });
  picture.whole = truth(event, "whole");
  return picture;
}

CollectionPlan decode_plan(const Event& event) {
  CollectionPlan plan;
  const Rows condemned = rows(event, "condemned");
  const Rows compacts = rows(event, "compacts");
  for (std::size_t i = 0; i < kGenerationCount; ++i) {
    plan.condemned[i] = condemned.number(i) != 0;
    plan.compacts[i] = compacts.number(i) != 0;
  }
  plan.survivors = number(event, "survivors");
  plan.dead = number(event, "dead");
  const Rows plugs = rows(event, "plugs");
  for (std::uint64_t i = 0; i < plugs.size(); ++i) {
    plan.plugs.push_back({.from = plugs.number(i, 0),
                          .to = plugs.number(i, 1),
                          .length = plugs.number(i, 2),
                          .generation = generation(plugs.number(i, 3)),
                          .pinned = plugs.number(i, 4) != 0});
  }
  plan.deaths = decode_numbers(event, "deaths");
  return plan;
}

std::vector<std::uint32_t> decode_numbers(const Event& event, std::string_view key) {
  std::vector<std::uint32_t> numbers;
  const Rows values = rows(event, key);
  for (std::uint64_t i = 0; i < values.size(); ++i) numbers.push_back(small(values.number(i)));
  return numbers;
}

}  // namespace gcrucible::rules
