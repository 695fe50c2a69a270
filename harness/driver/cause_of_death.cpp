#include "harness/driver/cause_of_death.h"

#include <array>
#include <string>
#include <string_view>

#include "harness/driver/trace/pending_schedule.h"

namespace gcrucible::driver {

void name_fault(const protocol::ControlBlock& block, const Outcome& outcome, Death& death) {
  static constexpr std::array<std::string_view, 6> kKinds{"moved", "died",    "interior",
                                                          "ahead", "vacated", "client-data"};
  constexpr std::string_view kAt = " at address 0x0000000000000";
  if (!outcome.signal || outcome.counts_lost) return;
  if (const std::uint32_t kind = block.fault_kind.load(); kind != 0 && kind <= kKinds.size()) {
    death.fault = kKinds[kind - 1];
    if (block.fault_object.load() != 0xFFFFFFFFu) death.object = block.fault_object.load();
    death.lost_in = block.fault_collection.load();
  } else if (outcome.message.find("(stack overflow)") != std::string::npos) {
    death.fault = "stack";
  } else if (outcome.message.find(kAt) != std::string::npos) {
    death.fault = "null";
  }
}

std::optional<Death> death_of(const Outcome& outcome, const protocol::ControlBlock& block) {
  if (outcome.died.empty()) return std::nullopt;
  Death death{.how = outcome.died, .callback = outcome.last_callback, .collection = outcome.collection};
  name_fault(block, outcome, death);
  death.turns = pending_schedule(block.turns);
  return death;
}

void set_damaged(Outcome& outcome) {
  outcome.trace_damaged = true;
  if (outcome.fate != Fate::kFinished) return;
  outcome.fate = Fate::kWroteMemory;
  outcome.died = "wrote into memory";
  outcome.message = "wrote into the memory of the trace, which is not kept";
}

}  // namespace gcrucible::driver
