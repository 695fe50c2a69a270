#include "harness/rules/evidence/info_signatures.h"

#include <algorithm>
#include <iterator>

namespace gcrucible::rules {
namespace {

using IdKind = IdSignature::Kind;

constexpr BufferSignature kBuffers[] = {
    {.method = InfoMethod::kGetNonGCHeapBounds, .capacity = 0, .count = 0, .buffer = 1},
    {.method = InfoMethod::kGetRuntimeInformation,
     .capacity = 0,
     .count = 6,
     .buffer = 7,
     .text = true,
     .constant = true},
    {.method = InfoMethod::kGetAppDomainInfo, .capacity = 1, .count = 0, .buffer = 1, .text = true},
    {.method = InfoMethod::kGetAssemblyInfo,
     .capacity = 1,
     .count = 0,
     .buffer = 1,
     .text = true,
     .constant = true},
};

constexpr IdSignature kIds[] = {
    {InfoMethod::kGetClassFromObject, 0, IdKind::kClass},
    {InfoMethod::kIsArrayClass, 1, IdKind::kClass},
    {InfoMethod::kGetClassIDInfo, 0, IdKind::kModule},
    {InfoMethod::kGetClassIDInfo2, 0, IdKind::kModule},
    {InfoMethod::kGetClassIDInfo2, 2, IdKind::kClass},
    {InfoMethod::kGetCurrentThreadID, 0, IdKind::kThread},
    {InfoMethod::kGetModuleInfo, 3, IdKind::kAssembly},
    {InfoMethod::kGetModuleInfo2, 3, IdKind::kAssembly},
    {InfoMethod::kGetAssemblyInfo, 2, IdKind::kAppDomain},
    {InfoMethod::kGetAssemblyInfo, 3, IdKind::kModule},
};

template <typename Rows>
InfoSet methods_in(const Rows& rows) {
  InfoSet set;
  for (const auto& row : rows) set = set | InfoSet{row.method};
  return set;
}

}  // namespace

const BufferSignature* buffer_of(InfoMethod method) {
  const auto found = std::find_if(std::begin(kBuffers), std::end(kBuffers),
                                  [&](const BufferSignature& each) { return each.method == method; });
  return found == std::end(kBuffers) ? nullptr : &*found;
}

std::span<const IdSignature> answered_ids() {
  return kIds;
}

InfoSet methods_with_ids() {
  return methods_in(kIds);
}

InfoSet methods_with_buffers() {
  return methods_in(kBuffers);
}

}  // namespace gcrucible::rules
