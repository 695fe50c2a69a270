// Additions to IMetaDataImport of .NET 2.0 and for generics.
#pragma once

#include "harness/abi/metadata/import.h"
#include "harness/abi/visibility.h"

namespace gcrucible::abi {

// Slots 65 to 72.
struct IMetaDataImport2 : IMetaDataImport {
  GCRUCIBLE_OWN static constexpr GUID iid = IID_IMetaDataImport2;

  virtual HRESULT GCRUCIBLE_STDCALL EnumGenericParams(HCORENUM* phEnum, mdToken tk,
                                                      mdGenericParam rGenericParams[], ULONG cMax,
                                                      ULONG* pcGenericParams) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetGenericParamProps(mdGenericParam gp, ULONG* pulParamSeq,
                                                         DWORD* pdwParamFlags, mdToken* ptOwner,
                                                         DWORD* reserved, LPWSTR wzname, ULONG cchName,
                                                         ULONG* pchName) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetMethodSpecProps(mdMethodSpec mi, mdToken* tkParent,
                                                       PCCOR_SIGNATURE* ppvSigBlob, ULONG* pcbSigBlob) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL EnumGenericParamConstraints(
      HCORENUM* phEnum, mdGenericParam tk, mdGenericParamConstraint rGenericParamConstraints[], ULONG cMax,
      ULONG* pcGenericParamConstraints) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetGenericParamConstraintProps(mdGenericParamConstraint gpc,
                                                                   mdGenericParam* ptGenericParam,
                                                                   mdToken* ptkConstraintType) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetPEKind(DWORD* pdwPEKind, DWORD* pdwMAchine) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetVersionString(LPWSTR pwzBuf, DWORD ccBufSize, DWORD* pccBufSize) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL EnumMethodSpecs(HCORENUM* phEnum, mdToken tk, mdMethodSpec rMethodSpecs[],
                                                    ULONG cMax, ULONG* pcMethodSpecs) = 0;

 protected:
  ~IMetaDataImport2() = default;
};

}  // namespace gcrucible::abi
