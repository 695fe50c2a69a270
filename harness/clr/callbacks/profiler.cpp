#include "harness/clr/callbacks/profiler.h"

#include <array>
#include <string>

#include "harness/clr/concurrency/mutators.h"

namespace gcrucible::clr {

void Profiler::reach(const ThreadState& thread, schedule::Point point) {
  if (thread.mutating.all != nullptr) {
    thread.mutating.all->reach(point);
  } else {
    schedule::reach(point);
  }
}

void Profiler::write_altered(std::uint32_t altered, abi::CallbackMethod method, std::uint64_t entry) const {
  struct Row {
    std::uint32_t bit;
    std::string_view what;
    std::string_view means;
  };
  static constexpr std::array<Row, 3> kRows{
      {{platform::kDirectionFlag, "direction flag",
        "the direction flag set, so that whatever copies next runs backwards"},
       {platform::kVectorControl, "floating-point control",
        "other settings of MXCSR (rounding, or exceptions)"},
       {platform::kX87Control, "floating-point control", "another x87 control word"}}};
  if (journal_ == nullptr) return;
  for (const Row& each : kRows) {
    if ((altered & each.bit) == 0) continue;
    const std::string detail = std::string(abi::name_of(method)) + " returned with " +
                               std::string(each.means) + ". Calls preserve it; it was put back.";
    journal_->model("altered", std::array{trace::Field{"what", trace::text(each.what)},
                                          trace::Field{"detail", trace::text(detail)},
                                          trace::Field{"line", trace::number(entry)}});
  }
}

void Profiler::returned_beside_others(const ThreadState& thread, abi::CallbackMethod method) {
  // An object that AllocationTick has announced must not move before it is allocated.
  thread.mutating.all->returned(method != abi::CallbackMethod::kEventPipeEventDelivered);
}

}  // namespace gcrucible::clr
