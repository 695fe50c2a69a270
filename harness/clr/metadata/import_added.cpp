// Items that only a profiler adds to a program's metadata: parameters, native methods, attributes, strings,
// stand-alone signatures.
#include <mutex>

#include "harness/abi/enums.h"
#include "harness/clr/info/out_parameter.h"
#include "harness/clr/metadata/import.h"
#include "harness/clr/metadata/name_out.h"
#include "harness/clr/metadata/token_enum.h"
#include "harness/clr/text.h"

namespace gcrucible::clr::metadata {

namespace {

// Tokens of the rows for which `wanted` is true.
template <typename Rows, typename Wanted>
std::vector<mdToken> tokens_of(mdToken table, const Rows& rows, Wanted wanted) {
  std::vector<mdToken> tokens;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (wanted(rows[i])) tokens.push_back(table | static_cast<mdToken>(i + 1));
  }
  return tokens;
}

constexpr auto kAll = [](const auto&) { return true; };

template <typename Rows>
const auto* row_in(const Rows& rows, mdToken token) {
  const std::uint32_t row = row_of(token);
  return row == 0 || row > rows.size() ? nullptr : &rows[row - 1];
}

HRESULT signature_out(const Blob* blob, PCCOR_SIGNATURE* data, ULONG* length) {
  if (blob == nullptr) return CLDB_E_INDEX_NOTFOUND;
  set_out(data, blob->data());
  set_out(length, blob->size());
  return S_OK;
}

}  // namespace

HRESULT Import::EnumParams(HCORENUM* phEnum, mdMethodDef mb, mdParamDef rParams[], ULONG cMax,
                           ULONG* pcTokens) {
  const std::scoped_lock reading(lock_);
  return next_tokens(
      phEnum,
      [&] {
        return tokens_of(mdtParamDef, module_->parameters,
                         [&](const Parameter& each) { return each.method == mb; });
      },
      rParams, cMax, pcTokens);
}

HRESULT Import::GetParamProps(mdParamDef tk, mdMethodDef* pmd, ULONG* pulSequence, LPWSTR szName,
                              ULONG cchName, ULONG* pchName, DWORD* pdwAttr, DWORD* pdwCPlusTypeFlag,
                              UVCP_CONSTANT* ppValue, ULONG* pcchValue) {
  const std::scoped_lock reading(lock_);
  const Parameter* const parameter = row_in(module_->parameters, tk);
  if (parameter == nullptr) return CLDB_E_INDEX_NOTFOUND;
  set_out(pmd, parameter->method);
  set_out(pulSequence, parameter->number);
  set_out(pdwAttr, parameter->flags);
  set_out(pdwCPlusTypeFlag, ELEMENT_TYPE_VOID);  // no constant
  if (ppValue != nullptr) *ppValue = nullptr;
  set_out(pcchValue, 0);
  return name_out(parameter->name, szName, cchName, pchName);
}

HRESULT Import::GetParamForMethodIndex(mdMethodDef md, ULONG ulParamSeq, mdParamDef* ppd) {
  const std::scoped_lock reading(lock_);
  for (std::size_t i = 0; i < module_->parameters.size(); ++i) {
    const Parameter& each = module_->parameters[i];
    if (each.method != md || each.number != ulParamSeq) continue;
    set_out(ppd, mdtParamDef | static_cast<mdToken>(i + 1));
    return S_OK;
  }
  return CLDB_E_RECORD_NOTFOUND;
}

HRESULT Import::EnumModuleRefs(HCORENUM* phEnum, mdModuleRef rModuleRefs[], ULONG cmax, ULONG* pcModuleRefs) {
  const std::scoped_lock reading(lock_);
  return next_tokens(
      phEnum, [&] { return tokens_of(mdtModuleRef, module_->module_refs, kAll); }, rModuleRefs, cmax,
      pcModuleRefs);
}

HRESULT Import::GetModuleRefProps(mdModuleRef mur, LPWSTR szName, ULONG cchName, ULONG* pchName) {
  const std::scoped_lock reading(lock_);
  const std::string* const name = row_in(module_->module_refs, mur);
  return name == nullptr ? CLDB_E_INDEX_NOTFOUND : name_out(*name, szName, cchName, pchName);
}

HRESULT Import::EnumSignatures(HCORENUM* phEnum, mdSignature rSignatures[], ULONG cmax, ULONG* pcSignatures) {
  const std::scoped_lock reading(lock_);
  return next_tokens(
      phEnum, [&] { return tokens_of(mdtSignature, module_->signatures, kAll); }, rSignatures, cmax,
      pcSignatures);
}

HRESULT Import::GetSigFromToken(mdSignature mdSig, PCCOR_SIGNATURE* ppvSig, ULONG* pcbSig) {
  const std::scoped_lock reading(lock_);
  return signature_out(row_in(module_->signatures, mdSig), ppvSig, pcbSig);
}

HRESULT Import::EnumTypeSpecs(HCORENUM* phEnum, mdTypeSpec rTypeSpecs[], ULONG cmax, ULONG* pcTypeSpecs) {
  const std::scoped_lock reading(lock_);
  return next_tokens(
      phEnum, [&] { return tokens_of(mdtTypeSpec, module_->type_specs, kAll); }, rTypeSpecs, cmax,
      pcTypeSpecs);
}

HRESULT Import::GetTypeSpecFromToken(mdTypeSpec typespec, PCCOR_SIGNATURE* ppvSig, ULONG* pcbSig) {
  const std::scoped_lock reading(lock_);
  return signature_out(row_in(module_->type_specs, typespec), ppvSig, pcbSig);
}

HRESULT Import::EnumMethodSpecs(HCORENUM* phEnum, mdToken tk, mdMethodSpec rMethodSpecs[], ULONG cMax,
                                ULONG* pcMethodSpecs) {
  const std::scoped_lock reading(lock_);
  return next_tokens(
      phEnum,
      [&] {
        return tokens_of(mdtMethodSpec, module_->method_specs,
                         [&](const MethodSpec& each) { return row_of(tk) == 0 || each.method == tk; });
      },
      rMethodSpecs, cMax, pcMethodSpecs);
}

HRESULT Import::GetMethodSpecProps(mdMethodSpec mi, mdToken* tkParent, PCCOR_SIGNATURE* ppvSigBlob,
                                   ULONG* pcbSigBlob) {
  const std::scoped_lock reading(lock_);
  const MethodSpec* const found = row_in(module_->method_specs, mi);
  if (found == nullptr) return CLDB_E_INDEX_NOTFOUND;
  set_out(tkParent, found->method);
  return signature_out(&found->signature, ppvSigBlob, pcbSigBlob);
}

HRESULT Import::EnumUserStrings(HCORENUM* phEnum, mdString rStrings[], ULONG cmax, ULONG* pcStrings) {
  const std::scoped_lock reading(lock_);
  const auto list = [&] {
    std::vector<mdToken> tokens;
    for (const auto& [place, text] : module_->user_strings) tokens.push_back(mdtString | place);
    return tokens;
  };
  return next_tokens(phEnum, list, rStrings, cmax, pcStrings);
}

// Without a terminating null (.NET 10, measured).
HRESULT Import::GetUserString(mdString stk, LPWSTR szString, ULONG cchString, ULONG* pchString) {
  const std::scoped_lock reading(lock_);
  const auto found = module_->user_strings.find(row_of(stk));
  if (found == module_->user_strings.end()) return CLDB_E_INDEX_NOTFOUND;
  const std::u16string& text = found->second;
  set_out(pchString, text.size());
  if (szString == nullptr) return S_OK;
  text.copy(szString, cchString);
  return text.size() > cchString ? CLDB_S_TRUNCATION : S_OK;
}

HRESULT Import::GetPinvokeMap(mdToken tk, DWORD* pdwMappingFlags, LPWSTR szImportName, ULONG cchImportName,
                              ULONG* pchImportName, mdModuleRef* pmrImportDLL) {
  const std::scoped_lock reading(lock_);
  const auto found = module_->pinvoke_maps.find(row_of(tk));
  if (table_of(tk) != mdtMethodDef || found == module_->pinvoke_maps.end()) return CLDB_E_RECORD_NOTFOUND;
  set_out(pdwMappingFlags, found->second.flags);
  set_out(pmrImportDLL, found->second.library);
  return name_out(found->second.name, szImportName, cchImportName, pchImportName);
}

HRESULT Import::EnumCustomAttributes(HCORENUM* phEnum, mdToken tk, mdToken tkType,
                                     mdCustomAttribute rCustomAttributes[], ULONG cMax,
                                     ULONG* pcCustomAttributes) {
  const std::scoped_lock reading(lock_);
  const auto list = [&] {
    return tokens_of(mdtCustomAttribute, module_->custom_attributes, [&](const CustomAttribute& each) {
      return (tk == 0 || each.owner == tk) && (tkType == 0 || each.constructor == tkType);
    });
  };
  return next_tokens(phEnum, list, rCustomAttributes, cMax, pcCustomAttributes);
}

HRESULT Import::GetCustomAttributeProps(mdCustomAttribute cv, mdToken* ptkObj, mdToken* ptkType,
                                        const void** ppBlob, ULONG* pcbSize) {
  const std::scoped_lock reading(lock_);
  const CustomAttribute* const found = row_in(module_->custom_attributes, cv);
  if (found == nullptr) return CLDB_E_INDEX_NOTFOUND;
  set_out(ptkObj, found->owner);
  set_out(ptkType, found->constructor);
  set_out(ppBlob, static_cast<const void*>(found->value.data()));
  set_out(pcbSize, found->value.size());
  return S_OK;
}

}  // namespace gcrucible::clr::metadata
