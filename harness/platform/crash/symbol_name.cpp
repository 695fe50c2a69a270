#include "harness/platform/crash/symbol_name.h"

#if __has_include(<cxxabi.h>)
#include <cxxabi.h>
#endif
#ifdef GCRUCIBLE_HAS_LIBIBERTY
#include <libiberty/demangle.h>
#endif

#include <cstdlib>
#include <memory>

namespace gcrucible::platform {
namespace {

struct Free {
  void operator()(char* text) const { std::free(text); }
};
using Text = std::unique_ptr<char, Free>;  // null: the symbol is not mangled this way

Text rust_name([[maybe_unused]] const char* symbol) {
#ifdef GCRUCIBLE_HAS_LIBIBERTY
  return Text(rust_demangle(symbol, 0));
#else
  return {};
#endif
}

Text cpp_name([[maybe_unused]] const char* symbol) {
#if __has_include(<cxxabi.h>)
  int status = 0;
  return Text(abi::__cxa_demangle(symbol, nullptr, nullptr, &status));
#else
  return {};
#endif
}

}  // namespace

std::string demangled(const std::string& symbol) {
  // Rust first: its older names are also valid names of C++.
  if (const Text name = rust_name(symbol.c_str())) return name.get();
  if (!symbol.starts_with("_Z")) return symbol;
  return demangled_type(symbol);
}

std::string demangled_type(const std::string& name) {
  const Text text = cpp_name(name.c_str());
  return text ? text.get() : name;
}

}  // namespace gcrucible::platform
