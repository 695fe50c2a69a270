// Finds the slot of a virtual function by calling it: on an object whose hand-made vtable holds, in each
// slot, a function that only tells the slot's number. What a profiler or a runtime compiled elsewhere would
// reach is thereby pinned, not what a table says.
#pragma once

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>

#include "harness/abi/abi.h"

// The object is none that the compiler made, which the sanitizers of virtual calls rightly mind.
#define GCRUCIBLE_NO_VTABLE_SANITIZER __attribute__((no_sanitize("undefined"), noinline))

namespace gcrucible::abi::tests {

// Longer than either chain, so that a method in a slot behind the last would be told as such.
inline constexpr std::size_t kProbeSlots = 128;

inline int last_called_slot = -1;

template <int Slot>
HRESULT GCRUCIBLE_STDCALL tell_slot(void*) {
  last_called_slot = Slot;
  return S_OK;
}

using SlotFunction = HRESULT(GCRUCIBLE_STDCALL*)(void*);

template <std::size_t... Slots>
constexpr std::array<SlotFunction, sizeof...(Slots)> make_probe_vtable(std::index_sequence<Slots...>) {
  return {&tell_slot<static_cast<int>(Slots)>...};
}

struct ProbeObject {
  const SlotFunction* vtable;
};

inline constexpr auto kProbeVtable = make_probe_vtable(std::make_index_sequence<kProbeSlots>{});

// Some value of a parameter's type; the callee looks at none.
template <typename T>
T any_value() {
  using Value = std::remove_cv_t<std::remove_reference_t<T>>;
  static Value value{};
  return value;
}

// Calls a method of an object through its vtable with arguments of no meaning. `Interface` is given where the
// method must be declared in it and not in one of its bases.
template <typename Interface, typename Result, typename... Arguments>
GCRUCIBLE_NO_VTABLE_SANITIZER Result
call_method(Interface* object, Result (GCRUCIBLE_STDCALL Interface::*method)(Arguments...)) {
  return (object->*method)(any_value<Arguments>()...);
}

template <typename Interface>
Interface* probe_object() {
  static ProbeObject probe{kProbeVtable.data()};
  return reinterpret_cast<Interface*>(&probe);
}

template <typename Interface, typename Result, typename... Arguments>
int called_slot(Result (GCRUCIBLE_STDCALL Interface::*method)(Arguments...)) {
  last_called_slot = -1;
  static_cast<void>(call_method(probe_object<Interface>(), method));
  return last_called_slot;
}

// The same through a pointer to an interface derived from the one that declares the method.
template <typename Derived, typename Interface, typename Result, typename... Arguments>
GCRUCIBLE_NO_VTABLE_SANITIZER int slot_called_through(
    Result (GCRUCIBLE_STDCALL Interface::*method)(Arguments...)) {
  last_called_slot = -1;
  static_cast<void>((probe_object<Derived>()->*method)(any_value<Arguments>()...));
  return last_called_slot;
}

}  // namespace gcrucible::abi::tests
