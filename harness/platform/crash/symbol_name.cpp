#include "harness/platform/crash/symbol_name.h"

#if __has_include(<cxxabi.h>)
#include <cxxabi.h>

#include <cstdlib>
#include <memory>
#endif

namespace gcrucible::platform {

#if __has_include(<cxxabi.h>)
std::string demangled(const std::string& symbol) {
  struct Free {
    void operator()(char* text) const { std::free(text); }
  };
  int status = 0;
  const std::unique_ptr<char, Free> name(abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status));
  return status == 0 && name ? name.get() : symbol;
}
#else
std::string demangled(const std::string& symbol) {
  return symbol;
}
#endif

}  // namespace gcrucible::platform
