#include "harness/scenario/expect/profiler_actions.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace gcrucible::scenario {
namespace {

struct Action {
  std::string_view method;  // what its name begins with
  std::string_view did;
  std::string_view noun;
};
constexpr Action kActions[] = {{"ForceGC", "forced", "collection"},
                               {"CreateHandle", "made", "handle"},
                               {"SuspendRuntime", "made", "suspension"},
                               {"SetEventMask", "made", "change of its event mask"},
                               {"RequestProfilerDetach", "made", "request to be detached"}};

}  // namespace

void ProfilerActions::asked(const trace::Event& event) {
  // A damaged trace may contain no returns.
  constexpr std::size_t kMostUnderWay = 1024;
  static_assert(std::size(kActions) == kKinds);
  const auto* const action =
      std::ranges::find_if(kActions, [&](const Action& each) { return event.name.starts_with(each.method); });
  if (action == std::end(kActions) || under_way_.size() >= kMostUnderWay) return;
  under_way_.emplace_back(event.n, static_cast<std::size_t>(action - std::begin(kActions)));
}

void ProfilerActions::returned(const trace::Event& event) {
  const auto call =
      std::ranges::find_if(under_way_, [&](const auto& each) { return each.first == event.link; });
  if (call == under_way_.end()) return;
  if (event.hr >= 0) ++done_[call->second];
  under_way_.erase(call);
}

std::string ProfilerActions::text() const {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < kKinds; ++i) {
    if (done_[i] == 0) continue;
    std::string noun(kActions[i].noun);
    // "changes of its event mask"
    if (done_[i] != 1) noun.insert(std::min(noun.find(' '), noun.size()), "s");
    parts.push_back(fmt::format("{} {} {}", kActions[i].did, done_[i], noun));
  }
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i)
    text += (i == 0 ? "the profiler " : i + 1 == parts.size() ? " and " : ", ") + parts[i];
  return text;
}

}  // namespace gcrucible::scenario
