#include "harness/trace/callback_numbers.h"

#include <algorithm>
#include <array>

namespace gcrucible::trace {
namespace {

constexpr std::array<std::string_view, 11> kNumericKeys{"object",  "class",    "handle",     "reason",
                                                        "flags",   "ranges",   "refs",       "roots",
                                                        "classes", "elements", "generations"};

bool has_text(const Value& value) {
  return value.kind == Value::Kind::kText ||
         (value.kind == Value::Kind::kList && std::ranges::any_of(value.list, has_text));
}

}  // namespace

std::string_view text_among_numbers(std::span<const Field> fields) {
  for (const Field& field : fields) {
    if (std::ranges::find(kNumericKeys, field.key) != kNumericKeys.end() && has_text(field.value))
      return field.key;
  }
  return {};
}

}  // namespace gcrucible::trace
