#include "harness/rules/probe/answer.h"

#include <algorithm>
#include <string_view>

#include "harness/rules/decode/rows.h"
#include "harness/trace/event_fields.h"

namespace gcrucible::rules {
namespace {

std::uint8_t generation_in(std::uint64_t cell) {
  return cell < kGenerationCount ? static_cast<std::uint8_t>(cell) : kNoGeneration;
}

std::vector<ProbedTotal> totals_in(const trace::Event& event, std::string_view key) {
  const Rows rows(trace::find(event, key));
  std::vector<ProbedTotal> totals;
  for (std::uint64_t i = 0; i < rows.size(); ++i) {
    totals.push_back({.type = rows.number(i, 0),
                      .generation = generation_in(rows.number(i, 1)),
                      .objects = rows.number(i, 2),
                      .bytes = rows.number(i, 3)});
  }
  return totals;
}

std::vector<ProbedFunction> functions_in(const trace::Event& event, std::string_view key) {
  const Rows rows(trace::find(event, key));
  std::vector<ProbedFunction> totals;
  for (std::uint64_t i = 0; i < rows.size(); ++i) {
    totals.push_back(
        {.function = rows.number(i, 0), .objects = rows.number(i, 1), .bytes = rows.number(i, 2)});
  }
  return totals;
}

std::optional<Sampling> sampling_in(const trace::Event& event) {
  const Rows rows(trace::find(event, "sampling"));
  if (rows.size() == 0 || rows.number(0, 1) == 0) return std::nullopt;
  return Sampling{.method = rows.number(0) == 1 ? Sampling::Method::kObjects : Sampling::Method::kBytes,
                  .interval = rows.number(0, 1),
                  .confidence = static_cast<std::uint32_t>(rows.number(0, 2))};
}

std::uint8_t kind_in(std::uint64_t cell) {
  return static_cast<std::uint8_t>(std::min<std::uint64_t>(cell, kEstimateKinds));
}

std::vector<ProbedBounds> bounds_in(const trace::Event& event, std::string_view key) {
  const Rows rows(trace::find(event, key));
  std::vector<ProbedBounds> bounds;
  for (std::uint64_t i = 0; i < rows.size(); ++i) {
    bounds.push_back({.of = kind_in(rows.number(i, 0)),
                      .id = rows.number(i, 1),
                      .generation = generation_in(rows.number(i, 2)),
                      .low = rows.number(i, 3),
                      .high = rows.number(i, 4)});
  }
  return bounds;
}

void decode_estimates(const trace::Event& returned, ProbeAnswer& answer) {
  answer.sampling = sampling_in(returned);
  const Rows rows(trace::find(returned, "estimates"));
  for (std::uint64_t i = 0; i < rows.size(); ++i) {
    answer.estimates.push_back({.of = kind_in(rows.number(i, 0)),
                                .id = rows.number(i, 1),
                                .generation = generation_in(rows.number(i, 2)),
                                .totals = {rows.number(i, 3), rows.number(i, 4)}});
  }
  answer.bounds = {bounds_in(returned, "object_bounds"), bounds_in(returned, "byte_bounds")};
}

}  // namespace

ProbeAnswer decode_question(const trace::Event& probe) {
  return {.line = probe.n,
          .thread = probe.thread,
          .collection = static_cast<std::uint32_t>(trace::number_in(probe, "collection").value_or(0)),
          .at_end = probe.name == "shutdown"};
}

void decode_answer(const trace::Event& returned, ProbeAnswer& answer) {
  answer.answered = returned.hr == 0;
  answer.knows = static_cast<std::uint32_t>(trace::number_in(returned, "knows").value_or(0));
  answer.cut = trace::number_in(returned, "cut").value_or(0) != 0;
  const Rows rows(trace::find(returned, "objects"));
  for (std::uint64_t i = 0; i < rows.size(); ++i) {
    answer.objects.push_back({.id = rows.number(i, 0),
                              .size = rows.number(i, 1),
                              .type = rows.number(i, 2),
                              .generation = generation_in(rows.number(i, 3))});
  }
  std::stable_sort(answer.objects.begin(), answer.objects.end(),
                   [](const ProbedObject& a, const ProbedObject& b) { return a.id < b.id; });
  answer.allocated = totals_in(returned, "allocated");
  answer.alive = totals_in(returned, "alive");
  answer.reclaimed = totals_in(returned, "reclaimed");
  answer.exclusive = functions_in(returned, "exclusive");
  answer.inclusive = functions_in(returned, "inclusive");
  decode_estimates(returned, answer);
}

}  // namespace gcrucible::rules
