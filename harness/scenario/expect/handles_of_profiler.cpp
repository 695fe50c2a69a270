#include "harness/scenario/expect/handles_of_profiler.h"

#include <algorithm>

#include "harness/abi/enums.h"

namespace gcrucible::scenario {
namespace {

std::uint64_t first_of(const trace::Event& event, std::string_view key) {
  const auto field = std::ranges::find(event.fields, key, &trace::Field::key);
  if (field == event.fields.end() || field->value.list.empty()) return 0;
  return field->value.list[0].number;
}

}  // namespace

void HandlesOfProfiler::asked(const trace::Event& event) {
  // A damaged trace may have no returns.
  constexpr std::size_t kMostUnderWay = 1024;
  if (event.name == "CreateHandle" && making_.size() < kMostUnderWay) making_.push_back(event.n);
  if (event.name == "DestroyHandle") handles_.erase(first_of(event, "args"));
}

void HandlesOfProfiler::returned(const trace::Event& event) {
  if (std::erase(making_, event.link) == 0 || event.hr < 0) return;
  if (const std::uint64_t handle = first_of(event, "out"); handle != 0) handles_.insert(handle);
}

bool HandlesOfProfiler::report(std::span<const std::uint64_t> root) const {
  return root.size() > 3 && root[1] == abi::COR_PRF_GC_ROOT_HANDLE && handles_.contains(root[3]);
}

}  // namespace gcrucible::scenario
