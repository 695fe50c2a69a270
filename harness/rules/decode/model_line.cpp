#include "harness/rules/decode/model_line.h"

#include "harness/trace/read/name_index.h"

namespace gcrucible::rules {
namespace {

// In the order of the enumerators.
constexpr trace::NameIndex<kFactCount> kNames{std::array<std::string_view, kFactCount>{
    "",       "type",          "class",   "names",    "allocated", "calls",     "collection",
    "heap",   "plan",          "queued",  "cleared",  "audit",     "asks",      "answer",
    "stale",  "unimplemented", "roots",   "handles",  "functions", "unloading", "attach",
    "detach", "background",    "managed", "schedule", "gap",       "clobbered"}};

}  // namespace

Fact fact_of(std::string_view name) {
  const std::size_t place = kNames.find(name);
  return place == kNames.kNone ? Fact::kOther : static_cast<Fact>(place);
}

}  // namespace gcrucible::rules
