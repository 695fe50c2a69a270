// Methods about app domains, assemblies and modules.
#include <algorithm>
#include <string>

#include "harness/clr/info/call.h"
#include "harness/clr/info/facade.h"
#include "harness/clr/info/object_enum.h"
#include "harness/clr/text.h"
#include "harness/platform/threads/thread_number.h"

namespace gcrucible::clr {

namespace {

// The names that `dotnet` gives under .NET 10. The shared domain has the core library's name. The program's
// own domain gets the host's name once it is made.
std::string domain_name(Loads& loads, AppDomainID domain) {
  // Static, because GCC 12 at -O1 warns falsely of the copy of a string whose length it knows.
  static const std::string kShared = std::string(metadata::kCoreLibrary) + ".dll";
  if (domain == loads.shared_domain()) return kShared;
  return loads.domain_made() ? "clrhost" : "DefaultDomain";
}

// The path at which a program of that name would be published.
std::string path_of(const LoadedModule& module) {
  return "/gcrucible/" + module.metadata->name;
}

DWORD flags_of(const LoadedModule& module) {
  if (module.number != 0) {
    constexpr DWORD kFlat = COR_PRF_MODULE_DISK | COR_PRF_MODULE_FLAT_LAYOUT;
    return module.collectible ? kFlat | COR_PRF_MODULE_COLLECTIBLE : kFlat;
  }
  return module.state == LoadState::kLoaded ? COR_PRF_MODULE_DISK | COR_PRF_MODULE_NGEN : COR_PRF_MODULE_DISK;
}

trace::Value observation_text(const WCHAR* buffer, ULONG capacity, std::string& text) {
  if (buffer == nullptr || capacity == 0) return trace::null();
  text = to_utf8(buffer);
  return trace::text(text);
}

// The common part of GetModuleInfo and GetModuleInfo2. The address and the assembly are written even if the
// name does not fit.
HRESULT report_module(const LoadedModule& module, LPCBYTE* base, ULONG capacity, ULONG* length, WCHAR* name,
                      AssemblyID* assembly) {
  const bool loaded = module.state != LoadState::kStarted;
  set_out(base, reinterpret_cast<LPCBYTE>(loaded ? module.base : 0));
  set_out(assembly, loaded ? AssemblyID{module.assembly} : AssemblyID{PROFILER_PARENT_UNKNOWN});
  const std::u16string path = to_utf16(path_of(module));
  set_out(length, path.size() + 1);
  // .NET 10 terminates the text before it checks the length, also if the length is 0.
  if (name != nullptr) name[0] = u'\0';
  if (name != nullptr && capacity > 0) {
    if (path.size() + 1 > capacity) return E_NOT_SUFFICIENT_BUFFER;
    copy_text(path, capacity, nullptr, name);
  }
  return loaded ? S_OK : CORPROF_E_DATAINCOMPLETE;
}

}  // namespace

HRESULT InfoFacade::GetAppDomainInfo(AppDomainID appDomainId, ULONG cchName, ULONG* pcchName, WCHAR szName[],
                                     ProcessID* pProcessId) {
  InfoCall call(*clr_, InfoMethod::kGetAppDomainInfo, {trace::id(appDomainId), trace::number(cchName)});
  call.clear(pcchName, pProcessId);
  std::string name;
  // The trace does not contain the process id, because the id differs from run to run.
  const auto answer = [&](HRESULT hr) {
    return call.done(
        hr, {out_number(pcchName), succeeded(hr) ? observation_text(szName, cchName, name) : trace::null(),
             trace::null()});
  };
  if (const HRESULT hr = call.guard(); failed(hr)) return answer(hr);
  Loads& loads = clr_->loads();
  if (appDomainId == 0 || (appDomainId != loads.domain() && appDomainId != loads.shared_domain()))
    return answer(E_INVALIDARG);
  if (szName != nullptr && cchName == 0) szName[0] = u'\0';  // as in GetModuleInfo
  copy_text(to_utf16(domain_name(loads, appDomainId)), cchName, pcchName, szName);
  set_out(pProcessId, platform::process_number());
  return answer(S_OK);
}

HRESULT InfoFacade::GetAssemblyInfo(AssemblyID assemblyId, ULONG cchName, ULONG* pcchName, WCHAR szName[],
                                    AppDomainID* pAppDomainId, ModuleID* pModuleId) {
  InfoCall call(*clr_, InfoMethod::kGetAssemblyInfo, {trace::id(assemblyId), trace::number(cchName)});
  call.clear(pcchName, pAppDomainId, pModuleId);
  std::string name;
  bool wrote = false;
  const auto answer = [&](HRESULT hr) {
    return call.done(hr,
                     {out_number(pcchName), wrote ? observation_text(szName, cchName, name) : trace::null(),
                      out_id(pAppDomainId), out_id(pModuleId)});
  };
  if (const HRESULT hr = call.guard(); failed(hr)) return answer(hr);
  const LoadedModule* const module = clr_->loads().assembly_of(assemblyId);
  if (assemblyId == 0 || module == nullptr) return answer(E_INVALIDARG);
  copy_text(to_utf16(module->metadata->assembly), cchName, pcchName, szName);
  const bool loaded = module->state != LoadState::kStarted;
  set_out(pAppDomainId, clr_->loads().domain());
  set_out(pModuleId, loaded ? ModuleID{module->id} : ModuleID{0});
  wrote = true;
  call.wrote();
  return answer(loaded ? S_OK : CORPROF_E_DATAINCOMPLETE);
}

HRESULT InfoFacade::GetModuleInfo(ModuleID moduleId, LPCBYTE* ppBaseLoadAddress, ULONG cchName,
                                  ULONG* pcchName, WCHAR szName[], AssemblyID* pAssemblyId) {
  InfoCall call(*clr_, InfoMethod::kGetModuleInfo, {trace::id(moduleId), trace::number(cchName)});
  call.clear(ppBaseLoadAddress, pcchName, pAssemblyId);
  std::string name;
  bool wrote = false;
  const auto answer = [&](HRESULT hr) {
    return call.done(hr,
                     {out_address(ppBaseLoadAddress), out_number(pcchName),
                      wrote ? observation_text(szName, cchName, name) : trace::null(), out_id(pAssemblyId)});
  };
  if (const HRESULT hr = call.guard(); failed(hr)) return answer(hr);
  const LoadedModule* const module = clr_->loads().module_of(moduleId);
  if (moduleId == 0 || module == nullptr) return answer(E_INVALIDARG);
  wrote = true;
  call.wrote();
  return answer(report_module(*module, ppBaseLoadAddress, cchName, pcchName, szName, pAssemblyId));
}

HRESULT InfoFacade::GetModuleInfo2(ModuleID moduleId, LPCBYTE* ppBaseLoadAddress, ULONG cchName,
                                   ULONG* pcchName, WCHAR szName[], AssemblyID* pAssemblyId,
                                   DWORD* pdwModuleFlags) {
  InfoCall call(*clr_, InfoMethod::kGetModuleInfo2, {trace::id(moduleId), trace::number(cchName)});
  call.clear(ppBaseLoadAddress, pcchName, pAssemblyId, pdwModuleFlags);
  std::string name;
  bool wrote = false;
  const auto answer = [&](HRESULT hr) {
    return call.done(hr, {out_address(ppBaseLoadAddress), out_number(pcchName),
                          wrote ? observation_text(szName, cchName, name) : trace::null(),
                          out_id(pAssemblyId), out_number(pdwModuleFlags)});
  };
  if (const HRESULT hr = call.guard(); failed(hr)) return answer(hr);
  const LoadedModule* const module = clr_->loads().module_of(moduleId);
  if (moduleId == 0 || module == nullptr) return answer(E_INVALIDARG);
  set_out(pdwModuleFlags, flags_of(*module));
  wrote = true;
  call.wrote();
  return answer(report_module(*module, ppBaseLoadAddress, cchName, pcchName, szName, pAssemblyId));
}

HRESULT InfoFacade::EnumModules(ICorProfilerModuleEnum** ppEnum) {
  InfoCall call(*clr_, InfoMethod::kEnumModules, {});
  call.clear(ppEnum);
  if (const HRESULT hr = call.guard(); failed(hr)) return call.done(hr);
  if (ppEnum == nullptr) return call.done(E_INVALIDARG);
  if (call.has_suspended()) {
    *ppEnum = nullptr;
    return call.done(CORPROF_E_UNSUPPORTED_CALL_SEQUENCE);
  }
  const std::vector<ModuleID> modules = clr_->loads().loaded();
  *ppEnum = new ModuleEnum(modules, clr_->handed_out(), call.origin("ICorProfilerModuleEnum"));
  call.visited({modules.begin(), modules.end()});
  return call.done(S_OK);
}

HRESULT InfoFacade::GetAppDomainsContainingModule(ModuleID moduleId, ULONG32 cAppDomainIds,
                                                  ULONG32* pcAppDomainIds, AppDomainID appDomainIds[]) {
  InfoCall call(*clr_, InfoMethod::kGetAppDomainsContainingModule,
                {trace::id(moduleId), trace::number(cAppDomainIds)});
  call.clear(pcAppDomainIds);
  const auto answer = [&](HRESULT hr, bool filled = false) {
    return call.done(hr, {out_number(pcAppDomainIds), filled ? out_id(appDomainIds) : trace::null()});
  };
  if (const HRESULT hr = call.guard(); failed(hr)) return answer(hr);
  const LoadedModule* const module = clr_->loads().module_of(moduleId);
  if (moduleId == 0 || module == nullptr || pcAppDomainIds == nullptr ||
      (cAppDomainIds > 0 && appDomainIds == nullptr))
    return answer(E_INVALIDARG);
  if (call.has_suspended()) return answer(CORPROF_E_UNSUPPORTED_CALL_SEQUENCE);
  const bool loaded = module->state != LoadState::kStarted;
  *pcAppDomainIds = loaded ? 1 : 0;
  const bool filled = loaded && cAppDomainIds > 0;
  if (filled) appDomainIds[0] = clr_->loads().domain();
  return answer(S_OK, filled);
}

// There is only one domain, whatever the thread.
HRESULT InfoFacade::GetThreadAppDomain(ThreadID threadId, AppDomainID* pAppDomainId) {
  InfoCall call(*clr_, InfoMethod::kGetThreadAppDomain, {trace::id(threadId)});
  call.clear(pAppDomainId);
  if (const HRESULT hr = call.guard(); failed(hr)) return call.done(hr, {out_id(pAppDomainId)});
  if (pAppDomainId == nullptr) return call.done(E_INVALIDARG, {trace::null()});
  // 0 is the calling thread.
  if (threadId == 0 && this_thread().managed == 0)
    return call.done(CORPROF_E_NOT_MANAGED_THREAD, {out_id(pAppDomainId)});
  *pAppDomainId = clr_->loads().domain();
  return call.done(S_OK, {out_id(pAppDomainId)});
}

}  // namespace gcrucible::clr
