// Sizes and offsets in a 64-bit runtime. The compiler checks all of them; the test case only reports it.
#include <cstddef>
#include <type_traits>

#include "harness/abi/abi.h"
#include "tests/support/catch.h"

namespace gcrucible::abi {
namespace {

template <typename T, std::size_t Size, std::size_t Alignment>
constexpr bool kLaidOut =
    sizeof(T) == Size &&
    alignof(T) == Alignment&& std::is_standard_layout_v<T>&& std::is_trivially_copyable_v<T>;

// 32 bits also where `unsigned long` has 64 bits, and never a wchar_t.
static_assert(sizeof(ULONG) == 4 && std::is_unsigned_v<ULONG>);
static_assert(sizeof(ULONG32) == 4 && std::is_unsigned_v<ULONG32>);
static_assert(sizeof(DWORD) == 4 && std::is_unsigned_v<DWORD>);
static_assert(sizeof(UINT) == 4 && std::is_unsigned_v<UINT>);
static_assert(sizeof(BOOL) == 4 && std::is_signed_v<BOOL>);
static_assert(sizeof(HRESULT) == 4 && std::is_signed_v<HRESULT>);
static_assert(sizeof(USHORT) == 2 && sizeof(BYTE) == 1 && sizeof(int) == 4);
static_assert(sizeof(WCHAR) == 2 && std::is_same_v<WCHAR, char16_t>);
static_assert(sizeof(mdToken) == 4 && sizeof(mdTypeDef) == 4 && sizeof(mdMethodDef) == 4);
static_assert(sizeof(EVENTPIPE_SESSION) == 8 && sizeof(UINT64) == 8);
static_assert(sizeof(SIZE_T) == 8 && sizeof(UINT_PTR) == 8 && sizeof(HANDLE) == 8);
static_assert(sizeof(ObjectID) == 8 && sizeof(ClassID) == 8 && sizeof(ModuleID) == 8 &&
              sizeof(FunctionID) == 8 && sizeof(ThreadID) == 8 && sizeof(AppDomainID) == 8 &&
              sizeof(AssemblyID) == 8 && sizeof(ProcessID) == 8 && sizeof(ContextID) == 8 &&
              sizeof(ReJITID) == 8 && sizeof(GCHandleID) == 8);
static_assert(std::is_same_v<ObjectHandleID, void**>);
static_assert(sizeof(COR_PRF_FRAME_INFO) == 8 && sizeof(COR_PRF_ELT_INFO) == 8);
static_assert(sizeof(EVENTPIPE_PROVIDER) == 8 && sizeof(EVENTPIPE_EVENT) == 8);

// A field's offset and type. The type is checked because a type that is too narrow could hide in the padding
// after it.
#define GCRUCIBLE_FIELD(structure, field, offset, ...)   \
  static_assert(offsetof(structure, field) == (offset)); \
  static_assert(std::is_same_v<decltype(structure::field), __VA_ARGS__>)

static_assert(kLaidOut<GUID, 16, 4>);
GCRUCIBLE_FIELD(GUID, Data1, 0, std::uint32_t);
GCRUCIBLE_FIELD(GUID, Data2, 4, std::uint16_t);
GCRUCIBLE_FIELD(GUID, Data3, 6, std::uint16_t);
GCRUCIBLE_FIELD(GUID, Data4, 8, std::uint8_t[8]);

static_assert(kLaidOut<COR_PRF_GC_GENERATION_RANGE, 32, 8>);
GCRUCIBLE_FIELD(COR_PRF_GC_GENERATION_RANGE, generation, 0, COR_PRF_GC_GENERATION);
GCRUCIBLE_FIELD(COR_PRF_GC_GENERATION_RANGE, rangeStart, 8, ObjectID);
GCRUCIBLE_FIELD(COR_PRF_GC_GENERATION_RANGE, rangeLength, 16, UINT_PTR);
GCRUCIBLE_FIELD(COR_PRF_GC_GENERATION_RANGE, rangeLengthReserved, 24, UINT_PTR);

static_assert(kLaidOut<COR_PRF_NONGC_HEAP_RANGE, 24, 8>);
GCRUCIBLE_FIELD(COR_PRF_NONGC_HEAP_RANGE, rangeStart, 0, ObjectID);
GCRUCIBLE_FIELD(COR_PRF_NONGC_HEAP_RANGE, rangeLength, 8, UINT_PTR);
GCRUCIBLE_FIELD(COR_PRF_NONGC_HEAP_RANGE, rangeLengthReserved, 16, UINT_PTR);

static_assert(kLaidOut<COR_FIELD_OFFSET, 8, 4>);
GCRUCIBLE_FIELD(COR_FIELD_OFFSET, ridOfField, 0, mdFieldDef);
GCRUCIBLE_FIELD(COR_FIELD_OFFSET, ulOffset, 4, ULONG);

static_assert(kLaidOut<COR_PRF_CODE_INFO, 16, 8>);
GCRUCIBLE_FIELD(COR_PRF_CODE_INFO, startAddress, 0, UINT_PTR);
GCRUCIBLE_FIELD(COR_PRF_CODE_INFO, size, 8, SIZE_T);

static_assert(kLaidOut<COR_PRF_FUNCTION, 16, 8>);
GCRUCIBLE_FIELD(COR_PRF_FUNCTION, functionId, 0, FunctionID);
GCRUCIBLE_FIELD(COR_PRF_FUNCTION, reJitId, 8, ReJITID);

static_assert(kLaidOut<COR_PRF_METHOD, 16, 8>);
GCRUCIBLE_FIELD(COR_PRF_METHOD, moduleId, 0, ModuleID);
GCRUCIBLE_FIELD(COR_PRF_METHOD, methodId, 8, mdMethodDef);

static_assert(kLaidOut<COR_IL_MAP, 12, 4>);
GCRUCIBLE_FIELD(COR_IL_MAP, oldOffset, 0, ULONG32);
GCRUCIBLE_FIELD(COR_IL_MAP, newOffset, 4, ULONG32);
GCRUCIBLE_FIELD(COR_IL_MAP, fAccurate, 8, BOOL);

static_assert(kLaidOut<COR_DEBUG_IL_TO_NATIVE_MAP, 12, 4>);
GCRUCIBLE_FIELD(COR_DEBUG_IL_TO_NATIVE_MAP, ilOffset, 0, ULONG32);
GCRUCIBLE_FIELD(COR_DEBUG_IL_TO_NATIVE_MAP, nativeStartOffset, 4, ULONG32);
GCRUCIBLE_FIELD(COR_DEBUG_IL_TO_NATIVE_MAP, nativeEndOffset, 8, ULONG32);

static_assert(kLaidOut<COR_PRF_EX_CLAUSE_INFO, 32, 8>);
GCRUCIBLE_FIELD(COR_PRF_EX_CLAUSE_INFO, clauseType, 0, COR_PRF_CLAUSE_TYPE);
GCRUCIBLE_FIELD(COR_PRF_EX_CLAUSE_INFO, programCounter, 8, UINT_PTR);
GCRUCIBLE_FIELD(COR_PRF_EX_CLAUSE_INFO, framePointer, 16, UINT_PTR);
GCRUCIBLE_FIELD(COR_PRF_EX_CLAUSE_INFO, shadowStackPointer, 24, UINT_PTR);

static_assert(kLaidOut<FunctionIDOrClientID, 8, 8>);
GCRUCIBLE_FIELD(FunctionIDOrClientID, functionID, 0, FunctionID);
GCRUCIBLE_FIELD(FunctionIDOrClientID, clientID, 0, UINT_PTR);

static_assert(kLaidOut<COR_PRF_FUNCTION_ARGUMENT_RANGE, 16, 8>);
GCRUCIBLE_FIELD(COR_PRF_FUNCTION_ARGUMENT_RANGE, startAddress, 0, UINT_PTR);
GCRUCIBLE_FIELD(COR_PRF_FUNCTION_ARGUMENT_RANGE, length, 8, ULONG);

static_assert(kLaidOut<COR_PRF_FUNCTION_ARGUMENT_INFO, 24, 8>);
GCRUCIBLE_FIELD(COR_PRF_FUNCTION_ARGUMENT_INFO, numRanges, 0, ULONG);
GCRUCIBLE_FIELD(COR_PRF_FUNCTION_ARGUMENT_INFO, totalArgumentSize, 4, ULONG);
GCRUCIBLE_FIELD(COR_PRF_FUNCTION_ARGUMENT_INFO, ranges, 8, COR_PRF_FUNCTION_ARGUMENT_RANGE[1]);

static_assert(kLaidOut<OSINFO, 12, 4>);
GCRUCIBLE_FIELD(OSINFO, dwOSPlatformId, 0, DWORD);
GCRUCIBLE_FIELD(OSINFO, dwOSMajorVersion, 4, DWORD);
GCRUCIBLE_FIELD(OSINFO, dwOSMinorVersion, 8, DWORD);

static_assert(kLaidOut<ASSEMBLYMETADATA, 56, 8>);
GCRUCIBLE_FIELD(ASSEMBLYMETADATA, usMajorVersion, 0, USHORT);
GCRUCIBLE_FIELD(ASSEMBLYMETADATA, usMinorVersion, 2, USHORT);
GCRUCIBLE_FIELD(ASSEMBLYMETADATA, usBuildNumber, 4, USHORT);
GCRUCIBLE_FIELD(ASSEMBLYMETADATA, usRevisionNumber, 6, USHORT);
GCRUCIBLE_FIELD(ASSEMBLYMETADATA, szLocale, 8, LPWSTR);
GCRUCIBLE_FIELD(ASSEMBLYMETADATA, cbLocale, 16, ULONG);
GCRUCIBLE_FIELD(ASSEMBLYMETADATA, rProcessor, 24, DWORD*);
GCRUCIBLE_FIELD(ASSEMBLYMETADATA, ulProcessor, 32, ULONG);
GCRUCIBLE_FIELD(ASSEMBLYMETADATA, rOS, 40, OSINFO*);
GCRUCIBLE_FIELD(ASSEMBLYMETADATA, ulOS, 48, ULONG);

static_assert(kLaidOut<COR_PRF_ASSEMBLY_REFERENCE_INFO, 48, 8>);
GCRUCIBLE_FIELD(COR_PRF_ASSEMBLY_REFERENCE_INFO, pbPublicKeyOrToken, 0, void*);
GCRUCIBLE_FIELD(COR_PRF_ASSEMBLY_REFERENCE_INFO, cbPublicKeyOrToken, 8, ULONG);
GCRUCIBLE_FIELD(COR_PRF_ASSEMBLY_REFERENCE_INFO, szName, 16, LPCWSTR);
GCRUCIBLE_FIELD(COR_PRF_ASSEMBLY_REFERENCE_INFO, pMetaData, 24, ASSEMBLYMETADATA*);
GCRUCIBLE_FIELD(COR_PRF_ASSEMBLY_REFERENCE_INFO, pbHashValue, 32, void*);
GCRUCIBLE_FIELD(COR_PRF_ASSEMBLY_REFERENCE_INFO, cbHashValue, 40, ULONG);
GCRUCIBLE_FIELD(COR_PRF_ASSEMBLY_REFERENCE_INFO, dwAssemblyRefFlags, 44, DWORD);

static_assert(kLaidOut<COR_PRF_EVENTPIPE_PROVIDER_CONFIG, 32, 8>);
GCRUCIBLE_FIELD(COR_PRF_EVENTPIPE_PROVIDER_CONFIG, providerName, 0, const WCHAR*);
GCRUCIBLE_FIELD(COR_PRF_EVENTPIPE_PROVIDER_CONFIG, keywords, 8, UINT64);
GCRUCIBLE_FIELD(COR_PRF_EVENTPIPE_PROVIDER_CONFIG, loggingLevel, 16, UINT32);
GCRUCIBLE_FIELD(COR_PRF_EVENTPIPE_PROVIDER_CONFIG, filterData, 24, const WCHAR*);

static_assert(kLaidOut<COR_PRF_EVENTPIPE_PARAM_DESC, 16, 8>);
GCRUCIBLE_FIELD(COR_PRF_EVENTPIPE_PARAM_DESC, type, 0, UINT32);
GCRUCIBLE_FIELD(COR_PRF_EVENTPIPE_PARAM_DESC, elementType, 4, UINT32);
GCRUCIBLE_FIELD(COR_PRF_EVENTPIPE_PARAM_DESC, name, 8, const WCHAR*);

static_assert(kLaidOut<COR_PRF_EVENT_DATA, 16, 8>);
GCRUCIBLE_FIELD(COR_PRF_EVENT_DATA, ptr, 0, UINT64);
GCRUCIBLE_FIELD(COR_PRF_EVENT_DATA, size, 8, UINT32);
GCRUCIBLE_FIELD(COR_PRF_EVENT_DATA, reserved, 12, UINT32);

static_assert(kLaidOut<COR_PRF_FILTER_DATA, 16, 8>);
GCRUCIBLE_FIELD(COR_PRF_FILTER_DATA, Ptr, 0, UINT64);
GCRUCIBLE_FIELD(COR_PRF_FILTER_DATA, Size, 8, UINT32);
GCRUCIBLE_FIELD(COR_PRF_FILTER_DATA, Type, 12, UINT32);

#undef GCRUCIBLE_FIELD

// An enumeration is passed as 32 bits, flags included.
template <typename... Enumerations>
constexpr bool kAll32Bits = ((sizeof(Enumerations) == 4) && ...);
static_assert(
    kAll32Bits<COR_PRF_GC_GENERATION, COR_PRF_GC_REASON, COR_PRF_GC_ROOT_KIND, COR_PRF_GC_ROOT_FLAGS,
               COR_PRF_FINALIZER_FLAGS, COR_PRF_HANDLE_TYPE, COR_PRF_SUSPEND_REASON, COR_PRF_MISC,
               COR_PRF_MODULE_FLAGS, COR_PRF_STATIC_TYPE, CorElementType, CorTokenType, CorOpenFlags,
               COR_PRF_JIT_CACHE, COR_PRF_TRANSITION_REASON, COR_PRF_CLAUSE_TYPE, COR_PRF_SNAPSHOT_INFO,
               COR_PRF_CODEGEN_FLAGS, COR_PRF_REJIT_FLAGS, CorDebugIlToNativeMappingTypes,
               COR_PRF_RUNTIME_TYPE, COR_PRF_EVENTPIPE_PARAM_TYPE, COR_PRF_EVENTPIPE_LEVEL, COR_PRF_MONITOR,
               COR_PRF_HIGH_MONITOR>);

// Only one pointer to a vtable, however long the chain is.
static_assert(sizeof(NewestCallback) == sizeof(void*) && sizeof(NewestInfo) == sizeof(void*));
static_assert(!std::has_virtual_destructor_v<NewestCallback> && !std::has_virtual_destructor_v<NewestInfo>);

TEST_CASE("layout: structures and types have their 64-bit sizes") {
  SUCCEED("asserted while compiling");
}

TEST_CASE("layout: enumerations of collections have their documented values") {
  CHECK(COR_PRF_GC_GEN_0 == 0);
  CHECK(COR_PRF_GC_GEN_1 == 1);
  CHECK(COR_PRF_GC_GEN_2 == 2);
  CHECK(COR_PRF_GC_LARGE_OBJECT_HEAP == 3);
  CHECK(COR_PRF_GC_PINNED_OBJECT_HEAP == 4);
  CHECK(COR_PRF_GC_OTHER == 0);
  CHECK(COR_PRF_GC_INDUCED == 1);
  CHECK(COR_PRF_GC_ROOT_OTHER == 0);
  CHECK(COR_PRF_GC_ROOT_STACK == 1);
  CHECK(COR_PRF_GC_ROOT_FINALIZER == 2);
  CHECK(COR_PRF_GC_ROOT_HANDLE == 3);
  CHECK(COR_PRF_GC_ROOT_PINNING == 1);
  CHECK(COR_PRF_GC_ROOT_WEAKREF == 2);
  CHECK(COR_PRF_GC_ROOT_INTERIOR == 4);
  CHECK(COR_PRF_GC_ROOT_REFCOUNTED == 8);
  CHECK(COR_PRF_FINALIZER_CRITICAL == 1);
  CHECK(COR_PRF_HANDLE_TYPE_WEAK == 1);
  CHECK(COR_PRF_HANDLE_TYPE_STRONG == 2);
  CHECK(COR_PRF_HANDLE_TYPE_PINNED == 3);
  CHECK(COR_PRF_SUSPEND_OTHER == 0);
  CHECK(COR_PRF_SUSPEND_FOR_GC == 1);
  CHECK(COR_PRF_SUSPEND_FOR_APPDOMAIN_SHUTDOWN == 2);
  CHECK(COR_PRF_SUSPEND_FOR_CODE_PITCHING == 3);
  CHECK(COR_PRF_SUSPEND_FOR_SHUTDOWN == 4);
  CHECK(COR_PRF_SUSPEND_FOR_INPROC_DEBUGGER == 6);
  CHECK(COR_PRF_SUSPEND_FOR_GC_PREP == 7);
  CHECK(COR_PRF_SUSPEND_FOR_REJIT == 8);
  CHECK(COR_PRF_SUSPEND_FOR_PROFILER == 9);
  CHECK(COR_PRF_DESKTOP_CLR == 1);
  CHECK(COR_PRF_CORE_CLR == 2);
  CHECK(PROFILER_PARENT_UNKNOWN == 0xFFFFFFFDU);
  CHECK(PROFILER_GLOBAL_CLASS == 0xFFFFFFFEU);
  CHECK(PROFILER_GLOBAL_MODULE == 0xFFFFFFFFU);
  CHECK(ELEMENT_TYPE_CLASS == 0x12);
  CHECK(ELEMENT_TYPE_OBJECT == 0x1c);
  CHECK(ELEMENT_TYPE_SZARRAY == 0x1d);
}

}  // namespace
}  // namespace gcrucible::abi
