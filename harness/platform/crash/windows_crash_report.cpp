#include <windows.h>

#include <array>
#include <bit>
#include <csignal>
#include <cstdint>

#include "harness/platform/crash/crash_report.h"
#include "harness/platform/crash/crash_text.h"

namespace gcrucible::platform {
namespace {

CrashBuffers report_to;
CrashExplainer explainer;
LPTOP_LEVEL_EXCEPTION_FILTER previous_filter = nullptr;
volatile LONG reported = 0;

struct Name {
  DWORD code;
  const char* name;
};
constexpr std::array<Name, 6> kNames = {{{EXCEPTION_ACCESS_VIOLATION, "EXCEPTION_ACCESS_VIOLATION"},
                                         {EXCEPTION_IN_PAGE_ERROR, "EXCEPTION_IN_PAGE_ERROR"},
                                         {EXCEPTION_ILLEGAL_INSTRUCTION, "EXCEPTION_ILLEGAL_INSTRUCTION"},
                                         {EXCEPTION_INT_DIVIDE_BY_ZERO, "EXCEPTION_INT_DIVIDE_BY_ZERO"},
                                         {EXCEPTION_STACK_OVERFLOW, "EXCEPTION_STACK_OVERFLOW"},
                                         {EXCEPTION_PRIV_INSTRUCTION, "EXCEPTION_PRIV_INSTRUCTION"}}};

void write_stack() {
  CrashText out(report_to.stack);
  std::array<void*, 62> frames;
  const USHORT count = CaptureStackBackTrace(0, static_cast<DWORD>(frames.size()), frames.data(), nullptr);
  for (USHORT i = 0; i < count; ++i) {
    HMODULE module = nullptr;
    std::array<char, MAX_PATH> path = {};
    const bool known = GetModuleHandleExA(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS |
                                              GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT,
                                          static_cast<const char*>(frames[i]), &module) != 0;
    if (known) GetModuleFileNameA(module, path.data(), static_cast<DWORD>(path.size()));
    out.text(path.data());
    out.text("+");
    out.hexadecimal(std::bit_cast<std::uint64_t>(frames[i]) - std::bit_cast<std::uint64_t>(module));
    out.text("\n");
  }
}

LONG WINAPI on_exception(EXCEPTION_POINTERS* pointers) {
  if (InterlockedExchange(&reported, 1) == 0) {
    const EXCEPTION_RECORD& record = *pointers->ExceptionRecord;
    const bool has_address =
        record.ExceptionCode == EXCEPTION_ACCESS_VIOLATION && record.NumberParameters >= 2;
    const std::uint64_t address = has_address ? record.ExceptionInformation[1] : 0;
    if (explainer.place != nullptr) explainer.place(explainer.context, has_address ? &address : nullptr);
    CrashText out(report_to.message);
    const char* name = nullptr;
    for (const Name& known : kNames) {
      if (known.code == record.ExceptionCode) name = known.name;
    }
    if (name != nullptr) {
      out.text(name);
    } else {
      out.text("exception ");
      out.hexadecimal(record.ExceptionCode);
    }
    if (has_address) {
      out.text(" at address ");
      out.hexadecimal(address, 16);
    }
    write_stack();
    if (has_address && explainer.explain != nullptr) {
      explainer.explain(explainer.context, address, out);
    }
  }
  return previous_filter != nullptr ? previous_filter(pointers) : EXCEPTION_CONTINUE_SEARCH;
}

void on_abort(int) {
  if (InterlockedExchange(&reported, 1) != 0) return;
  if (explainer.place != nullptr) explainer.place(explainer.context, nullptr);
  CrashText(report_to.message).text("SIGABRT");
  write_stack();
}

}  // namespace

// Windows itself reserves the guard page's size of stack for handlers.
AlternateStack::AlternateStack() {
  ULONG bytes = 64 * 1024;
  SetThreadStackGuarantee(&bytes);
}
AlternateStack::~AlternateStack() = default;

void explain_crashes(CrashExplainer given) {
  explainer = given;
}

void install_crash_report(CrashBuffers buffers) {
  report_to = buffers;
  static AlternateStack stack;
  // No dialogue may delay the end of the process.
  SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX);
  previous_filter = SetUnhandledExceptionFilter(on_exception);
  std::signal(SIGABRT, on_abort);
}

}  // namespace gcrucible::platform
