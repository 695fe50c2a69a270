// Compares the core library's types with a real one: flags as in the metadata of .NET 10.0.
#include <utility>
#include <vector>

#include "harness/clr/text.h"
#include "tests/harness/clr/sample_types.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {

using namespace abi;

TEST_CASE("metadata: core library types have the flags of .NET 10") {
  Modules modules;
  IMetaDataImport2& core = *modules.imports[0];
  constexpr DWORD kClass = 0x102001, kAbstract = 0x102081, kString = 0x102101, kValue = 0x102109;
  const std::vector<std::pair<const WCHAR*, DWORD>> measured{
      {u"System.Object", kClass},
      {u"System.ValueType", kAbstract},
      {u"System.String", kString},
      {u"System.Array", kAbstract},
      {u"System.Int32", kValue},
      {u"System.UIntPtr", kValue},
      {u"System.__Canon", 0x100000},
      {u"System.Reflection.LoaderAllocator", 0x100100},
      {u"System.Reflection.LoaderAllocatorScout", 0x100100}};
  for (const auto& [name, flags] : measured) {
    INFO(clr::to_utf8(name));
    mdTypeDef token = 0;
    REQUIRE(core.FindTypeDefByName(name, 0, &token) == S_OK);
    DWORD reported = 0;
    CHECK(core.GetTypeDefProps(token, nullptr, 0, nullptr, &reported, nullptr) == S_OK);
    CHECK(reported == flags);
  }
}

}  // namespace gcrucible::tests
