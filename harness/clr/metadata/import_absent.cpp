// Items that the metadata of a simulated program never contains, and that no profiler can add here:
// interfaces, properties, events, permissions, constraints. The answers are those of .NET for a module
// without such items.
#include "harness/clr/metadata/import.h"
#include "harness/clr/metadata/token_enum.h"

namespace gcrucible::clr::metadata {

HRESULT Import::EnumInterfaceImpls(HCORENUM* phEnum, mdTypeDef, mdInterfaceImpl rImpls[], ULONG cMax,
                                   ULONG* pcImpls) {
  return enumerate_nothing(phEnum, rImpls, cMax, pcImpls);
}

HRESULT Import::GetInterfaceImplProps(mdInterfaceImpl, mdTypeDef*, mdToken*) {
  return CLDB_E_INDEX_NOTFOUND;
}

HRESULT Import::EnumMethodImpls(HCORENUM* phEnum, mdTypeDef, mdToken rMethodBody[], mdToken[], ULONG cMax,
                                ULONG* pcTokens) {
  return enumerate_nothing(phEnum, rMethodBody, cMax, pcTokens);
}

HRESULT Import::EnumPermissionSets(HCORENUM* phEnum, mdToken, DWORD, mdPermission rPermission[], ULONG cMax,
                                   ULONG* pcTokens) {
  return enumerate_nothing(phEnum, rPermission, cMax, pcTokens);
}

HRESULT Import::EnumProperties(HCORENUM* phEnum, mdTypeDef, mdProperty rProperties[], ULONG cMax,
                               ULONG* pcProperties) {
  return enumerate_nothing(phEnum, rProperties, cMax, pcProperties);
}

HRESULT Import::EnumEvents(HCORENUM* phEnum, mdTypeDef, mdEvent rEvents[], ULONG cMax, ULONG* pcEvents) {
  return enumerate_nothing(phEnum, rEvents, cMax, pcEvents);
}

HRESULT Import::GetEventProps(mdEvent, mdTypeDef*, LPCWSTR, ULONG, ULONG*, DWORD*, mdToken*, mdMethodDef*,
                              mdMethodDef*, mdMethodDef*, mdMethodDef[], ULONG, ULONG*) {
  return CLDB_E_INDEX_NOTFOUND;
}

HRESULT Import::EnumMethodSemantics(HCORENUM* phEnum, mdMethodDef, mdToken rEventProp[], ULONG cMax,
                                    ULONG* pcEventProp) {
  return enumerate_nothing(phEnum, rEventProp, cMax, pcEventProp);
}

HRESULT Import::GetMethodSemantics(mdMethodDef, mdToken, DWORD*) {
  return CLDB_E_RECORD_NOTFOUND;
}

HRESULT Import::GetFieldMarshal(mdToken, PCCOR_SIGNATURE*, ULONG*) {
  return CLDB_E_RECORD_NOTFOUND;
}

HRESULT Import::GetPermissionSetProps(mdPermission, DWORD*, const void**, ULONG*) {
  return CLDB_E_INDEX_NOTFOUND;
}

HRESULT Import::EnumUnresolvedMethods(HCORENUM* phEnum, mdToken rMethods[], ULONG cMax, ULONG* pcTokens) {
  return enumerate_nothing(phEnum, rMethods, cMax, pcTokens);
}

HRESULT Import::GetPropertyProps(mdProperty, mdTypeDef*, LPCWSTR, ULONG, ULONG*, DWORD*, PCCOR_SIGNATURE*,
                                 ULONG*, DWORD*, UVCP_CONSTANT*, ULONG*, mdMethodDef*, mdMethodDef*,
                                 mdMethodDef[], ULONG, ULONG*) {
  return CLDB_E_INDEX_NOTFOUND;
}

HRESULT Import::EnumGenericParamConstraints(HCORENUM* phEnum, mdGenericParam,
                                            mdGenericParamConstraint rGenericParamConstraints[], ULONG cMax,
                                            ULONG* pcGenericParamConstraints) {
  return enumerate_nothing(phEnum, rGenericParamConstraints, cMax, pcGenericParamConstraints);
}

HRESULT Import::GetGenericParamConstraintProps(mdGenericParamConstraint, mdGenericParam*, mdToken*) {
  return CLDB_E_INDEX_NOTFOUND;
}

// The out parameters stay unchanged.
HRESULT Import::GetCustomAttributeByName(mdToken, LPCWSTR, const void**, ULONG*) {
  return S_FALSE;
}

HRESULT Import::GetNativeCallConvFromSig(const void*, ULONG, ULONG* pCallConv) {
  constexpr ULONG kPlatformsOwn = 0x100;
  if (pCallConv != nullptr) *pCallConv = kPlatformsOwn;
  return S_OK;
}

// .NET 10 does not return it for a loaded module.
HRESULT Import::GetPEKind(DWORD* pdwPEKind, DWORD* pdwMAchine) {
  if (pdwPEKind != nullptr) *pdwPEKind = 0;
  if (pdwMAchine != nullptr) *pdwMAchine = 0;
  return S_FALSE;
}

}  // namespace gcrucible::clr::metadata
