// The functions that a profiler registers for enter, leave and tail call hooks. They are no methods of an
// interface and have no slot. Traces, masks and rules treat their calls like those of callbacks.
#pragma once

// X(name, mode), as corprof.idl names the types of the functions. The modes are constants in callback_rows.h:
//   kMapping   called once for each function, in preemptive mode
//   kWithFrame the runtime calls it between two frames of its own, as it calls a callback
//   kDirect    compiled code calls it; the runtime does not know that code of the profiler runs
#define GCRUCIBLE_HOOKS(X)              \
  X(FunctionIDMapper, kMapping)         \
  X(FunctionIDMapper2, kMapping)        \
  X(FunctionEnter, kWithFrame)          \
  X(FunctionLeave, kWithFrame)          \
  X(FunctionTailcall, kWithFrame)       \
  X(FunctionEnter2, kWithFrame)         \
  X(FunctionLeave2, kWithFrame)         \
  X(FunctionTailcall2, kWithFrame)      \
  X(FunctionEnter3, kDirect)            \
  X(FunctionLeave3, kDirect)            \
  X(FunctionTailcall3, kDirect)         \
  X(FunctionEnter3WithInfo, kWithFrame) \
  X(FunctionLeave3WithInfo, kWithFrame) \
  X(FunctionTailcall3WithInfo, kWithFrame)
