// The object that an HCORENUM points to.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "harness/abi/metadata/types.h"

namespace gcrucible::clr::metadata {

// A list of tokens and the read position. Belongs to the profiler until CloseEnum; otherwise it is never
// freed.
struct TokenEnum {
  std::vector<abi::mdToken> tokens;
  std::size_t at = 0;
};

// One EnumX call. `list` returns the tokens when the enumeration starts. As in .NET, later calls continue
// with these tokens, even if another method started the enumeration. No enumeration is made for an empty
// list.
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

// One EnumX call for items that a module never has.
inline abi::HRESULT enumerate_nothing(abi::HCORENUM* handle, abi::mdToken out[], abi::ULONG capacity,
                                      abi::ULONG* count) {
  return next_tokens(
      handle, [] { return std::vector<abi::mdToken>(); }, out, capacity, count);
}

}  // namespace gcrucible::clr::metadata
