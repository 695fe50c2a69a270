#include "harness/host/info_invoker.h"

#include <algorithm>
#include <optional>
#include <thread>
#include <utility>

#include "harness/clr/info/object_enum.h"
#include "harness/clr/info/said_answer.h"
#include "harness/clr/text.h"

namespace gcrucible::host {

using abi::InfoMethod;

void InfoInvoker::ask(const program::Ask& question, std::uint32_t line, bool in_collection) {
  const std::int64_t number = next_++;
  if (question.inside != 0) {
    const std::scoped_lock lock(mutex_);
    pending_.push_back({question, number, line, in_collection});
    waiting_ = pending_.size();
    return;
  }
  std::thread([&] { put(question, number, line); }).join();
}

void InfoInvoker::inside(abi::CallbackMethod method) {
  if (waiting_.load(std::memory_order_acquire) == 0) return;
  std::vector<Pending> now;
  {
    const std::scoped_lock lock(mutex_);
    const auto slot = static_cast<std::uint16_t>(method);
    std::erase_if(pending_, [&](const Pending& pending) {
      if (pending.question.inside != slot) return false;
      now.push_back(pending);
      return true;
    });
    waiting_ = pending_.size();
  }
  for (const Pending& pending : now) put(pending.question, pending.number, pending.line);
}

void InfoInvoker::forget() {
  const std::scoped_lock lock(mutex_);
  std::erase_if(pending_, [](const Pending& pending) { return pending.in_collection; });
  waiting_ = pending_.size();
}

void InfoInvoker::put(const program::Ask& question, std::int64_t number, std::uint32_t line) {
  clr::ThreadState& thread = clr::this_thread();
  const std::int64_t outer = std::exchange(thread.asking, number);
  std::optional<clr::SaidAnswer> answer;
  if (question.answer) {
    const clr::World::Look look(clr_->world());
    answer.emplace(*question.answer, static_cast<InfoMethod>(question.slot), clr::SaidValues(*clr_, handles));
  }
  const clr::SaidAnswer* const outer_answer = std::exchange(thread.answer, answer ? &*answer : nullptr);
  const std::uint32_t outer_line = std::exchange(thread.asking_line, line);
  const std::uint64_t key = open(question, line);
  call(question);
  close(key);
  thread.asking_line = outer_line;
  thread.answer = outer_answer;
  thread.asking = outer;
}

std::uint64_t InfoInvoker::open(const program::Ask& question, std::uint32_t line) {
  const clr::ThreadState& thread = clr::this_thread();
  const bool owns = clr_->world().mine() && thread.of_runtime && !thread.forced;
  const std::scoped_lock lock(mutex_);
  open_.push_back({.key = keys_++,
                   .of_program = owns || thread.absent || question.inside == 0,
                   .slot = question.slot + 1u,
                   .line = line,
                   .callbacks = control_->callbacks.load()});
  show();
  return open_.back().key;
}

void InfoInvoker::close(std::uint64_t key) {
  const std::scoped_lock lock(mutex_);
  std::erase_if(open_, [&](const Open& each) { return each.key == key; });
  show();
}

// The last query is the innermost one of its thread; the thread's outer queries wait for it.
void InfoInvoker::show() {
  const auto program =
      std::find_if(open_.rbegin(), open_.rend(), [](const Open& each) { return each.of_program; });
  const auto shown = program != open_.rend() ? program : open_.rbegin();
  const Open none{};
  const Open& said = shown != open_.rend() ? *shown : none;
  control_->question_line = said.line;
  control_->question_behind = said.callbacks;
  control_->question_slot = said.slot;
}

// A thread of the profiler may collect before the call, so the ids may be stale at the call.
InfoInvoker::Subjects InfoInvoker::subjects(const program::Ask& question) const {
  const clr::World::Look look(clr_->world());
  Subjects subjects{question.number, question.number, question.number, question.number};
  if (question.object != program::kNothing) subjects.object = clr_->engine().address_of(question.object);
  if (question.type != program::kNothing) {
    subjects.class_id = clr_->classes().at(static_cast<sim::TypeIndex>(question.type)).id;
  }
  if (question.thread != program::kNothing) subjects.thread = clr_->threads().at(question.thread).id;
  if (handles != nullptr && question.handle < handles->size()) subjects.handle = (*handles)[question.handle];
  const std::scoped_lock lock(mutex_);
  if (question.handle == program::kNothing && question.number != 0 && question.number <= made_.size()) {
    subjects.handle = made_[question.number - 1];
  }
  return subjects;
}

// Calls each method with buffers of the size that the query states. InfoCall writes the answer into the
// trace.
void InfoInvoker::call(const program::Ask& question) {
  const auto [object, class_id, thread, handle] = subjects(question);
  const auto capacity = static_cast<abi::ULONG>(std::min<std::uint64_t>(question.number, 4096));
  // For methods without a buffer, each bit of the number makes one out pointer null.
  const auto out = [&](unsigned number, abi::ULONG& place) {
    return (question.number >> number & 1) != 0 ? nullptr : &place;
  };
  abi::ULONG count = 0;
  abi::UINT_PTR id = 0;
  switch (static_cast<InfoMethod>(question.slot)) {
    case InfoMethod::kGetClassFromObject:
      info_->GetClassFromObject(object, &id);
      break;
    case InfoMethod::kGetObjectSize:
      info_->GetObjectSize(object, &count);
      break;
    case InfoMethod::kGetObjectSize2:
      info_->GetObjectSize2(object, &id);
      break;
    case InfoMethod::kIsArrayClass: {
      abi::CorElementType element{};
      info_->IsArrayClass(class_id, &element, &id, &count);
      break;
    }
    case InfoMethod::kGetClassIDInfo: {
      abi::mdTypeDef token = 0;
      info_->GetClassIDInfo(class_id, &id, &token);
      break;
    }
    case InfoMethod::kGetClassIDInfo2: {
      abi::mdTypeDef token = 0;
      abi::ClassID parent = 0;
      std::vector<abi::ClassID> arguments(capacity);
      info_->GetClassIDInfo2(class_id, &id, &token, &parent, capacity, &count,
                             capacity == 0 ? nullptr : arguments.data());
      break;
    }
    case InfoMethod::kGetClassLayout: {
      std::vector<abi::COR_FIELD_OFFSET> fields(capacity);
      abi::ULONG size = 0;
      info_->GetClassLayout(class_id, capacity == 0 ? nullptr : fields.data(), capacity, &count, &size);
      break;
    }
    case InfoMethod::kGetBoxClassLayout:
      info_->GetBoxClassLayout(class_id, &count);
      break;
    case InfoMethod::kGetArrayObjectInfo: {
      const abi::ULONG32 rank = capacity == 0 ? 1 : capacity;
      std::vector<abi::ULONG32> sizes(rank);
      std::vector<int> bounds(rank);
      abi::BYTE* data = nullptr;
      info_->GetArrayObjectInfo(object, rank, sizes.data(), bounds.data(), &data);
      break;
    }
    case InfoMethod::kGetStringLayout: {
      abi::ULONG length = 0;
      abi::ULONG buffer = 0;
      info_->GetStringLayout(out(0, count), out(1, length), out(2, buffer));
      break;
    }
    case InfoMethod::kGetStringLayout2: {
      abi::ULONG buffer = 0;
      info_->GetStringLayout2(out(0, count), out(1, buffer));
      break;
    }
    case InfoMethod::kGetGenerationBounds: {
      std::vector<abi::COR_PRF_GC_GENERATION_RANGE> ranges(capacity);
      info_->GetGenerationBounds(capacity, &count, capacity == 0 ? nullptr : ranges.data());
      break;
    }
    case InfoMethod::kGetObjectGeneration: {
      abi::COR_PRF_GC_GENERATION_RANGE range{};
      info_->GetObjectGeneration(object, &range);
      break;
    }
    case InfoMethod::kGetLOHObjectSizeThreshold:
      info_->GetLOHObjectSizeThreshold(&count);
      break;
    case InfoMethod::kIsFrozenObject: {
      abi::BOOL frozen = 0;
      info_->IsFrozenObject(object, &frozen);
      break;
    }
    case InfoMethod::kEnumerateObjectReferences:
      info_->EnumerateObjectReferences(
          object, [](abi::ObjectID, abi::ObjectID*, void*) -> abi::BOOL { return 1; }, nullptr);
      break;
    case InfoMethod::kEnumerateGCHeapObjects:
      info_->EnumerateGCHeapObjects([](abi::ObjectID, void*) -> abi::BOOL { return 1; }, nullptr);
      break;
    case InfoMethod::kEnumerateNonGCObjects: {
      abi::ICorProfilerObjectEnum* objects = nullptr;
      if (abi::succeeded(info_->EnumerateNonGCObjects(&objects))) objects->Release();
      break;
    }
    case InfoMethod::kEnumModuleFrozenObjects: {
      abi::ModuleID module = question.number;
      if (question.type != program::kNothing) {
        const clr::ClassEntry& entry = clr_->classes().at(static_cast<sim::TypeIndex>(question.type));
        if (entry.module != clr::metadata::kNoModule) module = clr_->loads().module_at(entry.module).id;
      }
      abi::ICorProfilerObjectEnum* objects = nullptr;
      if (abi::succeeded(info_->EnumModuleFrozenObjects(module, &objects))) objects->Release();
      break;
    }
    case InfoMethod::kEnumThreads: {
      abi::ICorProfilerThreadEnum* threads = nullptr;
      if (abi::succeeded(info_->EnumThreads(&threads))) threads->Release();
      break;
    }
    case InfoMethod::kEnumModules: {
      abi::ICorProfilerModuleEnum* modules = nullptr;
      if (abi::succeeded(info_->EnumModules(&modules))) modules->Release();
      break;
    }
    case InfoMethod::kGetCurrentThreadID:
      info_->GetCurrentThreadID(&id);
      break;
    case InfoMethod::kGetThreadInfo:
      info_->GetThreadInfo(thread, &count);
      break;
    case InfoMethod::kGetEventMask:
      info_->GetEventMask(&count);
      break;
    case InfoMethod::kGetEventMask2: {
      abi::DWORD high = 0;
      info_->GetEventMask2(&count, &high);
      break;
    }
    case InfoMethod::kSetEventMask:
      info_->SetEventMask(static_cast<abi::DWORD>(question.number));
      break;
    case InfoMethod::kSetEventMask2:
      info_->SetEventMask2(static_cast<abi::DWORD>(question.number),
                           static_cast<abi::DWORD>(question.number >> 32));
      break;
    case InfoMethod::kGetRuntimeInformation: {
      abi::USHORT instance = 0, major = 0, minor = 0, build = 0, qfe = 0;
      abi::COR_PRF_RUNTIME_TYPE type{};
      std::u16string text(capacity, u'\0');
      info_->GetRuntimeInformation(&instance, &type, &major, &minor, &build, &qfe, capacity, &count,
                                   capacity == 0 ? nullptr : text.data());
      break;
    }
    case InfoMethod::kGetEnvironmentVariable: {
      std::u16string text(capacity, u'\0');
      info_->GetEnvironmentVariable(clr::to_utf16(question.text).c_str(), capacity, &count,
                                    capacity == 0 ? nullptr : text.data());
      break;
    }
    case InfoMethod::kGetNonGCHeapBounds: {
      std::vector<abi::COR_PRF_NONGC_HEAP_RANGE> ranges(capacity);
      info_->GetNonGCHeapBounds(capacity, &count, capacity == 0 ? nullptr : ranges.data());
      break;
    }
    case InfoMethod::kRequestProfilerDetach:
      info_->RequestProfilerDetach(static_cast<abi::DWORD>(question.number));
      break;
    case InfoMethod::kForceGC:
      info_->ForceGC();
      break;
    case InfoMethod::kSuspendRuntime:
      info_->SuspendRuntime();
      break;
    case InfoMethod::kResumeRuntime:
      info_->ResumeRuntime();
      break;
    case InfoMethod::kCreateHandle: {
      abi::ObjectHandleID made = nullptr;
      if (abi::failed(
              info_->CreateHandle(object, static_cast<abi::COR_PRF_HANDLE_TYPE>(question.number), &made)))
        break;
      const std::scoped_lock lock(mutex_);
      made_.push_back(reinterpret_cast<abi::GCHandleID>(made));
      break;
    }
    case InfoMethod::kGetObjectIDFromHandle:
      info_->GetObjectIDFromHandle(reinterpret_cast<abi::ObjectHandleID>(handle), &id);
      break;
    case InfoMethod::kDoStackSnapshot:
      info_->DoStackSnapshot(0, nullptr, 0, nullptr, nullptr, 0);
      break;
    default:
      break;  // program::kAskableInfo contains only the methods above
  }
}

}  // namespace gcrucible::host
