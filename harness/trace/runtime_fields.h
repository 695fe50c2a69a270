// Callbacks about the profiler's own life, threads, transitions, exceptions, remoting, COM and EventPipe; see
// callback_fields.h.
#pragma once

#include <algorithm>
#include <span>
#include <string>

#include "harness/abi/guid.h"
#include "harness/abi/unknown.h"
#include "harness/trace/load_fields.h"

namespace gcrucible::trace::fields {

// Fields, one of which is the text of a GUID. The object owns that text, and must not be moved.
template <std::size_t N>
class WithGuid {
 public:
  // `guid` may be null; the field at `place` becomes its text.
  WithGuid(const abi::GUID* guid, std::size_t place, const std::array<Field, N>& fields) : fields_(fields) {
    if (guid == nullptr) return;
    text_ = abi::format_guid(*guid);
    fields_[place].value = text(text_.view());
  }
  WithGuid(const WithGuid&) = delete;
  WithGuid& operator=(const WithGuid&) = delete;

  operator std::span<const Field>() const { return fields_; }

 private:
  abi::GuidText text_{};
  std::array<Field, N> fields_;
};

// --- The profiler's own life ---

inline None Initialize(abi::IUnknown*) {
  return {};
}
// Client data as hexadecimal digits, two for each byte. The object owns the text.
class ClientData {
 public:
  static constexpr std::size_t kMost = 256;  // bytes; the rest is not written

  ClientData(const void* data, abi::UINT bytes) : fields_{{{"data_bytes", number(bytes)}, {"data", null()}}} {
    if (data == nullptr) return;
    constexpr std::string_view kDigits = "0123456789abcdef";
    for (std::size_t i = 0; i < std::min<std::size_t>(bytes, kMost); ++i) {
      const unsigned byte = static_cast<const unsigned char*>(data)[i];
      text_ += kDigits[byte >> 4];
      text_ += kDigits[byte & 15];
    }
    fields_[1].value = text(text_);
  }
  ClientData(const ClientData&) = delete;
  ClientData& operator=(const ClientData&) = delete;

  operator std::span<const Field>() const { return fields_; }

 private:
  std::string text_;
  std::array<Field, 2> fields_;
};

inline ClientData InitializeForAttach(abi::IUnknown*, const void* data, abi::UINT data_bytes) {
  return {data, data_bytes};
}
inline None ProfilerAttachComplete() {
  return {};
}
inline None ProfilerDetachSucceeded() {
  return {};
}
inline None Shutdown() {
  return {};
}
inline None LoadAsNotificationOnly(abi::BOOL*) {
  return {};
}

// --- Threads ---

inline One ThreadCreated(abi::ThreadID thread) {
  return {{{"thread", id(thread)}}};
}
inline One ThreadDestroyed(abi::ThreadID thread) {
  return {{{"thread", id(thread)}}};
}
// The operating system's number differs from run to run, also in a simulated process, where it is the real
// number. Therefore it is null. `t` of the line identifies the thread.
inline Two ThreadAssignedToOSThread(abi::ThreadID thread, abi::DWORD) {
  return {{{"thread", id(thread)}, {"os", null()}}};
}
// `name` has no terminating zero.
inline Two ThreadNameChanged(abi::ThreadID thread, abi::ULONG length, const abi::WCHAR* name) {
  return {{{"thread", id(thread)}, {"name", name == nullptr ? null() : text16({name, length})}}};
}

// --- Transitions and exceptions ---

inline Two UnmanagedToManagedTransition(abi::FunctionID function, abi::COR_PRF_TRANSITION_REASON reason) {
  return {{{"function", id(function)}, {"reason", number(reason)}}};
}
inline Two ManagedToUnmanagedTransition(abi::FunctionID function, abi::COR_PRF_TRANSITION_REASON reason) {
  return UnmanagedToManagedTransition(function, reason);
}

inline One ExceptionThrown(abi::ObjectID object) {
  return {{{"object", id(object)}}};
}
inline One ExceptionSearchFunctionEnter(abi::FunctionID function) {
  return {{{"function", id(function)}}};
}
inline None ExceptionSearchFunctionLeave() {
  return {};
}
inline One ExceptionSearchFilterEnter(abi::FunctionID function) {
  return {{{"function", id(function)}}};
}
inline None ExceptionSearchFilterLeave() {
  return {};
}
inline One ExceptionSearchCatcherFound(abi::FunctionID function) {
  return {{{"function", id(function)}}};
}
inline None ExceptionOSHandlerEnter(abi::UINT_PTR) {
  return {};
}
inline None ExceptionOSHandlerLeave(abi::UINT_PTR) {
  return {};
}
inline One ExceptionUnwindFunctionEnter(abi::FunctionID function) {
  return {{{"function", id(function)}}};
}
inline None ExceptionUnwindFunctionLeave() {
  return {};
}
inline One ExceptionUnwindFinallyEnter(abi::FunctionID function) {
  return {{{"function", id(function)}}};
}
inline None ExceptionUnwindFinallyLeave() {
  return {};
}
inline Two ExceptionCatcherEnter(abi::FunctionID function, abi::ObjectID object) {
  return {{{"function", id(function)}, {"object", id(object)}}};
}
inline None ExceptionCatcherLeave() {
  return {};
}
inline None ExceptionCLRCatcherFound() {
  return {};
}
inline None ExceptionCLRCatcherExecute() {
  return {};
}

// --- Remoting and COM ---

inline None RemotingClientInvocationStarted() {
  return {};
}
inline None RemotingClientInvocationFinished() {
  return {};
}
inline None RemotingServerInvocationStarted() {
  return {};
}
inline None RemotingServerInvocationReturned() {
  return {};
}
inline WithGuid<2> RemotingClientSendingMessage(const abi::GUID* cookie, abi::BOOL is_async) {
  return {cookie, 0, {{{"cookie", null()}, {"async", detail::flag(is_async)}}}};
}
inline WithGuid<2> RemotingClientReceivingReply(const abi::GUID* cookie, abi::BOOL is_async) {
  return RemotingClientSendingMessage(cookie, is_async);
}
inline WithGuid<2> RemotingServerReceivingMessage(const abi::GUID* cookie, abi::BOOL is_async) {
  return RemotingClientSendingMessage(cookie, is_async);
}
inline WithGuid<2> RemotingServerSendingReply(const abi::GUID* cookie, abi::BOOL is_async) {
  return RemotingClientSendingMessage(cookie, is_async);
}
inline WithGuid<3> COMClassicVTableCreated(abi::ClassID class_id, abi::REFGUID iid, void*, abi::ULONG slots) {
  return {&iid, 1, {{{"class", id(class_id)}, {"iid", null()}, {"slots", number(slots)}}}};
}
inline WithGuid<2> COMClassicVTableDestroyed(abi::ClassID class_id, abi::REFGUID iid, void*) {
  return {&iid, 1, {{{"class", id(class_id)}, {"iid", null()}}}};
}

// --- EventPipe ---

inline One EventPipeProviderCreated(abi::EVENTPIPE_PROVIDER provider) {
  return {{{"provider", id(provider)}}};
}
// The contents of the event are not recorded, only its size.
inline std::array<Field, 7> EventPipeEventDelivered(abi::EVENTPIPE_PROVIDER provider, abi::DWORD event,
                                                    abi::DWORD version, abi::ULONG metadata_bytes,
                                                    abi::LPCBYTE, abi::ULONG data_bytes, abi::LPCBYTE,
                                                    abi::LPCGUID, abi::LPCGUID, abi::ThreadID thread,
                                                    abi::ULONG frames, const abi::UINT_PTR*) {
  return {{{"provider", id(provider)},
           {"event", number(event)},
           {"version", number(version)},
           {"metadata_bytes", number(metadata_bytes)},
           {"data_bytes", number(data_bytes)},
           {"thread", id(thread)},
           {"frames", number(frames)}}};
}

}  // namespace gcrucible::trace::fields
