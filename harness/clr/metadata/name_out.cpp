#include "harness/clr/metadata/name_out.h"

#include "harness/clr/text.h"

namespace gcrucible::clr::metadata {

abi::HRESULT name_out(std::string_view utf8, abi::LPWSTR buffer, abi::ULONG capacity, abi::ULONG* length) {
  const std::u16string text = to_utf16(utf8);
  copy_text(text, capacity, length, buffer);
  return buffer != nullptr && text.size() + 1 > capacity ? abi::CLDB_S_TRUNCATION : abi::S_OK;
}

}  // namespace gcrucible::clr::metadata
