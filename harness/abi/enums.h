// The enumerations of the profiling interface, except the event masks (see monitor_flags.h). All have a fixed
// 32-bit underlying type, for two reasons. 32 bits is their size in calls, and a caller may pass values
// without an enumerator.
#pragma once

#include <cstdint>

namespace gcrucible::abi {

// --- Collections ---

enum COR_PRF_GC_GENERATION : std::uint32_t {
  COR_PRF_GC_GEN_0 = 0,
  COR_PRF_GC_GEN_1 = 1,
  COR_PRF_GC_GEN_2 = 2,
  COR_PRF_GC_LARGE_OBJECT_HEAP = 3,
  COR_PRF_GC_PINNED_OBJECT_HEAP = 4,
};

enum COR_PRF_GC_REASON : std::uint32_t {
  COR_PRF_GC_OTHER = 0,
  COR_PRF_GC_INDUCED = 1,
};

enum COR_PRF_GC_ROOT_KIND : std::uint32_t {
  COR_PRF_GC_ROOT_OTHER = 0,
  COR_PRF_GC_ROOT_STACK = 1,
  COR_PRF_GC_ROOT_FINALIZER = 2,
  COR_PRF_GC_ROOT_HANDLE = 3,
};

// Bits, combined in one value for each root.
enum COR_PRF_GC_ROOT_FLAGS : std::uint32_t {
  COR_PRF_GC_ROOT_PINNING = 0x1,
  COR_PRF_GC_ROOT_WEAKREF = 0x2,
  COR_PRF_GC_ROOT_INTERIOR = 0x4,
  COR_PRF_GC_ROOT_REFCOUNTED = 0x8,
};

enum COR_PRF_FINALIZER_FLAGS : std::uint32_t {
  COR_PRF_FINALIZER_CRITICAL = 0x1,
};

enum COR_PRF_HANDLE_TYPE : std::uint32_t {
  COR_PRF_HANDLE_TYPE_WEAK = 0x1,
  COR_PRF_HANDLE_TYPE_STRONG = 0x2,
  COR_PRF_HANDLE_TYPE_PINNED = 0x3,
};

// 5 has no meaning.
enum COR_PRF_SUSPEND_REASON : std::uint32_t {
  COR_PRF_SUSPEND_OTHER = 0,
  COR_PRF_SUSPEND_FOR_GC = 1,
  COR_PRF_SUSPEND_FOR_APPDOMAIN_SHUTDOWN = 2,
  COR_PRF_SUSPEND_FOR_CODE_PITCHING = 3,
  COR_PRF_SUSPEND_FOR_SHUTDOWN = 4,
  COR_PRF_SUSPEND_FOR_INPROC_DEBUGGER = 6,
  COR_PRF_SUSPEND_FOR_GC_PREP = 7,
  COR_PRF_SUSPEND_FOR_REJIT = 8,
  COR_PRF_SUSPEND_FOR_PROFILER = 9,
};

// --- IDs, modules, fields, types ---

// Substitutes for a ModuleID or ClassID that does not exist or is unknown.
enum COR_PRF_MISC : std::uint32_t {
  PROFILER_PARENT_UNKNOWN = 0xFFFFFFFD,
  PROFILER_GLOBAL_CLASS = 0xFFFFFFFE,
  PROFILER_GLOBAL_MODULE = 0xFFFFFFFF,
};

enum COR_PRF_MODULE_FLAGS : std::uint32_t {
  COR_PRF_MODULE_DISK = 0x01,
  COR_PRF_MODULE_NGEN = 0x02,
  COR_PRF_MODULE_DYNAMIC = 0x04,
  COR_PRF_MODULE_COLLECTIBLE = 0x08,
  COR_PRF_MODULE_RESOURCE = 0x10,
  COR_PRF_MODULE_FLAT_LAYOUT = 0x20,
  COR_PRF_MODULE_WINDOWS_RUNTIME = 0x40,
};

// Bits: a field can be static in several ways at once.
enum COR_PRF_STATIC_TYPE : std::uint32_t {
  COR_PRF_FIELD_NOT_A_STATIC = 0x0,
  COR_PRF_FIELD_APP_DOMAIN_STATIC = 0x1,
  COR_PRF_FIELD_THREAD_STATIC = 0x2,
  COR_PRF_FIELD_CONTEXT_STATIC = 0x4,
  COR_PRF_FIELD_RVA_STATIC = 0x8,
};

// The kind of a type in a signature (ECMA-335, II.23.1.16). IsArrayClass returns one.
enum CorElementType : std::uint32_t {
  ELEMENT_TYPE_END = 0x00,
  ELEMENT_TYPE_VOID = 0x01,
  ELEMENT_TYPE_BOOLEAN = 0x02,
  ELEMENT_TYPE_CHAR = 0x03,
  ELEMENT_TYPE_I1 = 0x04,
  ELEMENT_TYPE_U1 = 0x05,
  ELEMENT_TYPE_I2 = 0x06,
  ELEMENT_TYPE_U2 = 0x07,
  ELEMENT_TYPE_I4 = 0x08,
  ELEMENT_TYPE_U4 = 0x09,
  ELEMENT_TYPE_I8 = 0x0a,
  ELEMENT_TYPE_U8 = 0x0b,
  ELEMENT_TYPE_R4 = 0x0c,
  ELEMENT_TYPE_R8 = 0x0d,
  ELEMENT_TYPE_STRING = 0x0e,
  ELEMENT_TYPE_PTR = 0x0f,
  ELEMENT_TYPE_BYREF = 0x10,
  ELEMENT_TYPE_VALUETYPE = 0x11,
  ELEMENT_TYPE_CLASS = 0x12,
  ELEMENT_TYPE_VAR = 0x13,
  ELEMENT_TYPE_ARRAY = 0x14,
  ELEMENT_TYPE_GENERICINST = 0x15,
  ELEMENT_TYPE_TYPEDBYREF = 0x16,
  ELEMENT_TYPE_I = 0x18,
  ELEMENT_TYPE_U = 0x19,
  ELEMENT_TYPE_FNPTR = 0x1b,
  ELEMENT_TYPE_OBJECT = 0x1c,
  ELEMENT_TYPE_SZARRAY = 0x1d,
  ELEMENT_TYPE_MVAR = 0x1e,
  ELEMENT_TYPE_CMOD_REQD = 0x1f,
  ELEMENT_TYPE_CMOD_OPT = 0x20,
  ELEMENT_TYPE_INTERNAL = 0x21,
  ELEMENT_TYPE_MAX = 0x22,
  ELEMENT_TYPE_MODIFIER = 0x40,
  ELEMENT_TYPE_SENTINEL = 0x41,
  ELEMENT_TYPE_PINNED = 0x45,
};

// The table that a metadata token belongs to.
enum CorTokenType : std::uint32_t {
  mdtModule = 0x00000000,
  mdtTypeRef = 0x01000000,
  mdtTypeDef = 0x02000000,
  mdtFieldDef = 0x04000000,
  mdtMethodDef = 0x06000000,
  mdtParamDef = 0x08000000,
  mdtInterfaceImpl = 0x09000000,
  mdtMemberRef = 0x0a000000,
  mdtCustomAttribute = 0x0c000000,
  mdtPermission = 0x0e000000,
  mdtSignature = 0x11000000,
  mdtEvent = 0x14000000,
  mdtProperty = 0x17000000,
  mdtMethodImpl = 0x19000000,
  mdtModuleRef = 0x1a000000,
  mdtTypeSpec = 0x1b000000,
  mdtAssembly = 0x20000000,
  mdtAssemblyRef = 0x23000000,
  mdtFile = 0x26000000,
  mdtExportedType = 0x27000000,
  mdtManifestResource = 0x28000000,
  mdtNestedClass = 0x29000000,
  mdtGenericParam = 0x2a000000,
  mdtMethodSpec = 0x2b000000,
  mdtGenericParamConstraint = 0x2c000000,
  mdtString = 0x70000000,
  mdtName = 0x71000000,
  mdtBaseType = 0x72000000,
};

// The dwOpenFlags of GetModuleMetaData.
enum CorOpenFlags : std::uint32_t {
  ofRead = 0x00000000,
  ofWrite = 0x00000001,
  ofReadWriteMask = 0x00000001,
  ofCopyMemory = 0x00000002,
  ofReadOnly = 0x00000010,
  ofTakeOwnership = 0x00000020,
  ofNoTypeLib = 0x00000080,
  ofNoTransform = 0x00001000,
  ofReserved1 = 0x00000100,
  ofReserved2 = 0x00000200,
  ofReserved3 = 0x00000400,
  ofReserved = 0xffffef40,
};

// --- Code, transitions, exceptions, stacks ---

enum COR_PRF_JIT_CACHE : std::uint32_t {
  COR_PRF_CACHED_FUNCTION_FOUND = 0,
  COR_PRF_CACHED_FUNCTION_NOT_FOUND = 1,
};

enum COR_PRF_TRANSITION_REASON : std::uint32_t {
  COR_PRF_TRANSITION_CALL = 0,
  COR_PRF_TRANSITION_RETURN = 1,
};

enum COR_PRF_CLAUSE_TYPE : std::uint32_t {
  COR_PRF_CLAUSE_NONE = 0,
  COR_PRF_CLAUSE_FILTER = 1,
  COR_PRF_CLAUSE_CATCH = 2,
  COR_PRF_CLAUSE_FINALLY = 3,
};

enum COR_PRF_SNAPSHOT_INFO : std::uint32_t {
  COR_PRF_SNAPSHOT_DEFAULT = 0x0,
  COR_PRF_SNAPSHOT_REGISTER_CONTEXT = 0x1,
  COR_PRF_SNAPSHOT_X86_OPTIMIZED = 0x2,
};

enum COR_PRF_CODEGEN_FLAGS : std::uint32_t {
  COR_PRF_CODEGEN_DISABLE_INLINING = 0x0001,
  COR_PRF_CODEGEN_DISABLE_ALL_OPTIMIZATIONS = 0x0002,
  COR_PRF_CODEGEN_DEBUG_INFO = 0x0003,
};

enum COR_PRF_REJIT_FLAGS : std::uint32_t {
  COR_PRF_REJIT_BLOCK_INLINING = 0x1,
  COR_PRF_REJIT_INLINING_CALLBACKS = 0x2,
};

// Substitutes for an IL offset in COR_DEBUG_IL_TO_NATIVE_MAP. These are the only signed values of these
// enumerations.
enum CorDebugIlToNativeMappingTypes : std::int32_t {
  NO_MAPPING = -1,
  PROLOG = -2,
  EPILOG = -3,
};

// --- The runtime itself, EventPipe ---

enum COR_PRF_RUNTIME_TYPE : std::uint32_t {
  COR_PRF_DESKTOP_CLR = 0x1,
  COR_PRF_CORE_CLR = 0x2,
};

enum COR_PRF_EVENTPIPE_PARAM_TYPE : std::uint32_t {
  COR_PRF_EVENTPIPE_OBJECT = 1,
  COR_PRF_EVENTPIPE_BOOLEAN = 3,
  COR_PRF_EVENTPIPE_CHAR = 4,
  COR_PRF_EVENTPIPE_SBYTE = 5,
  COR_PRF_EVENTPIPE_BYTE = 6,
  COR_PRF_EVENTPIPE_INT16 = 7,
  COR_PRF_EVENTPIPE_UINT16 = 8,
  COR_PRF_EVENTPIPE_INT32 = 9,
  COR_PRF_EVENTPIPE_UINT32 = 10,
  COR_PRF_EVENTPIPE_INT64 = 11,
  COR_PRF_EVENTPIPE_UINT64 = 12,
  COR_PRF_EVENTPIPE_SINGLE = 13,
  COR_PRF_EVENTPIPE_DOUBLE = 14,
  COR_PRF_EVENTPIPE_DECIMAL = 15,
  COR_PRF_EVENTPIPE_DATETIME = 16,
  COR_PRF_EVENTPIPE_GUID = 17,
  COR_PRF_EVENTPIPE_STRING = 18,
  COR_PRF_EVENTPIPE_ARRAY = 19,
};

enum COR_PRF_EVENTPIPE_LEVEL : std::uint32_t {
  COR_PRF_EVENTPIPE_LOGALWAYS = 0,
  COR_PRF_EVENTPIPE_CRITICAL = 1,
  COR_PRF_EVENTPIPE_ERROR = 2,
  COR_PRF_EVENTPIPE_WARNING = 3,
  COR_PRF_EVENTPIPE_INFORMATIONAL = 4,
  COR_PRF_EVENTPIPE_VERBOSE = 5,
};

}  // namespace gcrucible::abi
