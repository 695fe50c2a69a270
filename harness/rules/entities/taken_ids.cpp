#include "harness/rules/entities/taken_ids.h"

#include <array>

namespace gcrucible::rules {
namespace {

struct Row {
  InfoMethod method;
  Taken what;
};

constexpr Row kRows[] = {
    {InfoMethod::kGetClassFromObject, Taken::kObject},
    {InfoMethod::kGetObjectSize, Taken::kObject},
    {InfoMethod::kGetObjectSize2, Taken::kObject},
    {InfoMethod::kGetArrayObjectInfo, Taken::kObject},
    {InfoMethod::kIsFrozenObject, Taken::kObject},
    {InfoMethod::kEnumerateObjectReferences, Taken::kObject},
    {InfoMethod::kGetObjectGeneration, Taken::kObject},
    {InfoMethod::kCreateHandle, Taken::kObject},
    {InfoMethod::kIsArrayClass, Taken::kClass},
    {InfoMethod::kGetClassIDInfo, Taken::kClass},
    {InfoMethod::kGetClassIDInfo2, Taken::kClass},
    {InfoMethod::kGetClassLayout, Taken::kClass},
    {InfoMethod::kGetBoxClassLayout, Taken::kClass},
    {InfoMethod::kGetRVAStaticAddress, Taken::kClass},
    {InfoMethod::kGetAppDomainStaticAddress, Taken::kClass},
    {InfoMethod::kGetThreadStaticAddress, Taken::kClass},
    {InfoMethod::kGetThreadStaticAddress2, Taken::kClass},
    {InfoMethod::kGetContextStaticAddress, Taken::kClass},
    {InfoMethod::kGetStaticFieldInfo, Taken::kClass},
    {InfoMethod::kGetModuleInfo, Taken::kModule},
    {InfoMethod::kGetModuleInfo2, Taken::kModule},
    {InfoMethod::kGetModuleMetaData, Taken::kModule},
    {InfoMethod::kGetClassFromToken, Taken::kModule},
    {InfoMethod::kGetClassFromTokenAndTypeArgs, Taken::kModule},
    {InfoMethod::kGetFunctionFromToken, Taken::kModule},
    {InfoMethod::kGetILFunctionBody, Taken::kModule},
    {InfoMethod::kGetILFunctionBodyAllocator, Taken::kModule},
    {InfoMethod::kSetILFunctionBody, Taken::kModule},
    {InfoMethod::kGetAppDomainsContainingModule, Taken::kModule},
    {InfoMethod::kApplyMetaData, Taken::kModule},
    {InfoMethod::kGetInMemorySymbolsLength, Taken::kModule},
    {InfoMethod::kEnumModuleFrozenObjects, Taken::kModule},
    {InfoMethod::kGetAssemblyInfo, Taken::kAssembly},
    {InfoMethod::kGetAppDomainInfo, Taken::kAppDomain},
    {InfoMethod::kDestroyHandle, Taken::kHandle},
    {InfoMethod::kGetObjectIDFromHandle, Taken::kHandle},
    {InfoMethod::kGetThreadInfo, Taken::kThread},
    {InfoMethod::kGetHandleFromThread, Taken::kThread},
    {InfoMethod::kGetThreadContext, Taken::kThread},
    {InfoMethod::kGetThreadAppDomain, Taken::kThread},
    {InfoMethod::kDoStackSnapshot, Taken::kThread},
};

constexpr std::array<Taken, kInfoCount> by_method() {
  std::array<Taken, kInfoCount> taken{};
  for (const Row& row : kRows) taken[static_cast<std::size_t>(row.method)] = row.what;
  return taken;
}
constexpr std::array<Taken, kInfoCount> kTaken = by_method();

}  // namespace

Taken taken_by(InfoMethod method) {
  return kTaken[static_cast<std::size_t>(method)];
}

InfoSet methods_that_take(Taken what) {
  InfoSet set;
  for (const Row& row : kRows) {
    if (row.what == what) set = set | InfoSet{row.method};
  }
  return set;
}

}  // namespace gcrucible::rules
