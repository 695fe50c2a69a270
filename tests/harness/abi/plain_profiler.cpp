// All constants of the headers in a library built without visibility options, as a reader of
// docs/howto/cpp.md builds a profiler.
#include "harness/abi/abi.h"
#include "harness/abi/callback_base.h"
#include "harness/abi/class_factory.h"
#include "harness/abi/mask_text.h"
#include "harness/abi/metadata/assembly_emit.h"
#include "harness/abi/metadata/assembly_import.h"
#include "harness/abi/metadata/attributes.h"
#include "harness/abi/metadata/emit.h"
#include "harness/abi/metadata/import2.h"
#include "harness/abi/tables/info_parameters.h"

using namespace gcrucible::abi;

namespace {

constexpr GUID kClsid = make_guid("AAAAAAAA-0000-4000-8000-000000000001");

struct Plain final : CallbackBase {
  HRESULT GCRUCIBLE_STDCALL Initialize(IUnknown* runtime) override {
    void* found = nullptr;
    for (const GUID* const iid :
         {&NewestInfo::iid, &ICorProfilerInfo::iid, &IMetaDataImport2::iid, &IID_IMetaDataEmit,
          &IMetaDataEmit2::iid, &IMetaDataAssemblyEmit::iid, &IMetaDataAssemblyImport::iid,
          &ICorProfilerThreadEnum::iid, &NewestCallback::iid}) {
      if (succeeded(runtime->QueryInterface(*iid, &found))) static_cast<IUnknown*>(found)->Release();
    }
    return S_OK;
  }
};

}  // namespace

// Takes the address of each constant, so that each has a symbol.
extern "C" GCRUCIBLE_EXPORT const void* constants(int which) {
  const void* const all[] = {&kHResults,       &kMetaDataHResults, &kInfoMethods,    &kCallbackMethods,
                             &kMaskFlags,      &kSimpleTypes,      &kSuspendReasons, &kCallbackInterfaces,
                             &kInfoInterfaces, &kInfoParameters,   &E_FAIL,          &CLDB_S_TRUNCATION,
                             &mdTokenNil};
  return all[which];
}

extern "C" GCRUCIBLE_EXPORT HRESULT GCRUCIBLE_STDCALL DllGetClassObject(REFCLSID clsid, REFIID iid,
                                                                        void** out) {
  return get_class_object<Plain>(kClsid, clsid, iid, out);
}
