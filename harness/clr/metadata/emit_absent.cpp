// Methods of these interfaces that .NET implements and gcrucible does not. The call fails, and the run names
// it.
#include "harness/clr/metadata/emit.h"

namespace gcrucible::clr::metadata {

HRESULT Emit::SetModuleProps(LPCWSTR) {
  return emitting_.not_answered("IMetaDataEmit::SetModuleProps");
}

HRESULT Emit::Save(LPCWSTR, DWORD) {
  return emitting_.not_answered("IMetaDataEmit::Save");
}

HRESULT Emit::SaveToStream(ISequentialStream*, DWORD) {
  return emitting_.not_answered("IMetaDataEmit::SaveToStream");
}

HRESULT Emit::GetSaveSize(DWORD, DWORD*) {
  return emitting_.not_answered("IMetaDataEmit::GetSaveSize");
}

HRESULT Emit::SetHandler(IUnknown*) {
  return emitting_.not_answered("IMetaDataEmit::SetHandler");
}

HRESULT Emit::DefineMethodImpl(mdTypeDef, mdToken, mdToken) {
  return emitting_.not_answered("IMetaDataEmit::DefineMethodImpl");
}

HRESULT Emit::DefineImportType(IMetaDataAssemblyImport*, const void*, ULONG, IMetaDataImport*, mdTypeDef,
                               IMetaDataAssemblyEmit*, mdTypeRef*) {
  return emitting_.not_answered("IMetaDataEmit::DefineImportType");
}

HRESULT Emit::DefineImportMember(IMetaDataAssemblyImport*, const void*, ULONG, IMetaDataImport*, mdToken,
                                 IMetaDataAssemblyEmit*, mdToken, mdMemberRef*) {
  return emitting_.not_answered("IMetaDataEmit::DefineImportMember");
}

HRESULT Emit::DefineEvent(mdTypeDef, LPCWSTR, DWORD, mdToken, mdMethodDef, mdMethodDef, mdMethodDef,
                          mdMethodDef[], mdEvent*) {
  return emitting_.not_answered("IMetaDataEmit::DefineEvent");
}

HRESULT Emit::SetClassLayout(mdTypeDef, DWORD, COR_FIELD_OFFSET[], ULONG) {
  return emitting_.not_answered("IMetaDataEmit::SetClassLayout");
}

HRESULT Emit::DeleteClassLayout(mdTypeDef) {
  return emitting_.not_answered("IMetaDataEmit::DeleteClassLayout");
}

HRESULT Emit::SetFieldMarshal(mdToken, PCCOR_SIGNATURE, ULONG) {
  return emitting_.not_answered("IMetaDataEmit::SetFieldMarshal");
}

HRESULT Emit::DeleteFieldMarshal(mdToken) {
  return emitting_.not_answered("IMetaDataEmit::DeleteFieldMarshal");
}

HRESULT Emit::DefinePermissionSet(mdToken, DWORD, const void*, ULONG, mdPermission*) {
  return emitting_.not_answered("IMetaDataEmit::DefinePermissionSet");
}

HRESULT Emit::SaveToMemory(void*, ULONG) {
  return emitting_.not_answered("IMetaDataEmit::SaveToMemory");
}

HRESULT Emit::DeleteToken(mdToken) {
  return emitting_.not_answered("IMetaDataEmit::DeleteToken");
}

HRESULT Emit::SetEventProps(mdEvent, DWORD, mdToken, mdMethodDef, mdMethodDef, mdMethodDef, mdMethodDef[]) {
  return emitting_.not_answered("IMetaDataEmit::SetEventProps");
}

HRESULT Emit::SetPermissionSetProps(mdToken, DWORD, const void*, ULONG, mdPermission*) {
  return emitting_.not_answered("IMetaDataEmit::SetPermissionSetProps");
}

HRESULT Emit::SetCustomAttributeValue(mdCustomAttribute, const void*, ULONG) {
  return emitting_.not_answered("IMetaDataEmit::SetCustomAttributeValue");
}

HRESULT Emit::DefineProperty(mdTypeDef, LPCWSTR, DWORD, PCCOR_SIGNATURE, ULONG, DWORD, const void*, ULONG,
                             mdMethodDef, mdMethodDef, mdMethodDef[], mdProperty*) {
  return emitting_.not_answered("IMetaDataEmit::DefineProperty");
}

HRESULT Emit::SetPropertyProps(mdProperty, DWORD, DWORD, const void*, ULONG, mdMethodDef, mdMethodDef,
                               mdMethodDef[]) {
  return emitting_.not_answered("IMetaDataEmit::SetPropertyProps");
}

HRESULT Emit::SetParamProps(mdParamDef, LPCWSTR, DWORD, DWORD, const void*, ULONG) {
  return emitting_.not_answered("IMetaDataEmit::SetParamProps");
}

HRESULT Emit::DefineSecurityAttributeSet(mdToken, void*, ULONG, ULONG*) {
  return emitting_.not_answered("IMetaDataEmit::DefineSecurityAttributeSet");
}

HRESULT Emit::ApplyEditAndContinue(IUnknown*) {
  return emitting_.not_answered("IMetaDataEmit::ApplyEditAndContinue");
}

HRESULT Emit::TranslateSigWithScope(IMetaDataAssemblyImport*, const void*, ULONG, IMetaDataImport*,
                                    PCCOR_SIGNATURE, ULONG, IMetaDataAssemblyEmit*, IMetaDataEmit*,
                                    COR_SIGNATURE*, ULONG, ULONG*) {
  return emitting_.not_answered("IMetaDataEmit::TranslateSigWithScope");
}

HRESULT Emit::SetFieldRVA(mdFieldDef, ULONG) {
  return emitting_.not_answered("IMetaDataEmit::SetFieldRVA");
}

HRESULT Emit::Merge(IMetaDataImport*, IUnknown*, IUnknown*) {
  return emitting_.not_answered("IMetaDataEmit::Merge");
}

HRESULT Emit::MergeEnd() {
  return emitting_.not_answered("IMetaDataEmit::MergeEnd");
}

HRESULT Emit::GetDeltaSaveSize(DWORD, DWORD*) {
  return emitting_.not_answered("IMetaDataEmit2::GetDeltaSaveSize");
}

HRESULT Emit::SaveDelta(LPCWSTR, DWORD) {
  return emitting_.not_answered("IMetaDataEmit2::SaveDelta");
}

HRESULT Emit::SaveDeltaToStream(ISequentialStream*, DWORD) {
  return emitting_.not_answered("IMetaDataEmit2::SaveDeltaToStream");
}

HRESULT Emit::SaveDeltaToMemory(void*, ULONG) {
  return emitting_.not_answered("IMetaDataEmit2::SaveDeltaToMemory");
}

HRESULT Emit::DefineGenericParam(mdToken, ULONG, DWORD, LPCWSTR, DWORD, mdToken[], mdGenericParam*) {
  return emitting_.not_answered("IMetaDataEmit2::DefineGenericParam");
}

HRESULT Emit::SetGenericParamProps(mdGenericParam, DWORD, LPCWSTR, DWORD, mdToken[]) {
  return emitting_.not_answered("IMetaDataEmit2::SetGenericParamProps");
}

HRESULT Emit::ResetENCLog() {
  return emitting_.not_answered("IMetaDataEmit2::ResetENCLog");
}

}  // namespace gcrucible::clr::metadata
