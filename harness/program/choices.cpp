#include "harness/program/choices.h"

#include <string_view>
#include <variant>

#include "harness/program/plain_reporting.h"
#include "harness/program/random.h"

namespace gcrucible::program {

namespace {

// Small batches split a report even in small heaps. 0 is an empty call, which no rule forbids.
constexpr std::uint64_t kLargestBatch = 5;
constexpr std::uint64_t kMostSplits = 12;

std::vector<std::uint32_t> draw_splits(std::uint64_t key) {
  Random random(key);
  std::vector<std::uint32_t> splits;
  // At least one entry: an empty list means that the choice is still open.
  for (std::uint64_t left = 1 + random.below(kMostSplits); left > 0; --left) {
    splits.push_back(static_cast<std::uint32_t>(random.below(kLargestBatch + 1)));
  }
  return splits;
}

std::vector<ReportPart> draw_order(std::uint64_t key) {
  std::vector<ReportPart> order;
  for (int part = 0; part <= static_cast<int>(ReportPart::kObjectReferences); ++part) {
    order.push_back(static_cast<ReportPart>(part));
  }
  shuffle(order, key);
  // A profiler may query the objects that FinalizeableObjectQueued names; nothing forbids this. .NET passes
  // the id from before the move. Therefore this part precedes the parts that need the move to be complete.
  constexpr auto kQueued = ReportPart::kFinalizeableObjectQueued;
  std::erase(order, kQueued);
  order.insert(order.begin() + (order.front() == ReportPart::kObjectsAllocatedByClass ? 1 : 0), kQueued);
  return order;
}

// A nonzero key for half of the collections: these mix the calls of all parts or take liberties. 0 for the
// others.
std::uint64_t draw_half(std::uint64_t key) {
  return (Random(key).next() & 1) != 0 ? key | 1 : 0;
}

// `with_others`: other threads of the program run at the same time.
void draw(const Program& program, std::uint64_t seed, std::uint64_t collection, Collect& collect,
          bool with_others = false) {
  Reporting& reporting = collect.reporting;
  const auto key = [&](std::string_view purpose) { return choice_key(seed, collection, purpose); };
  const auto not_zero = [&](std::string_view purpose) { return key(purpose) | 1; };
  const bool edited = !reporting.edits.empty() || !reporting.overrides.empty() ||
                      !reporting.entries.empty() || collect.attach.has_value();
  // Edits name entries and calls by their place in a report without liberties.
  if (program.runtime.any_split && !edited && program.overrides.empty() && !reporting.liberties)
    reporting.liberties = draw_half(key("liberties"));
  if (program.runtime.order.empty() && reporting.order.empty()) {
    // No mixing of parts where the order of whole parts matters: edits move whole parts, and an attach
    // happens before one part. A schedule needs the threads of several heaps.
    if (!edited && !reporting.interleave && !reporting.schedule)
      reporting.interleave = draw_half(key("interleave"));
    reporting.order = draw_order(key("order"));
  }
  if (!program.runtime.any_split) return;
  const bool by_one = edited || reporting.interleave.value_or(0) != 0;
  if (program.heap.server_heaps > 1 && !by_one && !with_others && !reporting.schedule)
    reporting.schedule = {.kind = Schedule::Kind::kRandom, .seed = key("schedule")};
  if (reporting.batch_limit == 0) {
    if (reporting.splits.empty()) reporting.splits = draw_splits(key("splits"));
    if (reporting.roots.splits.empty()) reporting.roots.splits = draw_splits(key("roots/splits"));
    if (reporting.dependent_handles.splits.empty()) {
      reporting.dependent_handles.splits = draw_splits(key("dependent-handles/splits"));
    }
    if (reporting.allocated_by_class.splits.empty()) {
      reporting.allocated_by_class.splits = draw_splits(key("allocated-by-class/splits"));
    }
  }
  // Edits name ranges by their place in the unedited report. A shuffle must not change this place.
  if (reporting.shuffle == 0 && reporting.edits.empty()) reporting.shuffle = not_zero("shuffle");
  if (reporting.roots.shuffle == 0) reporting.roots.shuffle = not_zero("roots/shuffle");
  if (reporting.dependent_handles.shuffle == 0) {
    reporting.dependent_handles.shuffle = not_zero("dependent-handles/shuffle");
  }
  if (reporting.allocated_by_class.shuffle == 0) {
    reporting.allocated_by_class.shuffle = not_zero("allocated-by-class/shuffle");
  }
  if (reporting.queued_shuffle == 0) reporting.queued_shuffle = not_zero("finalizable-queued/shuffle");
  if (reporting.references_shuffle == 0) reporting.references_shuffle = not_zero("object-references/shuffle");
  if (reporting.root_pairs == 0) reporting.root_pairs = not_zero("roots/pairs");
}

// In one of three background collections, a young collection comes first. The young collection may move
// objects. Therefore a scenario can rule it out.
void draw_young(const Program& program, std::uint64_t number, Background& step) {
  if (step.phase != Background::Phase::kBegin || step.young_first || step.none_first) return;
  constexpr std::uint64_t kChoices = 6;
  const std::uint64_t roll = Random(choice_key(program.seed, number, "young-first")).below(kChoices);
  if (roll < 2) {
    step.young_first = static_cast<Generation>(roll);
  } else {
    step.none_first = true;
  }
}

}  // namespace

void draw_reporting(const Program& program, std::string_view kind, std::uint64_t number, Collect& collect) {
  draw(program, choice_key(program.seed, number, kind), 0, collect);
  if (program.is_plain) collect.reporting = played_plainly(collect.reporting, program.runtime);
}

void draw_choices(Program& program) {
  std::uint64_t collection = 0;
  std::uint64_t background = 0;
  std::uint64_t compiled = 0;
  std::uint64_t suspended = 0;
  std::uint64_t together = 0;
  const bool free = program.runtime.order.empty();
  for (Step& step : program.steps) {
    if (auto* collect = std::get_if<Collect>(&step.action)) {
      draw(program, program.seed, ++collection, *collect, step.lane != kNothing);
    }
    auto* const load = std::get_if<LoadAssembly>(&step.action);
    if (load != nullptr && free && load->unload_order == 0)
      load->unload_order = choice_key(program.seed, load->assembly, "unload") | 1;
    if (auto* const begin = std::get_if<Background>(&step.action); begin != nullptr && free)
      draw_young(program, ++background, *begin);
    auto* const compile = std::get_if<Compile>(&step.action);
    if (compile != nullptr && !compile->safe_to_block && !program.runtime.always_safe_to_block)
      compile->safe_to_block = (choice_key(program.seed, ++compiled, "safe-to-block") & 1) != 0;
    auto* const suspend = std::get_if<Suspend>(&step.action);
    if (suspend != nullptr && program.runtime.any_split && program.overrides.empty() && !suspend->liberties)
      suspend->liberties = draw_half(choice_key(program.seed, ++suspended, "suspend"));
    auto* const turns = std::get_if<Together>(&step.action);
    if (turns != nullptr && program.runtime.any_split && !turns->schedule)
      turns->schedule = {.kind = Schedule::Kind::kRandom,
                         .seed = choice_key(program.seed, ++together, "together")};
    auto* const end = std::get_if<BeginShutdown>(&step.action);
    if (end != nullptr && free && !end->suspends)
      end->suspends = (choice_key(program.seed, 0, "begin-shutdown") & 1) != 0;
  }
}

}  // namespace gcrucible::program
