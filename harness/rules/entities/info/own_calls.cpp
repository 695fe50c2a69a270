#include "harness/rules/entities/info/own_calls.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "harness/abi/tables/info_parameters.h"
#include "harness/rules/entities/info/taken_ids.h"
#include "harness/trace/read/spoiled.h"

namespace gcrucible::rules {
namespace {

// Objects of the non-GC heap never move.
constexpr InfoSet kHandingOutAnywhere{InfoMethod::kEnumerateNonGCObjects,
                                      InfoMethod::kEnumModuleFrozenObjects, kEnumNext};
constexpr InfoSet kHandingOut =
    kHandingOutAnywhere |
    InfoSet{InfoMethod::kGetObjectIDFromHandle,     InfoMethod::kEnumerateObjectReferences,
            InfoMethod::kEnumerateGCHeapObjects,    InfoMethod::kGetArrayObjectInfo,
            InfoMethod::kGetAppDomainStaticAddress, InfoMethod::kGetThreadStaticAddress,
            InfoMethod::kGetThreadStaticAddress2,   InfoMethod::kGetContextStaticAddress};
// The address of memory that is never part of an object.
constexpr InfoSet kOtherAddresses{InfoMethod::kGetRVAStaticAddress};

// Whether the profiler can get an ObjectID, or an address inside an object, from the method.
constexpr bool may_hand_out(InfoMethod method) {
  constexpr std::string_view kTypes[] = {"ObjectID*", "ObjectCallback",           "ObjectReferenceCallback",
                                         "void**",    "ICorProfilerObjectEnum**", "BYTE**"};
  for (std::size_t i = 0; !abi::info_parameter(method, i).name.empty(); ++i) {
    if (std::ranges::find(kTypes, abi::info_parameter(method, i).type) != std::end(kTypes)) return true;
  }
  return false;
}

// Without this, a rule accuses a profiler that uses an id which a new method gave it.
#define GCRUCIBLE_CHECK(slot, version, method, ...)                                                      \
  static_assert(                                                                                         \
      may_hand_out(InfoMethod::k##method) == (kHandingOut | kOtherAddresses).has(InfoMethod::k##method), \
      #method " may give out objects: list it in kHandingOut or in kOtherAddresses");
GCRUCIBLE_INFO_METHODS(GCRUCIBLE_CHECK)
#undef GCRUCIBLE_CHECK

// 10 for "ICorProfilerInfo10", 0 for other names.
std::uint32_t version_of(std::string_view name) {
  constexpr std::string_view kName = "ICorProfilerInfo";
  if (!name.starts_with(kName)) return 0;
  std::uint32_t version = 0;
  for (const char digit : name.substr(kName.size())) {
    if (digit < '0' || digit > '9') return 0;
    version = version * 10 + static_cast<std::uint32_t>(digit - '0');
  }
  return name.size() == kName.size() ? 1 : version;
}

}  // namespace

bool spoils(const InfoEvent& info) {
  if (info.succeeded()) return false;
  for (std::size_t i = 0; i < info.outs.size(); ++i) {
    if (trace::is_spoiled(info.out(i).value_or(0))) return true;
  }
  return false;
}

void OwnCalls::opened(const OpenInfo& info, bool managed) {
  if (info.method == InfoMethod::kForceGC && info.inside == kNoLine && !managed) {
    threads_[info.thread].collects = true;
  }
  // The method passes ids to a function of the profiler while the call runs.
  if ((info.inside == kNoLine ? kHandingOutAnywhere : kHandingOut).has(info.method)) {
    threads_[info.thread].handed_in = info.inside;
  }
  if (info.method == InfoMethod::kDestroyHandle) {
    const auto args = info.args.values();
    const std::uint64_t handle = args.empty() ? 0 : args[0].number;
    if (handles_.erase(handle) != 0) destroyed_.insert(handle);
  }
}

void OwnCalls::note_in_started(const InfoEvent& info) {
  constexpr std::size_t kMost = 4096;
  const bool received = info.method == InfoMethod::kGetObjectIDFromHandle;
  if (info.inside_call != Call::kGarbageCollectionStarted || info.inside == kNoLine ||
      !(received || kTakingObjects.has(info.method)))
    return;
  if (std::exchange(started_, info.inside) != info.inside) in_started_.clear();
  const std::uint64_t object = (received ? info.out(0) : info.arg(0)).value_or(0);
  if (info.succeeded() && object != 0 && in_started_.size() < kMost) in_started_.insert(object);
}

void OwnCalls::take(const InfoEvent& info) {
  if (info.asked) return;
  note_in_started(info);
  if (spoils(info)) spoiled_ = {.line = info.line, .method = info.method, .hr = info.hr};
  switch (info.method) {
    case InfoMethod::kForceGC:
      if (collects(info.thread)) threads_[info.thread].collected = true;
      break;
    case InfoMethod::kGetObjectSize:
    case InfoMethod::kGetObjectSize2:
      if (info.succeeded() && info.arg(0) && info.out(0)) {
        threads_[info.thread].size = {.object = *info.arg(0), .size = *info.out(0)};
      }
      break;
    case InfoMethod::kSuspendRuntime:
      if (info.succeeded()) {
        suspended_ = {.line = info.line, .thread = info.thread, .in_callback = info.inside != kNoLine};
      }
      break;
    case InfoMethod::kResumeRuntime:
      if (!info.succeeded()) break;
      suspended_.reset();
      resumed_line_ = info.line;
      break;
    case InfoMethod::kCreateHandle:
      if (const auto handle = info.out(0); info.succeeded() && handle && *handle != 0) {
        handles_[*handle] = info.line;
        destroyed_.erase(*handle);
      }
      break;
    case InfoMethod::kQueryInterface:
      if (info.succeeded() && !info.args.empty()) {
        info_version_ = std::max(info_version_, version_of(info.args[0].text));
      }
      break;
    case InfoMethod::kSetEventMask:
    case InfoMethod::kSetEventMask2:
      ++(info.succeeded() ? masks_set_ : masks_refused_);
      break;
    default:
      break;
  }
}

bool OwnCalls::collects(std::uint32_t thread) const {
  const auto found = threads_.find(thread);
  return found != threads_.end() && found->second.collects;
}

bool OwnCalls::collected(std::uint32_t thread) const {
  const auto found = threads_.find(thread);
  return found != threads_.end() && found->second.collected;
}

bool OwnCalls::was_handed(std::uint32_t thread, std::uint64_t callback) const {
  const auto found = threads_.find(thread);
  return found != threads_.end() && found->second.handed_in == callback;
}

const OwnCalls::Size* OwnCalls::size(std::uint32_t thread) const {
  const auto found = threads_.find(thread);
  return found == threads_.end() || !found->second.size ? nullptr : &*found->second.size;
}

}  // namespace gcrucible::rules
