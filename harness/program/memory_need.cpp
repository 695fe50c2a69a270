#include "harness/program/memory_need.h"

#include <string>
#include <variant>

#include "harness/program/validate/type_facts.h"

namespace gcrucible::program {
namespace {

// Address, type, place of the references, generation and place in the range (sim/object_columns.h).
constexpr double kBytesPerObject = 19;
constexpr double kBytesPerReference = 4;
constexpr double kBytesPerGiB = 1024.0 * 1024.0 * 1024.0;

// In whole GiB, rounded down.
std::string gib(double bytes) {
  return std::to_string(static_cast<std::uint64_t>(bytes / kBytesPerGiB)) + " GiB";
}

}  // namespace

std::optional<Problem> beyond_memory(const Program& program, std::uint64_t memory) {
  // Object numbers and lengths have 32 bits each. Their products fit the range of a double, but not 64 bits.
  const auto there = static_cast<double>(memory);
  double kept = 0;
  for (std::size_t i = 0; i < program.steps.size(); ++i) {
    const auto* const step = std::get_if<Allocate>(&program.steps[i].action);
    if (step == nullptr) continue;
    const TypeSpec& type = program.types[step->type];
    const auto count = static_cast<double>(step->count);
    kept += count *
            (kBytesPerObject + kBytesPerReference * static_cast<double>(reference_slots(type, step->length)));
    const double own = program.heap.backing == Backing::kMemory
                           ? count * static_cast<double>(object_size(type, step->length))
                           : 0;
    if (kept + own <= there) continue;
    Problem problem;
    problem.step = i;
    problem.line = program.steps[i].line;
    problem.column = program.steps[i].column;
    problem.message = "the simulated heap needs more memory than there is: the objects up to here take " +
                      gib(kept + own) + " and more, and this machine has " + gib(there) +
                      "; make fewer or smaller objects";
    return problem;
  }
  return std::nullopt;
}

}  // namespace gcrucible::program
