// The arguments of callbacks as traces name them. Each key of a callback's line has the parameters that give
// its value, and the form of that value.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "harness/abi/tables/callback_methods.h"
#include "harness/abi/tables/parameter_text.h"
#include "harness/abi/visibility.h"

namespace gcrucible::abi {

// "(GCHandleID handleId, ObjectID initialObjectId)". By slot.
GCRUCIBLE_OWN inline constexpr std::array<std::string_view, kCallbackMethods.size()> kCallbackParameters{
    "(REFIID riid, void** ppvObject)", "()", "()",
#define GCRUCIBLE_ROW(slot, version, method, parameters, ...) #parameters,
    GCRUCIBLE_CALLBACKS(GCRUCIBLE_ROW)
#undef GCRUCIBLE_ROW
};
// "(handle(handleId), object(initialObjectId))". By slot.
GCRUCIBLE_OWN inline constexpr std::array<std::string_view, kCallbackMethods.size()> kCallbackFields{
    "()", "()", "()",
#define GCRUCIBLE_ROW(slot, version, method, parameters, fields, ...) #fields,
    GCRUCIBLE_CALLBACKS(GCRUCIBLE_ROW)
#undef GCRUCIBLE_ROW
};

// Empty if the method has fewer parameters.
constexpr Parameter callback_parameter(CallbackMethod method, std::size_t index) {
  return parameter_at(kCallbackParameters[static_cast<std::size_t>(method)], index);
}

enum class FieldForm : std::uint8_t {
  kNull,    // always null
  kId,      // of 64 bits, relative to the canonical base
  kWide,    // another number of 64 bits
  kNumber,  // of 32 bits
  kStatus,  // an HRESULT
  kFlag,
  kGuid,
  kText,   // UTF-16, with its length or a terminating zero
  kBytes,  // raw memory, with its length
  kArray,  // parallel arrays, with their common count
};

// The form of a value of the type, or of an entry of its array.
constexpr FieldForm form_of(std::string_view type) {
  if (type == "BOOL") return FieldForm::kFlag;
  if (type == "HRESULT") return FieldForm::kStatus;
  if (type == "GUID*" || type == "REFGUID") return FieldForm::kGuid;
  if (type == "WCHAR" || type == "const WCHAR*") return FieldForm::kText;
  if (type == "void*") return FieldForm::kBytes;
  if (type == "SIZE_T") return FieldForm::kWide;
  if (type.ends_with("ID") || type == "UINT_PTR" || type == "EVENTPIPE_PROVIDER") return FieldForm::kId;
  return FieldForm::kNumber;
}

struct CallbackField {
  std::string_view key;  // empty if the callback has fewer fields
  FieldForm form = FieldForm::kNull;
  std::uint8_t count = 0;
  std::array<std::uint8_t, 5> parameters{};  // the positions of `count` parameters

  // The arrays of kArray. The parameter before them is their count.
  constexpr std::size_t columns() const { return form == FieldForm::kArray ? count - std::size_t{1} : 0; }
};

namespace detail {

constexpr std::uint8_t position_of(CallbackMethod method, std::string_view name) {
  // The name of a parameter is the last word before a comma, a bracket or the end.
  const std::string_view text = kCallbackParameters[static_cast<std::size_t>(method)];
  std::uint8_t place = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == ',') ++place;
    if (text[i] != ' ' || text.substr(i + 1, name.size()) != name) continue;
    const char after = text[i + 1 + name.size()];
    if (after == ',' || after == '[' || after == ')') return place;
  }
  // Not constant, so that the row does not compile.
  throw "a field names a parameter that the callback does not have";
}

constexpr FieldForm form_of_field(CallbackMethod method, const CallbackField& field) {
  if (field.count == 0) return FieldForm::kNull;
  const Parameter first = callback_parameter(method, field.parameters[0]);
  const Parameter second = callback_parameter(method, field.parameters[1]);
  if (field.count == 1 || form_of(first.type) == FieldForm::kBytes) return form_of(first.type);
  return form_of(second.type) == FieldForm::kText ? FieldForm::kText : FieldForm::kArray;
}

}  // namespace detail

constexpr CallbackField callback_field(CallbackMethod method, std::size_t index) {
  std::string_view rest = kCallbackFields[static_cast<std::size_t>(method)];
  rest = rest.substr(1, rest.size() - 2);
  for (; index > 0 && !rest.empty(); --index) {
    rest.remove_prefix(rest.find(')') + 1);
    if (rest.starts_with(", ")) rest.remove_prefix(2);
  }
  CallbackField field{.key = rest.substr(0, rest.find('('))};
  if (rest.empty()) return field;
  rest = rest.substr(field.key.size() + 1, rest.find(')') - field.key.size() - 1);
  while (!rest.empty()) {
    const std::string_view name = rest.substr(0, rest.find(", "));
    field.parameters[field.count++] = detail::position_of(method, name);
    rest.remove_prefix(name.size() == rest.size() ? rest.size() : name.size() + 2);
  }
  field.form = detail::form_of_field(method, field);
  return field;
}

constexpr std::size_t callback_field_count(CallbackMethod method) {
  // The parenthesis around all fields is one more.
  std::size_t opened = 0;
  for (const char each : kCallbackFields[static_cast<std::size_t>(method)]) opened += each == '(' ? 1 : 0;
  return opened - 1;
}

// Calls `found(info, method, field)` for each field of each callback, in the order of the slots.
template <typename Found>
constexpr void each_callback_field(Found found) {
  for (const MethodInfo& info : kCallbackMethods) {
    const auto method = static_cast<CallbackMethod>(info.slot);
    for (std::size_t i = 0, end = callback_field_count(method); i < end; ++i)
      found(info, method, callback_field(method, i));
  }
}

}  // namespace gcrucible::abi
