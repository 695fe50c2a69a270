// Finds the slot of a virtual function by calling it. The object has a hand-made vtable. Each slot holds a
// function that only returns the slot's number. This tests the slot that separately compiled profilers and
// runtimes would call, not the number in a table.
#pragma once

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>

#include "harness/abi/abi.h"

// The compiler did not create the object, and sanitizers of virtual calls would report that.
#define GCRUCIBLE_NO_VTABLE_SANITIZER __attribute__((no_sanitize("undefined"), noinline))

namespace gcrucible::abi::tests {

// Longer than both chains, so that a method in a slot after the last one is detected.
inline constexpr std::size_t kProbeSlots = 128;

inline int last_called_slot = -1;

template <int Slot>
HRESULT GCRUCIBLE_STDCALL name_slot(void*) {
  last_called_slot = Slot;
  return S_OK;
}

using SlotFunction = HRESULT(GCRUCIBLE_STDCALL*)(void*);

template <std::size_t... Slots>
constexpr std::array<SlotFunction, sizeof...(Slots)> make_probe_vtable(std::index_sequence<Slots...>) {
  return {&name_slot<static_cast<int>(Slots)>...};
}

struct ProbeObject {
  const SlotFunction* vtable;
};

inline constexpr auto kProbeVtable = make_probe_vtable(std::make_index_sequence<kProbeSlots>{});

// Any value of a parameter's type. The callee ignores it.
template <typename T>
T any_value() {
  using Value = std::remove_cv_t<std::remove_reference_t<T>>;
  static Value value{};
  return value;
}

// Calls a method of an object through its vtable with arbitrary arguments. Pass `Interface` if the method
// must be declared in that interface and not in one of its bases.
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

// The same through a pointer to an interface that derives from the declaring one.
template <typename Derived, typename Interface, typename Result, typename... Arguments>
GCRUCIBLE_NO_VTABLE_SANITIZER int slot_called_through(
    Result (GCRUCIBLE_STDCALL Interface::*method)(Arguments...)) {
  last_called_slot = -1;
  static_cast<void>((probe_object<Derived>()->*method)(any_value<Arguments>()...));
  return last_called_slot;
}

}  // namespace gcrucible::abi::tests
