// Fields, methods and references to them.
#include <algorithm>
#include <mutex>

#include "harness/abi/enums.h"
#include "harness/clr/info/out_parameter.h"
#include "harness/clr/metadata/import.h"
#include "harness/clr/metadata/name_out.h"
#include "harness/clr/metadata/token_enum.h"
#include "harness/clr/text.h"

namespace gcrucible::clr::metadata {

namespace {

void set_blob(const Blob& blob, PCCOR_SIGNATURE* data, ULONG* length) {
  set_out(data, blob.data());
  set_out(length, blob.size());
}

bool same_signature(const Blob& blob, PCCOR_SIGNATURE signature, ULONG length) {
  if (signature == nullptr || length == 0) return true;  // any
  return std::equal(blob.begin(), blob.end(), signature, signature + length);
}

// A type's own rows are adjacent. Rows that a profiler added follow those of all types.
std::vector<std::uint32_t> rows_of(const std::deque<Member>& members, std::uint32_t type, std::uint32_t first,
                                   std::uint32_t size) {
  std::vector<std::uint32_t> rows;
  for (std::uint32_t each = first; each < first + size; ++each) rows.push_back(each);
  const std::size_t own = std::ranges::find_if(members, &Member::added) - members.begin();
  for (std::size_t i = own; i < members.size(); ++i) {
    if (members[i].parent == (mdtTypeDef | type)) rows.push_back(static_cast<std::uint32_t>(i + 1));
  }
  return rows;
}

}  // namespace

HRESULT Import::members(HCORENUM* handle, mdTypeDef type, Members which, LPCWSTR name, mdToken out[],
                        ULONG capacity, ULONG* count) const {
  const std::scoped_lock reading(lock_);
  const std::uint32_t row = row_of(type);
  if (handle != nullptr && *handle == nullptr && row > module_->type_defs.size())
    return CLDB_E_INDEX_NOTFOUND;
  const auto list = [&] {
    std::vector<mdToken> tokens;
    if (row == 0) return tokens;
    const TypeDef& owner = module_->type_defs[row - 1];
    const std::string wanted = name == nullptr ? std::string() : to_utf8(name);
    const auto add = [&](mdToken table, const std::deque<Member>& members, std::uint32_t first,
                         std::uint32_t size) {
      for (const std::uint32_t each : rows_of(members, row, first, size)) {
        if (name == nullptr || members[each - 1].name == wanted) tokens.push_back(table | each);
      }
    };
    if (which != Members::kFields) add(mdtMethodDef, module_->methods, owner.first_method, owner.methods);
    if (which != Members::kMethods) add(mdtFieldDef, module_->fields, owner.first_field, owner.fields);
    return tokens;
  };
  return next_tokens(handle, list, out, capacity, count);
}

HRESULT Import::EnumMembers(HCORENUM* phEnum, mdTypeDef cl, mdToken rMembers[], ULONG cMax, ULONG* pcTokens) {
  return members(phEnum, cl, Members::kBoth, nullptr, rMembers, cMax, pcTokens);
}

HRESULT Import::EnumMembersWithName(HCORENUM* phEnum, mdTypeDef cl, LPCWSTR szName, mdToken rMembers[],
                                    ULONG cMax, ULONG* pcTokens) {
  return members(phEnum, cl, Members::kBoth, szName, rMembers, cMax, pcTokens);
}

HRESULT Import::EnumMethods(HCORENUM* phEnum, mdTypeDef cl, mdMethodDef rMethods[], ULONG cMax,
                            ULONG* pcTokens) {
  return members(phEnum, cl, Members::kMethods, nullptr, rMethods, cMax, pcTokens);
}

HRESULT Import::EnumMethodsWithName(HCORENUM* phEnum, mdTypeDef cl, LPCWSTR szName, mdMethodDef rMethods[],
                                    ULONG cMax, ULONG* pcTokens) {
  return members(phEnum, cl, Members::kMethods, szName, rMethods, cMax, pcTokens);
}

HRESULT Import::EnumFields(HCORENUM* phEnum, mdTypeDef cl, mdFieldDef rFields[], ULONG cMax,
                           ULONG* pcTokens) {
  return members(phEnum, cl, Members::kFields, nullptr, rFields, cMax, pcTokens);
}

HRESULT Import::EnumFieldsWithName(HCORENUM* phEnum, mdTypeDef cl, LPCWSTR szName, mdFieldDef rFields[],
                                   ULONG cMax, ULONG* pcTokens) {
  return members(phEnum, cl, Members::kFields, szName, rFields, cMax, pcTokens);
}

mdToken Import::find(mdTypeDef type, Members which, LPCWSTR name, PCCOR_SIGNATURE signature,
                     ULONG length) const {
  const std::scoped_lock reading(lock_);
  const std::uint32_t row = std::max(row_of(type), 1u);  // nil stands for <Module>
  if (name == nullptr || row > module_->type_defs.size()) return 0;
  const TypeDef& owner = module_->type_defs[row - 1];
  const std::string wanted = to_utf8(name);
  const auto look = [&](mdToken table, const std::deque<Member>& members, std::uint32_t first,
                        std::uint32_t size) -> mdToken {
    for (const std::uint32_t each : rows_of(members, row, first, size)) {
      const Member& member = members[each - 1];
      if (member.name == wanted && same_signature(member.signature, signature, length)) return table | each;
    }
    return 0;
  };
  mdToken found = 0;
  if (which != Members::kFields)
    found = look(mdtMethodDef, module_->methods, owner.first_method, owner.methods);
  if (found == 0 && which != Members::kMethods)
    found = look(mdtFieldDef, module_->fields, owner.first_field, owner.fields);
  return found;
}

HRESULT Import::FindMember(mdTypeDef td, LPCWSTR szName, PCCOR_SIGNATURE pvSigBlob, ULONG cbSigBlob,
                           mdToken* pmb) {
  const mdToken found = find(td, Members::kBoth, szName, pvSigBlob, cbSigBlob);
  set_out(pmb, found == 0 ? mdtFieldDef : found);
  return found == 0 ? CLDB_E_RECORD_NOTFOUND : S_OK;
}

HRESULT Import::FindMethod(mdTypeDef td, LPCWSTR szName, PCCOR_SIGNATURE pvSigBlob, ULONG cbSigBlob,
                           mdMethodDef* pmb) {
  const mdToken found = find(td, Members::kMethods, szName, pvSigBlob, cbSigBlob);
  set_out(pmb, found == 0 ? mdtMethodDef : found);
  return found == 0 ? CLDB_E_RECORD_NOTFOUND : S_OK;
}

HRESULT Import::FindField(mdTypeDef td, LPCWSTR szName, PCCOR_SIGNATURE pvSigBlob, ULONG cbSigBlob,
                          mdFieldDef* pmb) {
  const mdToken found = find(td, Members::kFields, szName, pvSigBlob, cbSigBlob);
  set_out(pmb, found == 0 ? mdtFieldDef : found);
  return found == 0 ? CLDB_E_RECORD_NOTFOUND : S_OK;
}

HRESULT Import::GetFieldProps(mdFieldDef mb, mdTypeDef* pClass, LPWSTR szField, ULONG cchField,
                              ULONG* pchField, DWORD* pdwAttr, PCCOR_SIGNATURE* ppvSigBlob, ULONG* pcbSigBlob,
                              DWORD* pdwCPlusTypeFlag, UVCP_CONSTANT* ppValue, ULONG* pcchValue) {
  const std::scoped_lock reading(lock_);
  const std::uint32_t row = row_of(mb);
  if (row == 0 || row > module_->fields.size()) return CLDB_E_INDEX_NOTFOUND;
  const Member& field = module_->fields[row - 1];
  set_out(pClass, field.parent);
  set_out(pdwAttr, field.flags);
  set_blob(field.signature, ppvSigBlob, pcbSigBlob);
  set_out(pdwCPlusTypeFlag, ELEMENT_TYPE_VOID);  // no constant
  if (ppValue != nullptr) *ppValue = nullptr;
  set_out(pcchValue, 0);
  return name_out(field.name, szField, cchField, pchField);
}

HRESULT Import::GetMethodProps(mdMethodDef mb, mdTypeDef* pClass, LPWSTR szMethod, ULONG cchMethod,
                               ULONG* pchMethod, DWORD* pdwAttr, PCCOR_SIGNATURE* ppvSigBlob,
                               ULONG* pcbSigBlob, ULONG* pulCodeRVA, DWORD* pdwImplFlags) {
  const std::scoped_lock reading(lock_);
  const std::uint32_t row = row_of(mb);
  if (row == 0 || row > module_->methods.size()) return CLDB_E_INDEX_NOTFOUND;
  const Member& method = module_->methods[row - 1];
  set_out(pClass, method.parent);
  set_out(pdwAttr, method.flags);
  set_blob(method.signature, ppvSigBlob, pcbSigBlob);
  set_out(pulCodeRVA, method.rva);
  set_out(pdwImplFlags, method.impl_flags);
  return name_out(method.name, szMethod, cchMethod, pchMethod);
}

HRESULT Import::GetMemberProps(mdToken mb, mdTypeDef* pClass, LPWSTR szMember, ULONG cchMember,
                               ULONG* pchMember, DWORD* pdwAttr, PCCOR_SIGNATURE* ppvSigBlob,
                               ULONG* pcbSigBlob, ULONG* pulCodeRVA, DWORD* pdwImplFlags,
                               DWORD* pdwCPlusTypeFlag, UVCP_CONSTANT* ppValue, ULONG* pcchValue) {
  if (table_of(mb) == mdtMethodDef) {
    return GetMethodProps(mb, pClass, szMember, cchMember, pchMember, pdwAttr, ppvSigBlob, pcbSigBlob,
                          pulCodeRVA, pdwImplFlags);
  }
  return GetFieldProps(mb, pClass, szMember, cchMember, pchMember, pdwAttr, ppvSigBlob, pcbSigBlob,
                       pdwCPlusTypeFlag, ppValue, pcchValue);
}

HRESULT Import::GetRVA(mdToken tk, ULONG* pulCodeRVA, DWORD* pdwImplFlags) {
  const std::scoped_lock reading(lock_);
  if (!has_row(*module_, mdtMethodDef, tk)) return CLDB_E_RECORD_NOTFOUND;
  set_out(pulCodeRVA, module_->methods[row_of(tk) - 1].rva);
  set_out(pdwImplFlags, module_->methods[row_of(tk) - 1].impl_flags);
  return S_OK;
}

HRESULT Import::IsGlobal(mdToken pd, int* pbGlobal) {
  const std::scoped_lock reading(lock_);
  if (!has_token(*module_, pd)) return E_INVALIDARG;
  mdToken owner = table_of(pd) == mdtTypeDef ? pd : 0;
  if (table_of(pd) == mdtFieldDef) owner = module_->fields[row_of(pd) - 1].parent;
  if (table_of(pd) == mdtMethodDef) owner = module_->methods[row_of(pd) - 1].parent;
  set_out(pbGlobal, owner == (mdtTypeDef | 1u) ? 1 : 0);
  return S_OK;
}

// Metadata contains field offsets only for explicit layouts, which no program has.
HRESULT Import::GetClassLayout(mdTypeDef td, DWORD* pdwPackSize, COR_FIELD_OFFSET rFieldOffset[], ULONG cMax,
                               ULONG* pcFieldOffset, ULONG* pulClassSize) {
  const std::scoped_lock reading(lock_);
  static_cast<void>(pcFieldOffset);
  set_out(pdwPackSize, 0);
  set_out(pulClassSize, 0);
  const std::uint32_t row = row_of(td);
  if (row == 0 || row > module_->type_defs.size() || rFieldOffset == nullptr) return CLDB_E_RECORD_NOTFOUND;
  const TypeDef& type = module_->type_defs[row - 1];
  for (std::uint32_t i = 0; i < std::min(type.fields, cMax); ++i)
    rFieldOffset[i] = {.ridOfField = mdtFieldDef | (type.first_field + i), .ulOffset = 0xFFFFFFFFu};
  return CLDB_E_RECORD_NOTFOUND;
}

HRESULT Import::EnumMemberRefs(HCORENUM* phEnum, mdToken tkParent, mdMemberRef rMemberRefs[], ULONG cMax,
                               ULONG* pcTokens) {
  const std::scoped_lock reading(lock_);
  const auto list = [&] {
    std::vector<mdToken> tokens;
    for (std::size_t i = 0; i < module_->member_refs.size(); ++i) {
      if (module_->member_refs[i].parent == tkParent)
        tokens.push_back(mdtMemberRef | static_cast<mdToken>(i + 1));
    }
    return tokens;
  };
  return next_tokens(phEnum, list, rMemberRefs, cMax, pcTokens);
}

HRESULT Import::FindMemberRef(mdTypeRef td, LPCWSTR szName, PCCOR_SIGNATURE pvSigBlob, ULONG cbSigBlob,
                              mdMemberRef* pmr) {
  const std::scoped_lock reading(lock_);
  if (szName == nullptr || pmr == nullptr) return E_INVALIDARG;
  *pmr = mdtMemberRef;
  const std::string name = to_utf8(szName);
  for (std::size_t i = 0; i < module_->member_refs.size(); ++i) {
    const Member& member = module_->member_refs[i];
    if (member.parent != td || member.name != name) continue;
    if (!same_signature(member.signature, pvSigBlob, cbSigBlob)) continue;
    *pmr = mdtMemberRef | static_cast<mdToken>(i + 1);
    return S_OK;
  }
  return CLDB_E_RECORD_NOTFOUND;
}

HRESULT Import::GetMemberRefProps(mdMemberRef mr, mdToken* ptk, LPWSTR szMember, ULONG cchMember,
                                  ULONG* pchMember, PCCOR_SIGNATURE* ppvSigBlob, ULONG* pbSig) {
  const std::scoped_lock reading(lock_);
  const std::uint32_t row = row_of(mr);
  if (row == 0 || row > module_->member_refs.size()) return CLDB_E_INDEX_NOTFOUND;
  const Member& member = module_->member_refs[row - 1];
  set_out(ptk, member.parent);
  set_blob(member.signature, ppvSigBlob, pbSig);
  return name_out(member.name, szMember, cchMember, pchMember);
}

HRESULT Import::EnumGenericParams(HCORENUM* phEnum, mdToken tk, mdGenericParam rGenericParams[], ULONG cMax,
                                  ULONG* pcGenericParams) {
  const std::scoped_lock reading(lock_);
  const auto list = [&] {
    std::vector<mdToken> found;
    for (std::size_t i = 0; i < module_->generic_params.size(); ++i) {
      if (module_->generic_params[i].owner == tk)
        found.push_back(mdtGenericParam | static_cast<mdToken>(i + 1));
    }
    return found;
  };
  return next_tokens(phEnum, list, rGenericParams, cMax, pcGenericParams);
}

HRESULT Import::GetGenericParamProps(mdGenericParam gp, ULONG* pulParamSeq, DWORD* pdwParamFlags,
                                     mdToken* ptOwner, DWORD*, LPWSTR wzname, ULONG cchName, ULONG* pchName) {
  const std::scoped_lock reading(lock_);
  if (table_of(gp) != mdtGenericParam) return META_E_BAD_INPUT_PARAMETER;
  if (!has_token(*module_, gp)) return CLDB_E_INDEX_NOTFOUND;
  const GenericParam& parameter = module_->generic_params[row_of(gp) - 1];
  if (pulParamSeq != nullptr) *pulParamSeq = parameter.number;
  if (pdwParamFlags != nullptr) *pdwParamFlags = 0;  // neither variant nor constrained
  if (ptOwner != nullptr) *ptOwner = parameter.owner;
  return name_out(parameter.name, wzname, cchName, pchName);
}

}  // namespace gcrucible::clr::metadata
