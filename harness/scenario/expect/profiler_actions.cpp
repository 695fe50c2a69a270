#include "harness/scenario/expect/profiler_actions.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <vector>

namespace gcrucible::scenario {
namespace {

using rules::InfoMethod;

struct Action {
  rules::InfoSet methods;
  std::string_view did;
  std::string_view noun;
};
constexpr Action kActions[] = {{{InfoMethod::kForceGC}, "forced", "collection"},
                               {{InfoMethod::kCreateHandle}, "made", "handle"},
                               {{InfoMethod::kSuspendRuntime}, "made", "suspension"},
                               {rules::kMaskSetters, "made", "change of its event mask"},
                               {{InfoMethod::kRequestProfilerDetach}, "made", "request to be detached"}};

}  // namespace

void ProfilerActions::add(InfoMethod method) {
  static_assert(std::size(kActions) == kKinds);
  for (std::size_t i = 0; i < kKinds; ++i) {
    if (kActions[i].methods.has(method)) ++done_[i];
  }
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
