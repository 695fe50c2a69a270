// EventPipe sessions. Providers of a profiler's own are in unanswered.cpp.
#include "harness/clr/info/call.h"
#include "harness/clr/info/facade.h"
#include "harness/clr/text.h"

namespace gcrucible::clr {

HRESULT InfoFacade::EventPipeStartSession(UINT32 cProviderConfigs, COR_PRF_EVENTPIPE_PROVIDER_CONFIG* configs,
                                          BOOL requestRundown, EVENTPIPE_SESSION* pSession) {
  InfoCall call(*clr_, InfoMethod::kEventPipeStartSession,
                {trace::number(cProviderConfigs), trace::number(static_cast<std::uint64_t>(requestRundown))});
  call.clear(pSession);
  const auto answer = [&](HRESULT hr) { return call.done(hr, {out_number(pSession)}); };
  if (const HRESULT hr = call.guard(); failed(hr)) return answer(hr);
  if (cProviderConfigs == 0 || configs == nullptr || pSession == nullptr) return answer(E_INVALIDARG);
  set_out(pSession, clr_->event_pipe().start({configs, cProviderConfigs}));
  return answer(S_OK);
}

// .NET 10 accepts the provider and delivers no event of it.
HRESULT InfoFacade::EventPipeAddProviderToSession(EVENTPIPE_SESSION session,
                                                  COR_PRF_EVENTPIPE_PROVIDER_CONFIG) {
  InfoCall call(*clr_, InfoMethod::kEventPipeAddProviderToSession, {trace::number(session)});
  if (const HRESULT hr = call.guard(); failed(hr)) return call.done(hr);
  return call.done(clr_->event_pipe().knows(session) ? S_OK : E_INVALIDARG);
}

HRESULT InfoFacade::EventPipeStopSession(EVENTPIPE_SESSION session) {
  InfoCall call(*clr_, InfoMethod::kEventPipeStopSession, {trace::number(session)});
  if (const HRESULT hr = call.guard(); failed(hr)) return call.done(hr);
  clr_->event_pipe().stop(session);
  return call.done(S_OK);
}

HRESULT InfoFacade::EventPipeGetProviderInfo(EVENTPIPE_PROVIDER provider, ULONG cchName, ULONG* pcchName,
                                             WCHAR* szName) {
  InfoCall call(*clr_, InfoMethod::kEventPipeGetProviderInfo, {trace::id(provider), trace::number(cchName)});
  call.clear(pcchName);
  const auto answer = [&](HRESULT hr) { return call.done(hr, {out_number(pcchName)}); };
  if (const HRESULT hr = call.guard(); failed(hr)) return answer(hr);
  if (provider == 0 || provider != clr_->event_pipe_provider()) return answer(E_INVALIDARG);
  set_out(pcchName, kRuntimeProvider.size() + 1);
  if (cchName <= kRuntimeProvider.size() || szName == nullptr) return answer(E_NOT_SUFFICIENT_BUFFER);
  copy_text(kRuntimeProvider, cchName, nullptr, szName);
  return answer(S_OK);
}

}  // namespace gcrucible::clr
