// The path of a profiler's calls into the runtime's objects. A crash inside then names the method.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "harness/abi/types.h"
#include "harness/clr/threads/thread_state.h"
#include "harness/platform/crash/crash_text.h"

namespace gcrucible::clr {

// A method of the runtime's that a thread is in. Lives on that thread's stack.
struct InsideMethod {
  InsideMethod(std::string_view name, std::string_view parameters, std::span<const std::uint64_t> words);
  InsideMethod(const InsideMethod&) = delete;
  InsideMethod& operator=(const InsideMethod&) = delete;
  ~InsideMethod();

  std::string_view name;
  std::string_view parameters;              // their names, separated by blanks
  std::span<const std::uint64_t> words;     // the arguments; for a reference its address
  const CallbackFrame* callback = nullptr;  // the innermost callback at the method's entry
  const InsideMethod* outer = nullptr;
};

// The method that the calling thread is in. Null if there is none, or if a callback came inside it. Signal
// handlers may call this.
const InsideMethod* inside_method();

// Writes arguments, for example "riid is 0x8". Names those that equal `address` or lie shortly below it. If
// there are none, names all. Allocates nothing.
void write_arguments(platform::CrashText& out, const InsideMethod& inside, const std::uint64_t* address);

// Gives one object a table of methods that lead to its own ones. Only calls through the table use it, as a
// profiler's calls do. The object must outlive it. Relies on the table layout of the Itanium C++ ABI, which
// GCC and Clang use on every system.
class Entrance {
 public:
  // `methods`: all methods of the object's interface. `more`: the number of further methods that the class
  // has.
  Entrance(void* object, std::span<void* const> methods, std::size_t more);
  Entrance(const Entrance&) = delete;
  Entrance& operator=(const Entrance&) = delete;
  ~Entrance();

  // The object's own method in that slot.
  static void* own(const void* object, std::size_t slot);

 private:
  void** object_;
  void** own_;
  std::unique_ptr<void*[]> table_;
};

template <typename Method>
struct MethodRow {
  Method method;
  std::string_view name;
  std::string_view parameters;
};
template <typename Method>
MethodRow(Method, std::string_view, std::string_view) -> MethodRow<Method>;

namespace entrance {

// References are passed like pointers, and may be invalid.
template <typename T>
using Passed = std::conditional_t<std::is_reference_v<T>, std::remove_reference_t<T>*, T>;

// The value of a structure is not shown.
template <typename T>
std::uint64_t word_of(const T& value) {
  if constexpr (std::is_pointer_v<T>) {
    return reinterpret_cast<std::uintptr_t>(value);
  } else if constexpr (std::is_class_v<T>) {
    return 0;
  } else {
    return static_cast<std::uint64_t>(value);
  }
}

// A method is called like a plain function, which it is for the processor.
#if defined(__clang__)
#define GCRUCIBLE_AS_FUNCTION __attribute__((no_sanitize("function")))
#else
#define GCRUCIBLE_AS_FUNCTION
#endif

template <const auto& kRows, std::size_t kSlot, typename Method>
struct Way;

template <const auto& kRows, std::size_t kSlot, typename Interface, typename Result, typename... Arguments>
struct Way<kRows, kSlot, Result (GCRUCIBLE_STDCALL Interface::*)(Arguments...)> {
  GCRUCIBLE_AS_FUNCTION static Result GCRUCIBLE_STDCALL in(void* object, Passed<Arguments>... arguments) {
    using Own = Result(GCRUCIBLE_STDCALL*)(void*, Passed<Arguments>...);
    const std::array<std::uint64_t, sizeof...(Arguments)> words{word_of(arguments)...};
    const auto& row = std::get<kSlot>(kRows);
    const InsideMethod inside(row.name, row.parameters, words);
    return reinterpret_cast<Own>(Entrance::own(object, kSlot))(object, arguments...);
  }
};

template <const auto& kRows, std::size_t... kSlots>
auto ways(std::index_sequence<kSlots...>) {
  return std::array<void*, sizeof...(kSlots)>{
      reinterpret_cast<void*>(&Way<kRows, kSlots, decltype(std::get<kSlots>(kRows).method)>::in)...};
}

#undef GCRUCIBLE_AS_FUNCTION

}  // namespace entrance

// The methods for Entrance, from a tuple of rows in the order of the slots.
template <const auto& kRows>
auto ways_in() {
  return entrance::ways<kRows>(
      std::make_index_sequence<std::tuple_size_v<std::remove_cvref_t<decltype(kRows)>>>());
}

}  // namespace gcrucible::clr
