// Collections and their reports, queries, attaches.
#include <fmt/format.h>

#include <algorithm>

#include "harness/abi/tables/callback_methods.h"
#include "harness/abi/tables/info_methods.h"
#include "harness/program/askable_info.h"
#include "harness/runtimes/runtimes.h"
#include "harness/scenario/language/words.h"
#include "harness/scenario/write/writing.h"

namespace gcrucible::scenario {
namespace {

using program::Collect;
using program::kNothing;
using program::Mode;
using program::ReportEdit;
using program::Reporting;
using program::ReportPart;
using yaml::Draft;

Draft word(const std::vector<std::string>& words, auto enumerator) {
  return yaml::draft_word(words[static_cast<std::size_t>(enumerator)]);
}

void write_modes(const Collect& step, Mode mode, std::string_view key, Draft& map) {
  Draft list = yaml::draft_list();
  for (std::size_t i = 0; i < step.mode.size(); ++i) {
    if (step.mode.at(i) == mode) list.add(yaml::draft_word(generation_words()[i]));
  }
  if (list.items.size() == 1) {
    map.add(key, std::move(list.items.front()));
  } else if (!list.empty()) {
    map.add(key, std::move(list));
  }
}

Draft write_range(const program::ReportedRange& range) {
  const bool moved = range.family == program::Family::kMoved;
  Draft parts = yaml::draft_list();
  parts.add(yaml::draft_address(range.from));
  if (moved) parts.add(yaml::draft_address(range.to));
  parts.add(yaml::draft_number(range.length));
  Draft map = yaml::draft_map();
  map.add(moved ? "moved" : "surviving", std::move(parts));
  return map;
}

Draft single(std::string_view key, Draft value) {
  Draft map = yaml::draft_map();
  map.add(key, std::move(value));
  return map;
}

Draft write_edit(const ReportEdit& edit) {
  using Kind = ReportEdit::Kind;
  for (const PlainEdit& plain : plain_edits()) {
    if (plain.kind == static_cast<std::uint8_t>(edit.kind)) return yaml::draft_word(plain.word);
  }
  Draft value = yaml::draft_list();
  switch (edit.kind) {
    case Kind::kDropRange:
      return single("drop", yaml::draft_number(edit.index));
    case Kind::kRepeatRange:
      return single("repeat", yaml::draft_number(edit.index));
    case Kind::kOtherFamily:
      return single("other-family", yaml::draft_number(edit.index));
    case Kind::kBothFamilies:
      return single("both-families", yaml::draft_number(edit.index));
    case Kind::kChangeRange: {
      Draft change = single("range", yaml::draft_number(edit.index));
      if (!edit.ranges.empty()) change.add("to", write_range(edit.ranges.front()));
      return single("change", std::move(change));
    }
    case Kind::kWrongGenerations:
      for (const bool each : edit.generations) value.add(yaml::draft_flag(each));
      return single("generations", std::move(value));
    default:
      for (const program::ReportedRange& range : edit.ranges) value.add(write_range(range));
      return single("replace", std::move(value));
  }
}

Draft write_numbers(const std::vector<std::uint32_t>& numbers) {
  Draft list = yaml::draft_list();
  for (const std::uint32_t number : numbers) list.add(yaml::draft_number(number));
  return list;
}

// The shortest list of first parts that gives that order, if the others follow in the runtime's order.
Draft write_order(const std::vector<ReportPart>& order, const program::RuntimeProfile& runtime) {
  std::vector<ReportPart> base = runtime.order;
  for (std::size_t i = 0; base.size() < runtimes::report_part_words().size(); ++i)
    base.push_back(static_cast<ReportPart>(i));
  std::size_t reported = 1;
  const auto follows = [&] {
    std::vector<ReportPart> all(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(reported));
    for (const ReportPart part : base) {
      if (std::ranges::find(all, part) == all.end()) all.push_back(part);
    }
    return all == order;
  };
  while (reported < order.size() && !follows()) ++reported;
  Draft list = yaml::draft_list();
  for (std::size_t i = 0; i < reported; ++i) list.add(word(runtimes::report_part_words(), order[i]));
  return list;
}

void write_part(std::string_view key, const program::Spread& spread, std::uint64_t pairs, Draft& map) {
  Draft part = yaml::draft_map();
  if (!spread.splits.empty()) part.add("splits", write_numbers(spread.splits));
  if (spread.shuffle != 0) part.add("shuffle", yaml::draft_number(spread.shuffle));
  if (pairs != 0) part.add("pairs", yaml::draft_number(pairs));
  if (!part.empty()) map.add(key, std::move(part));
}

void write_spreads(const Reporting& reporting, Draft& map) {
  if (reporting.interleave) map.add("mix", yaml::draft_number(*reporting.interleave));
  if (reporting.liberties) map.add("liberties", yaml::draft_number(*reporting.liberties));
  write_part("roots", reporting.roots, reporting.root_pairs, map);
  write_part("dependent-handles", reporting.dependent_handles, 0, map);
  write_part("allocated-by-class", reporting.allocated_by_class, 0, map);
  write_part("finalizable-queued", {{}, reporting.queued_shuffle}, 0, map);
  write_part("object-references", {{}, reporting.references_shuffle}, 0, map);
}

Draft callback(std::uint16_t slot) {
  return yaml::draft_word(slot < abi::kCallbackMethods.size() ? abi::kCallbackMethods[slot].name
                                                              : "no-callback");
}

}  // namespace

Draft write_report(const Reporting& reporting, Writing& writing) {
  Draft map = yaml::draft_map();
  if (reporting.batch_limit != 0) map.add("batch", yaml::draft_number(reporting.batch_limit));
  if (!reporting.splits.empty()) map.add("splits", write_numbers(reporting.splits));
  if (reporting.shuffle != 0) map.add("shuffle", yaml::draft_number(reporting.shuffle));
  if (!reporting.order.empty()) map.add("order", write_order(reporting.order, writing.program.runtime));
  if (reporting.schedule) map.add("schedule", write_schedule(*reporting.schedule));
  if (reporting.started_by != 0) map.add("started-by", yaml::draft_number(reporting.started_by));
  if (!reporting.suspension.empty()) map.add("suspension", write_suspension(reporting.suspension, writing));
  write_spreads(reporting, map);
  Draft edits = yaml::draft_list();
  for (const ReportEdit& edit : reporting.edits) edits.add(write_edit(edit));
  if (!edits.empty()) map.add("edits", std::move(edits));
  Draft entries = yaml::draft_list();
  for (const program::EntryEdit& edit : reporting.entries) entries.add(write_entry_edit(edit, writing));
  if (!entries.empty()) map.add("entries", std::move(entries));
  write_overrides(reporting.overrides, map, writing);
  return map;
}

Draft write_collect(const Collect& step, Writing& writing) {
  const Draft generation = word(generation_words(), step.condemned);
  Draft map = yaml::draft_map();
  write_modes(step, Mode::kCompact, "compact", map);
  write_modes(step, Mode::kSweep, "sweep", map);
  if (step.destination) map.add("destination", word(destination_words(), *step.destination));
  if (!step.induced) map.add("reason", yaml::draft_word("other"));
  if (step.pinned) map.add("pinned", word(pinned_words(), *step.pinned));
  if (!step.promote) map.add("promote", yaml::draft_flag(false));
  if (step.provisional) map.add("provisional", yaml::draft_flag(true));
  if (step.thread != writing.usual_thread()) map.add("thread", writing.thread(step.thread));
  Draft report = write_report(step.reporting, writing);
  map.block = !report.empty();
  if (!report.empty()) map.add("report", std::move(report));
  if (!step.asks.empty()) {
    Draft asks = yaml::draft_list();
    asks.block = true;
    for (const program::Ask& ask : step.asks) asks.add(write_ask(ask, writing));
    map.add("ask", std::move(asks));
  }
  if (step.attach) {
    const auto& [place, part, attach] = *step.attach;
    using Where = program::AttachInside::Place;
    Draft inside = yaml::draft_map();
    inside.add("before", place == Where::kPart       ? word(runtimes::report_part_words(), part)
                         : place == Where::kStarted  ? yaml::draft_word("started")
                         : place == Where::kFinished ? yaml::draft_word("finished")
                                                     : yaml::draft_word("resume"));
    for (auto& [key, value] : write_attach(attach).entries) inside.add(key, std::move(value));
    map.add("attach", std::move(inside));
  }
  if (map.empty()) return generation;
  // Written even if it is the default: the reader need not know the default.
  map.entries.insert(map.entries.begin(), {"generation", generation});
  return map;
}

Draft write_ask(const program::Ask& ask, Writing& writing) {
  Draft map = yaml::draft_map();
  if (ask.inside != 0) map.add("in", callback(ask.inside));
  map.add("call", yaml::draft_word(abi::name_of(static_cast<abi::InfoMethod>(ask.slot))));
  if (ask.object != kNothing) map.add("object", writing.object(ask.object));
  if (ask.type != kNothing) map.add("type", writing.type(ask.type));
  if (ask.thread != kNothing) map.add("thread", writing.thread(ask.thread));
  if (ask.handle != kNothing) map.add("handle", writing.handle(ask.handle));
  const program::AskableInfo* const method = program::find_askable(ask.slot);
  if (ask.number != 0 || (method != nullptr && method->needs == program::kAskNumber))
    map.add("number", yaml::draft_number(ask.number));
  if (!ask.text.empty()) map.add("text", yaml::draft_text(ask.text));
  if (ask.answer) map.add("answer", write_said_answer(*ask.answer, writing));
  return map;
}

Draft write_attach(const program::Attach& attach) {
  Draft map = yaml::draft_map();
  if (!attach.data.empty()) {
    const auto is_printable = [](char c) { return c >= ' ' && c <= '~'; };
    Draft bytes = yaml::draft_list();
    for (const char c : attach.data) bytes.add(yaml::draft_number(static_cast<unsigned char>(c)));
    map.add("client-data", std::ranges::all_of(attach.data, is_printable) ? yaml::draft_text(attach.data)
                                                                          : std::move(bytes));
  }
  if (attach.expected != 0) map.add("expect", write_hresult(attach.expected));
  if (attach.result) map.add("result", write_hresult(*attach.result));
  return map;
}

}  // namespace gcrucible::scenario
