#include "harness/campaign/generate/liveness.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <variant>

#include "harness/program/numbers.h"
#include "harness/program/validate/type_facts.h"

namespace gcrucible::campaign {
namespace {

using program::kNothing;

// Only the first elements of a long array are filled.
constexpr std::uint64_t kMostSlots = 8;
constexpr std::uint64_t kSlotsOfLoader = 5;

template <typename... Fs>
struct Overloaded : Fs... {
  using Fs::operator()...;
};
template <typename... Fs>
Overloaded(Fs...) -> Overloaded<Fs...>;

bool holds(const Liveness::Handle& handle) {
  using Kind = program::CreateHandle::Kind;
  if (handle.freed || handle.object == kNothing) return false;
  return handle.kind == Kind::kStrong || handle.kind == Kind::kPinned ||
         (handle.kind == Kind::kRefCounted && handle.count > 0);
}

}  // namespace

void Liveness::allocate(std::uint32_t type, std::uint64_t length) {
  const program::TypeSpec& spec = types_[type];
  Object object{.type = type, .length = length, .slots = {}};
  object.slots.assign(std::min(kMostSlots, program::reference_slots(spec, length)), kNothing);
  object.registrations = spec.finalizer != program::Finalizer::kNone ? 1 : 0;
  usable_.push_back(static_cast<std::uint32_t>(objects_.size()));
  objects_.push_back(std::move(object));
}

void Liveness::reach(std::uint32_t from, std::vector<bool>& reached) const {
  std::vector<std::uint32_t> open;
  const auto add = [&](std::uint32_t object) {
    if (object == kNothing || reached[object]) return;
    reached[object] = true;
    open.push_back(object);
  };
  add(from);
  while (!open.empty()) {
    const Object& object = objects_[open.back()];
    open.pop_back();
    for (const std::uint32_t each : object.slots) add(each);
    const std::uint32_t assembly = types_[object.type].collectible;
    for (const Assembly& each : assemblies_) {
      if (each.number == assembly && !each.gone) add(each.loader);
    }
  }
}

void Liveness::collect(bool certain) {
  std::vector<bool> reached(objects_.size());
  for (const Root& root : roots_) {
    if (!root.gone) reach(root.object, reached);
  }
  for (const Handle& handle : handles_) {
    if (holds(handle)) reach(handle.object, reached);
  }
  for (const std::uint32_t object : queued_) reach(object, reached);
  for (const Exception& exception : exceptions_) reach(exception.object, reached);
  const auto reach_values = [&] {
    for (bool more = true; more;) {
      more = false;
      for (const Handle& handle : handles_) {
        const bool live_pair = handle.kind == program::CreateHandle::Kind::kDependent && !handle.freed &&
                               handle.object != kNothing && handle.secondary != kNothing &&
                               reached[handle.object] && !reached[handle.secondary];
        if (!live_pair) continue;
        reach(handle.secondary, reached);
        more = true;
      }
    }
  };
  reach_values();
  if (certain) {
    std::vector<std::uint32_t> found;
    for (const std::uint32_t number : usable_) {
      Object& object = objects_[number];
      if (reached[number] || object.registrations == 0) continue;
      // The suppression mark of an object consumes one registration.
      object.registrations -= std::exchange(object.suppressed, false) ? 1 : 0;
      if (std::exchange(object.registrations, 0) != 0) found.push_back(number);
    }
    queued_.insert(queued_.end(), found.begin(), found.end());
    for (const std::uint32_t object : found) reach(object, reached);
    reach_values();
  }
  for (Assembly& each : assemblies_) each.gone = each.gone || !reached[each.loader];
  std::erase_if(usable_, [&](std::uint32_t object) { return !reached[object]; });
}

bool Liveness::loaded(std::uint32_t assembly) const {
  return std::ranges::any_of(assemblies_,
                             [&](const Assembly& each) { return each.number == assembly && !each.gone; });
}

void Liveness::allocate_all(const program::Allocate& step) {
  const std::uint32_t first = objects();
  for (std::uint64_t i = 0; i < step.count; ++i) allocate(step.type, step.length);
  if (step.graph.kind != program::Graph::Kind::kChain) return;
  for (std::uint32_t i = first; i + 1 < objects(); ++i) objects_[i].slots[0] = i + 1;
}

void Liveness::load(const program::LoadAssembly& step) {
  assemblies_.push_back({.number = step.assembly, .loader = objects()});
  allocate(step.loader, 0);
  allocate(step.slots, kSlotsOfLoader);
  usable_.pop_back();  // the runtime's own; scenarios cannot name it
  allocate(step.scout, 0);
  Object& loader = objects_[assemblies_.back().loader];
  if (loader.slots.size() >= 2) {
    loader.slots[0] = objects() - 1;
    loader.slots[1] = objects() - 2;
  }
}

void Liveness::catch_thrown(const program::CatchThrown& step) {
  for (bool more = true; more;) {
    const auto caught =
        std::ranges::find(exceptions_.rbegin(), exceptions_.rend(), step.thread, &Exception::thread);
    if (caught == exceptions_.rend()) return;
    more = caught->replaces;
    exceptions_.erase(std::prev(caught.base()));
  }
}

void Liveness::take(const program::Action& action) {
  using namespace program;
  std::visit(
      Overloaded{
          [&](const Allocate& step) { allocate_all(step); },
          [&](const LoadAssembly& step) { load(step); },
          [&](const Store& step) {
            if (step.slot < objects_[step.object].slots.size())
              objects_[step.object].slots[step.slot] = step.target;
          },
          [&](const AddRoot& step) {
            roots_.push_back({.thread = step.kind == AddRoot::Kind::kStack ? step.thread : kNothing,
                              .object = step.object,
                              .interior = step.interior});
          },
          [&](const SetRoot& step) { roots_[step.root].object = step.object; },
          [&](const RemoveRoot& step) { roots_[step.root].gone = true; },
          [&](const CreateHandle& step) {
            handles_.push_back(
                {.kind = step.kind, .object = step.object, .secondary = step.secondary, .count = step.count});
          },
          [&](const SetHandle& step) {
            if (step.object) handles_[step.handle].object = *step.object;
            if (step.count) handles_[step.handle].count = *step.count;
          },
          [&](const FreeHandle& step) { handles_[step.handle].freed = true; },
          [&](const RunFinalizers&) {
            for (const std::uint32_t object : queued_) objects_[object].suppressed = false;
            queued_.clear();
          },
          [&](const SuppressFinalizer& step) { objects_[step.object].suppressed = true; },
          [&](const RegisterFinalizer& step) {
            Object& object = objects_[step.object];
            if (!std::exchange(object.suppressed, false)) ++object.registrations;
          },
          [&](const Throw& step) {
            exceptions_.push_back({.thread = step.thread, .object = step.object, .replaces = step.replaces});
          },
          [&](const CatchThrown& step) { catch_thrown(step); },
          [&](const EndThread& step) {
            for (Root& root : roots_) root.gone |= root.thread == step.thread;
          },
          [&](const Background& step) {
            background_ = step.phase != Background::Phase::kEnd;
            collect(false);
          },
          [&](const Attach&) {
            // An attach waits until a background collection has ended.
            if (background_) collect(false);
          },
          [&](const Collect& step) {
            collect(!finalizers_run_ && step.condemned == Generation::k2 && !background_);
          },
          [](const auto&) {},
      },
      action);
}

}  // namespace gcrucible::campaign
