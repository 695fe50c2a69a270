#include "harness/clr/metadata/assemblies.h"

#include <algorithm>
#include <iterator>
#include <map>

#include "harness/abi/enums.h"
#include "harness/abi/metadata/attributes.h"
#include "harness/clr/metadata/core_types.h"
#include "harness/clr/metadata/signatures.h"
#include "harness/program/functions/shared_code.h"
#include "harness/program/validate/type_facts.h"

namespace gcrucible::clr::metadata {

namespace {

// The key token of Microsoft's platform assemblies that are built from dotnet/runtime.
constexpr std::uint8_t kCoreKeyToken[] = {0x7C, 0xEC, 0x85, 0xD7, 0xBE, 0xA7, 0x79, 0x8E};

std::string space_of(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos ? std::string() : std::string(name.substr(0, dot));
}
std::string simple_name(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  return std::string(dot == std::string_view::npos ? name : name.substr(dot + 1));
}

Module new_module(std::string_view assembly, std::uint16_t major) {
  Module module;
  module.assembly = assembly;
  module.name = module.assembly + ".dll";
  module.version_id = version_id(module.name);
  if (assembly == kCoreLibrary) module.assembly_version = {major, 0, 0, 0};
  TypeDef global;
  global.name = "<Module>";
  module.type_defs.push_back(global);
  return module;
}

// An RVA at which no program has code. Some profilers treat a method without an RVA as abstract.
constexpr std::uint32_t kSomeRva = 0x2050;
constexpr std::uint32_t kBytesOfMethod = 0x10;

class Describer {
 public:
  Describer(std::span<const program::TypeSpec> types, std::span<const program::FunctionSpec> functions,
            std::uint16_t major)
      : types_(types), functions_(functions), major_(major) {
    result_.modules.push_back(new_module(kCoreLibrary, major));
    for (const CoreType& core : core_types()) {
      TypeDef type;
      const std::string name = std::string("System.") + core.name;
      type.space = space_of(name);
      type.name = simple_name(name);
      type.flags = core.flags;
      if (core.base != 0) type.extends = abi::mdtTypeDef | core.base;
      result_.modules[0].type_defs.push_back(type);
    }
    result_.modules.push_back(new_module(kProgramAssembly, major));
  }

  Assemblies describe() {
    place();
    for (std::size_t i = 0; i < types_.size(); ++i) {
      if (result_.types[i].token != 0 && !is_described(i)) name_type(i);
    }
    for (std::size_t i = 0; i < types_.size(); ++i) {
      if (result_.types[i].token != 0 && !is_described(i)) extend_type(i);
    }
    // Rows of a table are in the order of their owners.
    for (std::size_t m = 0; m < result_.modules.size(); ++m) fill_members(m);
    for (std::size_t i = 0; i < types_.size(); ++i) {
      if (const std::string& name = types_[i].definition; !name.empty())
        result_.types[i] = result_.types[by_name_.find(name)->second];
    }
    for (Module& module : result_.modules) {
      for (std::size_t i = 0; i < module.methods.size(); ++i)
        module.methods[i].rva = kSomeRva + kBytesOfMethod * static_cast<std::uint32_t>(i);
    }
    return std::move(result_);
  }

 private:
  std::uint32_t module_of(const program::TypeSpec& type) {
    if (type.assembly.empty()) return core_type(type.name) != 0 ? 0 : 1;
    for (std::size_t i = 0; i < result_.modules.size(); ++i) {
      if (result_.modules[i].assembly == type.assembly) return static_cast<std::uint32_t>(i);
    }
    result_.modules.push_back(new_module(type.assembly, major_));
    return static_cast<std::uint32_t>(result_.modules.size() - 1);
  }

  void place() {
    result_.types.resize(types_.size());
    result_.functions.resize(functions_.size());
    for (std::size_t i = 0; i < types_.size(); ++i) {
      const program::TypeSpec& type = types_[i];
      if (type.kind == program::TypeKind::kArray) continue;
      Place& place = result_.types[i];
      place.module = module_of(type);
      // Metadata contains the definition, whatever its type arguments are.
      const auto [same, is_new] = by_name_.emplace(metadata_name(type), i);
      if (!is_new && !type.definition.empty()) {
        place = result_.types[same->second];
        continue;
      }
      Module& module = result_.modules[place.module];
      for (std::size_t k = 0; k < type.parameters.size(); ++k) {
        module.generic_params.push_back(
            {.owner = abi::mdtTypeDef | static_cast<std::uint32_t>(module.type_defs.size() + 1),
             .number = static_cast<std::uint32_t>(k),
             .name = type.parameters[k]});
      }
      const std::uint32_t core = place.module == 0 ? core_type(type.name) : 0;
      if (core != 0) {
        place.token = abi::mdtTypeDef | core;
        continue;
      }
      module.type_defs.emplace_back();
      place.token = abi::mdtTypeDef | static_cast<std::uint32_t>(module.type_defs.size());
    }
  }

  static std::string_view metadata_name(const program::TypeSpec& type) {
    return type.definition.empty() ? type.name : type.definition;
  }
  // Whether another instantiation of the same definition describes it.
  bool is_described(std::size_t number) const {
    const program::TypeSpec& type = types_[number];
    return !type.definition.empty() && by_name_.find(type.definition)->second != number;
  }

  const Place* find(std::string_view name) const {
    const auto found = by_name_.find(name);
    return found == by_name_.end() ? nullptr : &result_.types[found->second];
  }

  // The token by which `module` names one of its own types or a type of another module.
  abi::mdToken type_token(std::uint32_t module, const Place& place) {
    if (place.module == module) return place.token;
    const TypeDef& type = result_.modules[place.module].type_defs[row_of(place.token) - 1];
    abi::mdToken scope = 0;
    if (type.enclosing != 0) {
      scope = type_token(module, {.module = place.module, .token = abi::mdtTypeDef | type.enclosing});
    } else {
      scope = assembly_ref(module, place.module);
    }
    std::deque<TypeRef>& refs = result_.modules[module].type_refs;
    const auto found = std::ranges::find_if(refs, [&](const TypeRef& ref) {
      return ref.scope == scope && ref.space == type.space && ref.name == type.name;
    });
    if (found != refs.end()) return abi::mdtTypeRef | static_cast<std::uint32_t>(found - refs.begin() + 1);
    refs.push_back({.scope = scope, .space = type.space, .name = type.name});
    return abi::mdtTypeRef | static_cast<std::uint32_t>(refs.size());
  }

  abi::mdToken assembly_ref(std::uint32_t module, std::uint32_t other) {
    std::deque<AssemblyRef>& refs = result_.modules[module].assembly_refs;
    const Module& target = result_.modules[other];
    const auto found = std::ranges::find(refs, target.assembly, &AssemblyRef::name);
    if (found != refs.end())
      return abi::mdtAssemblyRef | static_cast<std::uint32_t>(found - refs.begin() + 1);
    AssemblyRef ref{.name = target.assembly, .version = target.assembly_version, .key_token = {}};
    if (other == 0) ref.key_token.assign(std::begin(kCoreKeyToken), std::end(kCoreKeyToken));
    refs.push_back(std::move(ref));
    return abi::mdtAssemblyRef | static_cast<std::uint32_t>(refs.size());
  }

  // All types get names before the first one refers to another, which may come later.
  void name_type(std::size_t number) {
    const program::TypeSpec& spec = types_[number];
    const Place place = result_.types[number];
    if (place.module == 0 && core_type(spec.name) != 0) return;
    TypeDef type;
    std::string_view name = metadata_name(spec);
    type.flags = abi::tdPublic | abi::tdBeforeFieldInit;
    if (const std::size_t plus = name.rfind('+'); plus != std::string_view::npos) {
      const Place* const outer = find(name.substr(0, plus));
      if (outer != nullptr && outer->module == place.module && outer->token != place.token) {
        type.enclosing = row_of(outer->token);
        type.name = name.substr(plus + 1);
        type.flags = abi::tdNestedPublic | abi::tdBeforeFieldInit;
      }
    }
    if (spec.kind == program::TypeKind::kValue) type.flags |= abi::tdSealed | abi::tdSequentialLayout;
    if (type.enclosing == 0) {
      type.space = space_of(name);
      type.name = simple_name(name);
    }
    result_.modules[place.module].type_defs[row_of(place.token) - 1] = std::move(type);
  }

  void extend_type(std::size_t number) {
    const program::TypeSpec& spec = types_[number];
    const Place place = result_.types[number];
    if (place.module == 0 && core_type(spec.name) != 0) return;
    const bool value = spec.kind == program::TypeKind::kValue;
    const Place parent =
        spec.parent != program::kNothing
            ? result_.types[spec.parent]
            : Place{.module = 0, .token = abi::mdtTypeDef | (value ? kValueTypeRow : kObjectRow)};
    const abi::mdToken extends = type_token(place.module, parent);
    result_.modules[place.module].type_defs[row_of(place.token) - 1].extends = extends;
  }

  void fill_members(std::size_t number) {
    const auto module_number = static_cast<std::uint32_t>(number);
    // The program's type in each row.
    std::vector<std::size_t> specs(result_.modules[number].type_defs.size(), types_.size());
    for (std::size_t i = 0; i < types_.size(); ++i) {
      const Place& place = result_.types[i];
      if (place.token != 0 && place.module == module_number && !is_described(i))
        specs[row_of(place.token) - 1] = i;
    }
    for (std::size_t row = 0; row < specs.size(); ++row) {
      TypeDef& type = result_.modules[number].type_defs[row];
      type.first_field = static_cast<std::uint32_t>(result_.modules[number].fields.size() + 1);
      type.first_method = static_cast<std::uint32_t>(result_.modules[number].methods.size() + 1);
      const abi::mdTypeDef token = abi::mdtTypeDef | static_cast<std::uint32_t>(row + 1);
      if (row == 0) {
        if (number == 1) add_functions(module_number, token);
        type.methods = static_cast<std::uint32_t>(result_.modules[number].methods.size());
        continue;
      }
      if (specs[row] != types_.size()) add_fields(module_number, token, specs[row]);
      add_methods(module_number, token, specs[row]);
      Module& module = result_.modules[number];
      TypeDef& filled = module.type_defs[row];
      filled.fields = static_cast<std::uint32_t>(module.fields.size() + 1) - filled.first_field;
      filled.methods = static_cast<std::uint32_t>(module.methods.size() + 1) - filled.first_method;
    }
    if (number == 0) return;
    // Every constructor calls this.
    const abi::mdToken object =
        type_token(module_number, {.module = 0, .token = abi::mdtTypeDef | kObjectRow});
    result_.modules[number].member_refs.push_back(
        {.parent = object, .name = ".ctor", .flags = 0, .signature = no_arguments(true)});
  }

  void add_fields(std::uint32_t module, abi::mdTypeDef owner, std::size_t number) {
    const program::TypeSpec& spec = types_[number];
    result_.types[number].first_field =
        abi::mdtFieldDef | static_cast<std::uint32_t>(result_.modules[module].fields.size() + 1);
    const auto token_of = [&](std::string_view name) -> NamedType {
      const Place* const place = find(name);
      if (place == nullptr) return {};
      const std::size_t number_of_it = by_name_.find(name)->second;
      return {type_token(module, *place), types_[number_of_it].kind == program::TypeKind::kValue};
    };
    for (const program::FieldSpec* const field : program::own_fields(spec)) {
      Blob signature = field_signature(*field, token_of);
      result_.modules[module].fields.push_back(
          {.parent = owner, .name = field->name, .flags = abi::fdPublic, .signature = std::move(signature)});
    }
  }

  // ECMA-335 gives these names special flags.
  static std::uint32_t flags_of(std::string_view name, std::uint32_t usual) {
    constexpr std::uint32_t kSpecial = abi::mdHideBySig | abi::mdSpecialName | abi::mdRTSpecialName;
    if (name == ".ctor") return abi::mdPublic | kSpecial;
    if (name == ".cctor") return abi::mdPrivate | abi::mdStatic | kSpecial;
    if (name == "Finalize") return abi::mdFamily | abi::mdVirtual | abi::mdHideBySig;
    return usual;
  }

  void add_methods(std::uint32_t module, abi::mdTypeDef owner, std::size_t number) {
    std::deque<Member>& methods = result_.modules[module].methods;
    // A scenario may declare members that each type has anyway.
    const auto add = [&](std::string name, std::uint32_t flags) {
      const bool there = std::ranges::any_of(
          methods, [&](const Member& method) { return method.parent == owner && method.name == name; });
      if (there) return;
      methods.push_back(
          {.parent = owner, .name = std::move(name), .flags = flags, .signature = no_arguments(true)});
    };
    if (number != types_.size()) {
      const program::TypeSpec& spec = types_[number];
      for (const std::string& name : spec.methods)
        add(name, flags_of(name, abi::mdPublic | abi::mdHideBySig));
      add_functions(module, owner);
      const bool inherits =
          spec.parent != program::kNothing && types_[spec.parent].finalizer != program::Finalizer::kNone;
      if (spec.finalizer != program::Finalizer::kNone && !inherits) add("Finalize", flags_of("Finalize", 0));
    }
    // The members of other core types are not described.
    if (number == types_.size() && row_of(owner) != kObjectRow) return;
    if (number != types_.size() && types_[number].kind == program::TypeKind::kValue) return;
    add(".ctor", flags_of(".ctor", 0));
  }

  // The definition of the function's type, or <Module> for a function without a type.
  bool is_owner(std::uint32_t module, abi::mdTypeDef owner, const program::FunctionSpec& function) const {
    if (function.lightweight) return false;
    if (function.type == program::kNothing) return module == 1 && row_of(owner) == 1;
    const Place& place = result_.types[function.type];
    return place.module == module && place.token == owner;
  }

  // The functions of one type, or those without a type. Instantiations of one method are one row.
  void add_functions(std::uint32_t module, abi::mdTypeDef owner) {
    std::deque<Member>& methods = result_.modules[module].methods;
    for (std::size_t i = 0; i < functions_.size(); ++i) {
      if (!is_owner(module, owner, functions_[i])) continue;
      const std::string name(program::parts_of(functions_[i].name).method);
      const std::uint32_t flags = flags_of(name, abi::mdPublic | abi::mdStatic | abi::mdHideBySig);
      const std::size_t parameters = functions_[i].arguments.size();
      const Blob signature = no_arguments((flags & abi::mdStatic) == 0, parameters);
      // A method that a scenario declares has `this`, and functions use its row.
      const auto same = std::ranges::find_if(methods, [&](const Member& method) {
        return method.parent == owner && method.name == name &&
               (parameters == 0 ? (method.signature[0] & abi::IMAGE_CEE_CS_CALLCONV_GENERIC) == 0
                                : method.signature == signature);
      });
      const abi::mdMethodDef token =
          abi::mdtMethodDef | static_cast<std::uint32_t>(same - methods.begin() + 1);
      result_.functions[i] = {.module = module, .token = token};
      if (same != methods.end()) continue;
      methods.push_back({.parent = owner, .name = name, .flags = flags, .signature = signature});
      for (std::size_t k = 0; k < parameters; ++k) {
        const std::string number = parameters == 1 ? std::string() : std::to_string(k);
        result_.modules[module].generic_params.push_back(
            {.owner = token, .number = static_cast<std::uint32_t>(k), .name = "T" + number});
      }
    }
  }

  std::span<const program::TypeSpec> types_;
  std::span<const program::FunctionSpec> functions_;
  std::uint16_t major_;
  std::map<std::string_view, std::size_t> by_name_;  // types that have metadata, by number
  Assemblies result_;
};

}  // namespace

Assemblies describe(std::span<const program::TypeSpec> types,
                    std::span<const program::FunctionSpec> functions, std::uint16_t runtime_major) {
  return Describer(types, functions, runtime_major).describe();
}

}  // namespace gcrucible::clr::metadata
