#include "harness/report/text/uncertain_turns.h"

#include <fmt/format.h>

#include "harness/trace/event_fields.h"

namespace gcrucible::report {

std::optional<std::string> uncertain_turns(const trace::Event& event) {
  if (event.kind != trace::EventKind::kModel || event.name != "schedule") return std::nullopt;
  const trace::Value* const certain = trace::find(event, "deterministic");
  if (certain == nullptr || certain->number != 0 || trace::text_in(event, "kind") == "free")
    return std::nullopt;
  if (const auto line = trace::number_in(event, "line"))
    return fmt::format("the threads at work at once in line {}", *line);
  return fmt::format("the heaps in collection {}", trace::number_in(event, "collection").value_or(0));
}

}  // namespace gcrucible::report
