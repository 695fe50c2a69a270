#include "harness/rules/probe/estimates/compare_estimates.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/rules/entities/call_tree.h"
#include "harness/rules/entities/types.h"
#include "harness/rules/judge/checker.h"
#include "harness/rules/probe/function_totals.h"
#include "harness/rules/probe/truth.h"

namespace gcrucible::rules {
namespace {

using Counted = Probes::Counted;
using Key = std::pair<std::uint64_t, std::uint8_t>;  // ClassID or FunctionID, and generation
using Due = std::map<Key, Counted>;

constexpr std::uint64_t kImpossible = ~std::uint64_t{0};
constexpr double kThousand = 1000;

constexpr std::array<std::string_view, kEstimateKinds> kWords = {"allocated", "alive", "reclaimed",
                                                                 "exclusive", "inclusive"};
enum Kind : std::uint8_t { kAllocated, kAlive, kReclaimed, kExclusive, kInclusive };

bool is_of_functions(std::uint8_t kind) {
  return kind >= kExclusive;
}

// The true totals of one kind, at the finest granularity, and the spreads of their sums.
struct Truth {
  Due due;
  std::array<Spread, kGenerationCount> spreads{};  // by generation
  Spread spread;                                   // of all together
};

// With the sums that a profiler may keep instead: of all generations, of all classes.
Due with_sums(const Due& due) {
  Due all = due;
  for (const auto& [key, counted] : due) {
    if (key.second != kNoGeneration) all[{key.first, kNoGeneration}] += counted;
    if (key.first != 0) all[{0, key.second}] += counted;
    if (key.first != 0 && key.second != kNoGeneration) all[{0, kNoGeneration}] += counted;
  }
  return all;
}

std::uint64_t part(const Counted& counted, std::size_t measure) {
  return measure == 0 ? counted.objects : counted.bytes;
}

Truth truth_of_allocated(const Probes& probes) {
  Truth truth;
  for (const auto& [type, counted] : probes.allocated()) truth.due[{type, kNoGeneration}] += counted;
  truth.spread = probes.spreads().allocated();
  return truth;
}

Truth truth_of_alive(const HeapPicture& heap, const Probes& probes, const Sampling& sampling) {
  Truth truth;
  for (const HeapObject& object : heap.objects) {
    if (!probes.is_announced(object.object) || object.generation >= kGenerationCount) continue;
    truth.due[{probes.class_of(object.type), object.generation}] += {.objects = 1, .bytes = object.size};
    truth.spreads[object.generation].add(spread_of(sampling, object.size));
  }
  for (const Spread& each : truth.spreads) truth.spread.add(each);
  return truth;
}

Truth truth_of_reclaimed(const Probes& probes) {
  Truth truth;
  for (const auto& [key, counted] : probes.reclaimed()) truth.due[key] += counted;
  for (std::uint8_t i = 0; i < kGenerationCount; ++i) truth.spreads[i] = probes.spreads().reclaimed(i);
  for (const Spread& each : truth.spreads) truth.spread.add(each);
  return truth;
}

Truth truth_of_functions(const ByFunction& totals, const Spread& spread) {
  Truth truth;
  for (const auto& [function, counted] : totals) truth.due[{function, kNoGeneration}] += counted;
  truth.spread = spread;
  return truth;
}

// Allocated objects and functions have no generation; the profiler may give any.
std::uint8_t generation_of(std::uint8_t kind, std::uint8_t generation) {
  return kind == kAlive || kind == kReclaimed ? generation : kNoGeneration;
}

// The estimates of one answer, of one kind.
class Comparison {
 public:
  Comparison(std::uint8_t kind, const ProbeAnswer& answer, Truth truth)
      : kind_(kind), answer_(&answer), truth_(std::move(truth)), all_(with_sums(truth_.due)) {
    std::ranges::copy_if(answer.estimates, std::back_inserter(rows_),
                         [&](const ProbedEstimate& each) { return each.of == kind; });
    for (ProbedEstimate& row : rows_) row.generation = generation_of(kind, row.generation);
  }

  // Adds the faults that no chance explains. Returns whether there is none.
  bool is_possible(const Types& types, const CallTree& calls, ProbeVerdict& verdict) const;
  void sum_up(EstimateSums& sums) const;

 private:
  Counted due(const Key& key) const {
    const auto found = all_.find(key);
    return found == all_.end() ? Counted{} : found->second;
  }
  EstimateSum sum_of(std::uint8_t generation, std::size_t measure) const;
  void count_bounds(std::size_t measure, EstimateSum& sum) const;

  std::uint8_t kind_;
  const ProbeAnswer* answer_;
  Truth truth_;
  Due all_;
  std::vector<ProbedEstimate> rows_;
};

std::string name_of(std::uint8_t kind, const ProbedEstimate& row, const Types& types, const CallTree& calls) {
  return is_of_functions(kind)
             ? total_text("function", "all functions", row.id, calls.name_of(row.id), row.generation)
             : total_text("class", "all classes", row.id, types.name_of(row.id), row.generation);
}

bool Comparison::is_possible(const Types& types, const CallTree& calls, ProbeVerdict& verdict) const {
  for (const ProbedEstimate& row : rows_) {
    const auto fault = [&](std::string what) {
      verdict.faults.push_back({.rule = ProbeRule::kEstimates, .what = std::move(what), .explained = true});
    };
    const std::string_view word = kWords[kind_];
    if (std::ranges::find(row.totals, kImpossible) != row.totals.end()) {
      fault(fmt::format("Of {}, the probe's estimate ({}) is negative, no number, or more than 2^53.",
                        name_of(kind_, row, types, calls), word));
      return false;
    }
    if (due({row.id, row.generation}).objects == 0 && (row.totals[0] != 0 || row.totals[1] != 0)) {
      fault(
          fmt::format("Of {}, the probe estimates {:.1f} objects of {:.1f} bytes ({}). There was none, so "
                      "no sample can be of it.",
                      name_of(kind_, row, types, calls), static_cast<double>(row.totals[0]) / kThousand,
                      static_cast<double>(row.totals[1]) / kThousand, word));
      return false;
    }
  }
  return true;
}

EstimateSum Comparison::sum_of(std::uint8_t generation, std::size_t measure) const {
  const Spread& spread = generation == kNoGeneration ? truth_.spread : truth_.spreads[generation];
  EstimateSum sum{.runs = 1,
                  .due = static_cast<double>(part(due({0, generation}), measure)),
                  .variance = spread.variance[measure],
                  .step = spread.step[measure]};
  double estimate = 0;
  for (const ProbedEstimate& row : rows_) {
    (row.generation == kNoGeneration ? sum.together : sum.apart) = true;
    if (generation != kNoGeneration && row.generation != generation) continue;
    estimate += static_cast<double>(row.totals[measure]) / kThousand;
    ++sum.rows;
  }
  sum.excess = estimate - sum.due;
  return sum;
}

// A total without bounds counts as one with the widest ones. Otherwise totals of few objects would count only
// if one of them is a sample by chance.
void Comparison::count_bounds(std::size_t measure, EstimateSum& sum) const {
  sum.confidence = answer_->sampling->confidence;
  if (sum.confidence == 0) return;
  std::map<Key, bool> covered;
  bool by_class = false, by_generation = false;
  for (const ProbedBounds& row : answer_->bounds[measure]) {
    if (row.of != kind_) continue;
    const Key key{row.id, generation_of(kind_, row.generation)};
    const auto true_total = static_cast<double>(part(due(key), measure)) * kThousand;
    covered[key] = row.low != kImpossible && row.high != kImpossible &&
                   static_cast<double>(row.low) <= true_total && true_total <= static_cast<double>(row.high);
    by_class = by_class || key.first != 0;
    by_generation = by_generation || key.second != kNoGeneration;
  }
  for (const auto& [key, counted] : all_) {
    if ((key.first != 0) == by_class && (key.second != kNoGeneration) == by_generation)
      covered.emplace(key, true);
  }
  for (const auto& [key, is_covered] : covered) {
    ++sum.bounded;
    if (is_covered) ++sum.covered;
  }
}

void Comparison::sum_up(EstimateSums& sums) const {
  for (std::size_t measure = 0; measure < kMeasures; ++measure) {
    const auto which = static_cast<Measure>(measure);
    EstimateSum whole = sum_of(kNoGeneration, measure);
    count_bounds(measure, whole);
    sums[{kind_, kNoGeneration, which}].add(whole);
    if (kind_ != kAlive && kind_ != kReclaimed) continue;
    for (std::uint8_t generation = 0; generation < kGenerationCount; ++generation)
      sums[{kind_, generation, which}].add(sum_of(generation, measure));
  }
}

}  // namespace

std::string text_of(const EstimateKey& key) {
  const std::string text = fmt::format("{} {}", kWords[std::min<std::size_t>(key.of, kWords.size() - 1)],
                                       key.measure == Measure::kObjects ? "objects" : "bytes");
  return key.generation == kNoGeneration ? text
                                         : fmt::format("{} in {}", text, name_of_generation(key.generation));
}

void compare_estimates(const Collection& collection, const ProbeAnswer& answer, const Probes& probes,
                       const Types& types, const CallTree& calls, ProbeVerdict& verdict) {
  if (!answer.sampling || !probes.spreads().sampling()) return;
  const Sampling& sampling = *probes.spreads().sampling();
  EstimateSums sums;
  bool possible = true;
  const auto compare = [&](std::uint8_t kind, Truth truth) {
    const Comparison comparison(kind, answer, std::move(truth));
    possible = possible && comparison.is_possible(types, calls, verdict);
    if (possible) comparison.sum_up(sums);
  };
  // A profiler may drop the totals of unloaded classes.
  const bool any_unloaded = probes.unloaded_allocated().objects != 0;
  const std::vector<HeapObject>& left = collection.model->after->objects;
  // Frozen objects have no generation by which a profiler could count them.
  const bool any_frozen = std::ranges::any_of(left, [&](const HeapObject& object) {
    return object.generation == kFrozen && probes.is_announced(object.object);
  });
  if (answer.estimates_totals() && !any_unloaded) {
    compare(kAllocated, truth_of_allocated(probes));
    compare(kReclaimed, truth_of_reclaimed(probes));
    if (!any_frozen) compare(kAlive, truth_of_alive(*collection.model->after, probes, sampling));
  }
  if (answer.estimates_functions() && calls.whole()) {
    const FunctionTotals totals = function_totals(calls.nodes(), probes.allocated_by_node());
    compare(kExclusive, truth_of_functions(totals.exclusive, probes.spreads().exclusive()));
    compare(kInclusive, truth_of_functions(totals.inclusive, probes.spreads().inclusive(calls.nodes())));
  }
  if (!possible || sums.empty()) return;
  verdict.kept[static_cast<std::size_t>(ProbeRule::kEstimates)] += sums.size();
  verdict.estimates = std::move(sums);
}

}  // namespace gcrucible::rules
