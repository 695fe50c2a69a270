// Reads the metadata of a module. GetModuleMetaData returns it for IID_IMetaDataImport.
//
// Rules of all methods: a name's `cch` is the buffer's size in characters, with the terminating zero. `pch`
// receives the size of the whole name. A name that does not fit is truncated and zero-terminated, and the
// method returns CLDB_S_TRUNCATION. Any out pointer may be null. Blobs (signatures, constants) are the
// module's own memory.
// Any out pointer may be null. Blobs (signatures, constants) are the module's own memory.
#pragma once

#include "harness/abi/metadata/types.h"
#include "harness/abi/structures.h"
#include "harness/abi/visibility.h"

namespace gcrucible::abi {

// Slots 3 to 64.
struct IMetaDataImport : IUnknown {
  GCRUCIBLE_OWN static constexpr GUID iid = IID_IMetaDataImport;

  // Enumerations. A null HCORENUM starts one. S_FALSE means that no element is left.
  virtual void GCRUCIBLE_STDCALL CloseEnum(HCORENUM hEnum) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL CountEnum(HCORENUM hEnum, ULONG* pulCount) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL ResetEnum(HCORENUM hEnum, ULONG ulPos) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL EnumTypeDefs(HCORENUM* phEnum, mdTypeDef rTypeDefs[], ULONG cMax,
                                                 ULONG* pcTypeDefs) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL EnumInterfaceImpls(HCORENUM* phEnum, mdTypeDef td,
                                                       mdInterfaceImpl rImpls[], ULONG cMax,
                                                       ULONG* pcImpls) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL EnumTypeRefs(HCORENUM* phEnum, mdTypeRef rTypeRefs[], ULONG cMax,
                                                 ULONG* pcTypeRefs) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL FindTypeDefByName(LPCWSTR szTypeDef, mdToken tkEnclosingClass,
                                                      mdTypeDef* ptd) = 0;

  // The module and its types
  virtual HRESULT GCRUCIBLE_STDCALL GetScopeProps(LPWSTR szName, ULONG cchName, ULONG* pchName,
                                                  GUID* pmvid) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetModuleFromScope(mdModule* pmd) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetTypeDefProps(mdTypeDef td, LPWSTR szTypeDef, ULONG cchTypeDef,
                                                    ULONG* pchTypeDef, DWORD* pdwTypeDefFlags,
                                                    mdToken* ptkExtends) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetInterfaceImplProps(mdInterfaceImpl iiImpl, mdTypeDef* pClass,
                                                          mdToken* ptkIface) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetTypeRefProps(mdTypeRef tr, mdToken* ptkResolutionScope, LPWSTR szName,
                                                    ULONG cchName, ULONG* pchName) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL ResolveTypeRef(mdTypeRef tr, REFIID riid, IUnknown** ppIScope,
                                                   mdTypeDef* ptd) = 0;

  // Members of a type
  virtual HRESULT GCRUCIBLE_STDCALL EnumMembers(HCORENUM* phEnum, mdTypeDef cl, mdToken rMembers[],
                                                ULONG cMax, ULONG* pcTokens) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL EnumMembersWithName(HCORENUM* phEnum, mdTypeDef cl, LPCWSTR szName,
                                                        mdToken rMembers[], ULONG cMax, ULONG* pcTokens) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL EnumMethods(HCORENUM* phEnum, mdTypeDef cl, mdMethodDef rMethods[],
                                                ULONG cMax, ULONG* pcTokens) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL EnumMethodsWithName(HCORENUM* phEnum, mdTypeDef cl, LPCWSTR szName,
                                                        mdMethodDef rMethods[], ULONG cMax,
                                                        ULONG* pcTokens) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL EnumFields(HCORENUM* phEnum, mdTypeDef cl, mdFieldDef rFields[],
                                               ULONG cMax, ULONG* pcTokens) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL EnumFieldsWithName(HCORENUM* phEnum, mdTypeDef cl, LPCWSTR szName,
                                                       mdFieldDef rFields[], ULONG cMax, ULONG* pcTokens) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL EnumParams(HCORENUM* phEnum, mdMethodDef mb, mdParamDef rParams[],
                                               ULONG cMax, ULONG* pcTokens) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL EnumMemberRefs(HCORENUM* phEnum, mdToken tkParent,
                                                   mdMemberRef rMemberRefs[], ULONG cMax,
                                                   ULONG* pcTokens) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL EnumMethodImpls(HCORENUM* phEnum, mdTypeDef td, mdToken rMethodBody[],
                                                    mdToken rMethodDecl[], ULONG cMax, ULONG* pcTokens) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL EnumPermissionSets(HCORENUM* phEnum, mdToken tk, DWORD dwActions,
                                                       mdPermission rPermission[], ULONG cMax,
                                                       ULONG* pcTokens) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL FindMember(mdTypeDef td, LPCWSTR szName, PCCOR_SIGNATURE pvSigBlob,
                                               ULONG cbSigBlob, mdToken* pmb) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL FindMethod(mdTypeDef td, LPCWSTR szName, PCCOR_SIGNATURE pvSigBlob,
                                               ULONG cbSigBlob, mdMethodDef* pmb) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL FindField(mdTypeDef td, LPCWSTR szName, PCCOR_SIGNATURE pvSigBlob,
                                              ULONG cbSigBlob, mdFieldDef* pmb) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL FindMemberRef(mdTypeRef td, LPCWSTR szName, PCCOR_SIGNATURE pvSigBlob,
                                                  ULONG cbSigBlob, mdMemberRef* pmr) = 0;

  // The properties of one member
  virtual HRESULT GCRUCIBLE_STDCALL GetMethodProps(mdMethodDef mb, mdTypeDef* pClass, LPWSTR szMethod,
                                                   ULONG cchMethod, ULONG* pchMethod, DWORD* pdwAttr,
                                                   PCCOR_SIGNATURE* ppvSigBlob, ULONG* pcbSigBlob,
                                                   ULONG* pulCodeRVA, DWORD* pdwImplFlags) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetMemberRefProps(mdMemberRef mr, mdToken* ptk, LPWSTR szMember,
                                                      ULONG cchMember, ULONG* pchMember,
                                                      PCCOR_SIGNATURE* ppvSigBlob, ULONG* pbSig) = 0;

  // Properties and events
  virtual HRESULT GCRUCIBLE_STDCALL EnumProperties(HCORENUM* phEnum, mdTypeDef td, mdProperty rProperties[],
                                                   ULONG cMax, ULONG* pcProperties) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL EnumEvents(HCORENUM* phEnum, mdTypeDef td, mdEvent rEvents[], ULONG cMax,
                                               ULONG* pcEvents) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetEventProps(mdEvent ev, mdTypeDef* pClass, LPCWSTR szEvent,
                                                  ULONG cchEvent, ULONG* pchEvent, DWORD* pdwEventFlags,
                                                  mdToken* ptkEventType, mdMethodDef* pmdAddOn,
                                                  mdMethodDef* pmdRemoveOn, mdMethodDef* pmdFire,
                                                  mdMethodDef rmdOtherMethod[], ULONG cMax,
                                                  ULONG* pcOtherMethod) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL EnumMethodSemantics(HCORENUM* phEnum, mdMethodDef mb,
                                                        mdToken rEventProp[], ULONG cMax,
                                                        ULONG* pcEventProp) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetMethodSemantics(mdMethodDef mb, mdToken tkEventProp,
                                                       DWORD* pdwSemanticsFlags) = 0;

  // Layout, marshalling, code
  virtual HRESULT GCRUCIBLE_STDCALL GetClassLayout(mdTypeDef td, DWORD* pdwPackSize,
                                                   COR_FIELD_OFFSET rFieldOffset[], ULONG cMax,
                                                   ULONG* pcFieldOffset, ULONG* pulClassSize) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetFieldMarshal(mdToken tk, PCCOR_SIGNATURE* ppvNativeType,
                                                    ULONG* pcbNativeType) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetRVA(mdToken tk, ULONG* pulCodeRVA, DWORD* pdwImplFlags) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetPermissionSetProps(mdPermission pm, DWORD* pdwAction,
                                                          const void** ppvPermission,
                                                          ULONG* pcbPermission) = 0;

  // Signatures, other modules, names by token
  virtual HRESULT GCRUCIBLE_STDCALL GetSigFromToken(mdSignature mdSig, PCCOR_SIGNATURE* ppvSig,
                                                    ULONG* pcbSig) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetModuleRefProps(mdModuleRef mur, LPWSTR szName, ULONG cchName,
                                                      ULONG* pchName) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL EnumModuleRefs(HCORENUM* phEnum, mdModuleRef rModuleRefs[], ULONG cmax,
                                                   ULONG* pcModuleRefs) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetTypeSpecFromToken(mdTypeSpec typespec, PCCOR_SIGNATURE* ppvSig,
                                                         ULONG* pcbSig) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetNameFromToken(mdToken tk, MDUTF8CSTR* pszUtf8NamePtr) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL EnumUnresolvedMethods(HCORENUM* phEnum, mdToken rMethods[], ULONG cMax,
                                                          ULONG* pcTokens) = 0;

  // User strings and native methods
  virtual HRESULT GCRUCIBLE_STDCALL GetUserString(mdString stk, LPWSTR szString, ULONG cchString,
                                                  ULONG* pchString) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetPinvokeMap(mdToken tk, DWORD* pdwMappingFlags, LPWSTR szImportName,
                                                  ULONG cchImportName, ULONG* pchImportName,
                                                  mdModuleRef* pmrImportDLL) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL EnumSignatures(HCORENUM* phEnum, mdSignature rSignatures[], ULONG cmax,
                                                   ULONG* pcSignatures) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL EnumTypeSpecs(HCORENUM* phEnum, mdTypeSpec rTypeSpecs[], ULONG cmax,
                                                  ULONG* pcTypeSpecs) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL EnumUserStrings(HCORENUM* phEnum, mdString rStrings[], ULONG cmax,
                                                    ULONG* pcStrings) = 0;

  // Parameters and custom attributes
  virtual HRESULT GCRUCIBLE_STDCALL GetParamForMethodIndex(mdMethodDef md, ULONG ulParamSeq,
                                                           mdParamDef* ppd) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL EnumCustomAttributes(HCORENUM* phEnum, mdToken tk, mdToken tkType,
                                                         mdCustomAttribute rCustomAttributes[], ULONG cMax,
                                                         ULONG* pcCustomAttributes) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetCustomAttributeProps(mdCustomAttribute cv, mdToken* ptkObj,
                                                            mdToken* ptkType, const void** ppBlob,
                                                            ULONG* pcbSize) = 0;

  // Search, and queries by any token
  virtual HRESULT GCRUCIBLE_STDCALL FindTypeRef(mdToken tkResolutionScope, LPCWSTR szName,
                                                mdTypeRef* ptr) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetMemberProps(mdToken mb, mdTypeDef* pClass, LPWSTR szMember,
                                                   ULONG cchMember, ULONG* pchMember, DWORD* pdwAttr,
                                                   PCCOR_SIGNATURE* ppvSigBlob, ULONG* pcbSigBlob,
                                                   ULONG* pulCodeRVA, DWORD* pdwImplFlags,
                                                   DWORD* pdwCPlusTypeFlag, UVCP_CONSTANT* ppValue,
                                                   ULONG* pcchValue) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetFieldProps(mdFieldDef mb, mdTypeDef* pClass, LPWSTR szField,
                                                  ULONG cchField, ULONG* pchField, DWORD* pdwAttr,
                                                  PCCOR_SIGNATURE* ppvSigBlob, ULONG* pcbSigBlob,
                                                  DWORD* pdwCPlusTypeFlag, UVCP_CONSTANT* ppValue,
                                                  ULONG* pcchValue) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetPropertyProps(
      mdProperty prop, mdTypeDef* pClass, LPCWSTR szProperty, ULONG cchProperty, ULONG* pchProperty,
      DWORD* pdwPropFlags, PCCOR_SIGNATURE* ppvSig, ULONG* pbSig, DWORD* pdwCPlusTypeFlag,
      UVCP_CONSTANT* ppDefaultValue, ULONG* pcchDefaultValue, mdMethodDef* pmdSetter, mdMethodDef* pmdGetter,
      mdMethodDef rmdOtherMethod[], ULONG cMax, ULONG* pcOtherMethod) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetParamProps(mdParamDef tk, mdMethodDef* pmd, ULONG* pulSequence,
                                                  LPWSTR szName, ULONG cchName, ULONG* pchName,
                                                  DWORD* pdwAttr, DWORD* pdwCPlusTypeFlag,
                                                  UVCP_CONSTANT* ppValue, ULONG* pcchValue) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetCustomAttributeByName(mdToken tkObj, LPCWSTR szName,
                                                             const void** ppData, ULONG* pcbData) = 0;

  // Tokens
  virtual BOOL GCRUCIBLE_STDCALL IsValidToken(mdToken tk) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetNestedClassProps(mdTypeDef tdNestedClass,
                                                        mdTypeDef* ptdEnclosingClass) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetNativeCallConvFromSig(const void* pvSig, ULONG cbSig,
                                                             ULONG* pCallConv) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL IsGlobal(mdToken pd, int* pbGlobal) = 0;

 protected:
  ~IMetaDataImport() = default;
};

}  // namespace gcrucible::abi
