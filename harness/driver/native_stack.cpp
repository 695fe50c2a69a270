#include "harness/driver/native_stack.h"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string_view>

namespace gcrucible::driver {
namespace {

// The symbol itself where it is no C++ name.
std::string demangled(const std::string& symbol) {
  struct Free {
    void operator()(char* text) const { std::free(text); }
  };
  int status = 0;
  const std::unique_ptr<char, Free> name(abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status));
  return status == 0 && name ? name.get() : symbol;
}

}  // namespace

std::string readable_stack(const std::string& stack) {
  // A symbol stands behind a bracket and ends before its offset; paths may hold either.
  constexpr std::string_view kStart = " (_Z";
  std::string text;
  std::size_t from = 0;
  for (std::size_t at = stack.find(kStart); at != std::string::npos; at = stack.find(kStart, from)) {
    const std::size_t begin = at + 2;
    const std::size_t end = std::min(stack.find_first_of("+)\n", begin), stack.size());
    text += stack.substr(from, begin - from) + demangled(stack.substr(begin, end - begin));
    from = end;
  }
  return text + stack.substr(from);
}

}  // namespace gcrucible::driver
