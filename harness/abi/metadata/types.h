// The types and HRESULTs of the metadata interfaces that the profiling interface does not have.
#pragma once

#include <array>
#include <string_view>

#include "harness/abi/hresults.h"
#include "harness/abi/metadata/metadata.h"
#include "harness/abi/types.h"
#include "harness/abi/visibility.h"

namespace gcrucible::abi {

// An enumeration in progress; null before the first call.
using HCORENUM = void*;
using MDUTF8CSTR = const char*;
// A constant's bytes.
using UVCP_CONSTANT = const void*;
using mdString = mdToken;

GCRUCIBLE_OWN inline constexpr mdToken mdTokenNil = 0;
GCRUCIBLE_OWN inline constexpr mdTypeDef mdTypeDefNil = 0x02000000;

// The name did not fit its buffer and was truncated.
GCRUCIBLE_OWN inline constexpr HRESULT CLDB_S_TRUNCATION = detail::hresult(0x00131106);
// The definition exists already; the call returns its token.
GCRUCIBLE_OWN inline constexpr HRESULT META_S_DUPLICATE = detail::hresult(0x00131197);
GCRUCIBLE_OWN inline constexpr HRESULT CLDB_E_FILE_CORRUPT = detail::hresult(0x8013110E);
GCRUCIBLE_OWN inline constexpr HRESULT CLDB_E_INDEX_NOTFOUND = detail::hresult(0x80131124);
GCRUCIBLE_OWN inline constexpr HRESULT CLDB_E_RECORD_NOTFOUND = detail::hresult(0x80131130);
GCRUCIBLE_OWN inline constexpr HRESULT META_E_INVALID_TOKEN_TYPE = detail::hresult(0x8013115F);
GCRUCIBLE_OWN inline constexpr HRESULT META_E_BAD_INPUT_PARAMETER = detail::hresult(0x80131193);

GCRUCIBLE_OWN inline constexpr std::array<HResultInfo, 7> kMetaDataHResults = {{
    {CLDB_S_TRUNCATION, "CLDB_S_TRUNCATION"},
    {META_S_DUPLICATE, "META_S_DUPLICATE"},
    {CLDB_E_FILE_CORRUPT, "CLDB_E_FILE_CORRUPT"},
    {CLDB_E_INDEX_NOTFOUND, "CLDB_E_INDEX_NOTFOUND"},
    {CLDB_E_RECORD_NOTFOUND, "CLDB_E_RECORD_NOTFOUND"},
    {META_E_INVALID_TOKEN_TYPE, "META_E_INVALID_TOKEN_TYPE"},
    {META_E_BAD_INPUT_PARAMETER, "META_E_BAD_INPUT_PARAMETER"},
}};

}  // namespace gcrucible::abi
