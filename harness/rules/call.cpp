#include "harness/rules/call.h"

namespace gcrucible::rules {
namespace {

constexpr std::array<std::string_view, kCallCount> kNames{
    "",
    "Initialize",
    "InitializeForAttach",
    "Shutdown",
    "RuntimeSuspendStarted",
    "RuntimeSuspendFinished",
    "RuntimeSuspendAborted",
    "RuntimeResumeStarted",
    "RuntimeResumeFinished",
    "GarbageCollectionStarted",
    "GarbageCollectionFinished",
    "ObjectsAllocatedByClass",
    "FinalizeableObjectQueued",
    "MovedReferences",
    "MovedReferences2",
    "SurvivingReferences",
    "SurvivingReferences2",
    "RootReferences",
    "RootReferences2",
    "ConditionalWeakTableElementReferences",
    "ObjectReferences",
    "ObjectAllocated",
    "HandleCreated",
    "HandleDestroyed",
};

}  // namespace

Call call_of(std::string_view method) {
  for (std::size_t i = 1; i < kNames.size(); ++i) {
    if (kNames[i] == method) return static_cast<Call>(i);
  }
  return Call::kOther;
}

std::string_view name_of(Call call) {
  return kNames[static_cast<std::size_t>(call)];
}

}  // namespace gcrucible::rules
