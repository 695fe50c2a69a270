#include "harness/clr/metadata/module.h"

#include "harness/abi/enums.h"

namespace gcrucible::clr::metadata {

std::string full_name(const std::string& space, const std::string& name) {
  return space.empty() ? name : space + "." + name;
}

bool has_token(const Module& module, abi::mdToken token) {
  const std::uint32_t row = row_of(token);
  if (row == 0) return false;
  switch (table_of(token)) {
    case abi::mdtModule:
    case abi::mdtAssembly:
      return row == 1;
    case abi::mdtTypeRef:
      return row <= module.type_refs.size();
    case abi::mdtTypeDef:
      return row <= module.type_defs.size();
    case abi::mdtFieldDef:
      return row <= module.fields.size();
    case abi::mdtMethodDef:
      return row <= module.methods.size();
    case abi::mdtMemberRef:
      return row <= module.member_refs.size();
    case abi::mdtAssemblyRef:
      return row <= module.assembly_refs.size();
    case abi::mdtGenericParam:
      return row <= module.generic_params.size();
    case abi::mdtModuleRef:
      return row <= module.module_refs.size();
    case abi::mdtSignature:
      return row <= module.signatures.size();
    case abi::mdtTypeSpec:
      return row <= module.type_specs.size();
    case abi::mdtMethodSpec:
      return row <= module.method_specs.size();
    case abi::mdtParamDef:
      return row <= module.parameters.size();
    case abi::mdtCustomAttribute:
      return row <= module.custom_attributes.size();
    case abi::mdtString:
      return module.user_strings.contains(row);
    default:
      return false;
  }
}

std::uint32_t find_type_def(const Module& module, const std::string& name, std::uint32_t enclosing) {
  for (std::size_t i = 0; i < module.type_defs.size(); ++i) {
    const TypeDef& type = module.type_defs[i];
    if (type.enclosing == enclosing && full_name(type.space, type.name) == name)
      return static_cast<std::uint32_t>(i + 1);
  }
  return 0;
}

}  // namespace gcrucible::clr::metadata
