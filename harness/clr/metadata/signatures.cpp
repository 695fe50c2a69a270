#include "harness/clr/metadata/signatures.h"

#include <vector>

#include "harness/abi/enums.h"
#include "harness/abi/metadata/attributes.h"
#include "harness/abi/simple_types.h"

namespace gcrucible::clr::metadata {

namespace {

using TokenOf = std::function<NamedType(std::string_view)>;

// II.23.2: one, two or four bytes, depending on the value.
void put_number(Blob& blob, std::uint32_t value) {
  if (value < 0x80) {
    blob.push_back(static_cast<std::uint8_t>(value));
  } else if (value < 0x4000) {
    blob.push_back(static_cast<std::uint8_t>(0x80 | (value >> 8)));
    blob.push_back(static_cast<std::uint8_t>(value));
  } else {
    for (const int shift : {24, 16, 8, 0})
      blob.push_back(static_cast<std::uint8_t>((shift == 24 ? 0xC0u : 0u) | (value >> shift)));
  }
}

// TypeDefOrRef: the table is in the lowest two bits.
void put_type_token(Blob& blob, abi::mdToken token) {
  const std::uint32_t table = table_of(token) == abi::mdtTypeRef ? 1 : 0;
  put_number(blob, row_of(token) << 2 | table);
}

// Splits a list at its commas, except at those inside further brackets.
std::vector<std::string_view> arguments_of(std::string_view list) {
  std::vector<std::string_view> arguments;
  int depth = 0;
  std::size_t first = 0;
  for (std::size_t i = 0; i <= list.size(); ++i) {
    if (i == list.size() || (list[i] == ',' && depth == 0)) {
      arguments.push_back(list.substr(first, i - first));
      first = i + 1;
    } else if (list[i] == '<' || list[i] == '[') {
      ++depth;
    } else if (list[i] == '>' || list[i] == ']') {
      --depth;
    }
  }
  return arguments;
}

void put_type(Blob& blob, std::string_view name, const TokenOf& token_of) {
  if (name.ends_with(']')) {
    const std::size_t open = name.rfind('[');
    const std::size_t rank = name.size() - open - 1;
    blob.push_back(rank == 1 ? abi::ELEMENT_TYPE_SZARRAY : abi::ELEMENT_TYPE_ARRAY);
    put_type(blob, name.substr(0, open), token_of);
    if (rank > 1) {
      put_number(blob, static_cast<std::uint32_t>(rank));
      put_number(blob, 0);  // no sizes
      put_number(blob, static_cast<std::uint32_t>(rank));
      for (std::size_t i = 0; i < rank; ++i) put_number(blob, 0);  // lower bounds
    }
    return;
  }
  for (const abi::SimpleType& primitive : abi::kSimpleTypes) {
    if (primitive.name == name) {
      blob.push_back(static_cast<std::uint8_t>(primitive.element));
      return;
    }
  }
  if (name.starts_with('!')) {
    blob.push_back(abi::ELEMENT_TYPE_VAR);
    std::uint32_t parameter = 0;
    for (const char digit : name.substr(1))
      parameter = parameter * 10 + static_cast<std::uint32_t>(digit - '0');
    put_number(blob, parameter);
    return;
  }
  if (name.ends_with('>')) {
    const std::size_t open = name.find('<');
    const std::vector<std::string_view> arguments =
        arguments_of(name.substr(open + 1, name.size() - open - 2));
    blob.push_back(abi::ELEMENT_TYPE_GENERICINST);
    put_type(blob, name.substr(0, open), token_of);
    put_number(blob, static_cast<std::uint32_t>(arguments.size()));
    for (const std::string_view argument : arguments) put_type(blob, argument, token_of);
    return;
  }
  if (const NamedType type = token_of(name); type.token != 0) {
    blob.push_back(type.is_value ? abi::ELEMENT_TYPE_VALUETYPE : abi::ELEMENT_TYPE_CLASS);
    put_type_token(blob, type.token);
    return;
  }
  blob.push_back(abi::ELEMENT_TYPE_OBJECT);
}

}  // namespace

Blob field_signature(const program::FieldSpec& field, const TokenOf& token_of) {
  Blob blob = {abi::IMAGE_CEE_CS_CALLCONV_FIELD};
  if (!field.type.empty()) {
    put_type(blob, field.type, token_of);
  } else if (field.is_reference()) {
    // A program that names no type states at most the kind of reference.
    const bool array =
        field.element_type == abi::ELEMENT_TYPE_SZARRAY || field.element_type == abi::ELEMENT_TYPE_ARRAY;
    if (array) blob.push_back(abi::ELEMENT_TYPE_SZARRAY);
    const bool string = field.element_type == abi::ELEMENT_TYPE_STRING;
    blob.push_back(string ? abi::ELEMENT_TYPE_STRING : abi::ELEMENT_TYPE_OBJECT);
  } else {
    blob.push_back(field.element_type);
  }
  return blob;
}

Blob no_arguments(bool instance, std::size_t parameters) {
  const auto convention = instance ? abi::IMAGE_CEE_CS_CALLCONV_HASTHIS : abi::IMAGE_CEE_CS_CALLCONV_DEFAULT;
  if (parameters == 0) return {static_cast<std::uint8_t>(convention), 0, abi::ELEMENT_TYPE_VOID};
  Blob blob{static_cast<std::uint8_t>(convention | abi::IMAGE_CEE_CS_CALLCONV_GENERIC)};
  put_number(blob, static_cast<std::uint32_t>(parameters));
  blob.push_back(0);
  blob.push_back(abi::ELEMENT_TYPE_VOID);
  return blob;
}

}  // namespace gcrucible::clr::metadata
