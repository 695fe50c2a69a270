// The plain types of the profiling interface. On every platform, ULONG, DWORD and UINT have 32 bits and WCHAR
// has 16. This holds even where `unsigned long` and `wchar_t` differ. Pointer-wide types follow the target.
//
// Do not include <windows.h> before these headers. It defines S_OK, GetEnvironmentVariable and other names of
// these headers as macros.
#pragma once

#include <cstddef>
#include <cstdint>

#include "harness/abi/guid.h"

// COM's calling convention differs from the compiler's own on 32-bit Windows only.
#if defined(_WIN32) && !defined(_WIN64)
#define GCRUCIBLE_STDCALL __stdcall
#else
#define GCRUCIBLE_STDCALL
#endif

namespace gcrucible::abi {

using BYTE = std::uint8_t;
using UINT8 = std::uint8_t;
using USHORT = std::uint16_t;
using UINT32 = std::uint32_t;
using UINT64 = std::uint64_t;
using ULONG = std::uint32_t;
using ULONG32 = std::uint32_t;
using DWORD = std::uint32_t;
using UINT = std::uint32_t;
using BOOL = std::int32_t;
using HRESULT = std::int32_t;
using WCHAR = char16_t;
using SIZE_T = std::uintptr_t;
using UINT_PTR = std::uintptr_t;
using PVOID = void*;
using HANDLE = void*;
using LPBYTE = BYTE*;
using LPCBYTE = const BYTE*;
using LPWSTR = WCHAR*;
using LPCWSTR = const WCHAR*;

// A signature blob of the metadata.
using COR_SIGNATURE = BYTE;
using PCOR_SIGNATURE = COR_SIGNATURE*;
using PCCOR_SIGNATURE = const COR_SIGNATURE*;

// Ids that the runtime gives to its things. All except ObjectID stay the same until the thing is unloaded or
// destroyed. An ObjectID is an address and changes with a collection.
using ProcessID = UINT_PTR;
using AppDomainID = UINT_PTR;
using AssemblyID = UINT_PTR;
using ModuleID = UINT_PTR;
using ClassID = UINT_PTR;
using FunctionID = UINT_PTR;
using ReJITID = UINT_PTR;
using ThreadID = UINT_PTR;
using ContextID = UINT_PTR;
using ObjectID = UINT_PTR;
using GCHandleID = UINT_PTR;

// A handle created by ICorProfilerInfo13::CreateHandle. A GCHandleID, in contrast, only names a handle that
// other code created.
using ObjectHandleID = void**;

// Opaque, and valid only inside the callback or hook that received them.
using COR_PRF_FRAME_INFO = UINT_PTR;
using COR_PRF_ELT_INFO = UINT_PTR;

using EVENTPIPE_PROVIDER = UINT_PTR;
using EVENTPIPE_EVENT = UINT_PTR;
using EVENTPIPE_SESSION = UINT64;

// Metadata tokens: the table in the highest byte (see CorTokenType), the row in the other three.
using mdToken = std::uint32_t;
using mdModule = mdToken;
using mdTypeRef = mdToken;
using mdTypeDef = mdToken;
using mdFieldDef = mdToken;
using mdMethodDef = mdToken;
using mdParamDef = mdToken;
using mdInterfaceImpl = mdToken;
using mdMemberRef = mdToken;
using mdCustomAttribute = mdToken;
using mdPermission = mdToken;
using mdSignature = mdToken;
using mdEvent = mdToken;
using mdProperty = mdToken;
using mdModuleRef = mdToken;
using mdTypeSpec = mdToken;
using mdAssembly = mdToken;
using mdAssemblyRef = mdToken;
using mdFile = mdToken;
using mdExportedType = mdToken;
using mdManifestResource = mdToken;
using mdGenericParam = mdToken;
using mdMethodSpec = mdToken;
using mdGenericParamConstraint = mdToken;

static_assert(sizeof(ULONG) == 4 && sizeof(DWORD) == 4 && sizeof(WCHAR) == 2 && sizeof(BOOL) == 4);
static_assert(sizeof(ObjectID) == sizeof(void*) && sizeof(SIZE_T) == sizeof(void*));

}  // namespace gcrucible::abi
