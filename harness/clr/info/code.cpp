// Methods by which a profiler changes code. Their arguments are stored and can be read back. No code runs
// here, so they have no effect; the run's output states this.
#include <algorithm>

#include "harness/clr/code/rejit.h"
#include "harness/clr/info/call.h"
#include "harness/clr/info/facade.h"
#include "harness/clr/info/out_parameter.h"

namespace gcrucible::clr {

namespace {

// One allocator for all modules. .NET's does not count references either.
class BodyAllocator final : public IMethodMalloc {
 public:
  explicit BodyAllocator(CodeStore& code) : code_(&code) {}
  virtual ~BodyAllocator() = default;

  HRESULT GCRUCIBLE_STDCALL QueryInterface(REFIID riid, void** ppvObject) override {
    if (ppvObject == nullptr) return E_POINTER;
    *ppvObject = nullptr;
    if (riid != IUnknown::iid && riid != IMethodMalloc::iid) return E_NOINTERFACE;
    *ppvObject = static_cast<IMethodMalloc*>(this);
    return S_OK;
  }
  ULONG GCRUCIBLE_STDCALL AddRef() override { return 1; }
  ULONG GCRUCIBLE_STDCALL Release() override { return 1; }
  PVOID GCRUCIBLE_STDCALL Alloc(ULONG cb) override { return code_->memory(cb); }

 private:
  CodeStore* code_;
};

// A method that does nothing, as every method of a program: `ret` after a one-byte header.
constexpr BYTE kNothingToDo[] = {(1 << 2) | 2, 0x2A};

// Of another table's row .NET 10 says the same as of none (measured).
bool is_method(mdMethodDef method) {
  return metadata::table_of(method) == mdtMethodDef && metadata::row_of(method) != 0;
}

}  // namespace

HRESULT InfoFacade::GetILFunctionBody(ModuleID moduleId, mdMethodDef methodId, LPCBYTE* ppMethodHeader,
                                      ULONG* pcbMethodSize) {
  InfoCall call(*clr_, InfoMethod::kGetILFunctionBody, {trace::id(moduleId), trace::number(methodId)});
  call.clear(ppMethodHeader, pcbMethodSize);
  const auto answer = [&](HRESULT hr) {
    return call.done(hr, {out_address(ppMethodHeader), out_number(pcbMethodSize)});
  };
  if (const HRESULT hr = call.guard(); failed(hr)) return answer(hr);
  if (moduleId == 0 || !is_method(methodId)) return answer(E_INVALIDARG);
  const LoadedModule* const module = clr_->loads().module_of(moduleId);
  if (module == nullptr) return answer(E_INVALIDARG);
  const MethodPlace place{.module = module->number, .row = methodId & 0x00FFFFFFu};
  const BYTE* body = clr_->code().body(place);
  if (body == nullptr) {
    ULONG rva = 0;
    const HRESULT hr = clr_->loads().import_of(*module).GetRVA(mdtMethodDef | place.row, &rva, nullptr);
    if (failed(hr)) return answer(hr == CLDB_E_RECORD_NOTFOUND ? CLDB_E_INDEX_NOTFOUND : hr);
    if (rva == 0) return answer(CORPROF_E_FUNCTION_NOT_IL);
    body = kNothingToDo;
  }
  if (ppMethodHeader == nullptr) InfoCall::dereference_null();
  const BodyExtent extent = extent_of_body(body);
  *ppMethodHeader = body;
  // .NET reads the header for the size, and crashes where it cannot (.NET 10, measured).
  if (pcbMethodSize != nullptr && !extent.readable && extent.size == 0) InfoCall::dereference_null();
  set_out(pcbMethodSize, extent.size);
  return answer(S_OK);
}

HRESULT InfoFacade::GetILFunctionBodyAllocator(ModuleID moduleId, IMethodMalloc** ppMalloc) {
  InfoCall call(*clr_, InfoMethod::kGetILFunctionBodyAllocator, {trace::id(moduleId)});
  call.clear(ppMalloc);
  if (const HRESULT hr = call.guard(); failed(hr)) return call.done(hr);
  if (moduleId == 0 || ppMalloc == nullptr || clr_->loads().module_of(moduleId) == nullptr)
    return call.done(E_INVALIDARG);
  // Lives as long as the process: the profiler never states that it is done with it.
  *ppMalloc = clr_->code().allocator([](CodeStore& code) -> std::shared_ptr<IMethodMalloc> {
    return std::make_shared<BodyAllocator>(code);
  });
  return call.done(S_OK);
}

HRESULT InfoFacade::SetILFunctionBody(ModuleID moduleId, mdMethodDef methodid, LPCBYTE header) {
  InfoCall call(*clr_, InfoMethod::kSetILFunctionBody, {trace::id(moduleId), trace::number(methodid)});
  if (const HRESULT hr = call.guard(); failed(hr)) return call.done(hr);
  if (moduleId == 0 || !is_method(methodid) || header == nullptr) return call.done(E_INVALIDARG);
  const LoadedModule* const module = clr_->loads().module_of(moduleId);
  if (module == nullptr) return call.done(E_INVALIDARG);
  clr_->code().body({.module = module->number, .row = methodid & 0x00FFFFFFu}, header);
  clr_->code().count_stored(name_of(InfoMethod::kSetILFunctionBody));
  record_body(*clr_, "SetILFunctionBody", moduleId, methodid,
              {.header = header, .extent = extent_of_body(header)});
  return call.done(S_OK);
}

}  // namespace gcrucible::clr
