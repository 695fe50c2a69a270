#include "harness/calls/root_teller.h"

#include "harness/trace/callback_fields.h"

namespace gcrucible::calls {

using abi::CallbackMethod;

void RootTeller::add(abi::ObjectID object, abi::COR_PRF_GC_ROOT_KIND kind, std::uint32_t flags,
                     abi::UINT_PTR id) {
  objects_.push_back(object);
  kinds_.push_back(kind);
  flags_.push_back(static_cast<abi::COR_PRF_GC_ROOT_FLAGS>(flags));
  ids_told_.push_back(id);
  if (objects_.size() >= limit_) flush_roots();
}

void RootTeller::tell_roots() {
  engine::Engine& engine = clr_->engine();
  const auto stack_or_static = [&](sim::RootKind wanted) {
    for (const sim::Root& root : engine.roots()) {
      if (root.removed || root.kind != wanted) continue;
      std::uint32_t flags = 0;
      if (root.pinned) flags |= abi::COR_PRF_GC_ROOT_PINNING;
      // The containing object is told, and that the slot pointed into it (GC-ROOT-012).
      if (root.interior_offset != 0) flags |= abi::COR_PRF_GC_ROOT_INTERIOR;
      const abi::ObjectID object = engine.address_of(root.object);
      if (wanted == sim::RootKind::kStack) {
        const abi::FunctionID function =
            root.frame < ids_->functions.size() ? ids_->functions[root.frame] : 0;
        add(object, abi::COR_PRF_GC_ROOT_STACK, flags, function);
      } else {
        add(object, abi::COR_PRF_GC_ROOT_OTHER, flags, 0);
      }
    }
  };
  stack_or_static(sim::RootKind::kStack);
  for (const sim::FinalizableObject& queued : engine.finalizer_queue()) {
    add(engine.address_of(queued.object), abi::COR_PRF_GC_ROOT_FINALIZER, 0, 0);
  }
  stack_or_static(sim::RootKind::kStatic);
  for (const sim::Handle& handle : engine.handles()) {
    if (handle.freed || handle.kind == sim::HandleKind::kDependent) continue;
    std::uint32_t flags = 0;
    switch (handle.kind) {
      case sim::HandleKind::kWeakShort:
      case sim::HandleKind::kWeakLong:
        flags = abi::COR_PRF_GC_ROOT_WEAKREF;
        break;
      case sim::HandleKind::kPinned:
        flags = abi::COR_PRF_GC_ROOT_PINNING;
        break;
      case sim::HandleKind::kRefCounted:
        flags = abi::COR_PRF_GC_ROOT_REFCOUNTED;
        if (handle.count == 0) flags |= abi::COR_PRF_GC_ROOT_WEAKREF;
        break;
      case sim::HandleKind::kStrong:
      case sim::HandleKind::kDependent:
        break;
    }
    add(engine.address_of(handle.object), abi::COR_PRF_GC_ROOT_HANDLE, flags, handle.slot);
  }
  flush_roots();
}

void RootTeller::flush_roots() {
  if (objects_.empty()) return;
  clr::Profiler& profiler = *clr_->profiler();
  const auto count = static_cast<abi::ULONG>(objects_.size());
  bool legacy = profiler.wants(CallbackMethod::kRootReferences);
  if (profiler.wants(CallbackMethod::kRootReferences2)) {
    const abi::HRESULT hr = profiler.call(
        CallbackMethod::kRootReferences2,
        [&] {
          return trace::fields::RootReferences2(count, objects_.data(), kinds_.data(), flags_.data(),
                                                ids_told_.data());
        },
        [&] {
          return profiler.level2()->RootReferences2(count, objects_.data(), kinds_.data(), flags_.data(),
                                                    ids_told_.data());
        });
    if (abi::failed(hr) && clr_->runtime().root_references2_failure_skips_legacy) legacy = false;
  }
  if (legacy) {
    profiler.call(
        CallbackMethod::kRootReferences,
        [&] { return trace::fields::RootReferences(count, objects_.data()); },
        [&] { return profiler.level2()->RootReferences(count, objects_.data()); });
  }
  objects_.clear();
  kinds_.clear();
  flags_.clear();
  ids_told_.clear();
}

void RootTeller::tell_dependent_handles() {
  engine::Engine& engine = clr_->engine();
  for (const sim::Handle& handle : engine.handles()) {
    if (handle.freed || handle.kind != sim::HandleKind::kDependent || handle.object == sim::kNoObject)
      continue;
    objects_.push_back(engine.address_of(handle.object));
    values_.push_back(engine.address_of(handle.secondary));
    ids_told_.push_back(handle.slot);
    if (objects_.size() >= limit_) flush_dependents();
  }
  flush_dependents();
}

void RootTeller::flush_dependents() {
  clr::Profiler& profiler = *clr_->profiler();
  const bool wanted =
      profiler.has(5) && profiler.wants(CallbackMethod::kConditionalWeakTableElementReferences);
  if (wanted && !objects_.empty()) {
    const auto count = static_cast<abi::ULONG>(objects_.size());
    profiler.call(
        CallbackMethod::kConditionalWeakTableElementReferences,
        [&] {
          return trace::fields::ConditionalWeakTableElementReferences(count, objects_.data(), values_.data(),
                                                                      ids_told_.data());
        },
        [&] {
          return profiler.level<abi::ICorProfilerCallback5>(5)->ConditionalWeakTableElementReferences(
              count, objects_.data(), values_.data(), ids_told_.data());
        });
  }
  objects_.clear();
  values_.clear();
  ids_told_.clear();
}

}  // namespace gcrucible::calls
