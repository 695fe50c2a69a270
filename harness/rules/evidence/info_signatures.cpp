#include "harness/rules/evidence/info_signatures.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>

#include "harness/abi/hresults.h"
#include "harness/abi/tables/info_parameters.h"

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

// Methods that answer E_INVALIDARG for a null buffer with room for entries (docs/reference/info-answers.md),
// and the argument with that number.
struct Room {
  InfoMethod method;
  std::uint8_t capacity;
};
constexpr Room kRooms[] = {
    {InfoMethod::kGetGenerationBounds, 0}, {InfoMethod::kGetNonGCHeapBounds, 0},
    {InfoMethod::kGetClassLayout, 1},      {InfoMethod::kGetClassIDInfo2, 1},
    {InfoMethod::kGetArrayObjectInfo, 1},
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

// --- every method that fills a buffer or answers an id is in a table above, or here ---

// Methods with a buffer and the count that it needs, which no row of kBuffers judges.
constexpr InfoSet kOtherBuffers{
    // .NET lets these fail for a short buffer.
    InfoMethod::kGetModuleInfo, InfoMethod::kGetModuleInfo2, InfoMethod::kGetEnvironmentVariable,
    // Judged by generations/small-buffer and classes/own-fields.
    InfoMethod::kGetGenerationBounds, InfoMethod::kGetClassLayout,
    // Of code, generics and names, which no rule is about.
    InfoMethod::kGetILToNativeMapping, InfoMethod::kGetILToNativeMapping2, InfoMethod::kGetILToNativeMapping3,
    InfoMethod::kGetFunctionInfo2, InfoMethod::kGetClassIDInfo2, InfoMethod::kGetCodeInfo2,
    InfoMethod::kGetCodeInfo3, InfoMethod::kGetCodeInfo4, InfoMethod::kGetAppDomainsContainingModule,
    InfoMethod::kGetReJITIDs, InfoMethod::kGetDynamicFunctionInfo, InfoMethod::kGetNativeCodeStartAddresses,
    InfoMethod::kEventPipeGetProviderInfo};

// Methods of functions and tokens, whose ids no row of kIds judges.
constexpr InfoSet kOtherIds{InfoMethod::kGetClassFromToken,  InfoMethod::kGetClassFromTokenAndTypeArgs,
                            InfoMethod::kGetFunctionInfo,    InfoMethod::kGetFunctionInfo2,
                            InfoMethod::kGetThreadAppDomain, InfoMethod::kGetDynamicFunctionInfo};

constexpr std::size_t kMostParameters = 16;

constexpr bool is_out(const abi::Parameter& parameter) {
  return parameter.is_buffer || (parameter.type.ends_with('*') && !parameter.type.starts_with("const "));
}

// The parameters of a method, each with its index in `args` or in `out`.
struct Parameters {
  abi::Parameter all[kMostParameters];
  std::uint8_t index[kMostParameters] = {};
  std::size_t count = 0;

  explicit constexpr Parameters(InfoMethod method) {
    std::uint8_t next[2] = {};
    for (; count < kMostParameters; ++count) {
      all[count] = abi::info_parameter(method, count);
      if (all[count].name.empty()) break;
      index[count] = next[is_out(all[count]) ? 1 : 0]++;
    }
  }
};

// The row that a method with a buffer, its capacity `cName` and its needed count `pcName` must have.
constexpr std::optional<BufferSignature> buffer_in(InfoMethod method) {
  const Parameters parameters(method);
  BufferSignature row{.method = method};
  bool capacity = false, buffer = false;
  for (std::size_t i = 0; i < parameters.count; ++i) {
    const abi::Parameter& each = parameters.all[i];
    if (each.is_buffer) {
      buffer = true;
      row.buffer = parameters.index[i];
      row.text = each.type == "WCHAR";
    }
    for (std::size_t j = 0; j < parameters.count && !is_out(each); ++j) {
      const std::string_view count = parameters.all[j].name;
      if (count.empty() || count.front() != 'p' || count.substr(1) != each.name) continue;
      capacity = true;
      row.capacity = parameters.index[i];
      row.count = parameters.index[j];
    }
  }
  return capacity && buffer ? std::optional(row) : std::nullopt;
}

constexpr bool is_buffer_listed(InfoMethod method) {
  const auto needed = buffer_in(method);
  for (const BufferSignature& row : kBuffers) {
    if (row.method != method) continue;
    return needed && row.capacity == needed->capacity && row.count == needed->count &&
           row.buffer == needed->buffer && row.text == needed->text && !kOtherBuffers.has(method);
  }
  return needed.has_value() == kOtherBuffers.has(method);
}

constexpr std::optional<IdKind> id_kind(std::string_view type) {
  constexpr std::string_view kTypes[] = {"AppDomainID*", "AssemblyID*", "ModuleID*", "ClassID*", "ThreadID*"};
  for (std::size_t i = 0; i < std::size(kTypes); ++i) {
    if (kTypes[i] == type) return static_cast<IdKind>(i);
  }
  return std::nullopt;
}

constexpr bool are_ids_listed(InfoMethod method) {
  const Parameters parameters(method);
  std::size_t rows = 0, found = 0, ids = 0;
  for (const IdSignature& row : kIds) rows += row.method == method ? 1 : 0;
  for (std::size_t i = 0; i < parameters.count; ++i) {
    const auto kind = id_kind(parameters.all[i].type);
    if (!kind || parameters.all[i].is_buffer) continue;
    ++ids;
    for (const IdSignature& row : kIds)
      found += row.method == method && row.out == parameters.index[i] && row.kind == *kind ? 1 : 0;
  }
  return kOtherIds.has(method) ? rows == 0 && ids != 0 : rows == found && found == ids;
}

#define GCRUCIBLE_CHECK(slot, version, method, ...)                                                 \
  static_assert(is_buffer_listed(InfoMethod::k##method),                                            \
                #method " and its buffer: give it a right row in kBuffers, or list it as another"); \
  static_assert(are_ids_listed(InfoMethod::k##method),                                              \
                #method " and its ids: give each a right row in kIds, or list it as another");
GCRUCIBLE_INFO_METHODS(GCRUCIBLE_CHECK)
#undef GCRUCIBLE_CHECK

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

bool may_lack_buffer(const InfoEvent& info) {
  const auto room = std::ranges::find(kRooms, info.method, &Room::method);
  return room != std::end(kRooms) && info.hr == abi::E_INVALIDARG &&
         info.arg(room->capacity).value_or(1) != 0;
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
