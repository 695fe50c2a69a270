// A name handed out through a buffer, as the metadata interfaces do it.
#pragma once

#include <string_view>

#include "harness/abi/metadata/types.h"

namespace gcrucible::clr::metadata {

// S_OK, or CLDB_S_TRUNCATION when the name and its zero do not fit; without a buffer only the length is told.
abi::HRESULT name_out(std::string_view utf8, abi::LPWSTR buffer, abi::ULONG capacity, abi::ULONG* length);

}  // namespace gcrucible::clr::metadata
