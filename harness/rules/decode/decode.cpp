#include "harness/rules/decode/decode.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "harness/rules/decode/rows.h"
#include "harness/trace/event_fields.h"
#include "harness/trace/read/name_index.h"

namespace gcrucible::rules {
namespace {

using trace::Event;
using trace::Value;

// Like number_in: a value that is not a number counts as 0.
std::uint64_t number_of(const Value& value) {
  const bool is_number = value.kind == Value::Kind::kNumber || value.kind == Value::Kind::kId ||
                         value.kind == Value::Kind::kSigned;
  return is_number ? value.number : 0;
}

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

// The meaning of a key in a callback's line: first the numeric arguments, then the arrays.
enum class Key : std::uint8_t {
  kObject,
  kClass,
  kReason,
  kFlags,
  kHandle,
  kThread,
  kAppDomain,
  kAssembly,
  kModule,
  kFunction,
  kCallee,
  kCaller,
  kStatus,
  kSafeToBlock,
  kDataBytes,
  kData,
  kName,
  kRanges,
  kReferences,
  kRoots,
  kElements,
  kClasses,
  kGenerations,
  kCount,
  kThere,
};
constexpr trace::NameIndex<25> kKeys{{"object",   "class",     "reason",      "flags",         "handle",
                                      "thread",   "appdomain", "assembly",    "module",        "function",
                                      "callee",   "caller",    "status",      "safe_to_block", "data_bytes",
                                      "data",     "name",      "ranges",      "refs",          "roots",
                                      "elements", "classes",   "generations", "count",         "there"}};

void decode_array(Key key, const Rows& reported, Callback& callback) {
  const std::uint64_t count = reported.size();
  switch (key) {
    case Key::kRanges: {
      if (!kRangeCalls.has(callback.call)) return;
      const bool moved = family_of(callback.call) == Family::kMoved;
      for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint64_t from = reported.number(i, 0);
        callback.ranges.push_back(moved ? Range{from, reported.number(i, 1), reported.number(i, 2)}
                                        : Range{from, from, reported.number(i, 1)});
      }
      return;
    }
    case Key::kReferences:
      for (std::uint64_t i = 0; i < count; ++i) callback.references.push_back(reported.number(i));
      return;
    case Key::kRoots:
      for (std::uint64_t i = 0; i < count; ++i) {
        callback.roots.push_back({.object = reported.number(i, 0),
                                  .kind = small(reported.number(i, 1)),
                                  .flags = small(reported.number(i, 2)),
                                  .id = reported.number(i, 3)});
      }
      return;
    case Key::kElements:
      for (std::uint64_t i = 0; i < count; ++i) {
        callback.elements.push_back({reported.number(i, 0), reported.number(i, 1), reported.number(i, 2)});
      }
      return;
    case Key::kClasses:
      for (std::uint64_t i = 0; i < count; ++i) {
        callback.classes.push_back({reported.number(i, 0), reported.number(i, 1)});
      }
      return;
    case Key::kGenerations:
      for (std::uint64_t i = 0; i < count; ++i) {
        callback.generation_values.push_back(reported.number(i));
        callback.generations.push_back(reported.number(i) != 0 ? 1 : 0);
      }
      return;
    default:
      return;
  }
}

// The array belongs to the callback. Other arrays with these names must not fill unrelated members.
bool has_array(Call call, Key key) {
  switch (key) {
    case Key::kRanges:
      return kRangeCalls.has(call);
    case Key::kReferences:
      return call == Call::kObjectReferences;
    case Key::kRoots:
      return kRootCalls.has(call);
    case Key::kElements:
      return call == Call::kConditionalWeakTableElementReferences;
    case Key::kClasses:
      return call == Call::kObjectsAllocatedByClass;
    case Key::kGenerations:
      return call == Call::kGarbageCollectionStarted;
    default:
      return false;
  }
}

// The members that take a number as it is, by key.
constexpr std::array kNumberKeys{
    std::pair{Key::kObject, &Callback::object},       std::pair{Key::kClass, &Callback::object_class},
    std::pair{Key::kHandle, &Callback::handle},       std::pair{Key::kThread, &Callback::thread_id},
    std::pair{Key::kAppDomain, &Callback::appdomain}, std::pair{Key::kAssembly, &Callback::assembly},
    std::pair{Key::kModule, &Callback::module},       std::pair{Key::kFunction, &Callback::function},
    std::pair{Key::kCallee, &Callback::function},     std::pair{Key::kCaller, &Callback::caller},
    std::pair{Key::kDataBytes, &Callback::data_bytes}};

// Null for other keys.
using NumberMember = std::uint64_t Callback::*;
constexpr std::array<NumberMember, kKeys.kNone> kNumberMembers = [] {
  std::array<NumberMember, kKeys.kNone> members{};
  for (const auto& [key, member] : kNumberKeys) members[static_cast<std::size_t>(key)] = member;
  return members;
}();

void decode_field(Key key, const Value& value, Callback& callback) {
  const std::uint64_t number = number_of(value);
  if (const NumberMember member = kNumberMembers[static_cast<std::size_t>(key)]) {
    callback.*member = number;
    return;
  }
  switch (key) {
    case Key::kReason:
      callback.reason = small(number);
      return;
    case Key::kFlags:
      callback.flags = small(number);
      return;
    case Key::kStatus:
      callback.status = static_cast<std::int32_t>(static_cast<std::uint32_t>(number));
      return;
    case Key::kSafeToBlock:
      callback.safe_to_block = value.number != 0;
      return;
    case Key::kData:
      callback.data_is_null = value.kind == Value::Kind::kNull;
      callback.text = value.text;
      return;
    case Key::kName:
      callback.text = value.text;
      return;
    case Key::kCount:
      callback.claimed = number;
      return;
    case Key::kThere:
      callback.there = number;
      return;
    default:
      if (!has_array(callback.call, key)) return;
      callback.null_array = value.kind == Value::Kind::kNull;
      return decode_array(key, Rows(&value), callback);
  }
}

void clear(Callback& callback) {
  Callback fresh;
  // Reusing the vectors' memory is the reason for one Callback for all lines.
  const auto keep = [](auto& mine, auto& theirs) {
    mine.clear();
    theirs.swap(mine);
  };
  keep(callback.name, fresh.name);
  keep(callback.generations, fresh.generations);
  keep(callback.generation_values, fresh.generation_values);
  keep(callback.ranges, fresh.ranges);
  keep(callback.roots, fresh.roots);
  keep(callback.elements, fresh.elements);
  keep(callback.classes, fresh.classes);
  keep(callback.references, fresh.references);
  keep(callback.text, fresh.text);
  callback = std::move(fresh);
}

std::vector<std::pair<std::string, std::string>> pairs_of(const Event& event, std::string_view key) {
  std::vector<std::pair<std::string, std::string>> pairs;
  const Value* const list = trace::find(event, key);
  if (list == nullptr) return pairs;
  for (const Value& each : list->list) {
    if (each.list.size() == 2) pairs.emplace_back(each.list[0].text, each.list[1].text);
  }
  return pairs;
}

}  // namespace

Header decode_header(const Event& event) {
  Header header;
  header.source = trace::text_in(event, "source");
  header.runtime = trace::text_in(event, trace::find(event, "rules_of") != nullptr ? "rules_of" : "runtime");
  header.version = trace::text_in(event, "version");
  const Value* const mask = trace::find(event, "event_mask");
  header.mask_known = mask != nullptr && mask->kind != Value::Kind::kNull;
  header.mask = {small(Rows(mask).number(0)), small(Rows(mask).number(1))};
  if (const auto version = trace::number_in(event, "callback_version"))
    header.callback_version = small(*version);
  if (const auto alignment = trace::number_in(event, "alignment")) header.alignment = small(*alignment);
  header.attaches = trace::text_in(event, "load") == "attach";
  if (const Value* const interfaces = trace::find(event, "interfaces")) {
    const Rows versions(interfaces);
    header.interfaces.emplace();
    for (std::uint64_t i = 0; i < versions.size(); ++i)
      header.interfaces->push_back(small(versions.number(i)));
  }
  header.unknown_interface = truth(event, "unknown_interface");
  header.two_identities = trace::find(event, "identity") != nullptr && !truth(event, "identity");
  header.environment = pairs_of(event, "environment");
  header.config = pairs_of(event, "config");
  return header;
}

void decode_callback(const Event& event, Callback& callback) {
  clear(callback);
  callback.call = call_of(event.name);
  callback.name = event.name;
  callback.line = event.n;
  callback.thread = event.thread;
  for (const trace::Field& field : event.fields) {
    const std::size_t key = kKeys.find(field.key);
    if (key != kKeys.kNone) decode_field(static_cast<Key>(key), field.value, callback);
  }
}

Return decode_return(const Event& event) {
  return {.entry = event.link, .line = event.n, .thread = event.thread, .hr = event.hr};
}

End decode_end(const Event& event) {
  End end{
      .line = event.n,
      .reported = true,
      .died = trace::find(event, "died") != nullptr,
      .hung = trace::text_in(event, "died").starts_with("timeout"),
      .bad_access = trace::text_in(event, "died") == "SIGSEGV" || trace::text_in(event, "died") == "SIGBUS",
      .callback = std::string(trace::text_in(event, "callback")),
      .fault = std::string(trace::text_in(event, "fault")),
      .object = std::nullopt,
      .lost_in = small(number(event, "lost_in")),
      .refused = trace::find(event, "refused") != nullptr,
      .exit = std::string(trace::text_in(event, "exit"))};
  if (const auto object = trace::number_in(event, "object")) end.object = small(*object);
  return end;
}

CollectionModel decode_collection(const Event& event) {
  CollectionModel model;
  model.number = small(number(event, "collection"));
  model.scenario_line = small(number(event, "line"));
  model.generation = generation(number(event, "generation"));
  model.induced = truth(event, "induced");
  model.in_background = trace::text_in(event, "inside") == "background";
  model.provisional = trace::text_in(event, "inside") == "provisional";
  if (trace::find(event, "promote") != nullptr) model.promotes = truth(event, "promote");
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
  if (const Value* const reported = trace::find(event, "references"); reported != nullptr && picture.whole) {
    const Rows references(reported);
    picture.references.emplace();
    for (std::uint64_t i = 0; i < references.size(); ++i) {
      picture.references->push_back({.from = references.number(i, 0), .to = references.number(i, 1)});
    }
    std::sort(picture.references->begin(), picture.references->end());
  }
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

std::vector<HeapRange> decode_bounds(const Value& table) {
  std::vector<HeapRange> ranges;
  const Rows rows(&table);
  for (std::uint64_t i = 0; i < rows.size(); ++i) {
    ranges.push_back(
        {.range = static_cast<std::uint32_t>(i),
         .generation = rows.number(i, 0) < kFrozen ? generation(rows.number(i, 0)) : kNoGeneration,
         .start = rows.number(i, 1),
         .allocated = rows.number(i, 2),
         .reserved = rows.number(i, 3)});
  }
  return ranges;
}

std::vector<std::uint32_t> decode_numbers(const Event& event, std::string_view key) {
  std::vector<std::uint32_t> numbers;
  const Rows values = rows(event, key);
  for (std::uint64_t i = 0; i < values.size(); ++i) numbers.push_back(small(values.number(i)));
  return numbers;
}

}  // namespace gcrucible::rules
