// Lengths and lower bounds of arrays.
#include <fmt/format.h>

#include <algorithm>

#include "harness/program/validate/type_facts.h"
#include "harness/scenario/read/reading.h"

namespace gcrucible::scenario {

using program::Allocate;
using program::TypeSpec;
using yaml::Value;

void read_dimensions(const Value& map, Allocate& step, const TypeSpec& type, Reading& reading) {
  const Value* const lengths = map.find("length");
  const Value* const bounds = map.find("lower-bounds");
  const auto one_each = [&](const Value& value) {
    if (!yaml::wholly_sound(value)) return false;
    if (value.is_list() && value.items.size() == type.rank) return true;
    reading.messages.error(value.place, fmt::format("{} has {} dimensions", type.name, type.rank),
                           "list one number for each");
    return false;
  };
  step.dimensions.resize(type.rank);
  if (lengths == nullptr && map.find("elements") != nullptr && map.whole()) {
    reading.messages.error(map.place, fmt::format("the length of each dimension of {} is missing", type.name),
                           "add `length:`");
  }
  if (lengths != nullptr && one_each(*lengths)) {
    std::uint64_t elements = 1;
    for (std::size_t i = 0; i < type.rank; ++i) {
      step.dimensions[i].length = static_cast<std::uint32_t>(number_of(lengths->items[i]));
      elements = std::min(elements * step.dimensions[i].length, program::kLargestLength + 1);
    }
    step.length = elements;
    if (elements > program::kLargestLength) {
      reading.messages.error(lengths->place, "more than 2^32 elements", "make the array smaller");
      step.length = 0;
      for (program::Dimension& each : step.dimensions) each.length = 0;
    }
  }
  if (bounds == nullptr || !one_each(*bounds)) return;
  for (std::size_t i = 0; i < type.rank; ++i) {
    program::Dimension& dimension = step.dimensions[i];
    dimension.lower_bound = static_cast<std::int32_t>(number_of(bounds->items[i]));
    if (std::int64_t{dimension.lower_bound} + dimension.length <= std::int64_t{1} << 31) continue;
    reading.messages.error(bounds->items[i].place, "the dimension's last index does not fit 31 bits",
                           "lower the bound or the length");
    dimension.lower_bound = 0;
  }
}

void check_one_dimension(const Value& map, const TypeSpec& type, Reading& reading) {
  if (const Value* length = map.find("length"); length != nullptr && length->is_list()) {
    reading.messages.error(length->place, fmt::format("{} has one length", type.name),
                           "several belong to an array type with a `rank`");
  }
  if (const Value* bounds = map.find("lower-bounds")) {
    reading.messages.error(bounds->place, fmt::format("{} has no lower bounds", type.name),
                           "they belong to an array type with a `rank`");
  }
}

}  // namespace gcrucible::scenario
