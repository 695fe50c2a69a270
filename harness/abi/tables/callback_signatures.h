// The callbacks as members of their interfaces, for code that is generated for each method.
#pragma once

#include <cstddef>
#include <tuple>

#include "harness/abi/callback.h"
#include "harness/abi/tables/callback_methods.h"

namespace gcrucible::abi {

// A pointer to a member of the interface that introduced the method.
template <CallbackMethod kMethod>
constexpr auto callback_member();
#define GCRUCIBLE_MEMBER(slot, version, method, ...)            \
  template <>                                                   \
  constexpr auto callback_member<CallbackMethod::k##method>() { \
    return &NewestCallback::method;                             \
  }
GCRUCIBLE_CALLBACKS(GCRUCIBLE_MEMBER)
#undef GCRUCIBLE_MEMBER

namespace detail {

template <typename Member>
struct CallbackSignature;
template <typename Interface, typename... Types>
struct CallbackSignature<HRESULT (GCRUCIBLE_STDCALL Interface::*)(Types...)> {
  using Of = Interface;
  using Arguments = std::tuple<Types...>;
};

}  // namespace detail

template <CallbackMethod kMethod>
using CallbackSignature = detail::CallbackSignature<decltype(callback_member<kMethod>())>;

// The interface that introduced the method.
template <CallbackMethod kMethod>
using CallbackInterface = typename CallbackSignature<kMethod>::Of;

// The C++ type of one parameter.
template <CallbackMethod kMethod, std::size_t kPlace>
using CallbackArgument = std::tuple_element_t<kPlace, typename CallbackSignature<kMethod>::Arguments>;

}  // namespace gcrucible::abi
