// Compares the profiler's totals with the model.
#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "harness/rules/entities/types.h"
#include "harness/rules/judge/checker.h"
#include "harness/rules/probe/compare.h"
#include "harness/rules/probe/truth.h"

namespace gcrucible::rules {
namespace {

std::size_t index_of(ProbeRule rule) {
  return static_cast<std::size_t>(rule);
}

// In place of a ClassID: all unloaded classes. A profiler that keeps totals by class may drop theirs.
constexpr std::uint64_t kUnloaded = ~std::uint64_t{0};

constexpr std::string_view kWrapped = " This is the result if bytes are summed in 32 bits.";

using Key = std::pair<std::uint64_t, std::uint8_t>;

std::map<Key, Probes::Counted> by_key(const std::vector<ProbedTotal>& totals) {
  std::map<Key, Probes::Counted> sums;
  for (const ProbedTotal& total : totals) {
    Probes::Counted& sum = sums[{total.type, total.generation}];
    sum.objects += total.objects;
    sum.bytes += total.bytes;
  }
  return sums;
}

std::string text_of(const Key& key, const Types& types) {
  return total_text("class", "all classes", key.first, types.name_of(key.first), key.second);
}

constexpr std::string_view kOverflown =
    " This is the result if sizes come from GetObjectSize, which fails with COR_E_OVERFLOW above 4 GB and "
    "leaves 4294967295; ask GetObjectSize2.";

// Whether each of the objects counts with what GetObjectSize leaves of sizes that it cannot report.
bool is_overflown(const Probes::Counted& should, const Probes::Counted& sum) {
  return sum.objects == should.objects && sum.objects != 0 && sum.bytes == sum.objects * kMostInUlong &&
         should.bytes > sum.bytes;
}

// "1 object", "2 objects".
std::string objects_text(std::uint64_t count) {
  return fmt::format("{} {}", count, count == 1 ? "object" : "objects");
}

// Whether `reported` is the lower 32 bits of `sum`.
bool is_wrapped(std::uint64_t sum, std::uint64_t reported) {
  return sum != reported && static_cast<std::uint32_t>(sum) == reported;
}

// Whether the sums over all generations are right for each class, so that only generations are confused.
bool confuses_generations(const std::map<Key, Probes::Counted>& answered,
                          const std::map<Key, Probes::Counted>& due, bool counts_bytes) {
  std::map<std::uint64_t, Probes::Counted> surplus;  // modulo 2^64
  for (const auto& [key, sum] : answered) {
    surplus[key.first].objects += sum.objects;
    surplus[key.first].bytes += sum.bytes;
  }
  for (const auto& [key, sum] : due) {
    surplus[key.first].objects -= sum.objects;
    surplus[key.first].bytes -= sum.bytes;
  }
  return std::ranges::all_of(surplus, [&](const auto& each) {
    return each.second.objects == 0 && (!counts_bytes || each.second.bytes == 0);
  });
}

std::uint64_t objects_of(const std::map<Key, Probes::Counted>& sums) {
  std::uint64_t objects = 0;
  for (const auto& [key, sum] : sums) objects += sum.objects;
  return objects;
}

// Compares at the granularity that the profiler keeps.
template <typename Truth>
void compare_sums(const std::vector<ProbedTotal>& reported, const Truth& truth, ProbeRule rule,
                  std::string_view word, bool kept, const Types& types, ProbeVerdict& verdict) {
  if (reported.empty() && !kept) return;
  const bool by_class =
      std::any_of(reported.begin(), reported.end(), [](const ProbedTotal& each) { return each.type != 0; });
  const bool by_generation = std::any_of(reported.begin(), reported.end(), [](const ProbedTotal& each) {
    return each.generation != kNoGeneration;
  });
  const bool counts_bytes =
      std::any_of(reported.begin(), reported.end(), [](const ProbedTotal& each) { return each.bytes != 0; });
  std::map<Key, Probes::Counted> due;
  truth([&](std::uint64_t type, std::uint8_t generation, const Probes::Counted& counted) {
    if (type == kUnloaded && (by_class || reported.empty())) return;
    Probes::Counted& sum = due[{by_class ? type : 0, by_generation ? generation : kNoGeneration}];
    sum += counted;
  });
  auto answered = by_key(reported);
  for (const auto& [key, sum] : due) answered[key];
  // The usual cause of wrong lifetimes, which must explain all sums.
  const bool usual = rule != ProbeRule::kLifetimes || confuses_generations(answered, due, counts_bytes);
  // Too many of one class alone may be objects of another class.
  const bool too_many = objects_of(answered) > objects_of(due);
  for (const auto& [key, sum] : answered) {
    const auto found = due.find(key);
    const Probes::Counted should = found == due.end() ? Probes::Counted{} : found->second;
    if (sum.objects == should.objects && (!counts_bytes || sum.bytes == should.bytes)) {
      ++verdict.kept[index_of(rule)];
      ++verdict.kept[index_of(ProbeRule::kDoubleCount)];
      continue;
    }
    if (verdict.is_full()) return;
    const bool doubled = too_many && sum.objects > should.objects;
    const bool wrapped = sum.objects == should.objects && is_wrapped(should.bytes, sum.bytes);
    const bool overflown = is_overflown(should, sum);
    verdict.faults.push_back(
        {.rule = doubled ? ProbeRule::kDoubleCount : rule,
         .what = fmt::format("Of {}, {} of {} bytes {} {}; the probe reports {} of {}.{}",
                             text_of(key, types), objects_text(should.objects), should.bytes,
                             should.objects == 1 ? "was" : "were", word, sum.objects, sum.bytes,
                             overflown ? kOverflown
                             : wrapped ? kWrapped
                                       : std::string_view()),
         .explained = overflown || wrapped || (!usual && !doubled)});
  }
}

// Announced objects that are alive, by class and generation. A reused ClassID counts as unloaded, as in other
// totals.
std::map<Key, Probes::Counted> living(const HeapPicture& heap, const Probes& probes, const Types& types) {
  std::map<Key, Probes::Counted> sums;
  for (const HeapObject& object : heap.objects) {
    if (!probes.is_announced(object.object)) continue;
    const std::uint64_t type = probes.class_of(object.type);
    Probes::Counted& sum = sums[{types.was_unloaded(type) ? kUnloaded : type, object.generation}];
    ++sum.objects;
    sum.bytes += object.size;
  }
  return sums;
}

}  // namespace

void compare_totals(const Collection& collection, const ProbeAnswer& answer, const Probes& probes,
                    const Types& types, ProbeVerdict& verdict) {
  compare_sums(
      answer.allocated,
      [&](const auto& visit) {
        for (const auto& [type, counted] : probes.allocated()) visit(type, kNoGeneration, counted);
        if (const Probes::Counted& unloaded = probes.unloaded_allocated(); unloaded.objects != 0)
          visit(kUnloaded, kNoGeneration, unloaded);
      },
      ProbeRule::kAllocations, "announced by ObjectAllocated", answer.knows_totals(), types, verdict);
  compare_sums(
      answer.reclaimed,
      [&](const auto& visit) {
        for (const auto& [key, counted] : probes.reclaimed()) visit(key.first, key.second, counted);
        for (const auto& [generation, counted] : probes.unloaded_reclaimed())
          visit(kUnloaded, generation, counted);
      },
      ProbeRule::kLifetimes, "reclaimed", answer.knows_totals(), types, verdict);
  if (answer.alive.empty() && !answer.knows_totals()) return;
  const std::map<Key, Probes::Counted> alive = living(*collection.model->after, probes, types);
  // Frozen objects have no generation by which a profiler could count them.
  if (std::ranges::any_of(alive, [](const auto& each) { return each.first.second == kFrozen; })) return;
  compare_sums(
      answer.alive,
      [&](const auto& visit) {
        for (const auto& [key, counted] : alive) visit(key.first, key.second, counted);
      },
      ProbeRule::kLifetimes, "alive", answer.knows_totals(), types, verdict);
}

void compare_balance(const ProbeAnswer& answer, const Types& types, ProbeVerdict& verdict) {
  const bool kept = !answer.allocated.empty() && !answer.reclaimed.empty() && !answer.alive.empty();
  if (!kept && !answer.knows_totals()) return;
  std::map<std::uint64_t, std::array<Probes::Counted, 3>> sums;
  const std::vector<ProbedTotal>* const lists[] = {&answer.allocated, &answer.reclaimed, &answer.alive};
  for (std::size_t i = 0; i < 3; ++i) {
    for (const ProbedTotal& total : *lists[i]) {
      sums[total.type][i].objects += total.objects;
      sums[total.type][i].bytes += total.bytes;
    }
  }
  for (const auto& [type, sum] : sums) {
    const auto& [made, gone, left] = sum;
    if (made.objects == gone.objects + left.objects && made.bytes == gone.bytes + left.bytes) {
      ++verdict.kept[index_of(ProbeRule::kBalance)];
      continue;
    }
    if (verdict.is_full()) return;
    const std::uint64_t all = gone.bytes + left.bytes;
    const bool wrapped = made.objects == gone.objects + left.objects &&
                         (is_wrapped(all, made.bytes) || is_wrapped(made.bytes, all));
    verdict.faults.push_back(
        {.rule = ProbeRule::kBalance,
         .what =
             fmt::format("Of {}, the probe counts {} objects of {} bytes allocated, {} of {} reclaimed and "
                         "{} of {} alive.{}",
                         text_of(Key{type, kNoGeneration}, types), made.objects, made.bytes, gone.objects,
                         gone.bytes, left.objects, left.bytes, wrapped ? kWrapped : ""),
         .explained = wrapped});
  }
}

}  // namespace gcrucible::rules
