#include "harness/trace/heap_settings.h"

#include "tests/support/catch.h"

namespace gcrucible::trace {

TEST_CASE("is_heap_setting: settings of the collector and tiered compilation count") {
  for (const char* name :
       {"DOTNET_gcServer", "DOTNET_GCHeapCount", "COMPlus_GCgen0size", "DOTNET_TieredCompilation",
        "DOTNET_TC_QuickJit", "System.GC.Concurrent", "System.Runtime.TieredPGO"}) {
    INFO(name);
    CHECK(is_heap_setting(name));
  }
  for (const char* name : {"DOTNET_ROOT", "GCHeapCount", "System.Globalization.Invariant", "DOTNET_", ""}) {
    INFO(name);
    CHECK_FALSE(is_heap_setting(name));
  }
}

}  // namespace gcrucible::trace
