#include "harness/rules/probe/truth.h"

#include "harness/rules/judge/checker.h"

namespace gcrucible::rules {
namespace {

// "the runtime reported it in [0x10, 0x18) -> 0x8, entry 0 of MovedReferences2 at line 40".
std::string observation_text(const Collection& collection, const Fate& fate) {
  if (const ReportedRange* const range = collection.by_old_address.holding(fate.from)) {
    return fmt::format("the runtime reported it in {}, entry {} of {} at line {}", text_of(*range),
                       range->entry, name_of(range->call), range->line);
  }
  return collection.condemned(fate.generation)
             ? std::string("no range reports it, and its generation was collected")
             : fmt::format("no range reports it, because {} was not collected",
                           name_of_generation(fate.generation));
}

}  // namespace

std::string truth_text(const Collection& collection, const Fate& fate) {
  const std::string fact = !fate.survives         ? std::string("died")
                           : fate.to == fate.from ? std::string("is alive and did not move")
                                                  : "is alive at " + id(fate.to);
  return fmt::format("{} {}: {}", text_of(fate), fact, observation_text(collection, fate));
}

std::string total_text(std::string_view noun, std::string_view all, std::uint64_t number,
                       std::string_view name, std::uint8_t generation) {
  std::string text = number == 0 ? std::string(all) : fmt::format("{} {}", noun, id(number));
  if (number != 0 && !name.empty()) text += fmt::format(" ({})", name);
  return generation == kNoGeneration ? text : fmt::format("{} in {}", text, name_of_generation(generation));
}

}  // namespace gcrucible::rules
