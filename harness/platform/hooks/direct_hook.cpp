// The registers are those of dotnet/runtime's JIT for x64 (RBM_PROFILER_ENTER_TRASH,
// RBM_PROFILER_LEAVE_TRASH), checked under .NET 10 on Linux with hooks that change one register
// (docs/runtimes.md).
#include "harness/platform/hooks/direct_hook.h"

#include <array>
#include <cstddef>
#include <cstring>
#include <string_view>

namespace gcrucible::platform {

#if defined(__x86_64__)

namespace {

// In the order of their numbers in instructions.
enum Register : std::uint32_t {
  kRax,
  kRcx,
  kRdx,
  kRbx,
  kRsp,
  kRbp,
  kRsi,
  kRdi,
  kR8,
  kR9,
  kR10,
  kR11,
  kR12,
  kR13,
  kR14,
  kR15,
  kXmm0,
};
constexpr std::uint32_t kVectors = 16;
constexpr std::array<std::string_view, kXmm0 + kVectors> kNames{
    "rax",  "rcx",  "rdx",  "rbx",  "rsp",   "rbp",   "rsi",   "rdi",   "r8",    "r9",   "r10",
    "r11",  "r12",  "r13",  "r14",  "r15",   "xmm0",  "xmm1",  "xmm2",  "xmm3",  "xmm4", "xmm5",
    "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15"};

struct Vector {
  std::uint64_t low = 0;  // the half that arguments and results use
  std::uint64_t high = 0;
};
struct Registers {
  std::array<std::uint64_t, kXmm0> general{};
  std::array<Vector, kVectors> vectors{};

  std::uint64_t of(std::uint32_t number) const {
    return number < kXmm0 ? general[number] : vectors[number - kXmm0].low;
  }
};

// The assembly below knows these offsets.
struct Call {
  void* hook = nullptr;
  std::uintptr_t return_address = 0;
  std::uint64_t stack_register = 0;  // offset, from this object, of the register that gets the stack pointer
  std::uint64_t unused = 0;
  Registers before;
  Registers after;
};
static_assert(offsetof(Call, before) == 32 && offsetof(Call, after) == 416 && sizeof(Registers) == 384);
static_assert(offsetof(Registers, vectors) == 128);

constexpr std::uint32_t bits(std::initializer_list<std::uint32_t> registers) {
  std::uint32_t all = 0;
  for (const std::uint32_t each : registers) all |= std::uint32_t{1} << each;
  return all;
}

// Registers of a function's caller, which every function preserves.
#if defined(_WIN32)
constexpr std::uint32_t kKept =
    bits({kRbx, kRbp, kRsi, kRdi, kR12, kR13, kR14, kR15, kXmm0 + 6, kXmm0 + 7, kXmm0 + 8, kXmm0 + 9,
          kXmm0 + 10, kXmm0 + 11, kXmm0 + 12, kXmm0 + 13, kXmm0 + 14, kXmm0 + 15});
// The function has stored its arguments on the stack.
constexpr std::uint32_t kArguments = 0;
constexpr std::uint32_t kResults = bits({kRax, kXmm0});
constexpr std::uint32_t kEnterId = kRcx, kEnterStack = kRdx, kLeaveId = kRcx, kLeaveStack = kRdx;
#else
constexpr std::uint32_t kKept = bits({kRbx, kRbp, kR12, kR13, kR14, kR15});
constexpr std::uint32_t kArguments = bits({kRdi, kRsi, kRdx, kRcx, kR8, kR9, kXmm0, kXmm0 + 1, kXmm0 + 2,
                                           kXmm0 + 3, kXmm0 + 4, kXmm0 + 5, kXmm0 + 6, kXmm0 + 7});
constexpr std::uint32_t kResults = bits({kRax, kRdx, kXmm0, kXmm0 + 1});
constexpr std::uint32_t kEnterId = kR14, kEnterStack = kR15, kLeaveId = kRdi, kLeaveStack = kRsi;
#endif

}  // namespace

extern "C" void gcrucible_call_hook(void* call);

// The frame, from the stack pointer on:
// - 32 bytes that a callee on Windows may use,
// - the frame pointer and the return address of the function's caller,
// - the address of the Call, and a spare place,
// - on Windows, the vector registers to keep.
// clang-format off
#if defined(_WIN32)
#define GCRUCIBLE_ARGUMENT "rcx"
#define GCRUCIBLE_FRAME "264"
#define GCRUCIBLE_PUSH(name) "push " name "\n.seh_pushreg " name "\n"
#define GCRUCIBLE_PROLOG \
  ".def gcrucible_call_hook; .scl 2; .type 32; .endef\n" \
  ".seh_proc gcrucible_call_hook\n" \
  "gcrucible_call_hook:\n" \
  GCRUCIBLE_PUSH("rbp") GCRUCIBLE_PUSH("rbx") GCRUCIBLE_PUSH("rsi") GCRUCIBLE_PUSH("rdi") \
  GCRUCIBLE_PUSH("r12") GCRUCIBLE_PUSH("r13") GCRUCIBLE_PUSH("r14") GCRUCIBLE_PUSH("r15") \
  "sub rsp, " GCRUCIBLE_FRAME "\n" \
  ".seh_stackalloc " GCRUCIBLE_FRAME "\n" \
  ".irp n,6,7,8,9,10,11,12,13,14,15\n" \
  "movups [rsp + 64 + 16 * (\\n - 6)], xmm\\n\n" \
  ".endr\n" \
  ".seh_endprologue\n"
#define GCRUCIBLE_EPILOG \
  ".irp n,6,7,8,9,10,11,12,13,14,15\n" \
  "movups xmm\\n, [rsp + 64 + 16 * (\\n - 6)]\n" \
  ".endr\n" \
  "add rsp, " GCRUCIBLE_FRAME "\n" \
  "pop r15\npop r14\npop r13\npop r12\npop rdi\npop rsi\npop rbx\npop rbp\n" \
  "ret\n" \
  ".seh_endproc\n"
#else
#define GCRUCIBLE_ARGUMENT "rdi"
#define GCRUCIBLE_FRAME "72"
// Exceptions of a hook pass through this frame.
#define GCRUCIBLE_PUSH(name) "push " name "\n.cfi_adjust_cfa_offset 8\n.cfi_rel_offset " name ", 0\n"
#define GCRUCIBLE_PROLOG \
  ".hidden gcrucible_call_hook\n" \
  ".type gcrucible_call_hook, @function\n" \
  "gcrucible_call_hook:\n" \
  ".cfi_startproc\n" \
  GCRUCIBLE_PUSH("rbp") GCRUCIBLE_PUSH("rbx") GCRUCIBLE_PUSH("r12") \
  GCRUCIBLE_PUSH("r13") GCRUCIBLE_PUSH("r14") GCRUCIBLE_PUSH("r15") \
  "sub rsp, " GCRUCIBLE_FRAME "\n" \
  ".cfi_adjust_cfa_offset " GCRUCIBLE_FRAME "\n"
#define GCRUCIBLE_EPILOG \
  "add rsp, " GCRUCIBLE_FRAME "\n" \
  ".cfi_adjust_cfa_offset -" GCRUCIBLE_FRAME "\n" \
  "pop r15\npop r14\npop r13\npop r12\npop rbx\npop rbp\n" \
  "ret\n" \
  ".cfi_endproc\n" \
  ".size gcrucible_call_hook, . - gcrucible_call_hook\n"
#endif

asm(".intel_syntax noprefix\n"
    ".text\n"
    ".globl gcrucible_call_hook\n"
    GCRUCIBLE_PROLOG
    // This call, and what the function's caller left on the stack.
    "mov r11, " GCRUCIBLE_ARGUMENT "\n"
    "mov [rsp + 48], r11\n"
    "mov rax, [r11 + 8]\n"
    "mov [rsp + 40], rax\n"
    "mov [rsp + 32], rbp\n"
    "lea rax, [rsp + 48]\n"
    "mov rcx, [r11 + 16]\n"
    "mov [r11 + rcx], rax\n"
    "lea rbp, [rsp + 32]\n"
    "mov [r11 + 32 + 8 * 5], rbp\n"
    // The registers, and the hook.
    ".irp n,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n"
    "movups xmm\\n, [r11 + 32 + 128 + 16 * \\n]\n"
    ".endr\n"
    "mov rax, [r11 + 32 + 8 * 0]\n"
    "mov rcx, [r11 + 32 + 8 * 1]\n"
    "mov rdx, [r11 + 32 + 8 * 2]\n"
    "mov rbx, [r11 + 32 + 8 * 3]\n"
    "mov rsi, [r11 + 32 + 8 * 6]\n"
    "mov rdi, [r11 + 32 + 8 * 7]\n"
    ".irp n,8,9,10,12,13,14,15\n"
    "mov r\\n, [r11 + 32 + 8 * \\n]\n"
    ".endr\n"
    "mov r11, [r11]\n"
    "call r11\n"
    // Only the stack pointer can be relied on.
    "mov [rsp + 56], rax\n"
    "mov rax, [rsp + 48]\n"
    "mov [rax + 416 + 8 * 1], rcx\n"
    "mov [rax + 416 + 8 * 2], rdx\n"
    "mov [rax + 416 + 8 * 3], rbx\n"
    "mov [rax + 416 + 8 * 5], rbp\n"
    "mov [rax + 416 + 8 * 6], rsi\n"
    "mov [rax + 416 + 8 * 7], rdi\n"
    ".irp n,8,9,10,11,12,13,14,15\n"
    "mov [rax + 416 + 8 * \\n], r\\n\n"
    ".endr\n"
    "mov rcx, [rsp + 56]\n"
    "mov [rax + 416 + 8 * 0], rcx\n"
    ".irp n,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n"
    "movups [rax + 416 + 128 + 16 * \\n], xmm\\n\n"
    ".endr\n"
    GCRUCIBLE_EPILOG
    ".att_syntax\n");
// clang-format on

std::uint32_t call_direct_hook(void* hook, HookPlace place, std::uintptr_t id,
                               std::uintptr_t return_address) {
  const bool enters = place == HookPlace::kEnter;
  const std::uint32_t stack = enters ? kEnterStack : kLeaveStack;
  Call call;
  call.hook = hook;
  call.return_address = return_address;
  call.stack_register = offsetof(Call, before) + std::uint64_t{8} * stack;
  // Addresses that no process has, and other values than a hook would leave there.
  constexpr std::uint64_t kMeaningless = 0xD1CE'0000'0000'0000;
  for (std::uint32_t i = 0; i < kXmm0; ++i) call.before.general[i] = kMeaningless + i;
  for (std::uint32_t i = 0; i < kVectors; ++i)
    call.before.vectors[i] = {kMeaningless + kXmm0 + i, kMeaningless};
  call.before.general[enters ? kEnterId : kLeaveId] = id;
  gcrucible_call_hook(&call);
  // The function saves the registers that it passes something in before it calls the hook.
  const std::uint32_t passed = enters ? bits({kEnterId, kEnterStack}) & ~kArguments : 0;
  const std::uint32_t needed = (kKept | (enters ? kArguments : kResults)) & ~passed;
  std::uint32_t changed = 0;
  for (std::uint32_t i = 0; i < kNames.size(); ++i) {
    const std::uint32_t bit = std::uint32_t{1} << i;
    if ((needed & bit) != 0 && call.before.of(i) != call.after.of(i)) changed |= bit;
  }
  return changed;
}

std::string register_names(std::uint32_t registers) {
  std::string names;
  for (std::uint32_t i = 0; i < kNames.size(); ++i) {
    if ((registers & (std::uint32_t{1} << i)) == 0) continue;
    if (!names.empty()) names += ", ";
    names += kNames[i];
  }
  return names;
}

#else

// The calls of .NET's compiled code are not known here. No register is checked.
std::uint32_t call_direct_hook(void* hook, HookPlace, std::uintptr_t id, std::uintptr_t) {
  using Hook = void(std::uintptr_t);
  reinterpret_cast<Hook*>(hook)(id);
  return 0;
}

std::string register_names(std::uint32_t) {
  return {};
}

#endif

}  // namespace gcrucible::platform
