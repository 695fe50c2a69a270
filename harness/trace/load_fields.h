// Callbacks about loading, unloading and code; see callback_fields.h.
#pragma once

#include <string_view>

#include "harness/abi/types.h"
#include "harness/trace/gc_fields.h"

namespace gcrucible::abi {
struct ICorProfilerAssemblyReferenceProvider;
struct ICorProfilerFunctionControl;
}  // namespace gcrucible::abi

namespace gcrucible::trace::fields {

namespace detail {

inline Value status(abi::HRESULT hr) {
  return signed_number(hr);
}
inline Value flag(abi::BOOL value) {
  return boolean(value != 0);
}

}  // namespace detail

using Four = std::array<Field, 4>;

// --- Application domains, assemblies, modules, classes ---

inline One AppDomainCreationStarted(abi::AppDomainID domain) {
  return {{{"appdomain", id(domain)}}};
}
inline Two AppDomainCreationFinished(abi::AppDomainID domain, abi::HRESULT hr) {
  return {{{"appdomain", id(domain)}, {"status", detail::status(hr)}}};
}
inline One AppDomainShutdownStarted(abi::AppDomainID domain) {
  return AppDomainCreationStarted(domain);
}
inline Two AppDomainShutdownFinished(abi::AppDomainID domain, abi::HRESULT hr) {
  return AppDomainCreationFinished(domain, hr);
}

inline One AssemblyLoadStarted(abi::AssemblyID assembly) {
  return {{{"assembly", id(assembly)}}};
}
inline Two AssemblyLoadFinished(abi::AssemblyID assembly, abi::HRESULT hr) {
  return {{{"assembly", id(assembly)}, {"status", detail::status(hr)}}};
}
inline One AssemblyUnloadStarted(abi::AssemblyID assembly) {
  return AssemblyLoadStarted(assembly);
}
inline Two AssemblyUnloadFinished(abi::AssemblyID assembly, abi::HRESULT hr) {
  return AssemblyLoadFinished(assembly, hr);
}

inline One ModuleLoadStarted(abi::ModuleID module) {
  return {{{"module", id(module)}}};
}
inline Two ModuleLoadFinished(abi::ModuleID module, abi::HRESULT hr) {
  return {{{"module", id(module)}, {"status", detail::status(hr)}}};
}
inline One ModuleUnloadStarted(abi::ModuleID module) {
  return ModuleLoadStarted(module);
}
inline Two ModuleUnloadFinished(abi::ModuleID module, abi::HRESULT hr) {
  return ModuleLoadFinished(module, hr);
}
inline Two ModuleAttachedToAssembly(abi::ModuleID module, abi::AssemblyID assembly) {
  return {{{"module", id(module)}, {"assembly", id(assembly)}}};
}
inline One ModuleInMemorySymbolsUpdated(abi::ModuleID module) {
  return ModuleLoadStarted(module);
}
inline One GetAssemblyReferences(const abi::WCHAR* path, abi::ICorProfilerAssemblyReferenceProvider*) {
  return {{{"path", path == nullptr ? null() : text16(path)}}};
}

inline One ClassLoadStarted(abi::ClassID class_id) {
  return {{{"class", id(class_id)}}};
}
inline Two ClassLoadFinished(abi::ClassID class_id, abi::HRESULT hr) {
  return {{{"class", id(class_id)}, {"status", detail::status(hr)}}};
}
inline One ClassUnloadStarted(abi::ClassID class_id) {
  return ClassLoadStarted(class_id);
}
inline Two ClassUnloadFinished(abi::ClassID class_id, abi::HRESULT hr) {
  return ClassLoadFinished(class_id, hr);
}

// --- Functions and their code ---

inline One FunctionUnloadStarted(abi::FunctionID function) {
  return {{{"function", id(function)}}};
}
inline Two JITCompilationStarted(abi::FunctionID function, abi::BOOL safe_to_block) {
  return {{{"function", id(function)}, {"safe_to_block", detail::flag(safe_to_block)}}};
}
inline Three JITCompilationFinished(abi::FunctionID function, abi::HRESULT hr, abi::BOOL safe_to_block) {
  return {{{"function", id(function)},
           {"status", detail::status(hr)},
           {"safe_to_block", detail::flag(safe_to_block)}}};
}
inline One JITCachedFunctionSearchStarted(abi::FunctionID function, abi::BOOL*) {
  return FunctionUnloadStarted(function);
}
inline Two JITCachedFunctionSearchFinished(abi::FunctionID function, abi::COR_PRF_JIT_CACHE result) {
  return {{{"function", id(function)}, {"result", number(result)}}};
}
inline One JITFunctionPitched(abi::FunctionID function) {
  return FunctionUnloadStarted(function);
}
inline Two JITInlining(abi::FunctionID caller, abi::FunctionID callee, abi::BOOL*) {
  return {{{"caller", id(caller)}, {"callee", id(callee)}}};
}
inline Three ReJITCompilationStarted(abi::FunctionID function, abi::ReJITID rejit, abi::BOOL safe_to_block) {
  return {{{"function", id(function)}, {"rejit", id(rejit)}, {"safe_to_block", detail::flag(safe_to_block)}}};
}
inline Two GetReJITParameters(abi::ModuleID module, abi::mdMethodDef method,
                              abi::ICorProfilerFunctionControl*) {
  return {{{"module", id(module)}, {"method", number(method)}}};
}
inline Four ReJITCompilationFinished(abi::FunctionID function, abi::ReJITID rejit, abi::HRESULT hr,
                                     abi::BOOL safe_to_block) {
  return {{{"function", id(function)},
           {"rejit", id(rejit)},
           {"status", detail::status(hr)},
           {"safe_to_block", detail::flag(safe_to_block)}}};
}
inline Four ReJITError(abi::ModuleID module, abi::mdMethodDef method, abi::FunctionID function,
                       abi::HRESULT hr) {
  return {{{"module", id(module)},
           {"method", number(method)},
           {"function", id(function)},
           {"status", detail::status(hr)}}};
}
inline Three DynamicMethodJITCompilationStarted(abi::FunctionID function, abi::BOOL safe_to_block,
                                                abi::LPCBYTE, abi::ULONG il_bytes) {
  return {{{"function", id(function)},
           {"safe_to_block", detail::flag(safe_to_block)},
           {"il_bytes", number(il_bytes)}}};
}
inline Three DynamicMethodJITCompilationFinished(abi::FunctionID function, abi::HRESULT hr,
                                                 abi::BOOL safe_to_block) {
  return JITCompilationFinished(function, hr, safe_to_block);
}
inline One DynamicMethodUnloaded(abi::FunctionID function) {
  return FunctionUnloadStarted(function);
}

}  // namespace gcrucible::trace::fields
