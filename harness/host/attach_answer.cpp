#include "harness/host/attach_answer.h"

#include "harness/abi/hresults.h"

namespace gcrucible::host {

std::string attach_answered(abi::HRESULT answer, abi::HRESULT expected,
                            const program::RuntimeProfile& runtime) {
  const std::string name(abi::hresult_name(answer));
  const std::string meant =
      "accept this answer with `expect: " + (name.empty() ? abi::hresult_text(answer) : name) + "`";
  std::string remedy = (answer == abi::CORPROF_E_RUNTIME_UNINITIALIZED
                            ? "the process had shut down by then: attach sooner, or "
                            : "it is what the profiler's InitializeForAttach returned: fix that, or ") +
                       meant;
  if (answer == abi::CORPROF_E_PROFILER_ALREADY_ACTIVE) {
    remedy =
        "a loaded profiler cannot be attached again: write `profiler: {load: attach}` if it must not be "
        "loaded at startup, or " +
        meant;
  } else if (answer == abi::CORPROF_E_PROFILER_NOT_ATTACHABLE && runtime.callback_version < 3) {
    remedy = "runtime " + runtime.name +
             " has no attaching, which came with ICorProfilerCallback3: leave the attach and `load: attach` "
             "out, or " +
             meant;
  } else if (answer == abi::CORPROF_E_PROFILER_NOT_ATTACHABLE) {
    remedy =
        "this profiler has no ICorProfilerCallback3, or its InitializeForAttach returned E_NOTIMPL or this "
        "value: leave the attach out, or " +
        meant;
  }
  return "the attach was answered " + abi::hresult_text(answer) + " where the scenario expects " +
         abi::hresult_text(expected) + "; " + remedy;
}

}  // namespace gcrucible::host
