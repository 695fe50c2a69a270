// Profiler::raise(), for the code that raises callbacks.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

#include "harness/abi/hresults.h"
#include "harness/abi/tables/callback_fields.h"
#include "harness/abi/tables/callback_signatures.h"
#include "harness/clr/callbacks/guarded_copies.h"
#include "harness/clr/callbacks/profiler.h"
#include "harness/trace/callback_fields.h"

namespace gcrucible::clr {

// Whether the parameter is an array with a count. The profiler gets a copy of it.
constexpr bool is_copied(abi::CallbackMethod method, std::size_t place) {
  for (std::size_t i = 0; i < abi::callback_field_count(method); ++i) {
    const abi::CallbackField field = abi::callback_field(method, i);
    for (std::size_t column = 0; column < field.columns(); ++column) {
      if (field.parameters[column + 1] == place) return true;
    }
  }
  return false;
}

template <abi::CallbackMethod kMethod,
          typename Arguments = typename abi::CallbackSignature<kMethod>::Arguments>
class TypedCall;

template <abi::CallbackMethod kMethod, typename... Types>
class TypedCall<kMethod, std::tuple<Types...>> final : public CallbackCall {
 public:
  explicit TypedCall(Types... arguments) : CallbackCall(kMethod), arguments_(arguments...) {}

  std::span<const trace::Field> fields() override {
    if (!fields_) {
      std::apply([this](const auto&... arguments) { fields_.emplace(arguments...); }, arguments_);
    }
    return *fields_;
  }

  abi::HRESULT call(const ProfilerInterfaces& profiler, const CopyArgument& guard) override {
    return call(profiler, guard, std::index_sequence_for<Types...>());
  }

 private:
  template <std::size_t... kPlaces>
  abi::HRESULT call(const ProfilerInterfaces& profiler, [[maybe_unused]] const CopyArgument& guard,
                    std::index_sequence<kPlaces...>) {
    auto* const callback = profiler.as<abi::CallbackInterface<kMethod>>();
    return (callback->*abi::callback_member<kMethod>())(argument<kPlaces>(guard)...);
  }
  template <std::size_t kPlace>
  std::tuple_element_t<kPlace, std::tuple<Types...>> argument(const CopyArgument& guard) const {
    if constexpr (is_copied(kMethod, kPlace)) {
      return guard(std::get<kPlace>(arguments_));
    } else {
      return std::get<kPlace>(arguments_);
    }
  }

  std::tuple<Types...> arguments_;
  std::optional<trace::FieldsOf<kMethod>> fields_;
};

template <abi::CallbackMethod kMethod, typename... Given>
abi::HRESULT Profiler::raise(const Raising& how, Given... arguments) {
  if (!has(kMethod)) return abi::E_NOINTERFACE;
  TypedCall<kMethod> call(arguments...);
  return pass(call, how);
}

// Raises the callback if there is a profiler that has it and its mask enables it. Otherwise returns S_OK.
template <abi::CallbackMethod kMethod, typename... Given>
abi::HRESULT raise_if_wanted(Profiler* profiler, const Raising& how, Given... arguments) {
  if (profiler == nullptr || !profiler->wants(kMethod)) return abi::S_OK;
  return profiler->raise<kMethod>(how, arguments...);
}

}  // namespace gcrucible::clr
