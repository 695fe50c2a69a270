#include "harness/host/managed_runtimes.h"

#include <array>
#include <string_view>
#include <vector>

#include "harness/platform/library/library.h"
#include "harness/trace/read/value.h"

namespace gcrucible::host {
namespace {

// Names of libraries that run managed code, without the system's prefix and suffix: of .NET, .NET Framework
// and Mono. Libraries that only search for a runtime are not listed: mscoree (which many profilers for
// Windows import), hostfxr, hostpolicy. They run no managed code until one of the listed libraries is loaded.
constexpr std::array<const char*, 6> kNames{"coreclr",  "clr",          "mscorwks",
                                            "mscorsvr", "monosgen-2.0", "mono-2.0-sgen"};

}  // namespace

ManagedRuntimes::ManagedRuntimes() : before_(find()) {}

ManagedRuntimes::Found ManagedRuntimes::find() {
  Found found;
  for (std::size_t i = 0; i < kNames.size(); ++i) found[i] = platform::is_library_loaded(kNames[i]);
  return found;
}

void ManagedRuntimes::report_new(trace::Journal& journal) const {
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
