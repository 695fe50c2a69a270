// The way of a profiler's calls into an object of the runtime's: who crashes inside says in which method.
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

// A method of the runtime's that a thread is in, on that thread's stack.
struct InsideMethod {
  InsideMethod(std::string_view name, std::string_view parameters, std::span<const std::uint64_t> words);
  InsideMethod(const InsideMethod&) = delete;
  InsideMethod& operator=(const InsideMethod&) = delete;
  ~InsideMethod();

  std::string_view name;
  std::string_view parameters;              // their names, a blank between two
  std::span<const std::uint64_t> words;     // what was passed for them; of a reference its address
  const CallbackFrame* callback = nullptr;  // the innermost one at its entry
  const InsideMethod* outer = nullptr;
};

// The method that the calling thread is in, unless it is in a callback that came inside of it; else null. In
// a handler of signals too.
const InsideMethod* inside_method();

// "riid is 0x8": of those parameters that hold `address` or come next to it from below, where some are near;
// else of all. Allocates nothing.
void write_arguments(platform::CrashText& out, const InsideMethod& inside, const std::uint64_t* address);

// Gives one object a table of methods that lead to its own ones. Only calls through the table go that way,
// as a profiler's do. The object outlives it. As the Itanium C++ ABI lays tables out, which GCC and Clang
// have on every system.
class Entrance {
 public:
  // `methods` are all that the object's interface has; `more` that the class has behind those.
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

// References are passed as pointers are, and may lead nowhere.
template <typename T>
using Passed = std::conditional_t<std::is_reference_v<T>, std::remove_reference_t<T>*, T>;

// Of a structure nothing is shown.
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

// Methods are called as the functions that they are for the processor.
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

// For Entrance, of a tuple of rows in the order of the slots.
template <const auto& kRows>
auto ways_in() {
  return entrance::ways<kRows>(
      std::make_index_sequence<std::tuple_size_v<std::remove_cvref_t<decltype(kRows)>>>());
}

}  // namespace gcrucible::clr
