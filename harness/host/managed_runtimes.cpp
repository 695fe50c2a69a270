#include "harness/host/managed_runtimes.h"

#include <array>
#include <string_view>
#include <vector>

#include "harness/platform/library/library.h"
#include "harness/trace/read/value.h"

namespace gcrucible::host {
namespace {

// Names of libraries that run managed code, as every system has them, without what it puts before and behind:
// .NET's, .NET Framework's, Mono's. What only looks for a runtime (mscoree, which many a profiler for Windows
// imports, hostfxr, hostpolicy) runs nothing before one of these comes.
constexpr std::array<const char*, 6> kNames{"coreclr",  "clr",          "mscorwks",
                                            "mscorsvr", "monosgen-2.0", "mono-2.0-sgen"};

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
