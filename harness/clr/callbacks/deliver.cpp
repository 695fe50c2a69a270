#include <algorithm>
#include <tuple>
#include <type_traits>
#include <utility>

#include "harness/abi/hresults.h"
#include "harness/clr/callbacks/call_message.h"
#include "harness/clr/callbacks/guarded_array.h"
#include "harness/trace/callback_fields.h"

namespace gcrucible::clr {
namespace {

using abi::CallbackMethod;
namespace fields = trace::fields;

constexpr std::uint64_t kMostClientData = 65536;

// Two hexadecimal digits a byte, as in the trace.
std::vector<char> from_digits(const std::u16string& digits) {
  const auto value = [](char16_t digit) { return digit >= u'a' ? digit - u'a' + 10 : digit - u'0'; };
  std::vector<char> bytes;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
    bytes.push_back(static_cast<char>((value(digits[i]) << 4) | value(digits[i + 1])));
  }
  return bytes;
}

class Delivery {
 public:
  Delivery(const CallMessage& message, Clr& clr, abi::IUnknown* info, HeldReturn* held)
      : message_(message), clr_(clr), profiler_(*clr.profiler()), info_(info), held_(held) {}

  abi::HRESULT make();

 private:
  template <typename Interface>
  Interface* interface() {
    if constexpr (std::is_base_of_v<Interface, abi::ICorProfilerCallback2>) {
      return profiler_.level2();
    } else {
      return profiler_.level<Interface>(2);
    }
  }
  std::uint64_t number(std::size_t i) const { return message_.arguments[i].number; }

  template <typename Fields, typename Invoke>
  abi::HRESULT call(Fields&& reported, Invoke&& invoke) {
    return profiler_.make(message_.method, reported, invoke, BatchPart::kFirst, held_);
  }

  // The arguments in the order of the signature, which is also that of the trace.
  template <auto Method, typename Fields, typename Interface, typename... A>
  abi::HRESULT scalars(Fields reported, abi::HRESULT (GCRUCIBLE_STDCALL Interface::*)(A...)) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return call([&] { return reported(static_cast<A>(number(I))...); },
                  [&] { return (interface<Interface>()->*Method)(static_cast<A>(number(I))...); });
    }
    (std::index_sequence_for<A...>());
  }

  // One column of array argument `i`.
  template <typename T>
  GuardedArray<T> column(std::size_t i, std::size_t at) const {
    const CallMessage::Argument& argument = message_.arguments[i];
    const auto* const shape = program::callback_shape(static_cast<std::uint16_t>(message_.method));
    const std::size_t width = shape->arguments[i].width;
    std::vector<T> values;
    for (std::size_t cell = at; cell < argument.cells.size(); cell += width) {
      values.push_back(static_cast<T>(argument.cells[cell]));
    }
    return GuardedArray<T>(values, message_.claimed.value_or(0));
  }
  std::uint32_t rows(std::size_t i) const {
    const auto* const shape = program::callback_shape(static_cast<std::uint16_t>(message_.method));
    return static_cast<std::uint32_t>(message_.arguments[i].cells.size() / shape->arguments[i].width);
  }
  // Passes the columns of array argument `i` as pointers, with their count. `reported` and `invoke` take
  // (count, pointers…).
  template <typename... T, typename Fields, typename Invoke>
  abi::HRESULT arrays(std::size_t i, Fields reported, Invoke invoke) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      std::tuple<GuardedArray<T>...> columns{column<T>(i, I)...};
      const bool null = message_.arguments[i].null;
      const std::tuple<T*...> data{null ? nullptr : std::get<I>(columns).data()...};
      const std::uint32_t there = rows(i);
      const std::uint32_t count = message_.claimed.value_or(there);
      return call(
          [&] {
            // Writes only entries that exist and are reported. The larger of `count` and `there` is added as
            // a field.
            const auto made = reported(std::min(count, there), std::get<I>(data)...);
            std::vector<trace::Field> all(made.begin(), made.end());
            if (count > there) all.push_back({"count", trace::number(count)});
            if (count < there) all.push_back({"there", trace::number(there)});
            return all;
          },
          // An array that claims too many entries already ends at unreadable memory.
          [&](const CopyArgument& guard) {
            return count > there ? invoke(count, std::get<I>(data)...)
                                 : invoke(count, guard(std::get<I>(data))...);
          });
    }
    (std::index_sequence_for<T...>());
  }

  const CallMessage& message_;
  Clr& clr_;
  Profiler& profiler_;
  abi::IUnknown* info_;
  HeldReturn* held_;
};

#define GCRUCIBLE_SCALARS(Name, Interface) \
  case CallbackMethod::k##Name:            \
    return scalars<&abi::Interface::Name>(fields::Name, &abi::Interface::Name)

abi::HRESULT Delivery::make() {
  using Object = abi::ObjectID;
  using Callback = abi::ICorProfilerCallback;
  switch (message_.method) {
    GCRUCIBLE_SCALARS(Shutdown, ICorProfilerCallback);
    GCRUCIBLE_SCALARS(AppDomainCreationStarted, ICorProfilerCallback);
    GCRUCIBLE_SCALARS(AppDomainCreationFinished, ICorProfilerCallback);
    GCRUCIBLE_SCALARS(AppDomainShutdownStarted, ICorProfilerCallback);
    GCRUCIBLE_SCALARS(AppDomainShutdownFinished, ICorProfilerCallback);
    GCRUCIBLE_SCALARS(AssemblyLoadStarted, ICorProfilerCallback);
    GCRUCIBLE_SCALARS(AssemblyLoadFinished, ICorProfilerCallback);
    GCRUCIBLE_SCALARS(AssemblyUnloadStarted, ICorProfilerCallback);
    GCRUCIBLE_SCALARS(AssemblyUnloadFinished, ICorProfilerCallback);
    GCRUCIBLE_SCALARS(ModuleLoadStarted, ICorProfilerCallback);
    GCRUCIBLE_SCALARS(ModuleLoadFinished, ICorProfilerCallback);
    GCRUCIBLE_SCALARS(ModuleUnloadStarted, ICorProfilerCallback);
    GCRUCIBLE_SCALARS(ModuleUnloadFinished, ICorProfilerCallback);
    GCRUCIBLE_SCALARS(ModuleAttachedToAssembly, ICorProfilerCallback);
    GCRUCIBLE_SCALARS(ClassLoadStarted, ICorProfilerCallback);
    GCRUCIBLE_SCALARS(ClassLoadFinished, ICorProfilerCallback);
    GCRUCIBLE_SCALARS(ClassUnloadStarted, ICorProfilerCallback);
    GCRUCIBLE_SCALARS(ClassUnloadFinished, ICorProfilerCallback);
    GCRUCIBLE_SCALARS(FunctionUnloadStarted, ICorProfilerCallback);
    GCRUCIBLE_SCALARS(JITCompilationStarted, ICorProfilerCallback);
    GCRUCIBLE_SCALARS(JITCompilationFinished, ICorProfilerCallback);
    GCRUCIBLE_SCALARS(JITCachedFunctionSearchFinished, ICorProfilerCallback);
    GCRUCIBLE_SCALARS(JITFunctionPitched, ICorProfilerCallback);
    GCRUCIBLE_SCALARS(ThreadCreated, ICorProfilerCallback);
    GCRUCIBLE_SCALARS(ThreadDestroyed, ICorProfilerCallback);
    GCRUCIBLE_SCALARS(UnmanagedToManagedTransition, ICorProfilerCallback);
    GCRUCIBLE_SCALARS(ManagedToUnmanagedTransition, ICorProfilerCallback);
    GCRUCIBLE_SCALARS(RuntimeSuspendStarted, ICorProfilerCallback);
    GCRUCIBLE_SCALARS(RuntimeSuspendFinished, ICorProfilerCallback);
    GCRUCIBLE_SCALARS(RuntimeSuspendAborted, ICorProfilerCallback);
    GCRUCIBLE_SCALARS(RuntimeResumeStarted, ICorProfilerCallback);
    GCRUCIBLE_SCALARS(RuntimeResumeFinished, ICorProfilerCallback);
    GCRUCIBLE_SCALARS(RuntimeThreadSuspended, ICorProfilerCallback);
    GCRUCIBLE_SCALARS(RuntimeThreadResumed, ICorProfilerCallback);
    GCRUCIBLE_SCALARS(ObjectAllocated, ICorProfilerCallback);
    GCRUCIBLE_SCALARS(ExceptionThrown, ICorProfilerCallback);
    GCRUCIBLE_SCALARS(ExceptionSearchFunctionEnter, ICorProfilerCallback);
    GCRUCIBLE_SCALARS(ExceptionSearchFunctionLeave, ICorProfilerCallback);
    GCRUCIBLE_SCALARS(ExceptionSearchFilterEnter, ICorProfilerCallback);
    GCRUCIBLE_SCALARS(ExceptionSearchFilterLeave, ICorProfilerCallback);
    GCRUCIBLE_SCALARS(ExceptionSearchCatcherFound, ICorProfilerCallback);
    GCRUCIBLE_SCALARS(ExceptionUnwindFunctionEnter, ICorProfilerCallback);
    GCRUCIBLE_SCALARS(ExceptionUnwindFunctionLeave, ICorProfilerCallback);
    GCRUCIBLE_SCALARS(ExceptionUnwindFinallyEnter, ICorProfilerCallback);
    GCRUCIBLE_SCALARS(ExceptionUnwindFinallyLeave, ICorProfilerCallback);
    GCRUCIBLE_SCALARS(ExceptionCatcherEnter, ICorProfilerCallback);
    GCRUCIBLE_SCALARS(ExceptionCatcherLeave, ICorProfilerCallback);
    GCRUCIBLE_SCALARS(ExceptionCLRCatcherFound, ICorProfilerCallback);
    GCRUCIBLE_SCALARS(ExceptionCLRCatcherExecute, ICorProfilerCallback);
    GCRUCIBLE_SCALARS(GarbageCollectionFinished, ICorProfilerCallback2);
    GCRUCIBLE_SCALARS(HandleCreated, ICorProfilerCallback2);
    GCRUCIBLE_SCALARS(HandleDestroyed, ICorProfilerCallback2);
    GCRUCIBLE_SCALARS(ProfilerAttachComplete, ICorProfilerCallback3);
    GCRUCIBLE_SCALARS(ProfilerDetachSucceeded, ICorProfilerCallback3);
    GCRUCIBLE_SCALARS(DynamicMethodUnloaded, ICorProfilerCallback9);

    case CallbackMethod::kInitialize:
      return call([&] { return fields::Initialize(info_); },
                  [&] { return interface<Callback>()->Initialize(info_); });
    case CallbackMethod::kInitializeForAttach: {
      std::vector<char> bytes = from_digits(message_.arguments[1].text);
      const auto count = static_cast<abi::UINT>(std::min<std::uint64_t>(number(0), kMostClientData));
      // The claimed bytes beyond the data exist and are zero.
      bytes.resize(std::max<std::size_t>(bytes.size(), count));
      void* const data = message_.arguments[1].null ? nullptr : bytes.data();
      return call(
          [&] { return fields::InitializeForAttach(info_, data, count); },
          [&] { return interface<abi::ICorProfilerCallback3>()->InitializeForAttach(info_, data, count); });
    }
    case CallbackMethod::kLoadAsNotificationOnly: {
      abi::BOOL ignored = 0;
      return call([&] { return fields::LoadAsNotificationOnly(&ignored); },
                  [&] { return interface<abi::ICorProfilerCallback11>()->LoadAsNotificationOnly(&ignored); });
    }
    case CallbackMethod::kExceptionOSHandlerEnter:
      return call([&] { return fields::ExceptionOSHandlerEnter(0); },
                  [&] { return interface<Callback>()->ExceptionOSHandlerEnter(0); });
    case CallbackMethod::kExceptionOSHandlerLeave:
      return call([&] { return fields::ExceptionOSHandlerLeave(0); },
                  [&] { return interface<Callback>()->ExceptionOSHandlerLeave(0); });
    // There are no COM objects: no table has an address or an interface of its own.
    case CallbackMethod::kCOMClassicVTableCreated: {
      const auto slots = static_cast<abi::ULONG>(number(1));
      const abi::GUID iid = abi::IUnknown::iid;
      return call(
          [&] { return fields::COMClassicVTableCreated(number(0), iid, nullptr, slots); },
          [&] { return interface<Callback>()->COMClassicVTableCreated(number(0), iid, nullptr, slots); });
    }
    case CallbackMethod::kCOMClassicVTableDestroyed: {
      const abi::GUID iid = abi::IUnknown::iid;
      return call([&] { return fields::COMClassicVTableDestroyed(number(0), iid, nullptr); },
                  [&] { return interface<Callback>()->COMClassicVTableDestroyed(number(0), iid, nullptr); });
    }
    case CallbackMethod::kJITCachedFunctionSearchStarted: {
      abi::BOOL ignored = 1;
      return call([&] { return fields::JITCachedFunctionSearchStarted(number(0), &ignored); },
                  [&] { return interface<Callback>()->JITCachedFunctionSearchStarted(number(0), &ignored); });
    }
    case CallbackMethod::kJITInlining: {
      abi::BOOL ignored = 1;
      return call([&] { return fields::JITInlining(number(0), number(1), &ignored); },
                  [&] { return interface<Callback>()->JITInlining(number(0), number(1), &ignored); });
    }
    case CallbackMethod::kThreadAssignedToOSThread: {
      const auto known = clr_.threads().find(number(0));
      const abi::DWORD os = known ? known->os_id : 0;
      return call([&] { return fields::ThreadAssignedToOSThread(number(0), os); },
                  [&] { return interface<Callback>()->ThreadAssignedToOSThread(number(0), os); });
    }
    case CallbackMethod::kThreadNameChanged: {
      std::u16string name = message_.arguments[1].text;
      abi::WCHAR* const text = message_.arguments[1].null ? nullptr : name.data();
      const auto length = static_cast<abi::ULONG>(name.size());
      return call([&] { return fields::ThreadNameChanged(number(0), length, text); },
                  [&] { return profiler_.level2()->ThreadNameChanged(number(0), length, text); });
    }
    case CallbackMethod::kFinalizeableObjectQueued: {
      const auto flags = static_cast<abi::DWORD>(number(1));
      return call([&] { return fields::FinalizeableObjectQueued(flags, number(0)); },
                  [&] { return profiler_.level2()->FinalizeableObjectQueued(flags, number(0)); });
    }

    case CallbackMethod::kGarbageCollectionStarted: {
      const auto reason = static_cast<abi::COR_PRF_GC_REASON>(number(1));
      return arrays<abi::BOOL>(
          0,
          [&](std::uint32_t count, const abi::BOOL* collected) {
            return fields::GarbageCollectionStarted(static_cast<int>(count), collected, reason);
          },
          [&](std::uint32_t count, abi::BOOL* collected) {
            return profiler_.level2()->GarbageCollectionStarted(static_cast<int>(count), collected, reason);
          });
    }
    case CallbackMethod::kMovedReferences:
      return arrays<Object, Object, abi::ULONG>(0, fields::MovedReferences, [&](auto... all) {
        return interface<Callback>()->MovedReferences(all...);
      });
    case CallbackMethod::kMovedReferences2:
      return arrays<Object, Object, abi::SIZE_T>(0, fields::MovedReferences2, [&](auto... all) {
        return interface<abi::ICorProfilerCallback4>()->MovedReferences2(all...);
      });
    case CallbackMethod::kSurvivingReferences:
      return arrays<Object, abi::ULONG>(0, fields::SurvivingReferences, [&](auto... all) {
        return profiler_.level2()->SurvivingReferences(all...);
      });
    case CallbackMethod::kSurvivingReferences2:
      return arrays<Object, abi::SIZE_T>(0, fields::SurvivingReferences2, [&](auto... all) {
        return interface<abi::ICorProfilerCallback4>()->SurvivingReferences2(all...);
      });
    case CallbackMethod::kObjectsAllocatedByClass:
      return arrays<abi::ClassID, abi::ULONG>(0, fields::ObjectsAllocatedByClass, [&](auto... all) {
        return interface<Callback>()->ObjectsAllocatedByClass(all...);
      });
    case CallbackMethod::kObjectReferences:
      return arrays<Object>(
          2,
          [&](abi::ULONG count, const Object* references) {
            return fields::ObjectReferences(number(0), number(1), count, references);
          },
          [&](abi::ULONG count, Object* references) {
            return interface<Callback>()->ObjectReferences(number(0), number(1), count, references);
          });
    case CallbackMethod::kRootReferences:
      return arrays<Object>(0, fields::RootReferences,
                            [&](auto... all) { return interface<Callback>()->RootReferences(all...); });
    case CallbackMethod::kRootReferences2:
      return arrays<Object, abi::COR_PRF_GC_ROOT_KIND, abi::COR_PRF_GC_ROOT_FLAGS, abi::UINT_PTR>(
          0, fields::RootReferences2,
          [&](auto... all) { return profiler_.level2()->RootReferences2(all...); });
    case CallbackMethod::kConditionalWeakTableElementReferences:
      return arrays<Object, Object, abi::GCHandleID>(
          0, fields::ConditionalWeakTableElementReferences, [&](auto... all) {
            return interface<abi::ICorProfilerCallback5>()->ConditionalWeakTableElementReferences(all...);
          });
    default:
      return abi::E_NOTIMPL;  // no shape, no message
  }
}

#undef GCRUCIBLE_SCALARS

}  // namespace

abi::HRESULT deliver(const CallMessage& message, Clr& clr, abi::IUnknown* info, HeldReturn* held) {
  if (clr.profiler() == nullptr) return abi::E_FAIL;
  const abi::MethodInfo& method = abi::kCallbackMethods[static_cast<std::size_t>(message.method)];
  if (clr.profiler()->stage() == ProfilerStage::kNone) return abi::E_NOINTERFACE;
  if (method.interface_version > clr.profiler()->version()) return abi::E_NOINTERFACE;
  return Delivery(message, clr, info, held).make();
}

}  // namespace gcrucible::clr
