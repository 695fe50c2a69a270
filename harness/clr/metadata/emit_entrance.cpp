#include "harness/clr/metadata/emit.h"
#include "harness/clr/metadata/import_entrance.h"

namespace gcrucible::clr::metadata {
namespace {

using E = IMetaDataEmit2;
using M = IMetaDataAssemblyEmit;

// By slot. Parameters are named as in harness/abi.
constexpr std::tuple kEmitRows{
    MethodRow{&E::QueryInterface, "QueryInterface", "riid ppvObject"},
    MethodRow{&E::AddRef, "AddRef", ""},
    MethodRow{&E::Release, "Release", ""},
    MethodRow{&E::SetModuleProps, "SetModuleProps", "szName"},
    MethodRow{&E::Save, "Save", "szFile dwSaveFlags"},
    MethodRow{&E::SaveToStream, "SaveToStream", "pIStream dwSaveFlags"},
    MethodRow{&E::GetSaveSize, "GetSaveSize", "fSave pdwSaveSize"},
    MethodRow{&E::DefineTypeDef, "DefineTypeDef", "szTypeDef dwTypeDefFlags tkExtends rtkImplements ptd"},
    MethodRow{&E::DefineNestedType, "DefineNestedType",
              "szTypeDef dwTypeDefFlags tkExtends rtkImplements tdEncloser ptd"},
    MethodRow{&E::SetHandler, "SetHandler", "pUnk"},
    MethodRow{&E::DefineMethod, "DefineMethod",
              "td szName dwMethodFlags pvSigBlob cbSigBlob ulCodeRVA dwImplFlags pmd"},
    MethodRow{&E::DefineMethodImpl, "DefineMethodImpl", "td tkBody tkDecl"},
    MethodRow{&E::DefineTypeRefByName, "DefineTypeRefByName", "tkResolutionScope szName ptr"},
    MethodRow{&E::DefineImportType, "DefineImportType",
              "pAssemImport pbHashValue cbHashValue pImport tdImport pAssemEmit ptr"},
    MethodRow{&E::DefineMemberRef, "DefineMemberRef", "tkImport szName pvSigBlob cbSigBlob pmr"},
    MethodRow{&E::DefineImportMember, "DefineImportMember",
              "pAssemImport pbHashValue cbHashValue pImport mbMember pAssemEmit tkParent pmr"},
    MethodRow{&E::DefineEvent, "DefineEvent",
              "td szEvent dwEventFlags tkEventType mdAddOn mdRemoveOn mdFire rmdOtherMethods pmdEvent"},
    MethodRow{&E::SetClassLayout, "SetClassLayout", "td dwPackSize rFieldOffsets ulClassSize"},
    MethodRow{&E::DeleteClassLayout, "DeleteClassLayout", "td"},
    MethodRow{&E::SetFieldMarshal, "SetFieldMarshal", "tk pvNativeType cbNativeType"},
    MethodRow{&E::DeleteFieldMarshal, "DeleteFieldMarshal", "tk"},
    MethodRow{&E::DefinePermissionSet, "DefinePermissionSet", "tk dwAction pvPermission cbPermission ppm"},
    MethodRow{&E::SetRVA, "SetRVA", "md ulRVA"},
    MethodRow{&E::GetTokenFromSig, "GetTokenFromSig", "pvSig cbSig pmsig"},
    MethodRow{&E::DefineModuleRef, "DefineModuleRef", "szName pmur"},
    MethodRow{&E::SetParent, "SetParent", "mr tk"},
    MethodRow{&E::GetTokenFromTypeSpec, "GetTokenFromTypeSpec", "pvSig cbSig ptypespec"},
    MethodRow{&E::SaveToMemory, "SaveToMemory", "pbData cbData"},
    MethodRow{&E::DefineUserString, "DefineUserString", "szString cchString pstk"},
    MethodRow{&E::DeleteToken, "DeleteToken", "tkObj"},
    MethodRow{&E::SetMethodProps, "SetMethodProps", "md dwMethodFlags ulCodeRVA dwImplFlags"},
    MethodRow{&E::SetTypeDefProps, "SetTypeDefProps", "td dwTypeDefFlags tkExtends rtkImplements"},
    MethodRow{&E::SetEventProps, "SetEventProps",
              "ev dwEventFlags tkEventType mdAddOn mdRemoveOn mdFire rmdOtherMethods"},
    MethodRow{&E::SetPermissionSetProps, "SetPermissionSetProps",
              "tk dwAction pvPermission cbPermission ppm"},
    MethodRow{&E::DefinePinvokeMap, "DefinePinvokeMap", "tk dwMappingFlags szImportName mrImportDLL"},
    MethodRow{&E::SetPinvokeMap, "SetPinvokeMap", "tk dwMappingFlags szImportName mrImportDLL"},
    MethodRow{&E::DeletePinvokeMap, "DeletePinvokeMap", "tk"},
    MethodRow{&E::DefineCustomAttribute, "DefineCustomAttribute",
              "tkOwner tkCtor pCustomAttribute cbCustomAttribute pcv"},
    MethodRow{&E::SetCustomAttributeValue, "SetCustomAttributeValue",
              "pcv pCustomAttribute cbCustomAttribute"},
    MethodRow{&E::DefineField, "DefineField",
              "td szName dwFieldFlags pvSigBlob cbSigBlob dwCPlusTypeFlag pValue cchValue pmd"},
    MethodRow{&E::DefineProperty, "DefineProperty",
              "td szProperty dwPropFlags pvSig cbSig dwCPlusTypeFlag pValue cchValue mdSetter mdGetter "
              "rmdOtherMethods pmdProp"},
    MethodRow{&E::DefineParam, "DefineParam",
              "md ulParamSeq szName dwParamFlags dwCPlusTypeFlag pValue cchValue ppd"},
    MethodRow{&E::SetFieldProps, "SetFieldProps", "fd dwFieldFlags dwCPlusTypeFlag pValue cchValue"},
    MethodRow{&E::SetPropertyProps, "SetPropertyProps",
              "pr dwPropFlags dwCPlusTypeFlag pValue cchValue mdSetter mdGetter rmdOtherMethods"},
    MethodRow{&E::SetParamProps, "SetParamProps", "pd szName dwParamFlags dwCPlusTypeFlag pValue cchValue"},
    MethodRow{&E::DefineSecurityAttributeSet, "DefineSecurityAttributeSet",
              "tkObj rSecAttrs cSecAttrs pulErrorAttr"},
    MethodRow{&E::ApplyEditAndContinue, "ApplyEditAndContinue", "pImport"},
    MethodRow{&E::TranslateSigWithScope, "TranslateSigWithScope",
              "pAssemImport pbHashValue cbHashValue import pbSigBlob cbSigBlob pAssemEmit emit "
              "pvTranslatedSig cbTranslatedSigMax pcbTranslatedSig"},
    MethodRow{&E::SetMethodImplFlags, "SetMethodImplFlags", "md dwImplFlags"},
    MethodRow{&E::SetFieldRVA, "SetFieldRVA", "fd ulRVA"},
    MethodRow{&E::Merge, "Merge", "pImport pHostMapToken pHandler"},
    MethodRow{&E::MergeEnd, "MergeEnd", ""},
    MethodRow{&E::DefineMethodSpec, "DefineMethodSpec", "tkParent pvSigBlob cbSigBlob pmi"},
    MethodRow{&E::GetDeltaSaveSize, "GetDeltaSaveSize", "fSave pdwSaveSize"},
    MethodRow{&E::SaveDelta, "SaveDelta", "szFile dwSaveFlags"},
    MethodRow{&E::SaveDeltaToStream, "SaveDeltaToStream", "pIStream dwSaveFlags"},
    MethodRow{&E::SaveDeltaToMemory, "SaveDeltaToMemory", "pbData cbData"},
    MethodRow{&E::DefineGenericParam, "DefineGenericParam",
              "tk ulParamSeq dwParamFlags szname reserved rtkConstraints pgp"},
    MethodRow{&E::SetGenericParamProps, "SetGenericParamProps",
              "gp dwParamFlags szName reserved rtkConstraints"},
    MethodRow{&E::ResetENCLog, "ResetENCLog", ""}};
constexpr std::tuple kManifestRows{
    MethodRow{&M::QueryInterface, "QueryInterface", "riid ppvObject"},
    MethodRow{&M::AddRef, "AddRef", ""},
    MethodRow{&M::Release, "Release", ""},
    MethodRow{&M::DefineAssembly, "DefineAssembly",
              "pbPublicKey cbPublicKey ulHashAlgId szName pMetaData dwAssemblyFlags pma"},
    MethodRow{&M::DefineAssemblyRef, "DefineAssemblyRef",
              "pbPublicKeyOrToken cbPublicKeyOrToken szName pMetaData pbHashValue cbHashValue "
              "dwAssemblyRefFlags pmdar"},
    MethodRow{&M::DefineFile, "DefineFile", "szName pbHashValue cbHashValue dwFileFlags pmdf"},
    MethodRow{&M::DefineExportedType, "DefineExportedType",
              "szName tkImplementation tkTypeDef dwExportedTypeFlags pmdct"},
    MethodRow{&M::DefineManifestResource, "DefineManifestResource",
              "szName tkImplementation dwOffset dwResourceFlags pmdmr"},
    MethodRow{&M::SetAssemblyProps, "SetAssemblyProps",
              "pma pbPublicKey cbPublicKey ulHashAlgId szName pMetaData dwAssemblyFlags"},
    MethodRow{&M::SetAssemblyRefProps, "SetAssemblyRefProps",
              "ar pbPublicKeyOrToken cbPublicKeyOrToken szName pMetaData pbHashValue cbHashValue "
              "dwAssemblyRefFlags"},
    MethodRow{&M::SetFileProps, "SetFileProps", "file pbHashValue cbHashValue dwFileFlags"},
    MethodRow{&M::SetExportedTypeProps, "SetExportedTypeProps",
              "ct tkImplementation tkTypeDef dwExportedTypeFlags"},
    MethodRow{&M::SetManifestResourceProps, "SetManifestResourceProps",
              "mr tkImplementation dwOffset dwResourceFlags"}};

constexpr std::size_t kEmitDestructors = 2;

}  // namespace

std::unique_ptr<Entrance> import_entrance(Emit& emit) {
  return std::make_unique<Entrance>(static_cast<E*>(&emit), ways_in<kEmitRows>(), kEmitDestructors);
}

std::unique_ptr<Entrance> import_entrance(AssemblyEmit& emit) {
  return std::make_unique<Entrance>(static_cast<M*>(&emit), ways_in<kManifestRows>(), kEmitDestructors);
}

}  // namespace gcrucible::clr::metadata
