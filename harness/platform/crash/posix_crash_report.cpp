#include <dlfcn.h>
#include <execinfo.h>
#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <new>

#include "harness/platform/crash/crash_report.h"
#include "harness/platform/crash/crash_text.h"
#include "harness/platform/crash/posix_handler_trial.h"
#include "harness/platform/crash/posix_other_stacks.h"
#include "harness/platform/crash/posix_unloaded_code.h"

namespace gcrucible::platform {
namespace {

constexpr std::size_t kAlternateStackBytes = 128 * 1024;
constexpr int kMostFrames = 64;

struct Taken {
  int signal;
  const char* name;
  struct sigaction previous;
};

// Globals, because a signal handler cannot receive its data in any other way.
std::array<Taken, 5> taken = {{{SIGSEGV, "SIGSEGV", {}},
                               {SIGBUS, "SIGBUS", {}},
                               {SIGILL, "SIGILL", {}},
                               {SIGFPE, "SIGFPE", {}},
                               {SIGABRT, "SIGABRT", {}}}};
CrashBuffers report_to;
CrashExplainer explainer;
std::atomic_flag reported = ATOMIC_FLAG_INIT;

bool has_address(int signal) {
  return signal == SIGSEGV || signal == SIGBUS;
}

// An unreadable address near the stack pointer is in the guard pages below the stack. A frame may be larger
// than kFrame; in that case only the address is reported.
bool is_near_stack(std::uint64_t address, [[maybe_unused]] const ucontext_t& context) {
  constexpr std::uint64_t kFrame = 64 * 1024;
#if defined(__x86_64__)
  const auto top = static_cast<std::uint64_t>(context.uc_mcontext.gregs[REG_RSP]);
#elif defined(__aarch64__)
  const std::uint64_t top = context.uc_mcontext.sp;
#else
  const std::uint64_t top = 0;
#endif
  return top != 0 && address + kFrame >= top && address < top + kFrame;
}

void write_message(CrashText& out, const Taken& entry, const siginfo_t& info, const ucontext_t& context) {
  out.text(entry.name);
  if (!has_address(entry.signal) || info.si_code <= 0) return;
  // The processor reports no address if the address is not canonical. The kernel then reports 0 with
  // SI_KERNEL.
  if (info.si_code == SI_KERNEL) {
    out.text(" at an address that is not canonical");
    return;
  }
  out.text(" at address ");
  out.hexadecimal(std::bit_cast<std::uint64_t>(info.si_addr), 16);
  if (entry.signal == SIGSEGV && is_near_stack(std::bit_cast<std::uint64_t>(info.si_addr), context))
    out.text(" (stack overflow)");
}

enum class Frame : bool { kInterrupted, kCaller };

void write_frame(CrashText& out, void* frame, Frame kind) {
  Dl_info info = {};
  const auto address = std::bit_cast<std::uint64_t>(frame);
  // After a call that does not return, such as abort(), the next function begins at the return address.
  const void* const inside =
      static_cast<const char*>(frame) - (kind == Frame::kCaller && address != 0 ? 1 : 0);
  if (dladdr(inside, &info) == 0 || info.dli_fname == nullptr) {
    if (const UnloadedCode gone = unloaded_code_at(address); gone.path != nullptr) {
      out.text(gone.path);
      out.text("+");
      out.hexadecimal(address - gone.base);
      out.text(" (unloaded)\n");
      return;
    }
    out.hexadecimal(address, 16);
    out.text("\n");
    return;
  }
  out.text(info.dli_fname);
  out.text("+");
  out.hexadecimal(address - std::bit_cast<std::uint64_t>(info.dli_fbase));
  if (info.dli_sname != nullptr) {
    out.text(" (");
    out.text(info.dli_sname);
    out.text("+");
    out.hexadecimal(address - std::bit_cast<std::uint64_t>(info.dli_saddr));
    out.text(")");
  }
  out.text("\n");
}

// The address of an access through a non-canonical pointer is unknown (see write_message). The bad pointer is
// usually still in a register.
std::span<const greg_t> registers_of([[maybe_unused]] const ucontext_t& context) {
#if defined(__x86_64__)
  return std::span(context.uc_mcontext.gregs).first<REG_RSP + 1>();
#else
  return {};
#endif
}

void write_explanation(CrashText& out, const Taken& entry, const siginfo_t& info, const ucontext_t& context) {
  if (explainer.explain == nullptr || !has_address(entry.signal) || info.si_code <= 0) return;
  if (info.si_code != SI_KERNEL) {
    explainer.explain(explainer.context, std::bit_cast<std::uint64_t>(info.si_addr), out);
    return;
  }
  for (const auto value : registers_of(context)) {
    const std::size_t length = out.length();
    out.text("; a register held ");
    out.hexadecimal(static_cast<std::uint64_t>(value), 16);
    if (explainer.explain(explainer.context, static_cast<std::uint64_t>(value), out)) return;
    out.cut(length);
  }
}

struct Place {
  void* instruction = nullptr;
  void* const* stack = nullptr;
};

Place place_of([[maybe_unused]] const ucontext_t& context) {
#if defined(__x86_64__)
  const auto& registers = context.uc_mcontext.gregs;
  return {std::bit_cast<void*>(registers[REG_RIP]), std::bit_cast<void* const*>(registers[REG_RSP])};
#elif defined(__aarch64__)
  return {std::bit_cast<void*>(context.uc_mcontext.pc), nullptr};
#else
  return {};
#endif
}

bool is_code(void* address) {
  Dl_info info = {};
  return dladdr(address, &info) != 0;
}

// No unwind information exists for unloaded code. Instead, the words near the top of the stack that point
// into unloaded code are shown.
void write_unloaded_frames(CrashText& out, const Place& place) {
  constexpr std::size_t kWords = 64;
  for (std::size_t i = 0; i < kWords; ++i) {
    if (unloaded_code_at(std::bit_cast<std::uint64_t>(place.stack[i])).path != nullptr)
      write_frame(out, place.stack[i], Frame::kCaller);
  }
}

void write_stack(CrashText& out, const Place& place) {
  if (place.stack != nullptr && !is_code(place.instruction)) {
    // A call to an address that is not code. The unwinder would read instructions there and fault. The
    // caller's address is on top of the stack. If the caller's code is gone too, the process ends here and
    // the text written so far stays.
    write_frame(out, place.instruction, Frame::kInterrupted);
    if (unloaded_code_at(std::bit_cast<std::uint64_t>(place.instruction)).path != nullptr)
      return write_unloaded_frames(out, place);
    write_frame(out, *place.stack, Frame::kCaller);
    return;
  }
  std::array<void*, kMostFrames> all;
  std::span<void*> frames(all.data(), static_cast<std::size_t>(backtrace(all.data(), kMostFrames)));
  // The frames above the faulting one belong to this handler and are not part of the crash.
  const auto fault = std::find(frames.begin(), frames.end(), place.instruction);
  if (fault != frames.end()) frames = frames.subspan(static_cast<std::size_t>(fault - frames.begin()));
  for (void* const& frame : frames)
    write_frame(out, frame, &frame == frames.data() ? Frame::kInterrupted : Frame::kCaller);
}

// Unloaded code cannot be fetched. Code elsewhere may also access the data of the unloaded library, for
// example a thread that starts too late.
void write_unloaded(CrashText& out, void* address) {
  const UnloadedCode gone = unloaded_code_at(std::bit_cast<std::uint64_t>(address));
  if (gone.path == nullptr || is_code(address)) return;
  out.text(" in ");
  out.text(gone.path);
  out.text("+");
  out.hexadecimal(std::bit_cast<std::uint64_t>(address) - gone.base);
  out.text(", which is unloaded: its attach was refused, it was detached, or the run was over");
}

void write_stack_at(CrashText& out, const void* context) {
  write_stack(out, place_of(*static_cast<const ucontext_t*>(context)));
}

// A process that another process ends because of a hang shows the stack of each of its threads.
void write_stacks(const Place& place, int signal, const siginfo_t& info) {
  CrashText out(report_to.stack);
  const bool all = is_sent_by_another_process(info) && write_own_name(out);
  write_stack(out, place);
  if (all) write_other_stacks(out, signal);
}

void on_signal(int signal, siginfo_t* info, void* context) {
  if (const int status = handler_trial::reached.load(); status != 0) _exit(status);
  if (answers_for_stack(*info, context, write_stack_at)) return;
  for (const Taken& entry : taken) {
    if (entry.signal != signal) continue;
    if (!reported.test_and_set()) {
      const auto& state = *static_cast<const ucontext_t*>(context);
      if (explainer.place != nullptr) {
        const auto address = std::bit_cast<std::uint64_t>(info->si_addr);
        const bool known = has_address(signal) && info->si_code > 0 && info->si_code != SI_KERNEL;
        explainer.place(explainer.context, known ? &address : nullptr);
      }
      CrashText out(report_to.message);
      write_message(out, entry, *info, state);
      if (has_address(signal) && info->si_code > 0 && info->si_code != SI_KERNEL)
        write_unloaded(out, info->si_addr);
      write_stacks(place_of(state), signal, *info);
      write_explanation(out, entry, *info, state);
    }
    sigaction(signal, &entry.previous, nullptr);
  }
  // After the return, a fault happens again under the previous action. A signal that was sent must be sent
  // again.
  if (info->si_code <= 0) raise(signal);
}

}  // namespace

AlternateStack::AlternateStack() {
  stack_t current = {};
  if (sigaltstack(nullptr, &current) != 0 || (current.ss_flags & SS_DISABLE) == 0) return;
  void* const memory =
      mmap(nullptr, kAlternateStackBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return;
  stack_t own = {};
  own.ss_sp = memory;
  own.ss_size = kAlternateStackBytes;
  if (sigaltstack(&own, nullptr) == 0) {
    memory_ = memory;
  } else {
    munmap(memory, kAlternateStackBytes);
  }
}

AlternateStack::~AlternateStack() {
  if (memory_ == nullptr) return;
  stack_t none = {};
  none.ss_flags = SS_DISABLE;
  sigaltstack(&none, nullptr);
  munmap(memory_, kAlternateStackBytes);
}

void explain_crashes(CrashExplainer given) {
  explainer = given;
}

void install_crash_report(CrashBuffers buffers) {
  report_to = buffers;
  // The first call loads the unwinder, which allocates memory. A handler must not do this.
  std::array<void*, 4> frames;
  static_cast<void>(backtrace(frames.data(), static_cast<int>(frames.size())));
  // Never destroyed, because a handler may run until the last moment of the process.
  alignas(AlternateStack) static std::array<std::byte, sizeof(AlternateStack)> stack;
  new (stack.data()) AlternateStack;

  for (Taken& entry : taken) {
    struct sigaction current = {};
    sigaction(entry.signal, nullptr, &current);
#ifdef GCRUCIBLE_SANITIZED
    if ((current.sa_flags & SA_SIGINFO) != 0 || current.sa_handler != SIG_DFL) continue;
#endif
    // A second installation must not record this handler as the previous one.
    if ((current.sa_flags & SA_SIGINFO) != 0 && current.sa_sigaction == on_signal) continue;
    entry.previous = current;
    struct sigaction action = {};
    action.sa_sigaction = on_signal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    sigaction(entry.signal, &action, nullptr);
  }
}

}  // namespace gcrucible::platform
