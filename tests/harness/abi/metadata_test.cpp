// The metadata interfaces: every slot and IID a second time, and the values that profilers compute with.
#include <string_view>
#include <type_traits>
#include <vector>

#include "harness/abi/metadata/assembly_import.h"
#include "harness/abi/metadata/attributes.h"
#include "harness/abi/metadata/import2.h"
#include "tests/harness/abi/vtable_probe.h"
#include "tests/support/catch.h"

// X(slot, interface, method), in vtable order.
// clang-format off
#define GCRUCIBLE_IMPORT_SLOTS(X) \
  X(3, IMetaDataImport, CloseEnum) \
  X(4, IMetaDataImport, CountEnum) \
  X(5, IMetaDataImport, ResetEnum) \
  X(6, IMetaDataImport, EnumTypeDefs) \
  X(7, IMetaDataImport, EnumInterfaceImpls) \
  X(8, IMetaDataImport, EnumTypeRefs) \
  X(9, IMetaDataImport, FindTypeDefByName) \
  X(10, IMetaDataImport, GetScopeProps) \
  X(11, IMetaDataImport, GetModuleFromScope) \
  X(12, IMetaDataImport, GetTypeDefProps) \
  X(13, IMetaDataImport, GetInterfaceImplProps) \
  X(14, IMetaDataImport, GetTypeRefProps) \
  X(15, IMetaDataImport, ResolveTypeRef) \
  X(16, IMetaDataImport, EnumMembers) \
  X(17, IMetaDataImport, EnumMembersWithName) \
  X(18, IMetaDataImport, EnumMethods) \
  X(19, IMetaDataImport, EnumMethodsWithName) \
  X(20, IMetaDataImport, EnumFields) \
  X(21, IMetaDataImport, EnumFieldsWithName) \
  X(22, IMetaDataImport, EnumParams) \
  X(23, IMetaDataImport, EnumMemberRefs) \
  X(24, IMetaDataImport, EnumMethodImpls) \
  X(25, IMetaDataImport, EnumPermissionSets) \
  X(26, IMetaDataImport, FindMember) \
  X(27, IMetaDataImport, FindMethod) \
  X(28, IMetaDataImport, FindField) \
  X(29, IMetaDataImport, FindMemberRef) \
  X(30, IMetaDataImport, GetMethodProps) \
  X(31, IMetaDataImport, GetMemberRefProps) \
  X(32, IMetaDataImport, EnumProperties) \
  X(33, IMetaDataImport, EnumEvents) \
  X(34, IMetaDataImport, GetEventProps) \
  X(35, IMetaDataImport, EnumMethodSemantics) \
  X(36, IMetaDataImport, GetMethodSemantics) \
  X(37, IMetaDataImport, GetClassLayout) \
  X(38, IMetaDataImport, GetFieldMarshal) \
  X(39, IMetaDataImport, GetRVA) \
  X(40, IMetaDataImport, GetPermissionSetProps) \
  X(41, IMetaDataImport, GetSigFromToken) \
  X(42, IMetaDataImport, GetModuleRefProps) \
  X(43, IMetaDataImport, EnumModuleRefs) \
  X(44, IMetaDataImport, GetTypeSpecFromToken) \
  X(45, IMetaDataImport, GetNameFromToken) \
  X(46, IMetaDataImport, EnumUnresolvedMethods) \
  X(47, IMetaDataImport, GetUserString) \
  X(48, IMetaDataImport, GetPinvokeMap) \
  X(49, IMetaDataImport, EnumSignatures) \
  X(50, IMetaDataImport, EnumTypeSpecs) \
  X(51, IMetaDataImport, EnumUserStrings) \
  X(52, IMetaDataImport, GetParamForMethodIndex) \
  X(53, IMetaDataImport, EnumCustomAttributes) \
  X(54, IMetaDataImport, GetCustomAttributeProps) \
  X(55, IMetaDataImport, FindTypeRef) \
  X(56, IMetaDataImport, GetMemberProps) \
  X(57, IMetaDataImport, GetFieldProps) \
  X(58, IMetaDataImport, GetPropertyProps) \
  X(59, IMetaDataImport, GetParamProps) \
  X(60, IMetaDataImport, GetCustomAttributeByName) \
  X(61, IMetaDataImport, IsValidToken) \
  X(62, IMetaDataImport, GetNestedClassProps) \
  X(63, IMetaDataImport, GetNativeCallConvFromSig) \
  X(64, IMetaDataImport, IsGlobal)
#define GCRUCIBLE_IMPORT2_SLOTS(X) \
  X(65, IMetaDataImport2, EnumGenericParams) \
  X(66, IMetaDataImport2, GetGenericParamProps) \
  X(67, IMetaDataImport2, GetMethodSpecProps) \
  X(68, IMetaDataImport2, EnumGenericParamConstraints) \
  X(69, IMetaDataImport2, GetGenericParamConstraintProps) \
  X(70, IMetaDataImport2, GetPEKind) \
  X(71, IMetaDataImport2, GetVersionString) \
  X(72, IMetaDataImport2, EnumMethodSpecs)
#define GCRUCIBLE_ASSEMBLY_IMPORT_SLOTS(X) \
  X(3, IMetaDataAssemblyImport, GetAssemblyProps) \
  X(4, IMetaDataAssemblyImport, GetAssemblyRefProps) \
  X(5, IMetaDataAssemblyImport, GetFileProps) \
  X(6, IMetaDataAssemblyImport, GetExportedTypeProps) \
  X(7, IMetaDataAssemblyImport, GetManifestResourceProps) \
  X(8, IMetaDataAssemblyImport, EnumAssemblyRefs) \
  X(9, IMetaDataAssemblyImport, EnumFiles) \
  X(10, IMetaDataAssemblyImport, EnumExportedTypes) \
  X(11, IMetaDataAssemblyImport, EnumManifestResources) \
  X(12, IMetaDataAssemblyImport, GetAssemblyFromScope) \
  X(13, IMetaDataAssemblyImport, FindExportedTypeByName) \
  X(14, IMetaDataAssemblyImport, FindManifestResourceByName) \
  X(15, IMetaDataAssemblyImport, CloseEnum) \
  X(16, IMetaDataAssemblyImport, FindAssembliesByName)
// clang-format on

namespace gcrucible::abi::tests {
namespace {

struct Row {
  int slot;
  std::string_view method;
  int called;
};

#define GCRUCIBLE_ROW(slot, type, method) Row{slot, #type "::" #method, called_slot<type>(&type::method)},

TEST_CASE("metadata: methods are called through their COM slots") {
  const std::vector<Row> rows = {GCRUCIBLE_IMPORT_SLOTS(GCRUCIBLE_ROW) GCRUCIBLE_IMPORT2_SLOTS(GCRUCIBLE_ROW)
                                     GCRUCIBLE_ASSEMBLY_IMPORT_SLOTS(GCRUCIBLE_ROW)};
  REQUIRE(rows.size() == 62 + 8 + 14);
  for (const Row& row : rows) {
    INFO(row.method);
    CHECK(row.called == row.slot);
  }
  CHECK(slot_called_through<IMetaDataImport2>(&IMetaDataImport::IsGlobal) == 64);
}

#undef GCRUCIBLE_ROW

TEST_CASE("metadata: the interfaces have their IIDs") {
  CHECK(IMetaDataImport::iid == make_guid("7DAC8207-D3AE-4C75-9B67-92801A497D44"));
  CHECK(IMetaDataImport2::iid == make_guid("FCE5EFA0-8BBA-4F8E-A036-8F2022B08466"));
  CHECK(IMetaDataAssemblyImport::iid == make_guid("EE62470B-E94B-424E-9B7C-2F00C9249F93"));
}

TEST_CASE("metadata: flags and HRESULTs have their values") {
  CHECK(tdVisibilityMask == 0x7);
  CHECK(tdNestedPublic == 0x2);
  CHECK(tdSequentialLayout == 0x8);
  CHECK(tdInterface == 0x20);
  CHECK(tdAbstract == 0x80);
  CHECK(tdSealed == 0x100);
  CHECK(tdBeforeFieldInit == 0x100000);
  CHECK(mdPublic == 0x6);
  CHECK(mdStatic == 0x10);
  CHECK(mdVirtual == 0x40);
  CHECK(mdRTSpecialName == 0x1000);
  CHECK(fdPublic == 0x6);
  CHECK(fdStatic == 0x10);
  CHECK(fdLiteral == 0x40);
  CHECK(fdHasDefault == 0x8000);
  CHECK(miNoInlining == 0x8);
  CHECK(afPublicKey == 0x1);
  CHECK(IMAGE_CEE_CS_CALLCONV_HASTHIS == 0x20);
  CHECK(IMAGE_CEE_CS_CALLCONV_FIELD == 0x6);
  CHECK(IMAGE_CEE_CS_CALLCONV_GENERIC == 0x10);
  CHECK(CLDB_S_TRUNCATION == 0x00131106);
  CHECK(static_cast<std::uint32_t>(CLDB_E_FILE_CORRUPT) == 0x8013110E);
  CHECK(static_cast<std::uint32_t>(CLDB_E_INDEX_NOTFOUND) == 0x80131124);
  CHECK(static_cast<std::uint32_t>(CLDB_E_RECORD_NOTFOUND) == 0x80131130);
  CHECK(static_cast<std::uint32_t>(META_E_INVALID_TOKEN_TYPE) == 0x8013115F);
}

// Enumerations are passed as 32 bits, handles as pointers, interfaces as one pointer to a vtable.
static_assert(sizeof(CorTypeAttr) == 4 && sizeof(CorMethodAttr) == 4 && sizeof(CorFieldAttr) == 4 &&
              sizeof(CorParamAttr) == 4 && sizeof(CorMethodImpl) == 4 && sizeof(CorAssemblyFlags) == 4 &&
              sizeof(CorCallingConvention) == 4 && sizeof(CorPEKind) == 4 &&
              sizeof(CorGenericParamAttr) == 4);
static_assert(sizeof(HCORENUM) == 8 && sizeof(UVCP_CONSTANT) == 8 && sizeof(mdString) == 4);
static_assert(sizeof(IMetaDataImport2) == sizeof(void*) && sizeof(IMetaDataAssemblyImport) == sizeof(void*));
static_assert(!std::has_virtual_destructor_v<IMetaDataImport2> &&
              !std::has_virtual_destructor_v<IMetaDataAssemblyImport>);

}  // namespace
}  // namespace gcrucible::abi::tests
