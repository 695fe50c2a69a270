// Writes a name into a buffer, as the metadata interfaces do.
#pragma once

#include <string_view>

#include "harness/abi/metadata/types.h"

namespace gcrucible::clr::metadata {

// Returns S_OK, or CLDB_S_TRUNCATION if the name and its zero do not fit. Without a buffer, only the length
// is written.
abi::HRESULT name_out(std::string_view utf8, abi::LPWSTR buffer, abi::ULONG capacity, abi::ULONG* length);

}  // namespace gcrucible::clr::metadata
