#include "harness/platform/crash/exception_text.h"

#include <unwind.h>

#include <cstring>
#include <exception>
#include <stdexcept>
#include <string>

#include "tests/support/catch.h"

namespace gcrucible::platform {
namespace {

// Throws as Rust does in a panic. Its class looks to libstdc++ like a copy of an exception of C++.
[[noreturn]] void panic() {
  static _Unwind_Exception exception;
  exception = {};
  constexpr char kClass[] = {'M', 'O', 'Z', '\0', 'R', 'U', 'S', 'T'};
  static_assert(sizeof exception.exception_class == sizeof kClass);
  std::memcpy(&exception.exception_class, kClass, sizeof kClass);
  exception.exception_cleanup = [](_Unwind_Reason_Code, _Unwind_Exception*) {};
  _Unwind_RaiseException(&exception);
  std::terminate();
}

template <typename Throw>
std::string text_after(Throw throws) {
  try {
    throws();
  } catch (...) {
    return text_of_caught_exception();
  }
  return "nothing was thrown";
}

}  // namespace

TEST_CASE("text_of_caught_exception: type and text, also of other languages") {
  CHECK(text_after([] { throw std::runtime_error("why"); }) == "std::runtime_error: why");
  CHECK(text_after([] { throw 7; }) == "int");
  CHECK(text_after(panic) == "an exception of another language, such as a panic of Rust");
}

}  // namespace gcrucible::platform
