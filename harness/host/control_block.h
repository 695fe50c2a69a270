// What the host tells the driver through shared memory, so that it is still there after a crash.
#pragma once

#include <atomic>
#include <cstdint>

namespace gcrucible::host {

enum class Stage : std::uint32_t {
  kStarting,
  kLoading,       // the library
  kInitializing,  // the profiler's Initialize
  kRunning,       // the program's steps
  kShuttingDown,
  kFinished,  // everything done, trace closed by the host
  kRefused,   // the profiler could not be loaded, or the case not be run: `message` says why; no finding
};

// Plain memory in a file that both sides map. Written by the host only. Atomics of 32 and 64 bits are
// address-free on every platform we build for, so that they work between processes.
struct ControlBlock {
  static constexpr std::uint32_t kMagic = 0x67637231;  // "gcr1"
  std::uint32_t magic = kMagic;
  std::atomic<Stage> stage{Stage::kStarting};
  // Bytes of whole lines in the trace file; what lies behind them is unfinished.
  std::atomic<std::uint64_t> trace_bytes{0};
  std::atomic<std::uint64_t> trace_lines{0};
  // The last callback entered on any thread: its slot, whether it has returned, and how many were entered
  // before.
  std::atomic<std::uint32_t> callback_slot{0};
  std::atomic<std::uint32_t> in_callback{0};  // number of callbacks entered and not returned
  std::atomic<std::uint64_t> callbacks{0};
  std::atomic<std::uint32_t> collection{0};  // number of the collection under way or last made
  // Set when an exception left the profiler through a callback.
  std::atomic<std::uint32_t> threw{0};
  // For kRefused, and for what a crash handler could say. Zero-terminated UTF-8.
  char message[4096] = {};
  char native_stack[16384] = {};
};

}  // namespace gcrucible::host
