// The HRESULTs of the profiling interface, and their names. .NET 8 has all of them except
// CORPROF_E_RUNTIME_SUSPEND_REQUIRED, which only older runtimes return.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "harness/abi/types.h"

#ifdef S_OK
#error "Include harness/abi before <windows.h>, which turns S_OK and others into macros."
#endif

namespace gcrucible::abi {

constexpr bool succeeded(HRESULT hr) {
  return hr >= 0;
}
constexpr bool failed(HRESULT hr) {
  return hr < 0;
}

namespace detail {

constexpr HRESULT hresult(std::uint32_t value) {
  return static_cast<HRESULT>(value);
}

}  // namespace detail

inline constexpr HRESULT S_OK = detail::hresult(0x00000000);
inline constexpr HRESULT S_FALSE = detail::hresult(0x00000001);
inline constexpr HRESULT E_NOTIMPL = detail::hresult(0x80004001);
inline constexpr HRESULT E_NOINTERFACE = detail::hresult(0x80004002);
inline constexpr HRESULT E_POINTER = detail::hresult(0x80004003);
inline constexpr HRESULT E_ABORT = detail::hresult(0x80004004);
inline constexpr HRESULT E_FAIL = detail::hresult(0x80004005);
inline constexpr HRESULT E_UNEXPECTED = detail::hresult(0x8000FFFF);
inline constexpr HRESULT E_ACCESSDENIED = detail::hresult(0x80070005);
inline constexpr HRESULT E_HANDLE = detail::hresult(0x80070006);
inline constexpr HRESULT E_OUTOFMEMORY = detail::hresult(0x8007000E);
inline constexpr HRESULT E_INVALIDARG = detail::hresult(0x80070057);
inline constexpr HRESULT E_NOT_SUFFICIENT_BUFFER = detail::hresult(0x8007007A);
inline constexpr HRESULT CLASS_E_NOAGGREGATION = detail::hresult(0x80040110);
inline constexpr HRESULT CLASS_E_CLASSNOTAVAILABLE = detail::hresult(0x80040111);
inline constexpr HRESULT COR_E_OVERFLOW = detail::hresult(0x80131516);
inline constexpr HRESULT COR_E_THREADSTATE = detail::hresult(0x80131520);

inline constexpr HRESULT CORPROF_E_FUNCTION_NOT_COMPILED = detail::hresult(0x80131350);
inline constexpr HRESULT CORPROF_E_DATAINCOMPLETE = detail::hresult(0x80131351);
inline constexpr HRESULT CORPROF_E_FUNCTION_NOT_IL = detail::hresult(0x80131354);
inline constexpr HRESULT CORPROF_E_NOT_MANAGED_THREAD = detail::hresult(0x80131355);
inline constexpr HRESULT CORPROF_E_CALL_ONLY_FROM_INIT = detail::hresult(0x80131356);
inline constexpr HRESULT CORPROF_E_NOT_YET_AVAILABLE = detail::hresult(0x8013135B);
inline constexpr HRESULT CORPROF_E_TYPE_IS_PARAMETERIZED = detail::hresult(0x8013135C);
inline constexpr HRESULT CORPROF_E_FUNCTION_IS_PARAMETERIZED = detail::hresult(0x8013135D);
inline constexpr HRESULT CORPROF_E_STACKSNAPSHOT_INVALID_TGT_THREAD = detail::hresult(0x8013135E);
inline constexpr HRESULT CORPROF_E_STACKSNAPSHOT_UNMANAGED_CTX = detail::hresult(0x8013135F);
inline constexpr HRESULT CORPROF_E_STACKSNAPSHOT_UNSAFE = detail::hresult(0x80131360);
inline constexpr HRESULT CORPROF_E_STACKSNAPSHOT_ABORTED = detail::hresult(0x80131361);
inline constexpr HRESULT CORPROF_E_LITERALS_HAVE_NO_ADDRESS = detail::hresult(0x80131362);
inline constexpr HRESULT CORPROF_E_UNSUPPORTED_CALL_SEQUENCE = detail::hresult(0x80131363);
inline constexpr HRESULT CORPROF_E_ASYNCHRONOUS_UNSAFE = detail::hresult(0x80131364);
inline constexpr HRESULT CORPROF_E_CLASSID_IS_ARRAY = detail::hresult(0x80131365);
inline constexpr HRESULT CORPROF_E_CLASSID_IS_COMPOSITE = detail::hresult(0x80131366);
inline constexpr HRESULT CORPROF_E_PROFILER_DETACHING = detail::hresult(0x80131367);
inline constexpr HRESULT CORPROF_E_PROFILER_NOT_ATTACHABLE = detail::hresult(0x80131368);
inline constexpr HRESULT CORPROF_E_UNRECOGNIZED_PIPE_MSG_FORMAT = detail::hresult(0x80131369);
inline constexpr HRESULT CORPROF_E_PROFILER_ALREADY_ACTIVE = detail::hresult(0x8013136A);
inline constexpr HRESULT CORPROF_E_PROFILEE_INCOMPATIBLE_WITH_TRIGGER = detail::hresult(0x8013136B);
inline constexpr HRESULT CORPROF_E_IPC_FAILED = detail::hresult(0x8013136C);
inline constexpr HRESULT CORPROF_E_PROFILEE_PROCESS_NOT_FOUND = detail::hresult(0x8013136D);
inline constexpr HRESULT CORPROF_E_CALLBACK3_REQUIRED = detail::hresult(0x8013136E);
inline constexpr HRESULT CORPROF_E_UNSUPPORTED_FOR_ATTACHING_PROFILER = detail::hresult(0x8013136F);
inline constexpr HRESULT CORPROF_E_IRREVERSIBLE_INSTRUMENTATION_PRESENT = detail::hresult(0x80131370);
inline constexpr HRESULT CORPROF_E_RUNTIME_UNINITIALIZED = detail::hresult(0x80131371);
inline constexpr HRESULT CORPROF_E_IMMUTABLE_FLAGS_SET = detail::hresult(0x80131372);
inline constexpr HRESULT CORPROF_E_PROFILER_NOT_YET_INITIALIZED = detail::hresult(0x80131373);
inline constexpr HRESULT CORPROF_E_INCONSISTENT_WITH_FLAGS = detail::hresult(0x80131374);
inline constexpr HRESULT CORPROF_E_PROFILER_CANCEL_ACTIVATION = detail::hresult(0x80131375);
inline constexpr HRESULT CORPROF_E_CONCURRENT_GC_NOT_PROFILABLE = detail::hresult(0x80131376);
inline constexpr HRESULT CORPROF_E_DEBUGGING_DISABLED = detail::hresult(0x80131378);
inline constexpr HRESULT CORPROF_E_TIMEOUT_WAITING_FOR_CONCURRENT_GC = detail::hresult(0x80131379);
inline constexpr HRESULT CORPROF_E_MODULE_IS_DYNAMIC = detail::hresult(0x8013137A);
inline constexpr HRESULT CORPROF_E_CALLBACK4_REQUIRED = detail::hresult(0x8013137B);
inline constexpr HRESULT CORPROF_E_REJIT_NOT_ENABLED = detail::hresult(0x8013137C);
inline constexpr HRESULT CORPROF_E_FUNCTION_IS_COLLECTIBLE = detail::hresult(0x8013137E);
inline constexpr HRESULT CORPROF_E_CALLBACK6_REQUIRED = detail::hresult(0x80131380);
inline constexpr HRESULT CORPROF_E_RUNTIME_SUSPEND_REQUIRED = detail::hresult(0x80131381);
inline constexpr HRESULT CORPROF_E_CALLBACK7_REQUIRED = detail::hresult(0x80131382);
inline constexpr HRESULT CORPROF_E_REJIT_INLINING_DISABLED = detail::hresult(0x80131383);
inline constexpr HRESULT CORPROF_E_SUSPENSION_IN_PROGRESS = detail::hresult(0x80131388);
inline constexpr HRESULT CORPROF_E_NOT_GC_OBJECT = detail::hresult(0x80131389);
inline constexpr HRESULT CORPROF_E_MODULE_IS_ENC = detail::hresult(0x8013138A);

struct HResultInfo {
  HRESULT value;
  std::string_view name;
};

inline constexpr std::array<HResultInfo, 63> kHResults = {{
    {S_OK, "S_OK"},
    {S_FALSE, "S_FALSE"},
    {E_NOTIMPL, "E_NOTIMPL"},
    {E_NOINTERFACE, "E_NOINTERFACE"},
    {E_POINTER, "E_POINTER"},
    {E_ABORT, "E_ABORT"},
    {E_FAIL, "E_FAIL"},
    {E_UNEXPECTED, "E_UNEXPECTED"},
    {E_ACCESSDENIED, "E_ACCESSDENIED"},
    {E_HANDLE, "E_HANDLE"},
    {E_OUTOFMEMORY, "E_OUTOFMEMORY"},
    {E_INVALIDARG, "E_INVALIDARG"},
    {E_NOT_SUFFICIENT_BUFFER, "E_NOT_SUFFICIENT_BUFFER"},
    {CLASS_E_NOAGGREGATION, "CLASS_E_NOAGGREGATION"},
    {CLASS_E_CLASSNOTAVAILABLE, "CLASS_E_CLASSNOTAVAILABLE"},
    {COR_E_OVERFLOW, "COR_E_OVERFLOW"},
    {COR_E_THREADSTATE, "COR_E_THREADSTATE"},
    {CORPROF_E_FUNCTION_NOT_COMPILED, "CORPROF_E_FUNCTION_NOT_COMPILED"},
    {CORPROF_E_DATAINCOMPLETE, "CORPROF_E_DATAINCOMPLETE"},
    {CORPROF_E_FUNCTION_NOT_IL, "CORPROF_E_FUNCTION_NOT_IL"},
    {CORPROF_E_NOT_MANAGED_THREAD, "CORPROF_E_NOT_MANAGED_THREAD"},
    {CORPROF_E_CALL_ONLY_FROM_INIT, "CORPROF_E_CALL_ONLY_FROM_INIT"},
    {CORPROF_E_NOT_YET_AVAILABLE, "CORPROF_E_NOT_YET_AVAILABLE"},
    {CORPROF_E_TYPE_IS_PARAMETERIZED, "CORPROF_E_TYPE_IS_PARAMETERIZED"},
    {CORPROF_E_FUNCTION_IS_PARAMETERIZED, "CORPROF_E_FUNCTION_IS_PARAMETERIZED"},
    {CORPROF_E_STACKSNAPSHOT_INVALID_TGT_THREAD, "CORPROF_E_STACKSNAPSHOT_INVALID_TGT_THREAD"},
    {CORPROF_E_STACKSNAPSHOT_UNMANAGED_CTX, "CORPROF_E_STACKSNAPSHOT_UNMANAGED_CTX"},
    {CORPROF_E_STACKSNAPSHOT_UNSAFE, "CORPROF_E_STACKSNAPSHOT_UNSAFE"},
    {CORPROF_E_STACKSNAPSHOT_ABORTED, "CORPROF_E_STACKSNAPSHOT_ABORTED"},
    {CORPROF_E_LITERALS_HAVE_NO_ADDRESS, "CORPROF_E_LITERALS_HAVE_NO_ADDRESS"},
    {CORPROF_E_UNSUPPORTED_CALL_SEQUENCE, "CORPROF_E_UNSUPPORTED_CALL_SEQUENCE"},
    {CORPROF_E_ASYNCHRONOUS_UNSAFE, "CORPROF_E_ASYNCHRONOUS_UNSAFE"},
    {CORPROF_E_CLASSID_IS_ARRAY, "CORPROF_E_CLASSID_IS_ARRAY"},
    {CORPROF_E_CLASSID_IS_COMPOSITE, "CORPROF_E_CLASSID_IS_COMPOSITE"},
    {CORPROF_E_PROFILER_DETACHING, "CORPROF_E_PROFILER_DETACHING"},
    {CORPROF_E_PROFILER_NOT_ATTACHABLE, "CORPROF_E_PROFILER_NOT_ATTACHABLE"},
    {CORPROF_E_UNRECOGNIZED_PIPE_MSG_FORMAT, "CORPROF_E_UNRECOGNIZED_PIPE_MSG_FORMAT"},
    {CORPROF_E_PROFILER_ALREADY_ACTIVE, "CORPROF_E_PROFILER_ALREADY_ACTIVE"},
    {CORPROF_E_PROFILEE_INCOMPATIBLE_WITH_TRIGGER, "CORPROF_E_PROFILEE_INCOMPATIBLE_WITH_TRIGGER"},
    {CORPROF_E_IPC_FAILED, "CORPROF_E_IPC_FAILED"},
    {CORPROF_E_PROFILEE_PROCESS_NOT_FOUND, "CORPROF_E_PROFILEE_PROCESS_NOT_FOUND"},
    {CORPROF_E_CALLBACK3_REQUIRED, "CORPROF_E_CALLBACK3_REQUIRED"},
    {CORPROF_E_UNSUPPORTED_FOR_ATTACHING_PROFILER, "CORPROF_E_UNSUPPORTED_FOR_ATTACHING_PROFILER"},
    {CORPROF_E_IRREVERSIBLE_INSTRUMENTATION_PRESENT, "CORPROF_E_IRREVERSIBLE_INSTRUMENTATION_PRESENT"},
    {CORPROF_E_RUNTIME_UNINITIALIZED, "CORPROF_E_RUNTIME_UNINITIALIZED"},
    {CORPROF_E_IMMUTABLE_FLAGS_SET, "CORPROF_E_IMMUTABLE_FLAGS_SET"},
    {CORPROF_E_PROFILER_NOT_YET_INITIALIZED, "CORPROF_E_PROFILER_NOT_YET_INITIALIZED"},
    {CORPROF_E_INCONSISTENT_WITH_FLAGS, "CORPROF_E_INCONSISTENT_WITH_FLAGS"},
    {CORPROF_E_PROFILER_CANCEL_ACTIVATION, "CORPROF_E_PROFILER_CANCEL_ACTIVATION"},
    {CORPROF_E_CONCURRENT_GC_NOT_PROFILABLE, "CORPROF_E_CONCURRENT_GC_NOT_PROFILABLE"},
    {CORPROF_E_DEBUGGING_DISABLED, "CORPROF_E_DEBUGGING_DISABLED"},
    {CORPROF_E_TIMEOUT_WAITING_FOR_CONCURRENT_GC, "CORPROF_E_TIMEOUT_WAITING_FOR_CONCURRENT_GC"},
    {CORPROF_E_MODULE_IS_DYNAMIC, "CORPROF_E_MODULE_IS_DYNAMIC"},
    {CORPROF_E_CALLBACK4_REQUIRED, "CORPROF_E_CALLBACK4_REQUIRED"},
    {CORPROF_E_REJIT_NOT_ENABLED, "CORPROF_E_REJIT_NOT_ENABLED"},
    {CORPROF_E_FUNCTION_IS_COLLECTIBLE, "CORPROF_E_FUNCTION_IS_COLLECTIBLE"},
    {CORPROF_E_CALLBACK6_REQUIRED, "CORPROF_E_CALLBACK6_REQUIRED"},
    {CORPROF_E_RUNTIME_SUSPEND_REQUIRED, "CORPROF_E_RUNTIME_SUSPEND_REQUIRED"},
    {CORPROF_E_CALLBACK7_REQUIRED, "CORPROF_E_CALLBACK7_REQUIRED"},
    {CORPROF_E_REJIT_INLINING_DISABLED, "CORPROF_E_REJIT_INLINING_DISABLED"},
    {CORPROF_E_SUSPENSION_IN_PROGRESS, "CORPROF_E_SUSPENSION_IN_PROGRESS"},
    {CORPROF_E_NOT_GC_OBJECT, "CORPROF_E_NOT_GC_OBJECT"},
    {CORPROF_E_MODULE_IS_ENC, "CORPROF_E_MODULE_IS_ENC"},
}};

// Empty for a value that is not in the table; reports then print the number.
constexpr std::string_view hresult_name(HRESULT hr) {
  for (const HResultInfo& each : kHResults) {
    if (each.value == hr) return each.name;
  }
  return {};
}

// "E_FAIL (0x80004005)", the number alone where it has no name, "S_OK".
inline std::string hresult_text(HRESULT hr) {
  const std::string_view name = hresult_name(hr);
  if (succeeded(hr) && !name.empty()) return std::string(name);
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string number = "0x";
  for (int shift = 28; shift >= 0; shift -= 4) {
    number += kDigits[(static_cast<std::uint32_t>(hr) >> shift) & 0xF];
  }
  return name.empty() ? number : std::string(name) + " (" + number + ")";
}

constexpr std::optional<HRESULT> hresult_from_name(std::string_view name) {
  for (const HResultInfo& each : kHResults) {
    if (each.name == name) return each.value;
  }
  return std::nullopt;
}

// "0x80004005", with a name or without one.
constexpr std::optional<HRESULT> hresult_from_number(std::string_view text) {
  if (text.size() != 10 || text[0] != '0' || (text[1] != 'x' && text[1] != 'X')) return std::nullopt;
  std::uint32_t value = 0;
  for (const char c : text.substr(2)) {
    const char lower = c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c;
    if (!(lower >= '0' && lower <= '9') && !(lower >= 'a' && lower <= 'f')) return std::nullopt;
    value = value * 16 + static_cast<std::uint32_t>(lower <= '9' ? lower - '0' : lower - 'a' + 10);
  }
  return static_cast<HRESULT>(value);
}

}  // namespace gcrucible::abi
