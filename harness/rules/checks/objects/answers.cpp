// Rules about Info answers about objects.
#include <algorithm>
#include <limits>
#include <span>
#include <string>
#include <utility>

#include "harness/abi/hresults.h"
#include "harness/rules/evidence/call_place.h"
#include "harness/rules/evidence/info_signatures.h"
#include "harness/rules/evidence/observed_object.h"
#include "harness/rules/evidence/reachable_set.h"
#include "harness/rules/judge/checker.h"

namespace gcrucible::rules {
namespace {

using Kind = TypeFacts::Kind;

constexpr std::uint64_t kMost32 = std::numeric_limits<std::uint32_t>::max();

void class_of_unloading(const InfoEvent& info, const History& history, Ruling& ruling) {
  if (!info.succeeded() || info.null_outs != 0) return;
  const auto reported = info.out(0);
  const auto seen = observed_object(info, history, info.arg(0).value_or(0));
  if (!reported || !seen || seen->object_class == 0) return ruling.cannot(kNoObservedObjects);
  using Life = Loads::Life;
  const Life life = history.loads().life(LoadStep::Kind::kClass, seen->object_class);
  if (life == Life::kUnloading || life == Life::kUnloaded) {
    if (*reported == 0) return ruling.kept();
    return broken_at_object(
        info, history, ruling,
        fmt::format("Class {:#x} of the object is being unloaded, but the answer is {:#x}.",
                    seen->object_class, *reported));
  }
  if (*reported == seen->object_class) return ruling.kept();
  // A different class is covered by the rules about addresses.
  if (*reported != 0) return;
  broken_at_object(
      info, history, ruling,
      fmt::format("The answer is class null, but the class is {:#x}, which is not being unloaded.",
                  seen->object_class));
}

// The next object, if all objects are reported, ascending.
const KnownObject* nearest_above(std::span<const KnownObject> objects, std::uint64_t address) {
  const auto found =
      std::upper_bound(objects.begin(), objects.end(), address,
                       [](std::uint64_t at, const KnownObject& object) { return at < object.at; });
  return found == objects.end() ? nullptr : &*found;
}

void size_without_padding(const InfoEvent& info, const History& history, Ruling& ruling) {
  const auto size = info.out(0);
  if (!info.succeeded() || !size) return;
  const std::uint64_t object = info.arg(0).value_or(0);
  const auto seen = observed_object(info, history, object);
  if (!seen) return ruling.cannot(kNoObservedObjects);
  if (seen->size) {
    if (*size == *seen->size) return ruling.kept();
    return broken_at_object(info, history, ruling,
                            fmt::format("The answer is size {}, but the size is {}.", *size, *seen->size));
  }
  if (moment_of(info, history) != Moment::kFinished) return;
  constexpr std::uint64_t kSmallest = 24;
  const KnownObject* const next = nearest_above(history.reported(), object);
  if (next == nullptr) return;
  const std::uint64_t end = object + (*size + 7) / 8 * 8;
  if (end == next->at || (end < next->at && next->at - end >= kSmallest)) return ruling.kept();
  broken_at_object(info, history, ruling,
                   fmt::format("{} bytes from {} lead to {}, and the next object is at {}.", *size,
                               id(object), id(end), id(next->at)));
}

// What is wrong with the answers of both methods about one object, inside one callback. Empty also if only
// one has been called.
std::string sizes_differ(const InfoEvent& info, const AnswersInside::OfObject& before) {
  const bool now_short = info.method == InfoMethod::kGetObjectSize;
  const auto other = now_short ? before.exact_hr : before.short_hr;
  if (!other) return {};
  const std::int32_t short_hr = now_short ? info.hr : *other;
  const std::int32_t exact_hr = now_short ? *other : info.hr;
  const std::uint64_t short_size = now_short ? info.out(0).value_or(0) : before.short_size;
  const std::uint64_t exact_size = now_short ? before.exact_size : info.out(0).value_or(0);
  const std::uint64_t line = now_short ? before.exact_line : before.short_line;
  const bool overflows = short_hr == abi::COR_E_OVERFLOW;
  if (exact_hr < 0) {
    if (short_hr < 0 && !overflows) return {};
    return fmt::format("GetObjectSize answers {} and GetObjectSize2 {} (line {}).",
                       abi::hresult_text(short_hr), abi::hresult_text(exact_hr), line);
  }
  if (exact_size > kMost32 ? overflows : (short_hr >= 0 && short_size == exact_size)) return {};
  return fmt::format("GetObjectSize2 answers {} bytes, but GetObjectSize {} (line {}).", exact_size,
                     short_hr < 0 ? abi::hresult_text(short_hr) : std::to_string(short_size), line);
}

// The size of all objects of the class, if they have one size.
std::optional<std::uint64_t> size_of_its_class(const ObservedObject& seen, const History& history) {
  const TypeFacts* const type = history.types().of_class(seen.object_class);
  return type != nullptr && type->kind == Kind::kClass ? std::optional(type->size) : std::nullopt;
}

void size_overflow(const InfoEvent& info, const History& history, Ruling& ruling) {
  if (info.null_outs != 0) return;
  const std::uint64_t object = info.arg(0).value_or(0);
  if (const AnswersInside::OfObject* const before = history.answers_inside().of_object(info, object)) {
    if (std::string what = sizes_differ(info, *before); !what.empty())
      return broken_at_object(info, history, ruling, std::move(what));
    if (before->exact_hr || before->short_hr) ruling.kept();
  }
  if (info.method != InfoMethod::kGetObjectSize) return;
  const auto seen = observed_object(info, history, object);
  const bool overflows = info.hr == abi::COR_E_OVERFLOW;
  const auto size = seen && !seen->size ? size_of_its_class(*seen, history)
                    : seen              ? seen->size
                                        : std::nullopt;
  if (!size) {
    const KnownObject* const next =
        moment_of(info, history) == Moment::kFinished ? nearest_above(history.reported(), object) : nullptr;
    if (!overflows || next == nullptr || next->at - object > kMost32)
      return ruling.cannot("the trace does not record the sizes of objects");
    return broken_at_object(
        info, history, ruling,
        fmt::format("The answer is {}, but the next object is at {}, {} bytes from this one.",
                    abi::hresult_text(info.hr), id(next->at), next->at - object));
  }
  if (*size > kMost32 ? overflows : info.succeeded()) return ruling.kept();
  if (*size <= kMost32 && !overflows) return;
  broken_at_object(
      info, history, ruling,
      fmt::format("The object has {} bytes, but the answer is {}.", *size, abi::hresult_text(info.hr)));
}

void size_of_class(const InfoEvent& info, const History& history, Ruling& ruling) {
  const auto size = info.out(0);
  if (!info.succeeded() || !size) return;
  const auto seen = observed_object(info, history, info.arg(0).value_or(0));
  const TypeFacts* const type = seen ? history.types().of_class(seen->object_class) : nullptr;
  if (type == nullptr) return ruling.cannot("the trace does not record which classes are arrays or strings");
  if (type->kind != Kind::kClass) return;
  if (*size == type->size) return ruling.kept();
  broken_at_object(info, history, ruling,
                   fmt::format("Objects of class {:#x} have {} bytes, but this one has {}.",
                               seen->object_class, type->size, *size));
}

// --- alignment ---

bool shows_alignment(const History& history, Ruling& ruling) {
  if (history.header().alignment.value_or(8) == 8) return true;
  ruling.cannot("the scenario chooses addresses of its own");
  return false;
}

void aligned_entry(const Callback& callback, const History& history, Ruling& ruling) {
  if (callback.object == 0 || !shows_alignment(history, ruling)) return;
  if (callback.object % 8 == 0) return ruling.kept();
  ruling.broken(finding_at(callback, history.collection(),
                           fmt::format("{:#x} is not a multiple of 8.", callback.object)));
}

void aligned(const Collection& collection, const History& history, Ruling& ruling) {
  if (collection.objects.empty() && collection.reported.empty() && collection.roots.empty()) return;
  if (!shows_alignment(history, ruling)) return;
  // Nearly always all addresses are aligned. One pass over the bits shows this.
  std::uint64_t bits = 0;
  for (const ObjectReport& report : collection.objects) bits |= report.object;
  for (const std::uint64_t reference : collection.references) bits |= reference;
  for (const ReportedRange& range : collection.reported) bits |= range.range.from | range.range.to;
  for (const Root& root : collection.roots) bits |= root.object;
  if (bits % 8 == 0) return ruling.kept();
  for (const ObjectReport& report : collection.objects) {
    const auto references = std::span(collection.references).subspan(report.first, report.count);
    const bool odd =
        std::any_of(references.begin(), references.end(), [](std::uint64_t at) { return at % 8 != 0; });
    if (report.object % 8 == 0 && !odd) continue;
    ruling.broken(finding_at(
        report, collection,
        fmt::format("{:#x}{} is not a multiple of 8.", report.object, odd ? " or what it refers to" : "")));
  }
  for (const ReportedRange& range : collection.reported) {
    if ((range.range.from | range.range.to) % 8 == 0) continue;
    ruling.broken(
        finding_at(range, collection, fmt::format("{} does not begin at a multiple of 8.", text_of(range))));
  }
  for (const BatchCall& call : collection.root_calls) {
    for (std::uint32_t i = 0; i < call.count; ++i) {
      const Root& root = collection.roots[call.first + i];
      if (root.object % 8 == 0) continue;
      Finding finding =
          finding_at(call, collection, fmt::format("{:#x} is not a multiple of 8.", root.object));
      finding.entry = i;
      ruling.broken(std::move(finding));
    }
  }
}

// --- arrays, frozen objects ---

// The trace writes one dimension as a number, several as a list.
std::uint64_t dimensions(const trace::Value& value) {
  return value.kind == trace::Value::Kind::kList || value.kind == trace::Value::Kind::kTable
             ? Rows(&value).size()
             : 1;
}
std::uint64_t dimension(const trace::Value& value, std::uint64_t i) {
  const bool several = value.kind == trace::Value::Kind::kList || value.kind == trace::Value::Kind::kTable;
  return several ? Rows(&value).number(i) : value.number;
}

// Of a 64-bit recording. The elements of an array of one dimension fill the object from its data to its end,
// without the word of the next header. Empty if nothing is wrong or the size was not asked.
std::string wrong_extent(const InfoEvent& info, const History& history) {
  constexpr std::uint64_t kWithoutBounds = 2 * kWord;
  const std::uint64_t object = info.arg(0).value_or(0);
  if (!info.succeeded() || info.outs.size() < 3 || info.null_outs != 0) return {};
  if (!is_of_64_bit_recording(object, history) || info.arg(1) != 1) return {};
  const auto length = info.out(0), bound = info.out(1), data = info.out(2);
  if (!length || !bound || !data) return {};
  if (*data < object + kWithoutBounds)
    return fmt::format("The elements begin at {}, in the header of {}.", id(*data), id(object));
  const std::uint64_t offset = *data - object;
  if (offset == kWithoutBounds && *bound != 0)
    return fmt::format("The lower bound is {}, but the object has no room for one.", *bound);
  const AnswersInside::OfObject* const asked = history.answers_inside().of_object(info, object);
  if (asked == nullptr || asked->exact_hr.value_or(-1) < 0) return {};
  if (asked->exact_size < offset + kWord) {
    return fmt::format("The elements begin {} bytes from {}, which has {} bytes (line {}).", offset,
                       id(object), asked->exact_size, asked->exact_line);
  }
  const std::uint64_t bytes = asked->exact_size - offset - kWord;
  if (*length == 0 ? bytes == 0 : bytes % *length == 0) return {};
  return fmt::format("{} have {} bytes of {}, which has {} (line {}).", counted(*length, "element"), bytes,
                     id(object), asked->exact_size, asked->exact_line);
}

void array_contents(const InfoEvent& info, const History& history, Ruling& ruling) {
  if (std::string what = wrong_extent(info, history); !what.empty())
    return broken_at_object(info, history, ruling, std::move(what));
  const std::uint64_t object = info.arg(0).value_or(0);
  const auto seen = observed_object(info, history, object);
  const TypeFacts* const type = seen ? history.types().of_class(seen->object_class) : nullptr;
  if (type == nullptr || !seen->size)
    return ruling.cannot("the trace does not record which objects are arrays");
  if (type->kind != Kind::kArray) {
    if (!info.succeeded()) return ruling.kept();
    return broken_at_object(info, history, ruling, "The object is not an array, but the call succeeds.");
  }
  if (info.null_outs != 0) return;
  if (!info.succeeded()) {
    if (is_refused(info, history) || may_lack_buffer(info) || info.arg(1).value_or(0) < type->rank) return;
    return broken_at_object(
        info, history, ruling,
        fmt::format("The object is an array of {} dimensions, and the buffers are for {}, but "
                    "the answer is {}.",
                    type->rank, info.arg(1).value_or(0), abi::hresult_text(info.hr)));
  }
  if (info.outs.size() < 3) return;
  const trace::Value& sizes = info.outs[0];
  if (dimensions(sizes) != type->rank || dimensions(info.outs[1]) != type->rank) {
    return broken_at_object(
        info, history, ruling,
        fmt::format("The array has {} dimensions, but the answer has {}.", type->rank, dimensions(sizes)));
  }
  // Arrays of one dimension that begin elsewhere are of another class, which no program here has.
  if (type->rank == 1 && dimension(info.outs[1], 0) != 0) {
    return broken_at_object(info, history, ruling,
                            fmt::format("The lower bound is {}.", dimension(info.outs[1], 0)));
  }
  std::uint64_t elements = 1;
  for (std::uint64_t i = 0; i < type->rank; ++i) elements *= dimension(sizes, i);
  const std::uint64_t bytes = type->size + elements * type->element_size;
  if (bytes != *seen->size) {
    return broken_at_object(
        info, history, ruling,
        fmt::format("The answered sizes give {} elements, {} bytes in total, but the array has {}.", elements,
                    bytes, *seen->size));
  }
  if (info.out(2).value_or(0) != object + type->elements) {
    return broken_at_object(info, history, ruling,
                            fmt::format("The elements begin at {}, but the answer is {}.",
                                        id(object + type->elements), id(info.out(2).value_or(0))));
  }
  ruling.kept();
}

// Whether a range of GetNonGCHeapBounds, requested earlier in the same callback, holds the object. Empty if
// the answer is not there or not complete.
std::optional<bool> in_non_gc_heap(const InfoEvent& info, const History& history, std::uint64_t object) {
  const HeapAnswers::NonGcHeap& heap = history.heap_answers().non_gc_heap();
  if (heap.line == kNoLine || info.inside == kNoLine || heap.inside != info.inside) return std::nullopt;
  return std::ranges::any_of(heap.ranges, [&](const HeapRange& range) {
    return object >= range.start && object - range.start < range.allocated;
  });
}

void frozen_answer(const InfoEvent& info, const History& history, Ruling& ruling) {
  const std::uint64_t object = info.arg(0).value_or(0);
  const auto reported = info.out(0);
  const auto seen = observed_object(info, history, object);
  if (!info.succeeded() || !reported || !seen) return;
  if (const auto listed = in_non_gc_heap(info, history, object); listed && *listed != (*reported != 0)) {
    return broken_at_object(
        info, history, ruling,
        fmt::format("The answer is {}, but the ranges of GetNonGCHeapBounds, in line {}, {} the "
                    "object.",
                    *reported != 0 ? "TRUE" : "FALSE", history.heap_answers().non_gc_heap().line,
                    *listed ? "hold" : "do not hold"));
  }
  std::optional<bool> frozen;
  if (seen->generation != kNoGeneration) {
    frozen = seen->generation == kFrozen;
  } else {
    const Moment moment = moment_of(info, history);
    const Collection& collection = history.collection();
    const GenerationMap& bounds =
        moment == Moment::kStarted ? collection.bounds_before : collection.bounds_after;
    if (moment != Moment::kRest && !bounds.empty()) frozen = bounds.generation_of(object) == kNoGeneration;
  }
  if (!frozen) return ruling.cannot("the trace does not record where the object lies");
  if (*frozen == (*reported != 0)) return ruling.kept();
  broken_at_object(info, history, ruling,
                   fmt::format("The answer is {}, but the object is {} the collected heap.",
                               *reported != 0 ? "TRUE" : "FALSE", *frozen ? "outside" : "in"));
}

constexpr InfoSet kSizes{InfoMethod::kGetObjectSize, InfoMethod::kGetObjectSize2};

constexpr Binding kBindings[] = {
    {.id = "objects/class-of-unloading",
     .occasion = "a call of GetClassFromObject for an object that is reported",
     .infos = {InfoMethod::kGetClassFromObject},
     .info = class_of_unloading},
    {.id = "objects/size-without-padding",
     .occasion = "a call of GetObjectSize or GetObjectSize2",
     .infos = kSizes,
     .info = size_without_padding},
    {.id = "objects/size-overflow",
     .occasion = "a call of GetObjectSize",
     .infos = kSizes,
     .info = size_overflow},
    {.id = "objects/alignment",
     .occasion = "an ObjectID",
     .calls = {Call::kObjectAllocated, Call::kHandleCreated, Call::kFinalizeableObjectQueued},
     .entry = aligned_entry,
     .collection = aligned},
    {.id = "objects/size-of-class",
     .occasion = "a call of GetObjectSize or GetObjectSize2",
     .infos = kSizes,
     .info = size_of_class},
    {.id = "objects/array-contents",
     .occasion = "a call of GetArrayObjectInfo",
     .infos = {InfoMethod::kGetArrayObjectInfo},
     .info = array_contents},
    {.id = "objects/frozen-answer",
     .occasion = "a call of IsFrozenObject",
     .infos = {InfoMethod::kIsFrozenObject},
     .info = frozen_answer},
};

}  // namespace

std::span<const Binding> object_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
