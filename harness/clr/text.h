// UTF-16 for the interface, UTF-8 for everything else.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "harness/abi/types.h"

namespace gcrucible::clr {

std::u16string to_utf16(std::string_view utf8);
std::string to_utf8(std::u16string_view utf16);

// The convention of every text method (GC-INFO-010). `count` gets the length including the terminating zero.
// If there is a buffer, as much as fits is copied, zero-terminated. A buffer that is too small is not a
// failure.
void copy_text(std::u16string_view text, abi::ULONG capacity, abi::ULONG* count, abi::WCHAR* buffer);

}  // namespace gcrucible::clr
