// The methods that a rule leaves out are those that the runtime file of .NET 10 leaves unguarded.
#include "harness/rules/decode/info_method.h"
#include "harness/runtimes/runtimes.h"
#include "tests/support/catch.h"

namespace gcrucible::rules {
namespace {

TEST_CASE("kUnguarded: has the methods that net10.yaml guards by nothing") {
  const auto net10 = runtimes::load("net10");
  REQUIRE(net10.has_value());
  for (const program::InfoRow& row : net10->info) {
    INFO(abi::kInfoMethods[row.slot].name);
    const bool unguarded =
        row.entry == program::InfoEntry::kUnguarded || row.entry == program::InfoEntry::kNotImplemented;
    CHECK(kUnguarded.has(static_cast<InfoMethod>(row.slot)) == unguarded);
  }
}

}  // namespace
}  // namespace gcrucible::rules
