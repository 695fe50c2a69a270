// Steps that create objects and change references, roots and handles.
#include <algorithm>
#include <cstddef>
#include <span>
#include <string>

#include "harness/abi/monitor_flags.h"
#include "harness/clr/callbacks/raise.h"
#include "harness/clr/hooks/function_calls.h"
#include "harness/clr/tables/loading.h"
#include "harness/host/player/graph.h"
#include "harness/host/player/player.h"
#include "harness/program/random.h"

namespace gcrucible::host {

using abi::CallbackMethod;

namespace {

sim::ObjectIndex target_of(std::uint32_t object) {
  return object == program::kNothing ? sim::kNoObject : object;
}

// Number of allocations of one step between two signs of life.
constexpr std::uint64_t kProgressEvery = 4096;

// Offset of the first dimension in an array with several dimensions: after method table and length.
constexpr std::uint64_t kFirstDimension = 16;

constexpr const char* kNoHandles = "the space for the simulated runtime's ids is used up: too many handles";
constexpr const char* kHandleGone = "the profiler has destroyed this handle of the program's";

std::string why(sim::AllocationError error) {
  switch (error) {
    case sim::AllocationError::kNone:
      break;
    case sim::AllocationError::kOutOfAddressSpace:
      return "the simulated address space is used up";
    case sim::AllocationError::kTooLong:
      return "the object is too long, or the heap has more than 2^32 objects or references";
    case sim::AllocationError::kOutsideRanges:
      return "the address is in no range of that generation; declare one under heap: ranges:";
    case sim::AllocationError::kOverlaps:
      return "the object overlaps another";
    case sim::AllocationError::kMisaligned:
      return "the address is not a multiple of the heap's alignment";
  }
  return "the allocation failed";
}

// Fails if an object at `address` is outside the literal ranges that the scenario gives its generation.
// Without such ranges it succeeds.
Expected<void> fits_literal_ranges(const sim::Heap& heap, sim::Address address) {
  const auto& ranges = heap.ranges();
  const auto own = std::ranges::find_if(ranges, [&](const sim::Range& each) { return each.covers(address); });
  if (own == ranges.end() || own->declared) return {};
  std::optional<std::uint64_t> room;
  for (const sim::Range& each : ranges) {
    if (!each.declared || each.generation != own->generation) continue;
    room = std::max(room.value_or(0), each.limit() - each.end());
    for (const sim::Gap& gap : each.gaps) room = std::max(*room, gap.length);
  }
  if (!room) return {};
  return failure("the object fits into no literal range of its generation: the longest free part has " +
                 std::to_string(*room) +
                 " bytes; lengthen a range under `heap: {ranges: …}`, add one, or collect before");
}

// Functions that are on a stack while it lives.
class CalledFrames {
 public:
  CalledFrames(clr::Clr& clr, program::CallStack& stack, std::span<const std::uint32_t> functions)
      : clr_(&clr), stack_(&stack), before_(stack.size()) {
    for (const std::uint32_t each : functions) {
      if (each != program::kNothing) clr::load_classes_of(clr, clr.functions().all()[each]);
    }
    clr::call_functions(clr, stack, functions);
  }
  CalledFrames(const CalledFrames&) = delete;
  CalledFrames& operator=(const CalledFrames&) = delete;
  ~CalledFrames() { clr::return_to(*clr_, *stack_, before_); }

 private:
  clr::Clr* clr_;
  program::CallStack* stack_;
  std::size_t before_;
};

}  // namespace

std::string Player::name_of(std::uint32_t object) const {
  for (const program::ObjectName& name : program_->names) {
    if (name.object == object) return "\"" + name.name + "\"";
  }
  return "number " + std::to_string(object);
}

Expected<void> Player::alive(std::uint32_t object) const {
  if (object == program::kNothing) return {};
  const auto view = clr_->engine().object(object);
  if (view && !view->dead) return {};
  return failure("object " + name_of(object) +
                 " is already dead: a collection before this step found it unreachable; " +
                 "root it, or refer to another");
}

Expected<void> Player::alive(std::uint32_t object, std::uint32_t other) const {
  Expected<void> first = alive(object);
  Expected<void> second = other == object ? Expected<void>() : alive(other);
  if (first || second) return first ? second : first;
  return failure("objects " + name_of(object) + " and " + name_of(other) +
                 " are already dead: a collection before this step found them unreachable; " +
                 "root them, or refer to others");
}

Expected<void> Player::make(const program::Allocate& step) {
  sim::Allocation allocation;
  allocation.type = static_cast<sim::TypeIndex>(step.type);
  allocation.length = step.length;
  allocation.at = step.at;
  allocation.thread = step.thread;
  if (step.generation) allocation.generation = static_cast<sim::Generation>(*step.generation);
  engine::Engine& engine = clr_->engine();
  const sim::Type& type = engine.type(allocation.type);
  const std::uint64_t slots = sim::written_slots(type, step.length);
  Work& doing = work();
  if (step.count > 1) engine.expect(step.count, step.count * sim::reference_slots(type, step.length));

  Expected<void> made = usable(step.type);
  if (!made) return made;
  clr_->threads().run(step.thread, [&] {
    clr::load_class(*clr_, clr_->classes().at(allocation.type));
    const CalledFrames frames(*clr_, clr_->stacks().of(step.thread), step.frames);
    sim::ObjectIndex first = sim::kNoObject;
    for (std::uint64_t i = 0; i < step.count; ++i) {
      allocation.heap = heap_choice_.of(step);
      if (doing.object) allocation.number = *doing.object + static_cast<sim::ObjectIndex>(i);
      const sim::AllocationResult result = engine.allocate(allocation);
      if (result.error != sim::AllocationError::kNone) {
        made = failure("cannot allocate: " + why(result.error));
        return;
      }
      if (!program_->heap.ranges.empty())
        made = fits_literal_ranges(engine.heap(), engine.address_of(result.object));
      if (!made) return;
      heap_choice_.allocated(allocation.heap, engine.heap().padded_size_of(result.object));
      if (i == 0) {
        first = result.object;
        doing.making = Making{.thread = step.thread, .first = first};
        if (!step.dimensions.empty()) clr_->array_shapes().add(first, step.count, step.dimensions);
        if (!doing.object) note_allocation(step.thread, first, step.count, step.announced);
      }
      // Another thread may collect before the next object.
      if (doing.object) note_allocation(step.thread, result.object, 1, step.announced);
      if (!step.dimensions.empty()) {
        const sim::Address at = engine.address_of(result.object);
        std::byte* const bytes = engine.heap().memory().bytes(at);
        if (bytes != nullptr) clr::ArrayShapes::write(step.dimensions, bytes + kFirstDimension);
      }
      // The runtime adds the row to its table when the allocator gets the range. This is before any object of
      // the range is reported, and only while a profiler monitors collections (dotnet/runtime
      // proftoeeinterfaceimpl.cpp, ProfilerAddNewRegion).
      if (const std::size_t ranges = engine.heap().ranges().size(); ranges != known_ranges_) {
        known_ranges_ = ranges;
        if (clr_->profiler()->wants(CallbackMethod::kGarbageCollectionStarted)) {
          clr_->generations().add_missing(engine.generation_ranges());
        }
      }
      doing.making->count = i + 1;
      report_sample(result.object, allocation.heap, step.sampled && i == 0);
      if (step.announced && (result.outside_area || !may_be_silent(result.object)))
        report_allocation(step.thread, result.object);
      if (i % kProgressEvery == 0) control_->made_progress();
    }
    doing.making.reset();
    // Lengths of ranges are exact only in GarbageCollectionStarted and GarbageCollectionFinished
    // (GC-GEN-003). At other times, the lengths of the last table and the current lengths are both allowed.
    if (clr_->runtime().any_split && (program::choice_key(program_->seed, collections_, "bounds") & 1) != 0)
      refresh_bounds();
    control_->made_progress();
    const sim::ObjectIndex root = link(engine, step.graph, first, step.count, slots);
    // No scenario can name the random tree's root, so a static root holds it.
    if (step.graph.kind == program::Graph::Kind::kRandomTree) made = hold(root);
    control_->made_progress();
  });
  if (const std::uint32_t assembly = program_->types[step.type].collectible; assembly != program::kNothing) {
    Collectible& loaded = collectible_[assembly];
    if (loaded.loading) engine.roots()[*loaded.loading].removed = true;
    loaded.loading.reset();
  }
  return made;
}

bool Player::may_be_silent(sim::ObjectIndex object) const {
  if (clr_->runtime().announces_boxes) return false;
  const auto view = clr_->engine().object(object);
  return program_->types[view->type].kind == program::TypeKind::kValue &&
         view->generation == sim::Generation::k0;
}

void Player::note_allocation(std::uint32_t thread, sim::ObjectIndex first, std::uint64_t count,
                             bool announced) {
  if (account_ && !announced) account_->note_earlier(first, count);
  if (account_ && announced) {
    account_->note_allocated(first, count, call_tree_.node_of(thread, clr_->stacks().of(thread)));
  }
  lines_.allocated(
      first, count,
      {.earlier = !announced, .asked = announced && is_asked_for(first), .silent = may_be_silent(first)});
}

// As dotnet/runtime gchelpers.cpp and profilepriv.inl decide, except for what the runtime file sets.
bool Player::is_asked_for(sim::ObjectIndex object) const {
  const std::uint32_t low = clr_->mask().low();
  const std::uint32_t high = clr_->mask().high();
  const bool all =
      (low & abi::COR_PRF_MONITOR_OBJECT_ALLOCATED) != 0 && (low & abi::COR_PRF_ENABLE_OBJECT_ALLOCATED) != 0;
  const bool large = (high & abi::COR_PRF_HIGH_MONITOR_LARGEOBJECT_ALLOCATED) != 0;
  const bool pinned = (high & abi::COR_PRF_HIGH_MONITOR_PINNEDOBJECT_ALLOCATED) != 0 &&
                      (large || clr_->runtime().pinned_object_flag_alone);
  if (!all && !large && !pinned) return false;
  const auto view = clr_->engine().object(object);
  const bool large_pinned = large && clr_->runtime().large_object_flag_announces_pinned &&
                            view->size >= clr_->engine().heap().settings().large_object_threshold;
  const bool wanted = all || (large && view->generation == sim::Generation::kLarge) ||
                      ((pinned || large_pinned) && view->generation == sim::Generation::kPinned);
  return wanted && clr_->profiler()->wants(CallbackMethod::kObjectAllocated);
}

void Player::note_calls(std::uint32_t thread) {
  if (clr_->journal() == nullptr) return;
  if (noted_calls_.size() <= thread) noted_calls_.resize(thread + 1);
  program::CallStack& stack = clr_->stacks().of(thread);
  if (stack.size() == 0 && noted_calls_[thread] == 0) return;
  const std::uint32_t node = call_tree_.node_of(thread, stack);
  if (node == noted_calls_[thread]) return;
  noted_calls_[thread] = node;
  std::vector<calls::ModelLines::CallNode> calls;
  for (const CallTree::Node& each : call_tree_.nodes().subspan(noted_nodes_)) {
    const clr::FunctionEntry& function = clr_->functions().all()[each.function];
    // Profilers do not see lightweight functions on a stack.
    calls.push_back({.caller = each.parent,
                     .function = function.lightweight ? abi::FunctionID{0} : function.id,
                     .name = program_->functions[each.function].name});
  }
  lines_.note_calls(node, noted_nodes_, calls);
  noted_nodes_ += calls.size();
}

void Player::report_allocation(std::uint32_t thread, sim::ObjectIndex object) {
  if (!is_asked_for(object)) return;
  note_calls(thread);
  const auto view = clr_->engine().object(object);
  clr::Profiler& profiler = *clr_->profiler();
  const abi::ObjectID id = clr_->engine().address_of(object);
  const abi::ClassID class_id = clr_->classes().at(view->type).id;
  profiler.raise<CallbackMethod::kObjectAllocated>({}, id, class_id);
}

Expected<void> Player::make(const program::Store& step) {
  if (auto done = alive(step.object, step.target); !done) return done;
  clr_->engine().store(step.object, step.slot, target_of(step.target));
  return {};
}

Expected<void> Player::hold(sim::ObjectIndex object) {
  if (!clr_->runtime().statics_as_handles) {
    clr_->engine().add_root({.kind = sim::RootKind::kStatic, .object = object});
  } else if (clr_->create_handle({.kind = sim::HandleKind::kStrong, .object = object}) == 0) {
    return failure(kNoHandles);
  }
  return {};
}

Expected<void> Player::make(const program::AddRoot& step) {
  if (auto done = alive(step.object); !done) return done;
  const bool is_static = step.kind == program::AddRoot::Kind::kStatic;
  if (is_static && clr_->runtime().statics_as_handles && step.interior == 0) {
    const auto kind = step.pinned ? sim::HandleKind::kPinned : sim::HandleKind::kStrong;
    const abi::GCHandleID handle = clr_->create_handle({.kind = kind, .object = target_of(step.object)});
    if (handle == 0) return failure(kNoHandles);
    put(roots_, work().object ? std::optional(work().root) : std::nullopt, {.handle = handle});
    return {};
  }
  sim::Root root;
  root.kind = is_static ? sim::RootKind::kStatic : sim::RootKind::kStack;
  root.thread = step.thread;
  root.frame = step.function;
  root.object = target_of(step.object);
  root.interior_offset = step.interior;
  root.pinned = step.pinned;
  const RootPlace place{.handle = 0, .index = clr_->engine().add_root(root)};
  put(roots_, work().object ? std::optional(work().root) : std::nullopt, place);
  if (step.function == program::kNothing) return {};
  const std::uint32_t type = program_->functions[step.function].type;
  if (type == program::kNothing || program_->types[type].collectible == program::kNothing) return {};
  if (auto done = usable(type); !done) return done;
  root.object = collectible_[program_->types[type].collectible].loader;
  root.interior_offset = 0;
  root.pinned = false;
  (work().object ? roots_[work().root] : roots_.back()).code = clr_->engine().add_root(root);
  return {};
}

Expected<void> Player::make(const program::SetRoot& step) {
  if (auto done = alive(step.object); !done) return done;
  const RootPlace place = roots_[step.root];
  if (place.handle != 0) {
    const auto index = clr_->handles().index_of(place.handle);
    if (!index) return failure(kHandleGone);
    clr_->engine().handles()[*index].object = target_of(step.object);
    clr_->engine().refresh_handle(*index);
  } else {
    clr_->engine().roots()[place.index].object = target_of(step.object);
  }
  return {};
}

Expected<void> Player::make(const program::RemoveRoot& step) {
  const RootPlace place = roots_[step.root];
  if (place.handle != 0) {
    clr_->destroy_handle(place.handle);
  } else {
    clr_->engine().roots()[place.index].removed = true;
    if (place.code) clr_->engine().roots()[*place.code].removed = true;
  }
  return {};
}

Expected<void> Player::make(const program::CreateHandle& step) {
  if (auto done = alive(step.object, step.secondary); !done) return done;
  const abi::GCHandleID handle = clr_->create_handle({.kind = static_cast<sim::HandleKind>(step.kind),
                                                      .object = target_of(step.object),
                                                      .secondary = target_of(step.secondary),
                                                      .count = step.count});
  if (handle == 0) return failure(kNoHandles);
  put(handles_, work().object ? std::optional(work().handle) : std::nullopt, handle);
  return {};
}

Expected<void> Player::make(const program::SetHandle& step) {
  const auto index = clr_->handles().index_of(handles_[step.handle]);
  if (!index) return failure(kHandleGone);
  sim::Handle& handle = clr_->engine().handles()[*index];
  if (step.object) {
    if (auto done = alive(*step.object); !done) return done;
    handle.object = target_of(*step.object);
  }
  if (step.count) handle.count = *step.count;
  clr_->engine().refresh_handle(*index);
  return {};
}

Expected<void> Player::make(const program::FreeHandle& step) {
  clr_->destroy_handle(handles_[step.handle]);
  return {};
}

Expected<void> Player::make(const program::RunFinalizers& step) {
  run_finalizers(step.most);
  return {};
}

void Player::run_finalizers(std::uint32_t most) {
  // Only the scouts that are due now: a scout may be registered again.
  std::vector<Collectible*> scouts;
  for (; most != 0; --most) {
    const std::optional<sim::FinalizableObject> next = clr_->engine().finalization().take_next();
    if (!next) break;
    for (Collectible& each : collectible_) {
      if (each.step != nullptr && each.scout == next->object) scouts.push_back(&each);
    }
  }
  for (Collectible* const each : scouts) run_scout(*each);
}

Expected<void> Player::make(const program::SuppressFinalizer& step) {
  if (auto done = alive(step.object); !done) return done;
  clr_->engine().suppress_finalizer(step.object);
  return {};
}

Expected<void> Player::make(const program::RegisterFinalizer& step) {
  if (auto done = alive(step.object); !done) return done;
  clr_->engine().register_finalizer(step.object);
  return {};
}

}  // namespace gcrucible::host
