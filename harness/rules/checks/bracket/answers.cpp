// Rules about what Info methods answer about objects inside GarbageCollectionStarted and
// GarbageCollectionFinished.
#include <limits>
#include <string>

#include "harness/abi/hresults.h"
#include "harness/rules/evidence/observed_object.h"
#include "harness/rules/judge/checker.h"

namespace gcrucible::rules {
namespace {

constexpr std::uint64_t kMost32 = std::numeric_limits<std::uint32_t>::max();

bool asks_size(const InfoEvent& info) {
  return info.method == InfoMethod::kGetObjectSize || info.method == InfoMethod::kGetObjectSize2;
}

// A failure covered by its own rule: a size of more than 32 bits, an object without a generation.
bool may_fail(const InfoEvent& info, const ObservedObject& seen) {
  if (info.method == InfoMethod::kGetObjectSize) {
    return info.hr == abi::COR_E_OVERFLOW || seen.size.value_or(kMost32 + 1) > kMost32;
  }
  return info.method == InfoMethod::kGetObjectGeneration && info.hr == abi::CORPROF_E_NOT_GC_OBJECT;
}

// Empty if the answer matches or contains no value.
std::string differs(const InfoEvent& info, const ObservedObject& seen) {
  if (!info.succeeded()) {
    return may_fail(info, seen) ? std::string() : fmt::format("The answer is {}", abi::hresult_text(info.hr));
  }
  if (info.method == InfoMethod::kGetClassFromObject) {
    const std::uint64_t reported = info.out(0).value_or(0);
    // Covered by objects/class-of-unloading.
    if (reported == 0 || seen.object_class == 0 || reported == seen.object_class) return {};
    return fmt::format("The answer is class {:#x}, but the class is {:#x}", reported, seen.object_class);
  }
  if (asks_size(info)) {
    const auto size = info.out(0);
    if (!size || !seen.size || *size == *seen.size) return {};
    return fmt::format("The answer is size {}, but the size is {}", *size, *seen.size);
  }
  const Rows row = info.out_rows(0);
  if (row.size() == 0 || seen.generation >= kFrozen || row.number(0) == seen.generation) return {};
  return fmt::format("The answer is generation {}, but the generation is {}", row.number(0), seen.generation);
}

void addresses_in(const InfoEvent& info, const History& history, Ruling& ruling, Moment when) {
  if (moment_of(info, history) != when || info.null_outs != 0) return;
  const std::uint64_t object = info.arg(0).value_or(0);
  const auto seen = observed_object(info, history, object);
  if (!seen) return ruling.cannot(kNoObservedObjects);
  const std::string what = differs(info, *seen);
  if (what.empty()) return ruling.kept();
  broken_at_object(
      info, history, ruling,
      fmt::format("{}: object {} {}.", what, id(object),
                  when == Moment::kStarted ? "has not moved yet" : "is at its reported address"));
}

void old_addresses(const InfoEvent& info, const History& history, Ruling& ruling) {
  addresses_in(info, history, ruling, Moment::kStarted);
}

void new_addresses(const InfoEvent& info, const History& history, Ruling& ruling) {
  addresses_in(info, history, ruling, Moment::kFinished);
}

constexpr InfoSet kInspected{InfoMethod::kGetObjectSize, InfoMethod::kGetObjectSize2,
                             InfoMethod::kGetClassFromObject, InfoMethod::kGetObjectGeneration};

constexpr Binding kBindings[] = {
    {.id = "bracket/old-addresses-in-started",
     .occasion = "an Info call about an object inside GarbageCollectionStarted",
     .infos = kInspected,
     .info = old_addresses},
    {.id = "bracket/new-addresses-in-finished",
     .occasion = "an Info call about an object inside GarbageCollectionFinished",
     .infos = kInspected,
     .info = new_addresses},
};

}  // namespace

std::span<const Binding> address_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
