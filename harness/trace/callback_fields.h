// The arguments of every callback as the fields of its line.
//
// Each type in `fields` has the name of its method and takes the method's arguments. Recorder and harness
// share these types, so their traces agree. The fields are views of the arguments: use them only while the
// arguments exist. Out pointers and interface pointers are not fields.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include "harness/abi/guid.h"
#include "harness/abi/tables/callback_fields.h"
#include "harness/abi/tables/callback_signatures.h"
#include "harness/trace/read/columns.h"

namespace gcrucible::trace {

namespace detail {

template <typename T>
struct ReadOnly {
  using Type = T;
};
template <typename T>
struct ReadOnly<T*> {
  using Type = const T*;
};

// Raw memory as hexadecimal digits, two for each byte. The rest after `kMostBytes` is not written.
inline constexpr std::size_t kMostBytes = 256;
inline std::string digits_of(const void* data, std::size_t bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (std::size_t i = 0; i < std::min(bytes, kMostBytes); ++i) {
    const unsigned byte = static_cast<const unsigned char*>(data)[i];
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

template <abi::FieldForm kForm, typename T>
constexpr Column column_of(const T* data) {
  if constexpr (kForm == abi::FieldForm::kId) return id_column(data);
  if constexpr (kForm == abi::FieldForm::kWide) return size_column(data);
  if constexpr (kForm == abi::FieldForm::kFlag) return bool_column(data);
  if constexpr (kForm == abi::FieldForm::kNumber) return u32_column(data);
}

struct NoText {};

// The text that a value of the form needs and that no argument has.
template <abi::FieldForm kForm>
using OwnText = std::conditional_t<kForm == abi::FieldForm::kGuid, abi::GuidText,
                                   std::conditional_t<kForm == abi::FieldForm::kBytes, std::string, NoText>>;

}  // namespace detail

template <abi::CallbackMethod kMethod,
          typename Arguments = typename abi::CallbackSignature<kMethod>::Arguments,
          typename Places = std::make_index_sequence<abi::callback_field_count(kMethod)>>
class FieldsOf;

template <abi::CallbackMethod kMethod, typename... Types, std::size_t... kPlaces>
class FieldsOf<kMethod, std::tuple<Types...>, std::index_sequence<kPlaces...>> {
 public:
  explicit FieldsOf(typename detail::ReadOnly<Types>::Type... arguments)
      : fields_{field<kPlaces>(std::tie(arguments...))...} {}
  // Fields may be views of the object's own texts.
  FieldsOf(const FieldsOf&) = delete;
  FieldsOf& operator=(const FieldsOf&) = delete;

  operator std::span<const Field>() const { return fields_; }

 private:
  template <std::size_t kPlace, typename All>
  Field field(const All& all) {
    constexpr abi::CallbackField kField = abi::callback_field(kMethod, kPlace);
    return {kField.key, value<kPlace>(all)};
  }

  template <std::size_t kPlace, typename All>
  Value value([[maybe_unused]] const All& all) {
    using Form = abi::FieldForm;
    constexpr abi::CallbackField kField = abi::callback_field(kMethod, kPlace);
    if constexpr (kField.form == Form::kNull) {
      return null();
    } else {
      const auto& first = std::get<kField.parameters[0]>(all);
      [[maybe_unused]] const auto& second = std::get<kField.parameters[1]>(all);
      if constexpr (kField.form == Form::kId) return id(first);
      if constexpr (kField.form == Form::kNumber || kField.form == Form::kWide) return number(first);
      if constexpr (kField.form == Form::kStatus) return signed_number(first);
      if constexpr (kField.form == Form::kFlag) return boolean(first != 0);
      if constexpr (kField.form == Form::kText && kField.count == 1)
        return first == nullptr ? null() : text16(first);
      if constexpr (kField.form == Form::kText && kField.count == 2)
        return second == nullptr ? null() : text16({second, first});
      if constexpr (kField.form == Form::kGuid) return guid<kPlace>(first);
      if constexpr (kField.form == Form::kBytes) {
        if (first == nullptr) return null();
        return text(std::get<kPlace>(texts_) = detail::digits_of(first, second));
      }
      if constexpr (kField.form == Form::kArray) {
        return array<kPlace>(all, std::make_index_sequence<kField.columns()>());
      }
    }
  }

  template <std::size_t kPlace>
  Value guid(const abi::GUID& guid) {
    auto& own = std::get<kPlace>(texts_);
    own = abi::format_guid(guid);
    return text(own.view());
  }
  template <std::size_t kPlace>
  Value guid(const abi::GUID* guid) {
    return guid == nullptr ? null() : this->guid<kPlace>(*guid);
  }

  template <std::size_t kPlace, typename All, std::size_t... kColumns>
  Value array(const All& all, std::index_sequence<kColumns...>) {
    constexpr abi::CallbackField kField = abi::callback_field(kMethod, kPlace);
    const auto count = std::get<kField.parameters[0]>(all);
    return table_of(
        std::is_signed_v<decltype(count)> && std::cmp_less(count, 0) ? 0 : static_cast<std::uint64_t>(count),
        detail::column_of<abi::form_of(
            abi::callback_parameter(kMethod, kField.parameters[kColumns + 1]).type)>(
            std::get<kField.parameters[kColumns + 1]>(all))...);
  }

  std::tuple<detail::OwnText<abi::callback_field(kMethod, kPlaces).form>...> texts_;
  std::array<Field, sizeof...(kPlaces)> fields_;
};

namespace fields {

#define GCRUCIBLE_FIELDS_OF(slot, version, method, ...) \
  using method = FieldsOf<abi::CallbackMethod::k##method>;
GCRUCIBLE_CALLBACKS(GCRUCIBLE_FIELDS_OF)
#undef GCRUCIBLE_FIELDS_OF

}  // namespace fields

}  // namespace gcrucible::trace
