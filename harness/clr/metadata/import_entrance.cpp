#include "harness/clr/metadata/import_entrance.h"

#include "harness/clr/metadata/import.h"

namespace gcrucible::clr::metadata {
namespace {

using I = IMetaDataImport2;
using A = IMetaDataAssemblyImport;

// By slot. Parameters are named as in harness/abi.
constexpr std::tuple kRows{
    MethodRow{&I::QueryInterface, "QueryInterface", "riid ppvObject"},
    MethodRow{&I::AddRef, "AddRef", ""},
    MethodRow{&I::Release, "Release", ""},
    MethodRow{&I::CloseEnum, "CloseEnum", "hEnum"},
    MethodRow{&I::CountEnum, "CountEnum", "hEnum pulCount"},
    MethodRow{&I::ResetEnum, "ResetEnum", "hEnum ulPos"},
    MethodRow{&I::EnumTypeDefs, "EnumTypeDefs", "phEnum rTypeDefs cMax pcTypeDefs"},
    MethodRow{&I::EnumInterfaceImpls, "EnumInterfaceImpls", "phEnum td rImpls cMax pcImpls"},
    MethodRow{&I::EnumTypeRefs, "EnumTypeRefs", "phEnum rTypeRefs cMax pcTypeRefs"},
    MethodRow{&I::FindTypeDefByName, "FindTypeDefByName", "szTypeDef tkEnclosingClass ptd"},
    MethodRow{&I::GetScopeProps, "GetScopeProps", "szName cchName pchName pmvid"},
    MethodRow{&I::GetModuleFromScope, "GetModuleFromScope", "pmd"},
    MethodRow{&I::GetTypeDefProps, "GetTypeDefProps",
              "td szTypeDef cchTypeDef pchTypeDef pdwTypeDefFlags ptkExtends"},
    MethodRow{&I::GetInterfaceImplProps, "GetInterfaceImplProps", "iiImpl pClass ptkIface"},
    MethodRow{&I::GetTypeRefProps, "GetTypeRefProps", "tr ptkResolutionScope szName cchName pchName"},
    MethodRow{&I::ResolveTypeRef, "ResolveTypeRef", "tr riid ppIScope ptd"},
    MethodRow{&I::EnumMembers, "EnumMembers", "phEnum cl rMembers cMax pcTokens"},
    MethodRow{&I::EnumMembersWithName, "EnumMembersWithName", "phEnum cl szName rMembers cMax pcTokens"},
    MethodRow{&I::EnumMethods, "EnumMethods", "phEnum cl rMethods cMax pcTokens"},
    MethodRow{&I::EnumMethodsWithName, "EnumMethodsWithName", "phEnum cl szName rMethods cMax pcTokens"},
    MethodRow{&I::EnumFields, "EnumFields", "phEnum cl rFields cMax pcTokens"},
    MethodRow{&I::EnumFieldsWithName, "EnumFieldsWithName", "phEnum cl szName rFields cMax pcTokens"},
    MethodRow{&I::EnumParams, "EnumParams", "phEnum mb rParams cMax pcTokens"},
    MethodRow{&I::EnumMemberRefs, "EnumMemberRefs", "phEnum tkParent rMemberRefs cMax pcTokens"},
    MethodRow{&I::EnumMethodImpls, "EnumMethodImpls", "phEnum td rMethodBody rMethodDecl cMax pcTokens"},
    MethodRow{&I::EnumPermissionSets, "EnumPermissionSets", "phEnum tk dwActions rPermission cMax pcTokens"},
    MethodRow{&I::FindMember, "FindMember", "td szName pvSigBlob cbSigBlob pmb"},
    MethodRow{&I::FindMethod, "FindMethod", "td szName pvSigBlob cbSigBlob pmb"},
    MethodRow{&I::FindField, "FindField", "td szName pvSigBlob cbSigBlob pmb"},
    MethodRow{&I::FindMemberRef, "FindMemberRef", "td szName pvSigBlob cbSigBlob pmr"},
    MethodRow{&I::GetMethodProps, "GetMethodProps",
              "mb pClass szMethod cchMethod pchMethod pdwAttr ppvSigBlob pcbSigBlob pulCodeRVA pdwImplFlags"},
    MethodRow{&I::GetMemberRefProps, "GetMemberRefProps",
              "mr ptk szMember cchMember pchMember ppvSigBlob pbSig"},
    MethodRow{&I::EnumProperties, "EnumProperties", "phEnum td rProperties cMax pcProperties"},
    MethodRow{&I::EnumEvents, "EnumEvents", "phEnum td rEvents cMax pcEvents"},
    MethodRow{&I::GetEventProps, "GetEventProps",
              "ev pClass szEvent cchEvent pchEvent pdwEventFlags ptkEventType pmdAddOn pmdRemoveOn pmdFire "
              "rmdOtherMethod cMax pcOtherMethod"},
    MethodRow{&I::EnumMethodSemantics, "EnumMethodSemantics", "phEnum mb rEventProp cMax pcEventProp"},
    MethodRow{&I::GetMethodSemantics, "GetMethodSemantics", "mb tkEventProp pdwSemanticsFlags"},
    MethodRow{&I::GetClassLayout, "GetClassLayout",
              "td pdwPackSize rFieldOffset cMax pcFieldOffset pulClassSize"},
    MethodRow{&I::GetFieldMarshal, "GetFieldMarshal", "tk ppvNativeType pcbNativeType"},
    MethodRow{&I::GetRVA, "GetRVA", "tk pulCodeRVA pdwImplFlags"},
    MethodRow{&I::GetPermissionSetProps, "GetPermissionSetProps", "pm pdwAction ppvPermission pcbPermission"},
    MethodRow{&I::GetSigFromToken, "GetSigFromToken", "mdSig ppvSig pcbSig"},
    MethodRow{&I::GetModuleRefProps, "GetModuleRefProps", "mur szName cchName pchName"},
    MethodRow{&I::EnumModuleRefs, "EnumModuleRefs", "phEnum rModuleRefs cmax pcModuleRefs"},
    MethodRow{&I::GetTypeSpecFromToken, "GetTypeSpecFromToken", "typespec ppvSig pcbSig"},
    MethodRow{&I::GetNameFromToken, "GetNameFromToken", "tk pszUtf8NamePtr"},
    MethodRow{&I::EnumUnresolvedMethods, "EnumUnresolvedMethods", "phEnum rMethods cMax pcTokens"},
    MethodRow{&I::GetUserString, "GetUserString", "stk szString cchString pchString"},
    MethodRow{&I::GetPinvokeMap, "GetPinvokeMap",
              "tk pdwMappingFlags szImportName cchImportName pchImportName pmrImportDLL"},
    MethodRow{&I::EnumSignatures, "EnumSignatures", "phEnum rSignatures cmax pcSignatures"},
    MethodRow{&I::EnumTypeSpecs, "EnumTypeSpecs", "phEnum rTypeSpecs cmax pcTypeSpecs"},
    MethodRow{&I::EnumUserStrings, "EnumUserStrings", "phEnum rStrings cmax pcStrings"},
    MethodRow{&I::GetParamForMethodIndex, "GetParamForMethodIndex", "md ulParamSeq ppd"},
    MethodRow{&I::EnumCustomAttributes, "EnumCustomAttributes",
              "phEnum tk tkType rCustomAttributes cMax pcCustomAttributes"},
    MethodRow{&I::GetCustomAttributeProps, "GetCustomAttributeProps", "cv ptkObj ptkType ppBlob pcbSize"},
    MethodRow{&I::FindTypeRef, "FindTypeRef", "tkResolutionScope szName ptr"},
    MethodRow{&I::GetMemberProps, "GetMemberProps",
              "mb pClass szMember cchMember pchMember pdwAttr ppvSigBlob pcbSigBlob pulCodeRVA pdwImplFlags "
              "pdwCPlusTypeFlag ppValue pcchValue"},
    MethodRow{&I::GetFieldProps, "GetFieldProps",
              "mb pClass szField cchField pchField pdwAttr ppvSigBlob pcbSigBlob pdwCPlusTypeFlag ppValue "
              "pcchValue"},
    MethodRow{&I::GetPropertyProps, "GetPropertyProps",
              "prop pClass szProperty cchProperty pchProperty pdwPropFlags ppvSig pbSig pdwCPlusTypeFlag "
              "ppDefaultValue pcchDefaultValue pmdSetter pmdGetter rmdOtherMethod cMax pcOtherMethod"},
    MethodRow{&I::GetParamProps, "GetParamProps",
              "tk pmd pulSequence szName cchName pchName pdwAttr pdwCPlusTypeFlag ppValue pcchValue"},
    MethodRow{&I::GetCustomAttributeByName, "GetCustomAttributeByName", "tkObj szName ppData pcbData"},
    MethodRow{&I::IsValidToken, "IsValidToken", "tk"},
    MethodRow{&I::GetNestedClassProps, "GetNestedClassProps", "tdNestedClass ptdEnclosingClass"},
    MethodRow{&I::GetNativeCallConvFromSig, "GetNativeCallConvFromSig", "pvSig cbSig pCallConv"},
    MethodRow{&I::IsGlobal, "IsGlobal", "pd pbGlobal"},
    MethodRow{&I::EnumGenericParams, "EnumGenericParams", "phEnum tk rGenericParams cMax pcGenericParams"},
    MethodRow{&I::GetGenericParamProps, "GetGenericParamProps",
              "gp pulParamSeq pdwParamFlags ptOwner reserved wzname cchName pchName"},
    MethodRow{&I::GetMethodSpecProps, "GetMethodSpecProps", "mi tkParent ppvSigBlob pcbSigBlob"},
    MethodRow{&I::EnumGenericParamConstraints, "EnumGenericParamConstraints",
              "phEnum tk rGenericParamConstraints cMax pcGenericParamConstraints"},
    MethodRow{&I::GetGenericParamConstraintProps, "GetGenericParamConstraintProps",
              "gpc ptGenericParam ptkConstraintType"},
    MethodRow{&I::GetPEKind, "GetPEKind", "pdwPEKind pdwMAchine"},
    MethodRow{&I::GetVersionString, "GetVersionString", "pwzBuf ccBufSize pccBufSize"},
    MethodRow{&I::EnumMethodSpecs, "EnumMethodSpecs", "phEnum tk rMethodSpecs cMax pcMethodSpecs"}};
constexpr std::tuple kAssemblyRows{
    MethodRow{&A::QueryInterface, "QueryInterface", "riid ppvObject"},
    MethodRow{&A::AddRef, "AddRef", ""},
    MethodRow{&A::Release, "Release", ""},
    MethodRow{&A::GetAssemblyProps, "GetAssemblyProps",
              "mda ppbPublicKey pcbPublicKey pulHashAlgId szName cchName pchName pMetaData pdwAssemblyFlags"},
    MethodRow{&A::GetAssemblyRefProps, "GetAssemblyRefProps",
              "mdar ppbPublicKeyOrToken pcbPublicKeyOrToken szName cchName pchName pMetaData ppbHashValue "
              "pcbHashValue pdwAssemblyRefFlags"},
    MethodRow{&A::GetFileProps, "GetFileProps",
              "mdf szName cchName pchName ppbHashValue pcbHashValue pdwFileFlags"},
    MethodRow{&A::GetExportedTypeProps, "GetExportedTypeProps",
              "mdct szName cchName pchName ptkImplementation ptkTypeDef pdwExportedTypeFlags"},
    MethodRow{&A::GetManifestResourceProps, "GetManifestResourceProps",
              "mdmr szName cchName pchName ptkImplementation pdwOffset pdwResourceFlags"},
    MethodRow{&A::EnumAssemblyRefs, "EnumAssemblyRefs", "phEnum rAssemblyRefs cMax pcTokens"},
    MethodRow{&A::EnumFiles, "EnumFiles", "phEnum rFiles cMax pcTokens"},
    MethodRow{&A::EnumExportedTypes, "EnumExportedTypes", "phEnum rExportedTypes cMax pcTokens"},
    MethodRow{&A::EnumManifestResources, "EnumManifestResources", "phEnum rManifestResources cMax pcTokens"},
    MethodRow{&A::GetAssemblyFromScope, "GetAssemblyFromScope", "ptkAssembly"},
    MethodRow{&A::FindExportedTypeByName, "FindExportedTypeByName", "szName mdtExportedType ptkExportedType"},
    MethodRow{&A::FindManifestResourceByName, "FindManifestResourceByName", "szName ptkManifestResource"},
    MethodRow{&A::CloseEnum, "CloseEnum", "hEnum"},
    MethodRow{&A::FindAssembliesByName, "FindAssembliesByName",
              "szAppBase szPrivateBin szAssemblyName ppIUnk cMax pcAssemblies"}};

constexpr std::size_t kDestructors = 2;

}  // namespace

std::unique_ptr<Entrance> import_entrance(Import& import) {
  return std::make_unique<Entrance>(static_cast<I*>(&import), ways_in<kRows>(), kDestructors);
}

std::unique_ptr<Entrance> import_entrance(AssemblyImport& import) {
  return std::make_unique<Entrance>(static_cast<A*>(&import), ways_in<kAssemblyRows>(), kDestructors);
}

}  // namespace gcrucible::clr::metadata
