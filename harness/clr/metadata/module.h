// The metadata of one module as plain tables, as a compiler writes them into its file.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "harness/abi/metadata/types.h"

namespace gcrucible::clr::metadata {

using Blob = std::vector<std::uint8_t>;

// Row n of a table is element n - 1. A token holds the table's number above the row's.
constexpr std::uint32_t row_of(abi::mdToken token) {
  return token & 0x00FFFFFFu;
}
constexpr std::uint32_t table_of(abi::mdToken token) {
  return token & 0xFF000000u;
}

struct TypeDef {
  std::string space;  // namespace; empty for nested types
  std::string name;
  std::uint32_t flags = 0;
  abi::mdToken extends = 0x01000000;  // nil, as metadata stores it
  std::uint32_t enclosing = 0;        // row; 0: none
  std::uint32_t first_field = 1;
  std::uint32_t fields = 0;
  std::uint32_t first_method = 1;
  std::uint32_t methods = 0;
};

// A field, a method or a reference to one.
struct Member {
  abi::mdToken parent = 0;
  std::string name;
  std::uint32_t flags = 0;
  Blob signature;
  std::uint32_t rva = 0;         // only for a method
  std::uint32_t impl_flags = 0;  // only for a method
  bool added = false;            // by a profiler, after the rows of all types
};

struct TypeRef {
  abi::mdToken scope = 0;  // an AssemblyRef, or the TypeRef of the enclosing type
  std::string space;
  std::string name;
};

struct AssemblyRef {
  std::string name;
  std::array<std::uint16_t, 4> version{};
  Blob key_token;
};

struct GenericParam {
  abi::mdTypeDef owner = 0;
  std::uint32_t number = 0;  // among the owner's
  std::string name;
};

struct Parameter {
  abi::mdMethodDef method = 0;
  std::uint32_t number = 0;  // from 1; 0: the return value
  std::string name;
  std::uint32_t flags = 0;
};

struct CustomAttribute {
  abi::mdToken owner = 0;
  abi::mdToken constructor = 0;
  Blob value;
};

struct MethodSpec {
  abi::mdToken method = 0;
  Blob signature;
};

// How a method of a native library is found.
struct PinvokeMap {
  std::uint32_t flags = 0;
  std::string name;
  abi::mdModuleRef library = 0;
};

// A compiler writes the first rows. A profiler may add others at any time, so every reader and writer takes
// the lock of the module's Import. Rows never move, because pointers to names and signatures are handed out.
struct Module {
  std::string name;  // including its extension
  abi::GUID version_id{};
  std::string assembly;
  std::array<std::uint16_t, 4> assembly_version{};
  std::deque<TypeDef> type_defs;  // the first is <Module>
  std::deque<Member> fields;
  std::deque<Member> methods;
  std::deque<TypeRef> type_refs;
  std::deque<Member> member_refs;
  std::deque<AssemblyRef> assembly_refs;
  std::deque<GenericParam> generic_params;
  // Only profilers add rows to the tables below.
  std::deque<std::string> module_refs;
  std::deque<Blob> signatures;  // of local variables
  std::deque<Blob> type_specs;
  std::deque<MethodSpec> method_specs;
  std::deque<Parameter> parameters;
  std::deque<CustomAttribute> custom_attributes;
  std::map<std::uint32_t, PinvokeMap> pinvoke_maps;      // by the method's row
  std::map<std::uint32_t, std::u16string> user_strings;  // by their offset in the string heap
};

// "Space.Name", the form that the metadata interfaces use.
std::string full_name(const std::string& space, const std::string& name);

// Whether the module has this row.
bool has_token(const Module& module, abi::mdToken token);
// Whether the module has this row, and the token names this table. A field's token, for example, names no
// method.
inline bool has_row(const Module& module, abi::mdToken table, abi::mdToken token) {
  return table_of(token) == table && has_token(module, token);
}
// Row of the type with that name inside `enclosing` (0: not nested); 0 if there is none.
std::uint32_t find_type_def(const Module& module, const std::string& name, std::uint32_t enclosing);

}  // namespace gcrucible::clr::metadata
