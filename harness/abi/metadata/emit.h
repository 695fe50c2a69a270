// Adds to a module's metadata. Obtained by QueryInterface from IMetaDataImport of a module that was opened
// for writing.
#pragma once

#include "harness/abi/metadata/import2.h"
#include "harness/abi/structures.h"
#include "harness/abi/visibility.h"

namespace gcrucible::abi {

// Slots 3 to 51.
struct IMetaDataEmit : IUnknown {
  GCRUCIBLE_OWN static constexpr GUID iid = IID_IMetaDataEmit;

  virtual HRESULT GCRUCIBLE_STDCALL SetModuleProps(LPCWSTR szName) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL Save(LPCWSTR szFile, DWORD dwSaveFlags) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL SaveToStream(ISequentialStream* pIStream, DWORD dwSaveFlags) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetSaveSize(DWORD fSave, DWORD* pdwSaveSize) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL DefineTypeDef(LPCWSTR szTypeDef, DWORD dwTypeDefFlags, mdToken tkExtends,
                                                  mdToken rtkImplements[], mdTypeDef* ptd) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL DefineNestedType(LPCWSTR szTypeDef, DWORD dwTypeDefFlags,
                                                     mdToken tkExtends, mdToken rtkImplements[],
                                                     mdTypeDef tdEncloser, mdTypeDef* ptd) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL SetHandler(IUnknown* pUnk) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL DefineMethod(mdTypeDef td, LPCWSTR szName, DWORD dwMethodFlags,
                                                 PCCOR_SIGNATURE pvSigBlob, ULONG cbSigBlob, ULONG ulCodeRVA,
                                                 DWORD dwImplFlags, mdMethodDef* pmd) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL DefineMethodImpl(mdTypeDef td, mdToken tkBody, mdToken tkDecl) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL DefineTypeRefByName(mdToken tkResolutionScope, LPCWSTR szName,
                                                        mdTypeRef* ptr) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL DefineImportType(IMetaDataAssemblyImport* pAssemImport,
                                                     const void* pbHashValue, ULONG cbHashValue,
                                                     IMetaDataImport* pImport, mdTypeDef tdImport,
                                                     IMetaDataAssemblyEmit* pAssemEmit, mdTypeRef* ptr) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL DefineMemberRef(mdToken tkImport, LPCWSTR szName,
                                                    PCCOR_SIGNATURE pvSigBlob, ULONG cbSigBlob,
                                                    mdMemberRef* pmr) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL DefineImportMember(IMetaDataAssemblyImport* pAssemImport,
                                                       const void* pbHashValue, ULONG cbHashValue,
                                                       IMetaDataImport* pImport, mdToken mbMember,
                                                       IMetaDataAssemblyEmit* pAssemEmit, mdToken tkParent,
                                                       mdMemberRef* pmr) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL DefineEvent(mdTypeDef td, LPCWSTR szEvent, DWORD dwEventFlags,
                                                mdToken tkEventType, mdMethodDef mdAddOn,
                                                mdMethodDef mdRemoveOn, mdMethodDef mdFire,
                                                mdMethodDef rmdOtherMethods[], mdEvent* pmdEvent) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL SetClassLayout(mdTypeDef td, DWORD dwPackSize,
                                                   COR_FIELD_OFFSET rFieldOffsets[], ULONG ulClassSize) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL DeleteClassLayout(mdTypeDef td) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL SetFieldMarshal(mdToken tk, PCCOR_SIGNATURE pvNativeType,
                                                    ULONG cbNativeType) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL DeleteFieldMarshal(mdToken tk) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL DefinePermissionSet(mdToken tk, DWORD dwAction, const void* pvPermission,
                                                        ULONG cbPermission, mdPermission* ppm) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL SetRVA(mdMethodDef md, ULONG ulRVA) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetTokenFromSig(PCCOR_SIGNATURE pvSig, ULONG cbSig,
                                                    mdSignature* pmsig) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL DefineModuleRef(LPCWSTR szName, mdModuleRef* pmur) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL SetParent(mdMemberRef mr, mdToken tk) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetTokenFromTypeSpec(PCCOR_SIGNATURE pvSig, ULONG cbSig,
                                                         mdTypeSpec* ptypespec) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL SaveToMemory(void* pbData, ULONG cbData) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL DefineUserString(LPCWSTR szString, ULONG cchString, mdString* pstk) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL DeleteToken(mdToken tkObj) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL SetMethodProps(mdMethodDef md, DWORD dwMethodFlags, ULONG ulCodeRVA,
                                                   DWORD dwImplFlags) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL SetTypeDefProps(mdTypeDef td, DWORD dwTypeDefFlags, mdToken tkExtends,
                                                    mdToken rtkImplements[]) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL SetEventProps(mdEvent ev, DWORD dwEventFlags, mdToken tkEventType,
                                                  mdMethodDef mdAddOn, mdMethodDef mdRemoveOn,
                                                  mdMethodDef mdFire, mdMethodDef rmdOtherMethods[]) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL SetPermissionSetProps(mdToken tk, DWORD dwAction,
                                                          const void* pvPermission, ULONG cbPermission,
                                                          mdPermission* ppm) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL DefinePinvokeMap(mdToken tk, DWORD dwMappingFlags, LPCWSTR szImportName,
                                                     mdModuleRef mrImportDLL) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL SetPinvokeMap(mdToken tk, DWORD dwMappingFlags, LPCWSTR szImportName,
                                                  mdModuleRef mrImportDLL) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL DeletePinvokeMap(mdToken tk) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL DefineCustomAttribute(mdToken tkOwner, mdToken tkCtor,
                                                          const void* pCustomAttribute,
                                                          ULONG cbCustomAttribute,
                                                          mdCustomAttribute* pcv) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL SetCustomAttributeValue(mdCustomAttribute pcv,
                                                            const void* pCustomAttribute,
                                                            ULONG cbCustomAttribute) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL DefineField(mdTypeDef td, LPCWSTR szName, DWORD dwFieldFlags,
                                                PCCOR_SIGNATURE pvSigBlob, ULONG cbSigBlob,
                                                DWORD dwCPlusTypeFlag, const void* pValue, ULONG cchValue,
                                                mdFieldDef* pmd) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL DefineProperty(mdTypeDef td, LPCWSTR szProperty, DWORD dwPropFlags,
                                                   PCCOR_SIGNATURE pvSig, ULONG cbSig, DWORD dwCPlusTypeFlag,
                                                   const void* pValue, ULONG cchValue, mdMethodDef mdSetter,
                                                   mdMethodDef mdGetter, mdMethodDef rmdOtherMethods[],
                                                   mdProperty* pmdProp) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL DefineParam(mdMethodDef md, ULONG ulParamSeq, LPCWSTR szName,
                                                DWORD dwParamFlags, DWORD dwCPlusTypeFlag, const void* pValue,
                                                ULONG cchValue, mdParamDef* ppd) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL SetFieldProps(mdFieldDef fd, DWORD dwFieldFlags, DWORD dwCPlusTypeFlag,
                                                  const void* pValue, ULONG cchValue) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL SetPropertyProps(mdProperty pr, DWORD dwPropFlags, DWORD dwCPlusTypeFlag,
                                                     const void* pValue, ULONG cchValue, mdMethodDef mdSetter,
                                                     mdMethodDef mdGetter, mdMethodDef rmdOtherMethods[]) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL SetParamProps(mdParamDef pd, LPCWSTR szName, DWORD dwParamFlags,
                                                  DWORD dwCPlusTypeFlag, const void* pValue,
                                                  ULONG cchValue) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL DefineSecurityAttributeSet(mdToken tkObj, void* rSecAttrs,
                                                               ULONG cSecAttrs, ULONG* pulErrorAttr) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL ApplyEditAndContinue(IUnknown* pImport) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL TranslateSigWithScope(IMetaDataAssemblyImport* pAssemImport,
                                                          const void* pbHashValue, ULONG cbHashValue,
                                                          IMetaDataImport* import, PCCOR_SIGNATURE pbSigBlob,
                                                          ULONG cbSigBlob, IMetaDataAssemblyEmit* pAssemEmit,
                                                          IMetaDataEmit* emit, COR_SIGNATURE* pvTranslatedSig,
                                                          ULONG cbTranslatedSigMax,
                                                          ULONG* pcbTranslatedSig) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL SetMethodImplFlags(mdMethodDef md, DWORD dwImplFlags) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL SetFieldRVA(mdFieldDef fd, ULONG ulRVA) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL Merge(IMetaDataImport* pImport, IUnknown* pHostMapToken,
                                          IUnknown* pHandler) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL MergeEnd() = 0;

 protected:
  ~IMetaDataEmit() = default;
};

// Additions of .NET 2.0 and for generics: slots 52 to 59.
struct IMetaDataEmit2 : IMetaDataEmit {
  GCRUCIBLE_OWN static constexpr GUID iid = IID_IMetaDataEmit2;

  virtual HRESULT GCRUCIBLE_STDCALL DefineMethodSpec(mdToken tkParent, PCCOR_SIGNATURE pvSigBlob,
                                                     ULONG cbSigBlob, mdMethodSpec* pmi) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetDeltaSaveSize(DWORD fSave, DWORD* pdwSaveSize) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL SaveDelta(LPCWSTR szFile, DWORD dwSaveFlags) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL SaveDeltaToStream(ISequentialStream* pIStream, DWORD dwSaveFlags) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL SaveDeltaToMemory(void* pbData, ULONG cbData) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL DefineGenericParam(mdToken tk, ULONG ulParamSeq, DWORD dwParamFlags,
                                                       LPCWSTR szname, DWORD reserved,
                                                       mdToken rtkConstraints[], mdGenericParam* pgp) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL SetGenericParamProps(mdGenericParam gp, DWORD dwParamFlags,
                                                         LPCWSTR szName, DWORD reserved,
                                                         mdToken rtkConstraints[]) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL ResetENCLog() = 0;

 protected:
  ~IMetaDataEmit2() = default;
};

}  // namespace gcrucible::abi
