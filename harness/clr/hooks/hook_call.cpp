#include "harness/clr/hooks/hook_call.h"

#include "harness/abi/monitor_flags.h"
#include "harness/clr/callbacks/guarded_copies.h"
#include "harness/clr/hooks/frame_data.h"
#include "harness/platform/hooks/direct_hook.h"

namespace gcrucible::clr {

using abi::COR_PRF_ELT_INFO;
using abi::COR_PRF_FRAME_INFO;

namespace {

class MapperCall final : public CallbackCall {
 public:
  MapperCall(const Hooks& hooks, abi::FunctionID function)
      : CallbackCall(hooks.mapper2() != nullptr ? abi::CallbackMethod::kFunctionIDMapper2
                                                : abi::CallbackMethod::kFunctionIDMapper),
        hooks_(&hooks),
        function_(function),
        fields_{{{"function", trace::id(function)}}} {}

  std::span<const trace::Field> fields() override { return fields_; }
  abi::HRESULT call(const ProfilerInterfaces&, const CopyArgument&) override {
    client_ = hooks_->mapper2() != nullptr ? hooks_->mapper2()(function_, hooks_->mapper_data(), &hook_)
                                           : hooks_->mapper()(function_, &hook_);
    return abi::S_OK;
  }
  abi::UINT_PTR client() const { return client_; }
  bool hooked() const { return hook_ != 0; }

 private:
  const Hooks* hooks_;
  abi::FunctionID function_;
  std::array<trace::Field, 1> fields_;
  abi::UINT_PTR client_ = 0;
  abi::BOOL hook_ = 1;
};

}  // namespace

HookCall::HookCall(Clr& clr, const Hook& hook, const HookedFunction& of)
    : CallbackCall(method_of(hook.version, hook.point)),
      clr_(&clr),
      hook_(hook),
      of_(of),
      fields_{{{"function", trace::id(of.function)}}} {}

void HookCall::make() {
  clr_->profiler()->make(*this, {});
  if (clr_->journal() == nullptr || changed_ == 0) return;
  const std::string names = platform::register_names(changed_);
  clr_->journal()->model("clobbered", std::array{trace::Field{"hook", trace::text(abi::name_of(method()))},
                                                 trace::Field{"line", trace::number(entry_)},
                                                 trace::Field{"function", trace::id(of_.function)},
                                                 trace::Field{"registers", trace::text(names)}});
}

abi::HRESULT HookCall::call(const ProfilerInterfaces&, const CopyArgument&) {
  entry_ = this_thread().current_line();
  if (hook_.version == HookVersion::kFirst) {
    call_first();
  } else if (hook_.version == HookVersion::kDirect) {
    const auto place = static_cast<platform::HookPlace>(hook_.point);
    changed_ = platform::call_direct_hook(hook_.function, place, of_.client, of_.return_address);
  } else {
    const COR_PRF_ELT_INFO info = clr_->hooks().begin(hook_.point, of_.number);
    if (hook_.version == HookVersion::kWithInfo) {
      call_with_info(info);
    } else {
      call_second(info);
    }
    clr_->hooks().end(info);
  }
  return abi::S_OK;
}

// With a mapper, the hooks of the first version get the client id as the FunctionID.
void HookCall::call_first() const {
  reinterpret_cast<abi::FunctionEnter*>(hook_.function)(of_.client);
}

// The arguments beside the ids are null unless the event mask asks for them.
void HookCall::call_second(COR_PRF_ELT_INFO info) const {
  const abi::DWORD mask = clr_->mask().low();
  const auto frame =
      (mask & abi::COR_PRF_ENABLE_FRAME_INFO) != 0 ? frame_info_of(info) : COR_PRF_FRAME_INFO{0};
  switch (hook_.point) {
    case HookPoint::kEnter: {
      abi::COR_PRF_FUNCTION_ARGUMENT_INFO arguments{};
      fill_arguments(arguments, self_of(*clr_, of_.number));
      const bool given = (mask & abi::COR_PRF_ENABLE_FUNCTION_ARGS) != 0;
      return reinterpret_cast<abi::FunctionEnter2*>(hook_.function)(of_.function, of_.client, frame,
                                                                    given ? &arguments : nullptr);
    }
    case HookPoint::kLeave: {
      abi::COR_PRF_FUNCTION_ARGUMENT_RANGE nothing{};
      const bool given = (mask & (abi::COR_PRF_ENABLE_FUNCTION_RETVAL | abi::COR_PRF_ENABLE_FRAME_INFO)) != 0;
      return reinterpret_cast<abi::FunctionLeave2*>(hook_.function)(of_.function, of_.client, frame,
                                                                    given ? &nothing : nullptr);
    }
    case HookPoint::kTailcall:
      return reinterpret_cast<abi::FunctionTailcall2*>(hook_.function)(of_.function, of_.client, frame);
  }
}

void HookCall::call_with_info(COR_PRF_ELT_INFO info) const {
  reinterpret_cast<abi::FunctionEnter3WithInfo*>(hook_.function)({.clientID = of_.client}, info);
}

Mapping ask_mapper(Clr& clr, abi::FunctionID function) {
  MapperCall call(clr.hooks(), function);
  HeldReturn held{.entry = trace::kNoLine};
  clr.profiler()->make(call, {.preemptive = &clr, .held = &held});
  if (clr.journal() != nullptr && held.entry != trace::kNoLine)
    // A client id is often an address of the profiler's, which differs from run to run.
    clr.journal()->returned(
        held.entry, held.hr,
        std::array{trace::boolean(call.client() != function), trace::boolean(call.hooked())});
  return {.client = call.client(), .hooked = call.hooked()};
}

}  // namespace gcrucible::clr
