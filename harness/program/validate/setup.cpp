#include <algorithm>
#include <bit>
#include <string>

#include "harness/program/askable_info.h"
#include "harness/program/validate/problem_list.h"
#include "harness/program/validate/type_facts.h"

namespace gcrucible::program {
namespace {

constexpr std::size_t kMostTypes = 65535;  // sim::TypeIndex has 16 bits
constexpr std::uint64_t kAddressesEnd = std::uint64_t{1} << 47;
constexpr std::uint64_t kHeaderSize = 8;  // the object header, which is part of base_size but not of offsets

std::string number(std::uint64_t value) {
  return std::to_string(value);
}

void check_runtime(const RuntimeProfile& runtime, ProblemList& problems) {
  problems.check(runtime.info_version >= 1 && runtime.info_version <= abi::kNewestInfoVersion, [&] {
    return "the runtime answers ICorProfilerInfo" + number(runtime.info_version) + ", which does not exist";
  });
  problems.check(runtime.callback_version >= 1 && runtime.callback_version <= abi::kNewestCallbackVersion,
                 [&] {
                   return "the runtime asks for ICorProfilerCallback" + number(runtime.callback_version) +
                          ", which does not exist";
                 });
  problems.check(runtime.generations >= 4 && runtime.generations <= 5, [&] {
    return "the runtime reports " + number(runtime.generations) + " generations, but there are 4 or 5";
  });
  problems.check(runtime.large_object_threshold > 0, "the runtime's large-object threshold is 0");
  std::uint32_t next = 0;
  for (const InfoRow& row : runtime.info) {
    problems.check(row.slot == next,
                   [&] { return "Info slot " + number(row.slot) + " of the runtime is out of order"; });
    ++next;
  }
  problems.check(next == 0 || next == kInfoSlotsEnd, [&] {
    return "the runtime has " + number(next) + " Info slots, but there are " + number(kInfoSlotsEnd);
  });
}

void check_heap(const HeapSpec& heap, ProblemList& problems) {
  const bool literal = heap.backing == Backing::kNone;
  problems.check(std::has_single_bit(heap.alignment) && heap.alignment <= 4096, [&] {
    return "the alignment is " + number(heap.alignment) + ", but a power of two up to 4096 is needed";
  });
  problems.check(literal || heap.alignment >= 8, [&] {
    return "an alignment of " + number(heap.alignment) + " needs a heap without backing; real objects need 8";
  });
  problems.check(literal || heap.ranges.empty(), "literal ranges need a heap without backing");
  problems.check(heap.slide % 4096 == 0, "the slide is no multiple of a page");
  problems.check(heap.slide < kAddressesEnd, "the slide does not fit 47 bits");
  problems.check(heap.spacing % 65536 == 0, "the spacing is no multiple of 64 KiB");
  problems.check(heap.spacing <= kLargestObject, "the spacing does not fit 46 bits");
  for (const std::uint64_t length : heap.range_length) {
    problems.check(length <= kLargestObject,
                   [&] { return "a range length of " + number(length) + " does not fit 46 bits"; });
  }
  std::vector<RangeSpec> ranges = heap.ranges;
  std::ranges::sort(ranges, {}, &RangeSpec::start);
  std::uint64_t end = 0;
  for (const RangeSpec& range : ranges) {
    problems.check(range.start != 0, "a range starts at address 0, which is null");
    problems.check(range.reserved > 0, [&] { return "the range at " + number(range.start) + " is empty"; });
    if (!problems.check(range.start < kAddressesEnd && range.reserved <= kLargestObject,
                        [&] { return "the range at " + number(range.start) + " does not fit 47 bits"; })) {
      continue;
    }
    problems.check(range.start >= end,
                   [&] { return "the range at " + number(range.start) + " overlaps the one before it"; });
    end = std::max(end, range.start + range.reserved);
  }
}

void check_fields(const Program& program, const TypeSpec& type, ProblemList& problems) {
  std::uint64_t end = 0;
  for (const FieldSpec& field : type.fields) {
    const std::uint64_t size = field_size(field);
    const auto name = [&] { return "field " + field.name + " of type " + type.name; };
    if (!problems.check(size > 0, [&] { return name() + " has an element type that scenarios do not know"; }))
      continue;
    problems.check(field.offset >= end,
                   [&] { return name() + " overlaps the field before it or is out of order"; });
    // Without backing memory an offset is only a number. Objects may then be as small as in the
    // documentation. Offsets of a value type start at the value. In a box the method table precedes the
    // value.
    const std::uint64_t before = type.kind == TypeKind::kValue ? kBoxOffset : 0;
    problems.check(program.heap.backing == Backing::kNone ||
                       before + field.offset + size + kHeaderSize <= type.base_size,
                   [&] { return name() + " lies outside the object"; });
    if (field.element_type == kValueElement) {
      const bool is_value =
          field.value.type < program.types.size() && program.types[field.value.type].kind == TypeKind::kValue;
      problems.check(is_value && program.types[field.value.type].value == field.value,
                     [&] { return name() + " is a value of no value type"; });
    }
    end = field.offset + size;
  }
  if (!problems.check(type.inherited <= type.fields.size(),
                      [&] { return "type " + type.name + " inherits more fields than it has"; })) {
    return;
  }
  if (type.parent == kNothing || type.parent >= program.types.size()) {
    problems.check(type.parent != kNothing || type.inherited == 0,
                   [&] { return "type " + type.name + " inherits fields without a parent"; });
    return;
  }
  const TypeSpec& parent = program.types[type.parent];
  problems.check(
      type.inherited == parent.fields.size() &&
          std::equal(parent.fields.begin(), parent.fields.end(), type.fields.begin()),
      [&] { return "the inherited fields of type " + type.name + " are not those of " + parent.name; });
}

void check_type(const Program& program, std::size_t index, ProblemList& problems) {
  const TypeSpec& type = program.types[index];
  problems.check(!type.name.empty(), [&] { return "type " + number(index) + " has no name"; });
  problems.check(
      type.base_size >= 1 && type.base_size <= kLargestObject && type.component_size <= kLargestObject,
      [&] { return "the size of type " + type.name + " is 0 or does not fit 46 bits"; });
  problems.check(program.heap.backing == Backing::kNone || type.base_size >= 22,
                 [&] { return "type " + type.name + " is too small for an object with real bytes"; });
  if (type.parent != kNothing) {
    problems.check(type.parent < index && program.types[type.parent].kind == TypeKind::kClass,
                   [&] { return "the parent of type " + type.name + " is no class that comes before it"; });
  }
  switch (type.kind) {
    case TypeKind::kValue:
      problems.check(type.parent == kNothing && type.finalizer == Finalizer::kNone,
                     [&] { return "value type " + type.name + " has a parent or a finalizer"; });
      [[fallthrough]];
    case TypeKind::kClass:
      problems.check(type.component_size == 0,
                     [&] { return "class " + type.name + " has a component size"; });
      check_fields(program, type, problems);
      break;
    case TypeKind::kArray:
      problems.check(type.component_size > 0 && type.component_size <= kLargestElement,
                     [&] { return "array type " + type.name + " has no component size from 1 to 65535"; });
      problems.check(
          (type.element_type == kValueElement ? type.value.size : element_size(type.element_type)) ==
              type.component_size,
          [&] {
            return "array type " + type.name + " has elements of another size than its component size";
          });
      problems.check(type.rank >= 1 && type.rank <= 32,
                     [&] { return "array type " + type.name + " has no rank from 1 to 32"; });
      problems.check(type.element_class == kNothing || type.element_class < program.types.size(),
                     [&] { return "the element type of " + type.name + " does not exist"; });
      break;
    case TypeKind::kString:
      problems.check(type.component_size == 2,
                     [&] { return "string type " + type.name + " has no characters of 2 bytes"; });
      break;
  }
  problems.check(type.kind == TypeKind::kClass || type.kind == TypeKind::kValue ||
                     (type.fields.empty() && type.inherited == 0),
                 [&] { return "type " + type.name + " is no class but has fields"; });
}

}  // namespace

void validate_setup(const Program& program, ProblemList& problems) {
  check_runtime(program.runtime, problems);
  check_heap(program.heap, problems);
  validate_heaps(program.heap, problems);
  problems.check(program.types.size() <= kMostTypes,
                 [&] { return number(program.types.size()) + " types, but at most 65535 are possible"; });
  for (std::size_t i = 0; i < program.types.size() && !problems.full(); ++i) check_type(program, i, problems);
  problems.check(!program.threads.empty(), "there is no main thread");
  for (const FunctionSpec& function : program.functions) {
    problems.check(function.type == kNothing || function.type < program.types.size(),
                   [&] { return "the type of function " + function.name + " does not exist"; });
    problems.check(
        function.type >= program.types.size() || program.types[function.type].kind != TypeKind::kArray,
        [&] { return "the type of function " + function.name + " is an array, which has no metadata"; });
    problems.check(!function.lightweight || (function.type == kNothing && function.arguments.empty()), [&] {
      return "the lightweight function " + function.name + " has a type or type arguments";
    });
    for (const TypeArgument& argument : function.arguments) {
      problems.check(argument.type == kNothing || argument.type < program.types.size(),
                     [&] { return "a type argument of function " + function.name + " does not exist"; });
    }
  }
}

}  // namespace gcrucible::program
