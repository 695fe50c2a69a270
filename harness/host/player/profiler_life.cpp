#include "harness/host/player/profiler_life.h"

#include <array>
#include <utility>

#include "harness/abi/hresults.h"
#include "harness/abi/monitor_flags.h"
#include "harness/clr/callbacks/raise.h"
#include "harness/protocol/trace_header.h"
#include "harness/trace/callback_fields.h"
#include "harness/trace/info_values.h"

namespace gcrucible::host {

using abi::CallbackMethod;
using clr::ProfilerStage;

namespace {

void report(trace::Journal* journal, std::string_view data, abi::HRESULT hr,
            std::optional<std::int32_t> said) {
  if (journal == nullptr) return;
  const trace::fields::InitializeForAttach sent(nullptr, data.empty() ? nullptr : data.data(),
                                                static_cast<abi::UINT>(data.size()));
  const std::span<const trace::Field> of_data = sent;
  const auto result = static_cast<std::uint32_t>(said.value_or(hr));
  journal->model("attach", std::array{of_data[0], of_data[1], trace::Field{"result", trace::number(result)}});
}

// Names a possible reason for the failure of Initialize.
std::string last_failure(const clr::Clr& clr) {
  const auto call = clr.failed_call();
  if (!call) return {};
  std::string method(abi::name_of(call->first));
  if (call->first == abi::InfoMethod::kQueryInterface) {
    const trace::InterfaceName name(clr.refused_interface());
    method.append(" of ").append(name.view());
  }
  return ". The last Info call before that failed: " + method + " answered " +
         abi::hresult_text(call->second);
}

}  // namespace

void ProfilerLife::ask_whether_notification_only() {
  clr::Profiler& profiler = *clr_->profiler();
  // CoreCLR also asks a profiler that CORECLR_PROFILER names. The answer TRUE makes it a notification
  // profiler. A failure counts as FALSE.
  abi::BOOL notification_only = 0;
  const abi::HRESULT answered =
      profiler.raise<CallbackMethod::kLoadAsNotificationOnly>({}, &notification_only);
  if (!abi::failed(answered) && notification_only != 0) clr_->mask().notification_only();
}

void ProfilerLife::write_header(bool initialized) {
  trace::Journal* const journal = clr_->journal();
  if (journal == nullptr || std::exchange(header_written_, true)) return;
  std::optional<protocol::TraceHeader::Mask> words;
  if (initialized) words.emplace(clr_->mask().low(), clr_->mask().high());
  journal->header(
      protocol::TraceHeader(*case_, words, clr_->profiler()->version(), profiler_.answers).fields());
}

Expected<void> ProfilerLife::start(LoadedProfiler loaded) {
  profiler_ = std::move(loaded);
  clr::Profiler& profiler = *clr_->profiler();
  profiler.load(*profiler_.interfaces, ProfilerStage::kStarting);
  ask_whether_notification_only();
  control_->stage = protocol::Stage::kInitializing;
  clr_->life(clr::Life::kInitializing);
  abi::HRESULT initialized = profiler.raise<CallbackMethod::kInitialize>({}, info_);
  write_header(!abi::failed(initialized));
  if (case_->program.life.load_anyway) initialized = abi::S_OK;
  if (abi::failed(initialized) && case_->program.life.initialize) {
    // Like a real runtime: the run continues without the profiler. The scenario's expectation states whether
    // this is intended.
    unload();
    clr_->life(clr::Life::kRunning);
    return {};
  }
  if (abi::failed(initialized)) {
    if (trace::Journal* journal = clr_->journal()) {
      journal->end(std::array{trace::Field{"refused", trace::text("Initialize failed")}});
    }
    // The usual reason is that the profiler queried an interface that does not exist.
    const program::RuntimeProfile& runtime = case_->program.runtime;
    const std::string level = runtime.info_version < 2 ? "" : std::to_string(runtime.info_version);
    const std::string offers = initialized != abi::E_NOINTERFACE ? "the runtime"
                                                                 : runtime.name + " has ICorProfilerInfo" +
                                                                       level + " and no newer one, and";
    return failure("the profiler's Initialize failed with " + abi::hresult_text(initialized) + "; " + offers +
                   " would run without it" + last_failure(*clr_));
  }
  clr::EventMask& mask = clr_->mask();
  mask.stage(clr::MaskStage::kRunning);
  // A startup profiler that monitors collections disables concurrent collections.
  if (mask.reports_collections()) mask.concurrent(false);
  profiler.stage(ProfilerStage::kActive);
  if (profiler.wants(CallbackMethod::kGarbageCollectionStarted)) {
    clr_->generations().refresh(clr_->engine().generation_ranges());
  }
  clr_->life(clr::Life::kRunning);
  return {};
}

abi::HRESULT ProfilerLife::initialize_for_attach(const std::string& data) {
  clr::Profiler& profiler = *clr_->profiler();
  client_data_ = ClientData(data);
  void* const start = client_data_.data();
  const auto bytes = static_cast<abi::UINT>(data.size());
  const abi::HRESULT hr = profiler.raise<CallbackMethod::kInitializeForAttach>({}, info_, start, bytes);
  client_data_.take_back();
  return hr;
}

// In the order of profilinghelper.cpp in dotnet/runtime.
Expected<abi::HRESULT> ProfilerLife::attach(const program::Attach& request) {
  clr::ThreadState& thread = clr::this_thread();
  thread.first = true;
  clr::Profiler& profiler = *clr_->profiler();
  const auto answer = [&](abi::HRESULT hr) {
    report(clr_->journal(), request.data, hr, request.result);
    return hr;
  };
  if (shut_down_) return answer(abi::CORPROF_E_RUNTIME_UNINITIALIZED);
  if (profiler.stage() != ProfilerStage::kNone) return answer(abi::CORPROF_E_PROFILER_ALREADY_ACTIVE);
  // Distinguishes a library that dies while it is loaded from one that dies in a callback.
  const protocol::Stage before = control_->stage.exchange(protocol::Stage::kLoading);
  Expected<LoadedProfiler> loaded = load_();
  control_->stage = before;
  if (!loaded) return failure(std::move(loaded.error()));
  profiler_ = std::move(*loaded);
  profiler.load(*profiler_.interfaces, ProfilerStage::kAttaching);
  if (!profiler.has(3)) {
    write_header(false);
    unload();
    return answer(abi::CORPROF_E_PROFILER_NOT_ATTACHABLE);
  }
  profiler.attached(true);
  const program::RuntimeProfile& runtime = clr_->runtime();
  clr_->mask().attach(runtime.attach_mask_low, runtime.attach_mask_high);
  ask_whether_notification_only();
  const abi::HRESULT initialized = initialize_for_attach(request.data);
  const bool failed = abi::failed(initialized);
  write_header(!failed);
  if (failed && !case_->program.life.load_anyway) {
    unload();
    return answer(initialized == abi::E_NOTIMPL ? abi::CORPROF_E_PROFILER_NOT_ATTACHABLE : initialized);
  }
  clr_->mask().stage(clr::MaskStage::kRunning);
  profiler.stage(ProfilerStage::kActive);
  // The result is ignored.
  profiler.raise<CallbackMethod::kProfilerAttachComplete>({});
  return answer(initialized);
}

bool ProfilerLife::may_be_let_go() const {
  const clr::Profiler& profiler = *clr_->profiler();
  return profiler.stage() == ProfilerStage::kDetaching && profiler.detach_answered() &&
         profiler.left_by_own_threads();
}

void ProfilerLife::let_go() {
  clr::this_thread().first = true;
  clr::Profiler& profiler = *clr_->profiler();
  profiler.raise<CallbackMethod::kProfilerDetachSucceeded>({});
  unload();
  if (trace::Journal* journal = clr_->journal())
    journal->model("detach", std::array{trace::Field{"completed", trace::boolean(true)}});
}

void ProfilerLife::unload() {
  clr_->profiler()->unload();
  clr_->profiler()->attached(false);
  clr_->mask().reset();
  clr_->hooks().clear();
  const Expected<void> released = release_profiler(profiler_);
  trace::Journal* const journal = clr_->journal();
  if (released || journal == nullptr) return;
  journal->model("kept", std::array{trace::Field{"why", trace::text(released.error())}});
}

gcrucible_probe_function ProfilerLife::probe() const {
  return clr_->profiler()->stage() == ProfilerStage::kActive ? profiler_.probe : nullptr;
}

void ProfilerLife::shut_down() {
  if (std::exchange(shut_down_, true)) return;
  clr::Profiler& profiler = *clr_->profiler();
  if (case_->program.life.exit != program::LifeSpec::Exit::kNormal) return;
  if (profiler.stage() != ProfilerStage::kActive) return;
  profiler.raise<CallbackMethod::kShutdown>({});
  control_->after_shutdown = 1;
}

void ProfilerLife::release() {
  // The process ends, so it does not matter whether the library stays loaded.
  static_cast<void>(release_profiler(profiler_));
}

void ProfilerLife::end() {
  trace::Journal* const journal = clr_->journal();
  if (journal == nullptr || clr_->profiler()->stage() != ProfilerStage::kDetaching) return;
  journal->model("detach", std::array{trace::Field{"completed", trace::boolean(false)}});
}

}  // namespace gcrucible::host
