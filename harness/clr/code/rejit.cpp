#include "harness/clr/code/rejit.h"

#include <array>
#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "harness/clr/callbacks/raise.h"
#include "harness/clr/info/call.h"
#include "harness/clr/info/facade.h"
#include "harness/clr/threads/preemptive_scope.h"
#include "harness/platform/memory/readable_memory.h"

namespace gcrucible::clr {

namespace {

// The object passed to GetReJITParameters. Reference counted, because profilers may keep it.
class FunctionControl final : public ICorProfilerFunctionControl {
 public:
  FunctionControl(Clr& clr, ModuleID module, mdMethodDef method)
      : clr_(&clr), module_(module), method_(method) {}
  virtual ~FunctionControl() = default;

  HRESULT GCRUCIBLE_STDCALL QueryInterface(REFIID riid, void** ppvObject) override {
    if (ppvObject == nullptr) return E_POINTER;
    *ppvObject = nullptr;
    if (riid != IUnknown::iid && riid != ICorProfilerFunctionControl::iid) return E_NOINTERFACE;
    *ppvObject = static_cast<ICorProfilerFunctionControl*>(this);
    AddRef();
    return S_OK;
  }
  ULONG GCRUCIBLE_STDCALL AddRef() override { return ++references_; }
  ULONG GCRUCIBLE_STDCALL Release() override {
    const ULONG left = --references_;
    if (left == 0) delete this;
    return left;
  }

  HRESULT GCRUCIBLE_STDCALL SetCodegenFlags(DWORD) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL SetILFunctionBody(ULONG size, LPCBYTE header) override {
    if (size == 0 || header == nullptr) return E_INVALIDARG;
    record_body(*clr_, "ICorProfilerFunctionControl::SetILFunctionBody", module_, method_,
                {.header = header, .extent = extent_of_bytes(header, size)});
    return S_OK;
  }
  HRESULT GCRUCIBLE_STDCALL SetILInstrumentedCodeMap(ULONG, COR_IL_MAP*) override { return S_OK; }

 private:
  Clr* clr_;
  ModuleID module_;
  mdMethodDef method_;
  std::atomic<ULONG> references_{1};
};

template <CallbackMethod kMethod, typename... Arguments>
HRESULT raise_rejit(Clr& clr, Arguments... arguments) {
  return raise_if_wanted<kMethod>(clr.profiler(), {.preemptive = &clr}, arguments...);
}

void report_error(Clr& clr, ModuleID module, mdMethodDef method, FunctionID function, HRESULT status) {
  raise_rejit<CallbackMethod::kReJITError>(clr, module, method, function, status);
}

void compile_one(Clr& clr, const CodeStore::Due& due, const FunctionEntry& function) {
  const ModuleID module = clr.loads().module_at(due.method.module).id;
  const mdMethodDef method = mdtMethodDef | due.method.row;
  auto* const control = new FunctionControl(clr, module, method);
  const HRESULT answered = raise_rejit<CallbackMethod::kGetReJITParameters>(clr, module, method, control);
  control->Release();
  // The function is compiled even after an error, from its old body (.NET 10, measured).
  if (failed(answered)) report_error(clr, module, method, function.id, answered);
  clr.code().begun(due);
  constexpr BOOL kSafe = 1;
  raise_rejit<CallbackMethod::kReJITCompilationStarted>(clr, function.id, due.id, kSafe);
  raise_rejit<CallbackMethod::kReJITCompilationFinished>(clr, function.id, due.id, S_OK, kSafe);
}

// The profiler's interface is checked before the flag (.NET 10, measured), except by RequestRevert.
HRESULT rejit_enabled(Clr& clr) {
  return (clr.mask().low() & COR_PRF_ENABLE_REJIT) == 0 ? CORPROF_E_REJIT_NOT_ENABLED : S_OK;
}
HRESULT rejit_possible(Clr& clr) {
  const bool known = clr.profiler() == nullptr || clr.profiler()->has(4);
  return known ? rejit_enabled(clr) : CORPROF_E_CALLBACK4_REQUIRED;
}

bool has_lists(ULONG count, const ModuleID* modules, const mdMethodDef* methods) {
  return count != 0 && modules != nullptr && methods != nullptr;
}

std::optional<MethodPlace> place_of(Clr& clr, ModuleID module, mdMethodDef method) {
  const LoadedModule* const loaded = clr.loads().module_of(module);
  if (metadata::table_of(method) != mdtMethodDef || loaded == nullptr ||
      clr.loads().import_of(*loaded).IsValidToken(method) == 0)
    return std::nullopt;
  return MethodPlace{.module = loaded->number, .row = metadata::row_of(method)};
}

// A method that does not exist leads to ReJITError on this thread. The request still succeeds.
HRESULT request(Clr& clr, InfoCall& call, InfoMethod method, ULONG count, const ModuleID* modules,
                const mdMethodDef* methods) {
  for (ULONG i = 0; i < count; ++i) {
    if (const auto place = place_of(clr, modules[i], methods[i])) {
      clr.code().request(*place);
    } else {
      report_error(clr, modules[i], methods[i], 0, E_INVALIDARG);
    }
  }
  clr.code().count_stored(name_of(method));
  return call.done(S_OK);
}

trace::Value ids_of(ULONG count, const ModuleID* modules) {
  return modules == nullptr ? trace::null() : trace::table_of(count, trace::id_column(modules));
}
trace::Value tokens_of(ULONG count, const mdMethodDef* methods) {
  return methods == nullptr ? trace::null() : trace::table_of(count, trace::u32_column(methods));
}

}  // namespace

void record_body(Clr& clr, std::string_view method, ModuleID module, mdMethodDef token,
                 const GivenBody& body) {
  if (clr.journal() == nullptr) return;
  constexpr char kDigits[] = "0123456789abcdef";
  // Enough to recognize it; a method has a few hundred bytes.
  constexpr std::size_t kMost = 4096;
  std::vector<std::byte> bytes(std::min<std::size_t>(body.extent.size, kMost));
  bytes.resize(platform::copy_readable(body.header, bytes));
  std::string text;
  for (const std::byte each : bytes) {
    text += kDigits[std::to_integer<unsigned>(each) >> 4];
    text += kDigits[std::to_integer<unsigned>(each) & 0xF];
  }
  clr.journal()->model("body", std::array{trace::Field{"method", trace::text(method)},
                                          trace::Field{"module", trace::id(module)},
                                          trace::Field{"token", trace::number(token)},
                                          trace::Field{"bytes", trace::number(body.extent.size)},
                                          trace::Field{"readable", trace::boolean(body.extent.readable)},
                                          trace::Field{"code", trace::text(text)}});
}

void compile_anew(Clr& clr) {
  // A request from inside one of these callbacks takes effect at the function's next call.
  for (const CodeStore::Due& due : clr.code().take_due()) {
    const FunctionEntry* const function =
        clr.functions().at(due.method.module, mdtMethodDef | due.method.row);
    if (function != nullptr) compile_one(clr, due, *function);
  }
}

HRESULT InfoFacade::RequestReJIT(ULONG cFunctions, ModuleID* moduleIds, mdMethodDef* methodIds) {
  InfoCall call(*clr_, InfoMethod::kRequestReJIT,
                {trace::number(cFunctions), ids_of(cFunctions, moduleIds), tokens_of(cFunctions, methodIds)});
  if (const HRESULT hr = call.guard(); failed(hr)) return call.done(hr);
  if (const HRESULT hr = rejit_possible(*clr_); failed(hr)) return call.done(hr);
  if (!has_lists(cFunctions, moduleIds, methodIds)) return call.done(E_INVALIDARG);
  return request(*clr_, call, InfoMethod::kRequestReJIT, cFunctions, moduleIds, methodIds);
}

HRESULT InfoFacade::RequestReJITWithInliners(DWORD dwRejitFlags, ULONG cFunctions, ModuleID* moduleIds,
                                             mdMethodDef* methodIds) {
  InfoCall call(*clr_, InfoMethod::kRequestReJITWithInliners,
                {trace::number(dwRejitFlags), trace::number(cFunctions), ids_of(cFunctions, moduleIds),
                 tokens_of(cFunctions, methodIds)});
  if (const HRESULT hr = call.guard(); failed(hr)) return call.done(hr);
  if (const HRESULT hr = rejit_possible(*clr_); failed(hr)) return call.done(hr);
  if ((dwRejitFlags & COR_PRF_REJIT_BLOCK_INLINING) == 0 || !has_lists(cFunctions, moduleIds, methodIds))
    return call.done(E_INVALIDARG);
  return request(*clr_, call, InfoMethod::kRequestReJITWithInliners, cFunctions, moduleIds, methodIds);
}

HRESULT InfoFacade::RequestRevert(ULONG cFunctions, ModuleID* moduleIds, mdMethodDef* methodIds,
                                  HRESULT* status) {
  InfoCall call(*clr_, InfoMethod::kRequestRevert,
                {trace::number(cFunctions), ids_of(cFunctions, moduleIds), tokens_of(cFunctions, methodIds)});
  if (const HRESULT hr = call.guard(); failed(hr)) return call.done(hr);
  if (const HRESULT hr = rejit_enabled(*clr_); failed(hr)) return call.done(hr);
  if (!has_lists(cFunctions, moduleIds, methodIds)) return call.done(E_INVALIDARG);
  for (ULONG i = 0; i < cFunctions; ++i) {
    const auto place = place_of(*clr_, moduleIds[i], methodIds[i]);
    const bool of_other_table = metadata::table_of(methodIds[i]) != mdtMethodDef;
    if (place) clr_->code().revert(*place);
    // That is said in the callback alone (.NET 10, measured).
    if (of_other_table) report_error(*clr_, moduleIds[i], methodIds[i], 0, E_INVALIDARG);
    if (status != nullptr) status[i] = place || of_other_table ? S_OK : E_INVALIDARG;
  }
  clr_->code().count_stored(name_of(InfoMethod::kRequestRevert));
  return call.done(S_OK);
}

HRESULT InfoFacade::GetReJITIDs(FunctionID functionId, ULONG cReJitIds, ULONG* pcReJitIds,
                                ReJITID reJitIds[]) {
  InfoCall call(*clr_, InfoMethod::kGetReJITIDs, {trace::id(functionId), trace::number(cReJitIds)});
  call.clear(pcReJitIds);
  const auto answer = [&](HRESULT hr) { return call.done(hr, {out_number(pcReJitIds)}); };
  if (const HRESULT hr = call.guard(); failed(hr)) return answer(hr);
  const FunctionEntry* const function = clr_->functions().find(functionId);
  if (function == nullptr || pcReJitIds == nullptr || (cReJitIds != 0 && reJitIds == nullptr))
    return answer(E_INVALIDARG);
  const std::vector<ReJITID> all =
      clr_->code().versions({.module = function->place.module, .row = function->place.token & 0x00FFFFFFu});
  const std::size_t given = std::min<std::size_t>(cReJitIds, all.size());
  for (std::size_t i = 0; i < given; ++i) reJitIds[i] = all[i];
  set_out(pcReJitIds, all.size());
  return answer(given < all.size() ? S_FALSE : S_OK);
}

}  // namespace gcrucible::clr
