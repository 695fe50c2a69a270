#include "harness/campaign/generate/program_builder.h"

#include <algorithm>
#include <iterator>
#include <variant>

namespace gcrucible::campaign {
namespace {

// Vacated addresses stay unreadable for a few collections, so a stale ObjectID is detected.
constexpr std::uint64_t kPage = 4096;
constexpr std::uint64_t kMostSlidePages = 1 << 16;
constexpr std::uint64_t kFewObjects = 96;
constexpr std::uint64_t kMostDrawnHeaps = 4;
constexpr std::uint64_t kWideRange = std::uint64_t{32} << 30;
// Addresses in ranges this far apart may differ only in their upper halves.
constexpr std::uint64_t kHalfOfAddress = std::uint64_t{4} << 30;

program::Program start(const TypePool& pool, const program::RuntimeProfile& runtime, const Features& features,
                       std::uint16_t heaps, std::uint64_t seed) {
  program::Program made = pool.program();
  made.runtime = runtime;
  program::Random random(program::choice_key(seed, 0, "heap"));
  made.seed = random.next() >> 32;
  if (features.has(Feature::kHugeObjects)) {
    made.heap.backing = program::Backing::kAddressSpace;
    // Otherwise each huge object has its own range, and no other object lies beyond 4 GB in that range.
    constexpr auto kLarge = static_cast<std::size_t>(program::Generation::kLarge);
    if (random.below(2) == 0) made.heap.range_length[kLarge] = kWideRange;
  }
  if (features.has(Feature::kSlide)) made.heap.destination = program::Destination::kSlide;
  if (features.has(Feature::kShifted)) {
    made.heap.slide = (1 + random.below(kMostSlidePages)) * kPage;
    program::Random apart(program::choice_key(seed, 0, "spacing"));
    if (apart.below(2) == 0) made.heap.spacing = kHalfOfAddress;
  }
  if (features.has(Feature::kNarrow)) {
    for (const auto generation : {program::Generation::k0, program::Generation::k1, program::Generation::k2,
                                  program::Generation::kPinned})
      made.heap.range_length[static_cast<std::size_t>(generation)] =
          kFewObjects + random.below(kFewObjects) / 8 * 8;
  }
  if (features.has(Feature::kServerHeaps)) {
    const auto chosen = static_cast<std::uint16_t>(1 + random.below(kMostDrawnHeaps));
    made.heap.server_heaps = heaps != 0 ? heaps : chosen;
    made.heap.balanced = made.heap.server_heaps > 1 && random.below(2) == 0;
    // Together as wide as the range of one heap: each compacting collection reserves them again, from 256 GiB
    // in total.
    made.heap.range_length[static_cast<std::size_t>(program::Generation::kLarge)] /=
        std::max<std::uint64_t>(made.heap.server_heaps, 1);
  }
  made.heap.finalizers_run = !features.has(Feature::kResurrection);
  if (features.has(Feature::kAttach)) made.life.load = program::LifeSpec::Load::kAttach;
  return made;
}

}  // namespace

ProgramBuilder::ProgramBuilder(const TypePool& pool, const program::RuntimeProfile& runtime,
                               const Features& features, std::uint16_t heaps, Bounds bounds,
                               std::uint64_t seed)
    : pool_(&pool),
      features_(features),
      bounds_(bounds),
      random_(program::choice_key(seed, 0, "steps")),
      program_(start(pool, runtime, features, heaps, seed)),
      live_(pool.program().types, program_.heap.finalizers_run) {}

void ProgramBuilder::add(program::Action action) {
  using namespace program;
  const std::uint16_t heaps = program_.heap.server_heaps;
  if (auto* const allocate = std::get_if<Allocate>(&action); allocate != nullptr && heaps > 1) {
    if (chance(1, 2)) allocate->heap = static_cast<std::uint16_t>(below(heaps));
  }
  if (lane_ != program::kNothing && std::holds_alternative<Collect>(action)) {
    live_.collect_sometime();
  } else {
    live_.take(action);
  }
  if (const auto* const start = std::get_if<StartThread>(&action)) running_.push_back(start->thread);
  if (const auto* const ended = std::get_if<EndThread>(&action)) std::erase(running_, ended->thread);
  if (const auto* const step = std::get_if<Throw>(&action)) {
    if (step->replaces) {
      const auto last =
          std::ranges::find(under_way_.rbegin(), under_way_.rend(), step->thread, &Throw::thread);
      *last = *step;
    } else {
      throwing_.push_back(step->thread);
      under_way_.push_back(*step);
    }
    if (!step->runs_code()) std::erase(running_, step->thread);
  }
  if (const auto* const step = std::get_if<CatchThrown>(&action)) {
    const auto last = std::prev(std::ranges::find(throwing_.rbegin(), throwing_.rend(), step->thread).base());
    under_way_.erase(under_way_.begin() + (last - throwing_.begin()));
    throwing_.erase(last);
    if (std::ranges::find(running_, step->thread) == running_.end())
      running_.insert(step->thread == 0 ? running_.begin() : running_.end(), step->thread);
  }
  if (const auto* const step = std::get_if<Background>(&action))
    background_ = step->phase != Background::Phase::kEnd;
  // If the runtime stays suspended, no other thread continues.
  const auto* const end = std::get_if<BeginShutdown>(&action);
  if (end != nullptr && may_stay_suspended()) running_.assign(1, end->thread);
  program_.steps.push_back({.action = std::move(action), .lane = lane_});
}

std::uint32_t ProgramBuilder::some_thread() {
  if (lane_ != program::kNothing) return lane_;
  return running_.size() == 1 ? 0 : pick(running_);
}

std::optional<std::uint32_t> ProgramBuilder::some_object() {
  const std::vector<std::uint32_t> objects = usable();
  if (objects.empty()) return std::nullopt;
  return pick(objects);
}

std::vector<std::uint32_t> ProgramBuilder::usable() const {
  std::vector<std::uint32_t> objects = live_.usable();
  if (lane_ != program::kNothing)
    std::erase_if(objects, [&](std::uint32_t each) { return each >= shared_objects_ && !is_own(each); });
  return objects;
}

void ProgramBuilder::lane(std::uint32_t thread) {
  if (lane_ == program::kNothing) shared_objects_ = live_.objects();
  lane_ = thread;
  lane_objects_ = live_.objects();
  // A collection may have come after all other steps.
  if (thread == program::kNothing) live_.collect_sometime();
}

std::uint32_t ProgramBuilder::some_target() {
  if (has(Feature::kNullRoots) && chance(1, 6)) return program::kNothing;
  return some_object().value_or(program::kNothing);
}

}  // namespace gcrucible::campaign
