// A collection: its settings and its report.
#include <fmt/format.h>

#include <algorithm>

#include "harness/runtimes/runtimes.h"
#include "harness/scenario/language/words.h"
#include "harness/scenario/read/reading.h"
#include "harness/yaml/nearest.h"

namespace gcrucible::scenario {
namespace {

using program::Collect;
using program::Generation;
using program::Mode;
using program::ReportEdit;
using program::ReportedRange;
using program::Reporting;
using program::ReportPart;
using yaml::Entry;
using yaml::Place;
using yaml::Value;

void read_modes(const Value& value, Mode mode, Collect& step, Reading& reading) {
  for (const Value* each : one_or_more(value)) {
    const auto generation = enumerator<Generation>(generation_words(), each->text);
    Mode& slot = step.mode[static_cast<std::size_t>(generation)];
    if (!condemns(step.condemned, generation)) {
      const std::string of = generation_words()[static_cast<std::size_t>(step.condemned)];
      reading.messages.error(each->place,
                             fmt::format("a collection of generation {} does not collect {}", of, each->text),
                             generation == Generation::kFrozen ? "frozen memory is never collected; remove it"
                                                               : "raise `generation`, or remove it");
    } else if (slot != Mode::kPolicy) {
      reading.messages.error(each->place, fmt::format("{} is named twice", each->text),
                             "name each generation once in `compact` and `sweep`");
    } else if (generation == Generation::kPinned && mode == Mode::kCompact) {
      reading.messages.error(each->place, "the pinned object heap never compacts",
                             "remove poh from `compact`");
    }
    slot = mode;
  }
}

ReportedRange read_reported_range(const Value& map) {
  ReportedRange range;
  const Entry& entry = map.entries.front();
  const std::vector<Value>& parts = entry.value.items;
  range.family = entry.key == "moved" ? program::Family::kMoved : program::Family::kSurviving;
  range.from = number_of(parts.front());
  range.to = entry.key == "moved" ? number_of(parts[1]) : range.from;
  range.length = number_of(parts.back());
  return range;
}

ReportEdit read_edit(const Value& value) {
  ReportEdit edit;
  if (value.is_scalar()) {
    const auto plain = std::ranges::find(plain_edits(), value.text,
                                         [](const PlainEdit& each) { return std::string(each.word); });
    edit.kind = static_cast<ReportEdit::Kind>(plain->kind);
    return edit;
  }
  const auto& [key, place, argument] = value.entries.front();
  struct Row {
    std::string_view key;
    ReportEdit::Kind kind;
  };
  static constexpr Row kIndexed[] = {
      {"drop", ReportEdit::Kind::kDropRange},
      {"repeat", ReportEdit::Kind::kRepeatRange},
      {"other-family", ReportEdit::Kind::kOtherFamily},
      {"both-families", ReportEdit::Kind::kBothFamilies},
  };
  for (const Row& row : kIndexed) {
    if (row.key != key) continue;
    edit.kind = row.kind;
    edit.index = static_cast<std::uint32_t>(number_of(argument));
  }
  if (key == "replace") {
    edit.kind = ReportEdit::Kind::kReplaceRanges;
    for (const Value& range : argument.items) edit.ranges.push_back(read_reported_range(range));
  } else if (key == "change") {
    edit.kind = ReportEdit::Kind::kChangeRange;
    edit.index = static_cast<std::uint32_t>(number_of(*argument.find("range")));
    edit.ranges.push_back(read_reported_range(*argument.find("to")));
  } else if (key == "generations") {
    edit.kind = ReportEdit::Kind::kWrongGenerations;
    for (const Value& flag : argument.items) edit.generations.push_back(flag.text == "true");
  }
  return edit;
}

// The named parts come first. The others follow in the runtime's order.
void read_order(const Value& list, Reporting& reporting, Reading& reading) {
  const std::vector<std::string>& words = runtimes::report_part_words();
  for (const Value& item : list.items) {
    const auto part = enumerator<ReportPart>(words, item.text);
    if (std::ranges::find(reporting.order, part) != reporting.order.end()) {
      reading.messages.error(item.place, fmt::format("{} stands in the order twice", item.text),
                             "name each part once");
      continue;
    }
    reporting.order.push_back(part);
  }
  std::vector<ReportPart> others = reading.program.runtime.order;
  if (others.empty()) {
    for (std::size_t i = 0; i < words.size(); ++i) others.push_back(static_cast<ReportPart>(i));
  }
  for (const ReportPart part : others) {
    if (std::ranges::find(reporting.order, part) == reporting.order.end()) reporting.order.push_back(part);
  }
}

program::AttachInside read_attach_inside(const Value& map, Reading& reading) {
  using Point = program::AttachInside::Place;
  program::AttachInside inside;
  const std::string& before = map.find("before")->text;
  inside.place = before == "started"    ? Point::kStarted
                 : before == "finished" ? Point::kFinished
                 : before == "resume"   ? Point::kResume
                                        : Point::kPart;
  if (inside.place == Point::kPart)
    inside.part = enumerator<ReportPart>(runtimes::report_part_words(), before);
  inside.attach = read_attach(map, reading);
  return inside;
}

}  // namespace

program::Attach read_attach(const Value& map, Reading& reading) {
  program::Attach attach;
  if (const Value* data = map.find("client-data")) {
    if (data->is_scalar()) {
      attach.data = data->text;
    } else {
      for (const Value& byte : data->items) attach.data.push_back(static_cast<char>(number_of(byte)));
    }
  }
  if (const Value* expect = map.find("expect")) attach.expected = read_hresult(*expect, reading).value_or(0);
  if (const Value* result = map.find("result")) attach.result = read_hresult(*result, reading);
  return attach;
}

namespace {

void read_splits(const Value& map, std::vector<std::uint32_t>& into) {
  const Value* const splits = map.find("splits");
  if (splits == nullptr) return;
  for (const Value& split : splits->items) into.push_back(static_cast<std::uint32_t>(number_of(split)));
}

void read_spread(const Value* part, program::Spread& spread) {
  if (part == nullptr) return;
  read_splits(*part, spread.splits);
  spread.shuffle = number_or(*part, "shuffle", 0);
}

void read_spreads(const Value& map, Reporting& reporting) {
  if (const Value* mix = map.find("mix")) reporting.interleave = number_of(*mix);
  if (const Value* taken = map.find("liberties")) reporting.liberties = number_of(*taken);
  read_spread(map.find("roots"), reporting.roots);
  read_spread(map.find("dependent-handles"), reporting.dependent_handles);
  read_spread(map.find("allocated-by-class"), reporting.allocated_by_class);
  if (const Value* roots = map.find("roots")) reporting.root_pairs = number_or(*roots, "pairs", 0);
  if (const Value* queued = map.find("finalizable-queued"))
    reporting.queued_shuffle = number_or(*queued, "shuffle", 0);
  if (const Value* references = map.find("object-references"))
    reporting.references_shuffle = number_or(*references, "shuffle", 0);
}

}  // namespace

void read_report(const Value& map, std::uint32_t thread, Reporting& reporting, Reading& reading) {
  reporting.batch_limit = static_cast<std::uint32_t>(number_or(map, "batch", 0));
  reporting.shuffle = number_or(map, "shuffle", 0);
  read_splits(map, reporting.splits);
  if (const Value* order = map.find("order")) read_order(*order, reporting, reading);
  read_spreads(map, reporting);
  if (const Value* schedule = map.find("schedule")) reporting.schedule = read_schedule(*schedule);
  reporting.started_by = static_cast<std::uint16_t>(number_or(map, "started-by", 0));
  if (const Value* suspension = map.find("suspension"))
    reporting.suspension = read_suspension(*suspension, thread, reading);
  if (const Value* edits = map.find("edits")) {
    const Value* const liberties = map.find("liberties");
    if (liberties != nullptr && !edits->items.empty() && reporting.liberties.value_or(0) != 0) {
      reading.messages.error(liberties->place, "liberties change the ranges that edits name by their places",
                             "leave out `liberties` or `edits`, or write `liberties: 0`");
    }
    for (const Value& edit : edits->items) reporting.edits.push_back(read_edit(edit));
  }
  if (const Value* entries = map.find("entries")) read_entry_edits(*entries, reporting, reading);
  read_overrides(map, reporting.overrides, reading);
}

void read_collect(const Value& value, Place place, Reading& reading) {
  Collect step;
  step.thread = reading.usual_thread();
  ExpectedCollection expected;
  expected.line = place.line;
  expected.place = place;
  const auto finish = [&] {
    reading.step(std::move(step), place);
    reading.scenario.expect.collections.push_back(std::move(expected));
  };
  if (value.is_scalar()) {
    step.condemned = enumerator<Generation>(generation_words(), value.text);
    finish();
    return;
  }
  if (const Value* generation = value.find("generation")) {
    step.condemned = enumerator<Generation>(generation_words(), generation->text);
  }
  if (const Value* compact = value.find("compact")) read_modes(*compact, Mode::kCompact, step, reading);
  if (const Value* sweep = value.find("sweep")) read_modes(*sweep, Mode::kSweep, step, reading);
  if (const Value* destination = value.find("destination")) {
    step.destination = enumerator<program::Destination>(destination_words(), destination->text);
  }
  step.induced = text_or(value, "reason", "induced") == "induced";
  if (const Value* pinned = value.find("pinned")) {
    step.pinned = enumerator<program::PinnedPolicy>(pinned_words(), pinned->text);
  }
  step.promote = flag_or(value, "promote", true);
  step.provisional = flag_or(value, "provisional", false);
  if (const Value* thread = value.find("thread")) step.thread = reading.running_thread(*thread).value_or(0);
  if (const Value* report = value.find("report")) {
    read_report(*report, step.thread, step.reporting, reading);
    if (reading.messages.empty()) read_planted(*report, step.reporting, expected.departures);
  }
  if (const Value* asks = value.find("ask")) {
    for (const Value& each : asks->items) {
      if (auto ask = read_ask(each, true, reading)) step.asks.push_back(std::move(*ask));
    }
  }
  if (const Value* attach = value.find("attach")) step.attach = read_attach_inside(*attach, reading);
  if (const Value* expect = value.find("expect")) read_collection_expectation(*expect, expected, reading);
  finish();
}

}  // namespace gcrucible::scenario
