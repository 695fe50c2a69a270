// Callbacks about objects, collections, handles and suspension; see callback_fields.h.
#pragma once

#include <array>

#include "harness/abi/enums.h"
#include "harness/abi/types.h"
#include "harness/trace/read/columns.h"

namespace gcrucible::trace::fields {

using None = std::array<Field, 0>;
using One = std::array<Field, 1>;
using Two = std::array<Field, 2>;
using Three = std::array<Field, 3>;

// --- Collections ---

inline Two GarbageCollectionStarted(int generations, const abi::BOOL* collected,
                                    abi::COR_PRF_GC_REASON reason) {
  const std::uint64_t rows = generations < 0 ? 0 : static_cast<std::uint64_t>(generations);
  return {{{"generations", table_of(rows, bool_column(collected))}, {"reason", number(reason)}}};
}
inline None GarbageCollectionFinished() {
  return {};
}

inline One MovedReferences(abi::ULONG ranges, const abi::ObjectID* old_starts,
                           const abi::ObjectID* new_starts, const abi::ULONG* lengths) {
  return {{{"ranges", table_of(ranges, id_column(old_starts), id_column(new_starts), u32_column(lengths))}}};
}
inline One MovedReferences2(abi::ULONG ranges, const abi::ObjectID* old_starts,
                            const abi::ObjectID* new_starts, const abi::SIZE_T* lengths) {
  return {{{"ranges", table_of(ranges, id_column(old_starts), id_column(new_starts), size_column(lengths))}}};
}
inline One SurvivingReferences(abi::ULONG ranges, const abi::ObjectID* starts, const abi::ULONG* lengths) {
  return {{{"ranges", table_of(ranges, id_column(starts), u32_column(lengths))}}};
}
inline One SurvivingReferences2(abi::ULONG ranges, const abi::ObjectID* starts, const abi::SIZE_T* lengths) {
  return {{{"ranges", table_of(ranges, id_column(starts), size_column(lengths))}}};
}

inline Three ObjectReferences(abi::ObjectID object, abi::ClassID class_id, abi::ULONG count,
                              const abi::ObjectID* references) {
  return {
      {{"object", id(object)}, {"class", id(class_id)}, {"refs", table_of(count, id_column(references))}}};
}
inline One RootReferences(abi::ULONG count, const abi::ObjectID* objects) {
  return {{{"roots", table_of(count, id_column(objects))}}};
}
inline One RootReferences2(abi::ULONG count, const abi::ObjectID* objects,
                           const abi::COR_PRF_GC_ROOT_KIND* kinds, const abi::COR_PRF_GC_ROOT_FLAGS* flags,
                           const abi::UINT_PTR* root_ids) {
  return {{{"roots",
            table_of(count, id_column(objects), u32_column(kinds), u32_column(flags), id_column(root_ids))}}};
}
inline One ConditionalWeakTableElementReferences(abi::ULONG count, const abi::ObjectID* keys,
                                                 const abi::ObjectID* values,
                                                 const abi::GCHandleID* root_ids) {
  return {{{"elements", table_of(count, id_column(keys), id_column(values), id_column(root_ids))}}};
}
inline Two FinalizeableObjectQueued(abi::DWORD flags, abi::ObjectID object) {
  return {{{"object", id(object)}, {"flags", number(flags)}}};
}

// --- Allocation and handles ---

inline Two ObjectAllocated(abi::ObjectID object, abi::ClassID class_id) {
  return {{{"object", id(object)}, {"class", id(class_id)}}};
}
inline One ObjectsAllocatedByClass(abi::ULONG count, const abi::ClassID* classes, const abi::ULONG* objects) {
  return {{{"classes", table_of(count, id_column(classes), u32_column(objects))}}};
}
inline Two HandleCreated(abi::GCHandleID handle, abi::ObjectID object) {
  return {{{"handle", id(handle)}, {"object", id(object)}}};
}
inline One HandleDestroyed(abi::GCHandleID handle) {
  return {{{"handle", id(handle)}}};
}

// --- Suspension ---

inline One RuntimeSuspendStarted(abi::COR_PRF_SUSPEND_REASON reason) {
  return {{{"reason", number(reason)}}};
}
inline None RuntimeSuspendFinished() {
  return {};
}
inline None RuntimeSuspendAborted() {
  return {};
}
inline None RuntimeResumeStarted() {
  return {};
}
inline None RuntimeResumeFinished() {
  return {};
}
inline One RuntimeThreadSuspended(abi::ThreadID thread) {
  return {{{"thread", id(thread)}}};
}
inline One RuntimeThreadResumed(abi::ThreadID thread) {
  return {{{"thread", id(thread)}}};
}

}  // namespace gcrucible::trace::fields
