// The structures of the profiling interface, in natural alignment, and the types of the functions that a
// profiler registers. Arrays and strings inside them belong to the code that passes the structure.
#pragma once

#include "harness/abi/enums.h"
#include "harness/abi/types.h"

namespace gcrucible::abi {

// --- Heap ---

// A part of one generation. If the part is empty, no object starts at rangeStart.
struct COR_PRF_GC_GENERATION_RANGE {
  COR_PRF_GC_GENERATION generation;
  ObjectID rangeStart;
  UINT_PTR rangeLength;
  UINT_PTR rangeLengthReserved;
};

// A part of the heap that is never collected (frozen objects).
struct COR_PRF_NONGC_HEAP_RANGE {
  ObjectID rangeStart;
  UINT_PTR rangeLength;
  UINT_PTR rangeLengthReserved;
};

// The offset of a field from the ObjectID.
struct COR_FIELD_OFFSET {
  mdFieldDef ridOfField;
  ULONG ulOffset;
};

// --- Code ---

struct COR_PRF_CODE_INFO {
  UINT_PTR startAddress;
  SIZE_T size;
};

struct COR_PRF_FUNCTION {
  FunctionID functionId;
  ReJITID reJitId;
};

struct COR_PRF_METHOD {
  ModuleID moduleId;
  mdMethodDef methodId;
};

struct COR_IL_MAP {
  ULONG32 oldOffset;
  ULONG32 newOffset;
  BOOL fAccurate;
};

// ilOffset is an offset or a CorDebugIlToNativeMappingTypes.
struct COR_DEBUG_IL_TO_NATIVE_MAP {
  ULONG32 ilOffset;
  ULONG32 nativeStartOffset;
  ULONG32 nativeEndOffset;
};

struct COR_PRF_EX_CLAUSE_INFO {
  COR_PRF_CLAUSE_TYPE clauseType;
  UINT_PTR programCounter;
  UINT_PTR framePointer;
  UINT_PTR shadowStackPointer;
};

// --- Enter and leave hooks ---

// The argument of a hook: the function, or the value that the profiler's FunctionIDMapper returned for it.
union FunctionIDOrClientID {
  FunctionID functionID;
  UINT_PTR clientID;
};

struct COR_PRF_FUNCTION_ARGUMENT_RANGE {
  UINT_PTR startAddress;
  ULONG length;
};

// `ranges` has numRanges elements. The declared element only fixes where they begin.
struct COR_PRF_FUNCTION_ARGUMENT_INFO {
  ULONG numRanges;
  ULONG totalArgumentSize;
  COR_PRF_FUNCTION_ARGUMENT_RANGE ranges[1];
};

// --- Assembly references ---

struct OSINFO {
  DWORD dwOSPlatformId;
  DWORD dwOSMajorVersion;
  DWORD dwOSMinorVersion;
};

struct ASSEMBLYMETADATA {
  USHORT usMajorVersion;
  USHORT usMinorVersion;
  USHORT usBuildNumber;
  USHORT usRevisionNumber;
  LPWSTR szLocale;
  ULONG cbLocale;
  DWORD* rProcessor;
  ULONG ulProcessor;
  OSINFO* rOS;
  ULONG ulOS;
};

struct COR_PRF_ASSEMBLY_REFERENCE_INFO {
  void* pbPublicKeyOrToken;
  ULONG cbPublicKeyOrToken;
  LPCWSTR szName;
  ASSEMBLYMETADATA* pMetaData;
  void* pbHashValue;
  ULONG cbHashValue;
  DWORD dwAssemblyRefFlags;
};

// --- EventPipe ---

struct COR_PRF_EVENTPIPE_PROVIDER_CONFIG {
  const WCHAR* providerName;
  UINT64 keywords;
  UINT32 loggingLevel;
  const WCHAR* filterData;
};

// elementType is valid only if type is COR_PRF_EVENTPIPE_ARRAY.
struct COR_PRF_EVENTPIPE_PARAM_DESC {
  UINT32 type;
  UINT32 elementType;
  const WCHAR* name;
};

struct COR_PRF_EVENT_DATA {
  UINT64 ptr;
  UINT32 size;
  UINT32 reserved;
};

struct COR_PRF_FILTER_DATA {
  UINT64 Ptr;
  UINT32 Size;
  UINT32 Type;
};

// --- Functions that a profiler registers. The runtime calls them. The registering method states the thread.
// ---

using FunctionIDMapper = UINT_PTR GCRUCIBLE_STDCALL(FunctionID funcId, BOOL* pbHookFunction);
using FunctionIDMapper2 = UINT_PTR GCRUCIBLE_STDCALL(FunctionID funcId, void* clientData,
                                                     BOOL* pbHookFunction);

// The hooks are called without saved registers, so a plain function cannot be a hook.
using FunctionEnter = void(FunctionID funcID);
using FunctionLeave = void(FunctionID funcID);
using FunctionTailcall = void(FunctionID funcID);
using FunctionEnter2 = void(FunctionID funcId, UINT_PTR clientData, COR_PRF_FRAME_INFO func,
                            COR_PRF_FUNCTION_ARGUMENT_INFO* argumentInfo);
using FunctionLeave2 = void(FunctionID funcId, UINT_PTR clientData, COR_PRF_FRAME_INFO func,
                            COR_PRF_FUNCTION_ARGUMENT_RANGE* retvalRange);
using FunctionTailcall2 = void(FunctionID funcId, UINT_PTR clientData, COR_PRF_FRAME_INFO func);
using FunctionEnter3 = void(FunctionIDOrClientID functionIDOrClientID);
using FunctionLeave3 = void(FunctionIDOrClientID functionIDOrClientID);
using FunctionTailcall3 = void(FunctionIDOrClientID functionIDOrClientID);
using FunctionEnter3WithInfo = void(FunctionIDOrClientID functionIDOrClientID, COR_PRF_ELT_INFO eltInfo);
using FunctionLeave3WithInfo = void(FunctionIDOrClientID functionIDOrClientID, COR_PRF_ELT_INFO eltInfo);
using FunctionTailcall3WithInfo = void(FunctionIDOrClientID functionIDOrClientID, COR_PRF_ELT_INFO eltInfo);

// One managed frame. With funcId 0: a run of unmanaged frames. A failure ends the walk.
using StackSnapshotCallback = HRESULT GCRUCIBLE_STDCALL(FunctionID funcId, UINT_PTR ip,
                                                        COR_PRF_FRAME_INFO frameInfo, ULONG32 contextSize,
                                                        BYTE context[], void* clientData);

// One reference field of `root`; FALSE ends the enumeration.
using ObjectReferenceCallback = BOOL(ObjectID root, ObjectID* reference, void* clientData);

// One object of the heap; FALSE ends the enumeration. A pointer to a function, unlike the types above.
using ObjectCallback = BOOL (*)(ObjectID object, void* callbackState);

using EventPipeProviderCallback = void(const UINT8* source_id, UINT32 is_enabled, UINT8 level,
                                       UINT64 match_any_keywords, UINT64 match_all_keywords,
                                       COR_PRF_FILTER_DATA* filter_data, void* callback_data);

}  // namespace gcrucible::abi
