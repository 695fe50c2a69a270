// The facts in the probe's answer for each object: size, class, generation.
#include <algorithm>
#include <map>

#include "harness/rules/judge/checker.h"
#include "harness/rules/probe/compare.h"
#include "harness/trace/read/spoiled.h"

namespace gcrucible::rules {
namespace {

// Sizes and classes that no call has returned.
void find_spoiled(const ProbeAnswer& answer, ProbeVerdict& verdict) {
  for (const ProbedObject& row : answer.objects) {
    const bool size = trace::is_spoiled(row.size);
    if ((!size && !trace::is_spoiled(row.type)) || verdict.is_full()) continue;
    verdict.faults.push_back(
        {.rule = ProbeRule::kFailedInspection,
         .what = fmt::format(
             "The probe reports that the {} of the object at {} is {}, a value left by a failed call.",
             size ? "size" : "class", id(row.id), id(size ? row.size : row.type)),
         .address = row.id});
  }
}

// What a profiler keeps of the size of an object of more than 4 GB.
std::string lost_size(std::uint64_t size, std::uint64_t reported) {
  if (size <= kMostInUlong) return {};
  if (reported == kMostInUlong)
    return ". GetObjectSize fails with COR_E_OVERFLOW above 4 GB and leaves this number; ask GetObjectSize2";
  return reported == (size & kMostInUlong) ? ". These are its lower 32 bits" : "";
}

std::string difference(const ProbedObject& row, const HeapObject& object, std::uint64_t type) {
  if (type != 0 && row.size == type && row.type == object.size)
    return fmt::format("has size {} and is of class {}, but the probe exchanges the two", object.size,
                       id(type));
  std::string what;
  if (row.size != 0 && row.size != object.size)
    what = fmt::format("has size {}, but the probe reports {}{}", object.size, row.size,
                       lost_size(object.size, row.size));
  if (row.type != 0 && type != 0 && row.type != type)
    what = fmt::format("is of class {}, but the probe reports {}", id(type), id(row.type));
  if (row.generation != kNoGeneration && object.generation != kFrozen && row.generation != object.generation)
    what = fmt::format("is in {}, but the probe reports {}", name_of_generation(object.generation),
                       name_of_generation(row.generation));
  return what;
}

// Whether each wrong generation is the one before the collection or that of a new object, and no generation
// was updated.
bool are_old_generations(const Collection& collection, const ProbeAnswer& answer) {
  std::map<std::uint64_t, std::uint8_t> before;
  for (const Fate& fate : collection.fates) {
    if (fate.survives) before.emplace(fate.to, fate.generation);
  }
  return std::ranges::all_of(answer.objects, [&](const ProbedObject& row) {
    const auto found = before.find(row.id);
    if (row.generation == kNoGeneration || found == before.end() || found->second == kFrozen) return true;
    return row.generation == found->second || (row.generation == 0 && found->second < kLarge);
  });
}

constexpr std::string_view kOldGenerations =
    " This is the result if the generation is not asked for again after the collection.";

}  // namespace

void compare_facts(const Collection& collection, const ProbeAnswer& answer, const Probes& probes,
                   ProbeVerdict& verdict) {
  find_spoiled(answer, verdict);
  if (!verdict.faults.empty()) return;
  // The usual cause explains generations alone.
  const bool usual = std::ranges::none_of(answer.objects, [&](const ProbedObject& row) {
    const HeapObject* const object = object_at(collection, row.id);
    if (object == nullptr) return false;
    ProbedObject other = row;
    other.generation = kNoGeneration;
    return !difference(other, *object, probes.class_of(object->type)).empty();
  });
  const bool old = usual && are_old_generations(collection, answer);
  for (const ProbedObject& row : answer.objects) {
    const HeapObject* const object = object_at(collection, row.id);
    if (object == nullptr) continue;
    const std::string what = difference(row, *object, probes.class_of(object->type));
    if (what.empty()) {
      ++verdict.kept[static_cast<std::size_t>(ProbeRule::kObjectFacts)];
      continue;
    }
    if (verdict.is_full()) return;
    verdict.faults.push_back({.rule = ProbeRule::kObjectFacts,
                              .what = fmt::format("Object {} at {} {}.{}", object->object, id(row.id), what,
                                                  old ? kOldGenerations : std::string_view()),
                              .object = object->object,
                              .address = row.id,
                              .explained = !usual || old});
  }
}

}  // namespace gcrucible::rules
