// The model line about the turns of the heaps of server GC.
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "harness/calls/model_lines.h"
#include "harness/trace/read/columns.h"

namespace gcrucible::calls {

using trace::Field;

namespace {

void report_turns(const program::Schedule& schedule, std::vector<Field>& fields) {
  const std::string_view word = program::word_of(schedule.turns);
  if (!word.empty()) fields.push_back({word, trace::boolean(true)});
}

}  // namespace

void ModelLines::schedule(std::uint32_t number, const program::Collect& collect,
                          const clr::HeapWorkers& workers) {
  if (journal() == nullptr) return;
  const program::Schedule schedule = collect.reporting.schedule.value_or(program::Schedule{});
  const std::vector<program::Switch>& switches = workers.switches();
  const trace::Column decisions{
      .data = switches.data(), .type = trace::Column::Type::kU32, .stride = sizeof(program::Switch)};
  trace::Column threads = decisions;
  if (!switches.empty()) threads.data = &switches.front().thread;
  std::vector<Field> fields{
      Field{"collection", trace::number(number)},
      Field{"heaps", trace::number(workers.heaps())},
      Field{"kind", trace::text(program::kScheduleWords[static_cast<std::size_t>(schedule.kind)])},
      Field{"decisions", trace::number(workers.decisions())},
      Field{"switches", trace::table_of(switches.size(), decisions, threads)},
      Field{"deterministic", trace::boolean(workers.deterministic())}};
  report_turns(schedule, fields);
  journal()->model("schedule", fields);
}

void ModelLines::turns(const Turns& turns) {
  if (journal() == nullptr) return;
  std::vector<program::Switch> switches = turns.switches;
  for (program::Switch& each : switches) each.thread = turns.threads[each.thread];
  const trace::Column decisions{
      .data = switches.data(), .type = trace::Column::Type::kU32, .stride = sizeof(program::Switch)};
  trace::Column threads = decisions;
  if (!switches.empty()) threads.data = &switches.front().thread;
  const trace::Column numbers{.data = turns.threads.data(), .type = trace::Column::Type::kU32};
  std::vector<Field> fields{
      Field{"together", trace::number(turns.number)},
      Field{"line", trace::number(turns.line)},
      Field{"threads", trace::table_of(turns.threads.size(), numbers)},
      Field{"kind", trace::text(program::kScheduleWords[static_cast<std::size_t>(turns.schedule.kind)])},
      Field{"decisions", trace::number(turns.decisions)},
      Field{"switches", trace::table_of(switches.size(), decisions, threads)},
      Field{"deterministic", trace::boolean(turns.deterministic)}};
  report_turns(turns.schedule, fields);
  journal()->model("schedule", fields);
}

}  // namespace gcrucible::calls
