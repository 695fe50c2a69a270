// Delivers a callback that a scenario says (`say`). raise.h raises those that the simulated CLR causes.
#include <algorithm>
#include <array>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "harness/abi/hresults.h"
#include "harness/clr/callbacks/call_message.h"
#include "harness/clr/callbacks/guarded_array.h"
#include "harness/clr/callbacks/raise.h"

namespace gcrucible::clr {
namespace {

using abi::CallbackField;
using abi::CallbackMethod;
using abi::FieldForm;

constexpr std::uint64_t kMostClientData = 65536;

// Two hexadecimal digits a byte, as in the trace.
std::vector<char> from_digits(const std::u16string& digits) {
  const auto value = [](char16_t digit) { return digit >= u'a' ? digit - u'a' + 10 : digit - u'0'; };
  std::vector<char> bytes;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
    bytes.push_back(static_cast<char>((value(digits[i]) << 4) | value(digits[i + 1])));
  }
  return bytes;
}

// Where the value of a parameter comes from: a part of an argument of the message.
struct Source {
  FieldForm form = FieldForm::kNull;  // of the whole argument; kNull if the parameter is in none
  std::size_t argument = 0;
  std::size_t part = 0;
};

constexpr Source source_of(CallbackMethod method, std::size_t place) {
  std::size_t argument = 0;
  for (std::size_t i = 0; i < abi::callback_field_count(method); ++i) {
    const CallbackField field = abi::callback_field(method, i);
    if (!program::can_be_said(field.form)) continue;
    for (std::size_t part = 0; part < field.count; ++part) {
      if (field.parameters[part] == place) return {field.form, argument, part};
    }
    ++argument;
  }
  return {};
}

// The field that has the form. No callback that a scenario can make has two arrays, texts or blocks of
// memory.
constexpr CallbackField field_with(CallbackMethod method, FieldForm form) {
  for (std::size_t i = 0;; ++i) {
    const CallbackField field = abi::callback_field(method, i);
    if (field.key.empty() || field.form == form) return field;
  }
}

struct Nothing {};

// A callback whose arguments come from a message.
template <CallbackMethod kMethod, typename Arguments = typename abi::CallbackSignature<kMethod>::Arguments,
          typename Places = std::make_index_sequence<std::tuple_size_v<Arguments>>>
class Delivery;

template <CallbackMethod kMethod, typename... Types, std::size_t... kPlaces>
class Delivery<kMethod, std::tuple<Types...>, std::index_sequence<kPlaces...>> final : public CallbackCall {
 public:
  Delivery(const CallMessage& message, Clr& clr, abi::IUnknown* info)
      : CallbackCall(kMethod), message_(message), clr_(clr), info_(info), columns_{column<kPlaces>()...} {
    for (const CallMessage::Argument& argument : message.arguments) text_ += argument.text;
    if constexpr (kBytes.count != 0) {
      bytes_ = from_digits(text_);
      // The claimed bytes beyond the data exist and are zero.
      bytes_.resize(std::max<std::size_t>(bytes_.size(), value<kBytes.parameters[1]>(0)));
    }
  }

  std::span<const trace::Field> fields() override {
    // Only entries that exist and are reported are written. The larger of `count` and `there` is added as a
    // field.
    fields_.emplace(value<kPlaces>(std::min(count(), there()))...);
    const std::span<const trace::Field> made = *fields_;
    all_.assign(made.begin(), made.end());
    if (count() > there()) all_.push_back({"count", trace::number(count())});
    if (count() < there()) all_.push_back({"there", trace::number(there())});
    return all_;
  }

  abi::HRESULT call(const ProfilerInterfaces& profiler, const CopyArgument& guard) override {
    auto* const callback = profiler.as<abi::CallbackInterface<kMethod>>();
    return (callback->*abi::callback_member<kMethod>())(guarded<kPlaces>(guard)...);
  }

 private:
  template <std::size_t kPlace>
  using Type = std::tuple_element_t<kPlace, std::tuple<Types...>>;
  template <std::size_t kPlace>
  using Column = std::conditional_t<is_copied(kMethod, kPlace),
                                    GuardedArray<std::remove_pointer_t<Type<kPlace>>>, Nothing>;

  static constexpr CallbackField kArray = field_with(kMethod, FieldForm::kArray);
  static constexpr CallbackField kBytes = field_with(kMethod, FieldForm::kBytes);

  std::uint32_t there() const {
    if constexpr (kArray.count == 0) {
      return 0;
    } else {
      const std::size_t argument = source_of(kMethod, kArray.parameters[0]).argument;
      return static_cast<std::uint32_t>(message_.arguments[argument].cells.size() / kArray.columns());
    }
  }
  std::uint32_t count() const { return kArray.count == 0 ? 0 : message_.claimed.value_or(there()); }

  // The array of one parameter.
  template <std::size_t kPlace>
  Column<kPlace> column() const {
    if constexpr (is_copied(kMethod, kPlace)) {
      using T = std::remove_pointer_t<Type<kPlace>>;
      constexpr Source kSource = source_of(kMethod, kPlace);
      const std::vector<std::uint64_t>& cells = message_.arguments[kSource.argument].cells;
      std::vector<T> values;
      for (std::size_t cell = kSource.part - 1; cell < cells.size(); cell += kArray.columns())
        values.push_back(static_cast<T>(cells[cell]));
      return GuardedArray<T>(values, message_.claimed.value_or(0));
    } else {
      return {};
    }
  }

  // The value of one parameter. `count` is the count of an array.
  template <std::size_t kPlace>
  Type<kPlace> value([[maybe_unused]] std::uint32_t count) {
    using T = Type<kPlace>;
    constexpr Source kSource = source_of(kMethod, kPlace);
    if constexpr (kSource.form == FieldForm::kNull) {
      return other<kPlace>();
    } else {
      const CallMessage::Argument& argument = message_.arguments[kSource.argument];
      if constexpr (is_copied(kMethod, kPlace)) {
        return argument.null ? nullptr : std::get<kPlace>(columns_).data();
      } else if constexpr (kSource.form == FieldForm::kArray) {
        return static_cast<T>(count);
      } else if constexpr (kSource.form == FieldForm::kText && std::is_pointer_v<T>) {
        return argument.null ? nullptr : text_.data();
      } else if constexpr (kSource.form == FieldForm::kText) {
        return static_cast<T>(text_.size());
      } else if constexpr (kSource.form == FieldForm::kBytes) {
        return argument.null ? nullptr : bytes_.data();
      } else if constexpr (kBytes.count != 0 && kBytes.parameters[1] == kPlace) {
        return static_cast<T>(std::min(argument.number, kMostClientData));
      } else {
        return static_cast<T>(argument.number);
      }
    }
  }

  // The value of a parameter that no scenario states.
  template <std::size_t kPlace>
  Type<kPlace> other() {
    using T = Type<kPlace>;
    if constexpr (std::is_same_v<T, abi::IUnknown*>) {
      return info_;
    } else if constexpr (std::is_same_v<T, abi::BOOL*>) {
      return &answer_;
    } else if constexpr (std::is_same_v<T, abi::REFGUID>) {
      // There are no COM objects: no table has an address or an interface of its own.
      return abi::IUnknown::iid;
    } else if constexpr (kMethod == CallbackMethod::kThreadAssignedToOSThread) {
      const auto known = clr_.threads().find(message_.arguments[0].number);
      return known ? known->os_id : 0;
    } else {
      return T{};
    }
  }

  // An array that claims too many entries already ends at unreadable memory.
  template <std::size_t kPlace>
  Type<kPlace> guarded(const CopyArgument& guard) {
    if constexpr (is_copied(kMethod, kPlace)) {
      if (count() <= there()) return guard(value<kPlace>(count()));
    }
    return value<kPlace>(count());
  }

  const CallMessage& message_;
  Clr& clr_;
  abi::IUnknown* info_;
  std::tuple<Column<kPlaces>...> columns_;
  std::u16string text_;
  std::vector<char> bytes_;
  // The answer that counts if the profiler gives none. It is ignored.
  abi::BOOL answer_ = kMethod == CallbackMethod::kLoadAsNotificationOnly ? 0 : 1;
  std::optional<trace::FieldsOf<kMethod>> fields_;
  std::vector<trace::Field> all_;
};

}  // namespace

abi::HRESULT deliver(const CallMessage& message, Clr& clr, abi::IUnknown* info, HeldReturn* held) {
  if (clr.profiler() == nullptr) return abi::E_FAIL;
  Profiler& profiler = *clr.profiler();
  if (profiler.stage() == ProfilerStage::kNone) return abi::E_NOINTERFACE;
  if (!profiler.has(message.method)) return abi::E_NOINTERFACE;
  const auto make = [&](auto&& delivery) { return profiler.make(delivery, {.held = held}); };
  switch (message.method) {
#define GCRUCIBLE_DELIVER_said(method) \
  case CallbackMethod::k##method:      \
    return make(Delivery<CallbackMethod::k##method>(message, clr, info));
#define GCRUCIBLE_DELIVER_unsaid(method)
#define GCRUCIBLE_DELIVER(slot, version, method, parameters, fields, said, judged, mask, mode) \
  GCRUCIBLE_DELIVER_##said(method)
    GCRUCIBLE_CALLBACKS(GCRUCIBLE_DELIVER)
#undef GCRUCIBLE_DELIVER
#undef GCRUCIBLE_DELIVER_unsaid
#undef GCRUCIBLE_DELIVER_said
    default:
      return abi::E_NOTIMPL;  // no shape, no message
  }
}

}  // namespace gcrucible::clr
