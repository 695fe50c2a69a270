#include "harness/platform/crash/exception_text.h"

#if __has_include(<cxxabi.h>)
#include <cxxabi.h>
#endif

#include <exception>
#include <typeinfo>

#include "harness/platform/crash/symbol_name.h"

namespace gcrucible::platform {
namespace {

std::string type_of_caught_exception() {
#if __has_include(<cxxabi.h>)
  const std::type_info* const type = abi::__cxa_current_exception_type();
  return type == nullptr ? std::string() : demangled_type(type->name());
#else
  return {};
#endif
}

}  // namespace

std::string text_of_caught_exception() {
  // C++ knows no type of an exception of another language: a search for it reads memory that is not there.
  // Catching it a second time ends a panic of Rust, which then aborts.
  if (std::current_exception() == nullptr) return "an exception of another language, such as a panic of Rust";
  std::string type = type_of_caught_exception();
  try {
    throw;
  } catch (const std::exception& error) {
    return (type.empty() ? std::string(typeid(error).name()) : type) + ": " + error.what();
  } catch (...) {
    return type;
  }
}

}  // namespace gcrucible::platform
