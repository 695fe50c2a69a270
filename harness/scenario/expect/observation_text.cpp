// Texts of trace values for messages, and sums over a trace's calls.
#include <fmt/format.h>

#include <cstdint>
#include <string>

#include "harness/scenario/expect/trace_summary.h"

namespace gcrucible::scenario {
namespace {

constexpr std::size_t kMostShown = 8;
constexpr std::uint64_t kSmall = 4096;

}  // namespace

std::string to_text(std::uint64_t number) {
  return number < kSmall ? fmt::format("{}", number) : fmt::format("0x{:x}", number);
}

std::string to_text(const Datum& value) {
  switch (value.kind) {
    case Datum::Kind::kNull:
      return "null";
    case Datum::Kind::kFlag:
      return value.number != 0 ? "true" : "false";
    case Datum::Kind::kNumber:
      return to_text(value.number);
    case Datum::Kind::kText:
      return "\"" + value.text + "\"";
    case Datum::Kind::kList:
      break;
  }
  std::string text = "[";
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    if (i > 0) text += ", ";
    if (i == kMostShown) {
      text += "…";
      break;
    }
    text += to_text(value.items[i]);
  }
  return text + "]";
}

std::uint64_t ObservedCollection::calls_of(const std::string& name) const {
  std::uint64_t count = 0;
  for (const CallRun& run : calls) {
    if (run.name == name) count += run.count;
  }
  return count;
}

}  // namespace gcrucible::scenario
