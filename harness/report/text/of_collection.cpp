#include "harness/report/text/of_collection.h"

#include "harness/abi/enums.h"

namespace gcrucible::report {

using rules::Call;

namespace {

constexpr rules::CallSet kOfCollection =
    rules::kReportCalls | rules::CallSet{Call::kGarbageCollectionStarted, Call::kGarbageCollectionFinished,
                                         Call::kFinalizeableObjectQueued};

bool suspends_for_collection(const rules::Callback& callback) {
  return callback.call == Call::kRuntimeSuspendStarted && callback.reason == abi::COR_PRF_SUSPEND_FOR_GC;
}

}  // namespace

bool belongs_to_collection(const rules::Callback& callback, const rules::History& history) {
  const rules::Suspension& suspension = history.suspension();
  constexpr rules::CallSet kOfThreads{Call::kRuntimeThreadSuspended, Call::kRuntimeThreadResumed};
  // The rest of a collection during which the profiler attached.
  constexpr rules::CallSet kRest = rules::kSuspensionCalls | kOfThreads;
  const bool rest = kRest.has(callback.call) && !suspension.tracked();
  // A suspension for another reason, for example a shutdown, may contain a collection but does not belong to
  // it. An aborted suspension is attempted again.
  const bool stands = suspension.state() != rules::Suspension::State::kRunning ||
                      (suspension.aborted() && kOfThreads.has(callback.call));
  const bool paused = stands && suspension.reason() == abi::COR_PRF_SUSPEND_FOR_GC &&
                      callback.call != Call::kRuntimeSuspendStarted;
  return rest || paused || kOfCollection.has(callback.call) || history.collection().open() ||
         suspends_for_collection(callback);
}

}  // namespace gcrucible::report
