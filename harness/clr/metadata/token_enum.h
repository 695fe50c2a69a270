// What an HCORENUM points to.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "harness/abi/metadata/types.h"

namespace gcrucible::clr::metadata {

// A list of tokens and how far it is read. The profiler's until CloseEnum; what it does not close stays.
struct TokenEnum {
  std::vector<abi::mdToken> tokens;
  std::size_t at = 0;
};

// One EnumX call. `list` gives the tokens when the enumeration starts; later calls go on with what they have,
// whatever they were started for, as .NET does. An enumeration of nothing is not made.
template <typename List>
abi::HRESULT next_tokens(abi::HCORENUM* handle, List&& list, abi::mdToken out[], abi::ULONG capacity,
                         abi::ULONG* count) {
  if (handle == nullptr) return abi::E_INVALIDARG;
  auto* tokens = static_cast<TokenEnum*>(*handle);
  if (tokens == nullptr) {
    std::vector<abi::mdToken> found = list();
    if (found.empty()) {
      if (count != nullptr) *count = 0;
      return abi::S_FALSE;
    }
    tokens = new TokenEnum{std::move(found)};
    *handle = tokens;
  }
  const std::size_t given =
      out == nullptr ? 0 : std::min<std::size_t>(capacity, tokens->tokens.size() - tokens->at);
  for (std::size_t i = 0; i < given; ++i) out[i] = tokens->tokens[tokens->at + i];
  tokens->at += given;
  if (count != nullptr) *count = static_cast<abi::ULONG>(given);
  return given == 0 ? abi::S_FALSE : abi::S_OK;
}

// One EnumX call for what a module has none of.
inline abi::HRESULT enumerate_nothing(abi::HCORENUM* handle, abi::mdToken out[], abi::ULONG capacity,
                                      abi::ULONG* count) {
  return next_tokens(
      handle, [] { return std::vector<abi::mdToken>(); }, out, capacity, count);
}

}  // namespace gcrucible::clr::metadata
