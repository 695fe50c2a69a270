#include "harness/host/managed_runtimes.h"

#include <array>
#include <string_view>
#include <vector>

#include "harness/platform/library.h"
#include "harness/trace/value.h"

namespace gcrucible::host {
namespace {

// Names of libraries as every system has them, without what it puts before and behind: .NET and what starts
// it, .NET Framework's, Mono's.
constexpr std::array<const char*, 8> kNames{"coreclr",  "hostfxr", "hostpolicy",   "clr",
                                            "mscorwks", "mscoree", "monosgen-2.0", "mono-2.0-sgen"};

}  // namespace

ManagedRuntimes::ManagedRuntimes() : before_(find()) {}

ManagedRuntimes::Found ManagedRuntimes::find() {
  Found found;
  for (std::size_t i = 0; i < kNames.size(); ++i) found[i] = platform::is_library_loaded(kNames[i]);
  return found;
}

void ManagedRuntimes::tell_new(trace::Journal& journal) const {
  static_assert(kNames.size() == kCount);
  const Found now = find();
  std::vector<trace::Value> names;
  for (std::size_t i = 0; i < kCount; ++i) {
    if (now[i] && !before_[i]) names.push_back(trace::text(kNames[i]));
  }
  if (names.empty()) return;
  journal.model("managed", std::array{trace::Field{"runtimes", trace::list(names)}});
}

}  // namespace gcrucible::host
