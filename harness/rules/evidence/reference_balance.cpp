#include "harness/rules/evidence/reference_balance.h"

#include <fmt/format.h>

#include "harness/trace/event_fields.h"

namespace gcrucible::rules {

std::optional<ReferenceBalance> reference_balance(const trace::Event& event) {
  if (event.kind != trace::EventKind::kModel) return std::nullopt;
  const bool too_often = event.name == "overreleased";
  if (!too_often && event.name != "unreleased") return std::nullopt;
  return ReferenceBalance{.too_often = too_often,
                          .interface = std::string(trace::text_in(event, "interface")),
                          .of = std::string(trace::text_in(event, too_often ? "module" : "method")),
                          .line = trace::number_in(event, "line").value_or(0),
                          .count = trace::number_in(event, "count").value_or(0)};
}

std::string text_of(const ReferenceBalance& balance) {
  if (balance.too_often) {
    return fmt::format(
        "It released the {} of {} {} more often than it acquired it. Under a CLR this destroys the object, "
        "and the next use reads freed memory.",
        balance.interface, balance.of, balance.count == 1 ? "once" : fmt::format("{} times", balance.count));
  }
  return fmt::format(
      "{} objects returned by {} ({}) were never released{}.", balance.count, balance.of, balance.interface,
      balance.line == 0 ? std::string() : fmt::format("; the first one is from line {}", balance.line));
}

}  // namespace gcrucible::rules
