// DoStackSnapshot: the checks, their order and the frames of .NET 10 on Linux. docs/runtimes.md has what was
// measured.
#include <array>
#include <cstring>
#include <span>
#include <vector>

#include "harness/abi/tables/callback_rows.h"
#include "harness/clr/info/call.h"
#include "harness/clr/info/facade.h"
#include "harness/clr/tables/code_places.h"

namespace gcrucible::clr {

namespace {

constexpr std::uint32_t kNative = program::kNothing;

// The CONTEXT of .NET 10 on x64 Linux, with room for all vector registers. ContextFlags is 0 in a walk.
constexpr std::size_t kContextSize = 3232;
constexpr std::size_t kStackPointer = 0x98;
constexpr std::size_t kInstructionPointer = 0xF8;

// Addresses that exist only in answers. The stacks of threads are far from each other and from the heap.
constexpr UINT_PTR kStacks = 0x7E0000000000;
constexpr UINT_PTR kStackLength = 0x10000000;
constexpr UINT_PTR kFrameLength = 0x40;

// A part of what a real COR_PRF_FRAME_INFO refers to. Profilers may only hand it back.
struct FrameInfo {
  std::uint16_t size = sizeof(FrameInfo);
  std::uint16_t version = 1;
  FunctionID function = 0;
  UINT_PTR ip = 0;
};

// A frame as the walk reports it.
struct WalkedFrame {
  FunctionID function = 0;  // 0: the native code that called the frame before it
  UINT_PTR ip = 0;
  UINT_PTR stack_pointer = 0;
};

// Native code is reported where it has called managed code. Its frames above the innermost managed one are
// not reported, and those of lightweight functions never.
std::vector<WalkedFrame> walk(const FunctionTable& functions, std::span<const std::uint32_t> frames,
                              std::uint32_t thread) {
  std::vector<WalkedFrame> walked;
  const UINT_PTR bottom = kStacks + (thread + 1) * kStackLength;
  const auto is_lightweight = [&](std::uint32_t frame) {
    return frame != kNative && functions.all()[frame].lightweight;
  };
  for (std::size_t i = frames.size(); i-- > 0;) {
    if (frames[i] == kNative || is_lightweight(frames[i])) continue;
    const FunctionEntry& function = functions.all()[frames[i]];
    walked.push_back(
        {.function = function.id,
         .ip = i + 1 == frames.size() ? running_place(function) : call_site(function, frames[i + 1]),
         .stack_pointer = bottom - (i + 1) * kFrameLength});
    std::size_t callers = i;
    while (callers != 0 && is_lightweight(frames[callers - 1])) --callers;
    if (callers == 0 || frames[callers - 1] == kNative)
      walked.push_back({.ip = kNativeCode, .stack_pointer = bottom - i * kFrameLength});
  }
  return walked;
}

// Whether the thread is in an enter, leave or tailcall hook.
bool in_hook() {
  const ThreadState& thread = this_thread();
  return thread.in_callback() && abi::is_hook(thread.innermost->method) &&
         abi::callback_row(thread.innermost->method).cooperative;
}

// The frames from the one of the seed on; none if the stack has no such frame. A direct hook knows stack
// pointers of the thread that runs it, which are no addresses of walked frames.
std::span<const WalkedFrame> from_seed(std::span<const WalkedFrame> frames, const BYTE* seed) {
  UINT_PTR ip = 0, stack_pointer = 0;
  std::memcpy(&ip, seed + kInstructionPointer, sizeof ip);
  std::memcpy(&stack_pointer, seed + kStackPointer, sizeof stack_pointer);
  const bool any_place = in_hook() && abi::callback_row(this_thread().innermost->method).direct;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    if (frames[i].ip == ip && (frames[i].stack_pointer == stack_pointer || any_place))
      return frames.subspan(i);
  }
  return {};
}

// In preemptive mode the runtime starts from its own frames, and looks at no seed. Every other thread is in
// that mode while the profiler has the runtime suspended.
bool uses_seed(bool own) {
  const ThreadState& thread = this_thread();
  return own && thread.in_callback() && abi::callback_row(thread.innermost->method).cooperative;
}

UINT_PTR instruction_pointer(const BYTE* context) {
  UINT_PTR ip = 0;
  std::memcpy(&ip, context + kInstructionPointer, sizeof ip);
  return ip;
}

// Calls the profiler for each frame. `reported` gets the functions, also that of the frame that ended the
// walk.
HRESULT report_frames(std::span<const WalkedFrame> frames, StackSnapshotCallback* callback, bool registers,
                      void* data, std::vector<std::uint64_t>& reported) {
  std::array<BYTE, kContextSize> context;
  for (const WalkedFrame& frame : frames) {
    FrameInfo info{.function = frame.function, .ip = frame.ip};
    if (registers) {
      context.fill(0);
      std::memcpy(context.data() + kInstructionPointer, &frame.ip, sizeof frame.ip);
      std::memcpy(context.data() + kStackPointer, &frame.stack_pointer, sizeof frame.stack_pointer);
    }
    reported.push_back(frame.function);
    const HRESULT hr = callback(frame.function, frame.ip, reinterpret_cast<COR_PRF_FRAME_INFO>(&info),
                                registers ? kContextSize : 0, registers ? context.data() : nullptr, data);
    if (hr != S_OK) return CORPROF_E_STACKSNAPSHOT_ABORTED;
  }
  return S_OK;
}

}  // namespace

HRESULT InfoFacade::DoStackSnapshot(ThreadID thread, StackSnapshotCallback* callback, ULONG32 infoFlags,
                                    void* clientData, BYTE* context, ULONG32 contextSize) {
  InfoCall call(*clr_, InfoMethod::kDoStackSnapshot,
                {trace::id(thread), trace::number(infoFlags), trace::number(contextSize)});
  if (const HRESULT hr = call.guard(); failed(hr)) return call.done(hr);
  if (!clr_->started()) return call.done(CORPROF_E_STACKSNAPSHOT_UNSAFE);
  if ((clr_->mask().low() & COR_PRF_ENABLE_STACK_SNAPSHOT) == 0)
    return call.done(CORPROF_E_INCONSISTENT_WITH_FLAGS);
  if ((infoFlags & ~std::uint32_t{COR_PRF_SNAPSHOT_REGISTER_CONTEXT}) != 0) return call.done(E_INVALIDARG);
  const ThreadID current = this_thread().managed;
  const ThreadID target = thread == 0 ? current : thread;
  if (target == 0) return call.done(S_OK);  // a thread without a managed thread has no managed frames
  const auto known = clr_->threads().find(target);
  if (!known) return call.done(E_INVALIDARG);
  const bool own = target == current;
  // On Linux, .NET walks another thread only while the profiler has the runtime suspended.
  if (!own && !clr_->profiler_suspension().active()) return call.done(E_NOTIMPL);
  const auto number = clr_->threads().number_of(target);
  if (!number || *number >= clr_->stacks().size()) return call.done(E_FAIL);
  const program::CallStack& stack = clr_->stacks().of(*number);
  const bool seeded = context != nullptr && uses_seed(own);
  if (seeded && clr_->functions().with_code(instruction_pointer(context)) == nullptr)
    return call.done(CORPROF_E_STACKSNAPSHOT_UNMANAGED_CTX);
  if (!seeded && stack.unwinding()) return call.done(CORPROF_E_STACKSNAPSHOT_UNMANAGED_CTX);

  const std::vector<WalkedFrame> all = walk(clr_->functions(), stack.frames(), *number);
  std::span<const WalkedFrame> frames = all;
  if (seeded) {
    frames = from_seed(all, context);
  } else if (in_hook()) {
    frames = {};  // .NET 10 does not find out where the function is
  }
  if (frames.empty()) return call.done(E_FAIL);
  if (callback == nullptr) InfoCall::dereference_null();
  std::vector<std::uint64_t> reported;
  const bool registers = (infoFlags & COR_PRF_SNAPSHOT_REGISTER_CONTEXT) != 0;
  const HRESULT hr = report_frames(frames, callback, registers, clientData, reported);
  call.visited(std::move(reported), failed(hr));
  return call.done(hr);
}

}  // namespace gcrucible::clr
