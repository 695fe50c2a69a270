#include "harness/report/narrator.h"

#include <fmt/format.h>

#include "harness/abi/hresults.h"
#include "harness/report/picture/density_map.h"
#include "harness/report/picture/heap_picture.h"
#include "harness/report/tables.h"
#include "harness/report/text/answer_text.h"
#include "harness/report/text/callback_text.h"
#include "harness/report/text/of_collection.h"
#include "harness/report/text/uncertain_turns.h"
#include "harness/rules/decode/decode.h"
#include "harness/rules/decode/rows.h"
#include "harness/trace/event_fields.h"

namespace gcrucible::report {
namespace {

using rules::Call;
using rules::Collection;

// More open calls than threads can have mean that the trace is damaged.
constexpr std::size_t kMostOpenCalls = 4096;

// The bracket of a background collection when only BASIC_GC is set. A collection inside the bracket is
// separate, so begin and end of the bracket are reported apart. Only the model's lines split the bracket.
bool is_bracket_begin(const Collection& collection) {
  return !collection.model && !collection.orphaned && collection.open();
}
bool is_bracket_end(const Collection& collection) {
  return !collection.model && !collection.orphaned && collection.starts == 0 && collection.finishes != 0;
}

std::string condemned_text(const Collection& collection) {
  std::string text;
  for (std::uint8_t generation = 0; generation < rules::kFrozen; ++generation) {
    if (!collection.condemned(generation)) continue;
    text += (text.empty() ? "" : ", ") + std::string(rules::name_of_generation(generation));
  }
  return text.empty() ? "nothing reported" : text;
}

}  // namespace

Narrator::Narrator(const Style& style, bool pictures, Say say)
    : style_(style),
      pictures_(pictures),
      say_(std::move(say)),
      before_(style.verbose),
      inside_(style.verbose),
      afterwards_(style.verbose),
      places_(names_) {}

void Narrator::take(const trace::Event& event) {
  names_.take(event);
  at_model_line_ = event.kind == trace::EventKind::kModel;
  if (event.kind == trace::EventKind::kHeader) {
    const rules::Header header = rules::decode_header(event);
    notes_.awaits_attach = header.attaches;
    notes_.interfaces = callback_interfaces(header);
  }
  if (probe_count_.take(event)) notes_.probe = probe_count_.tally();
  if (event.kind == trace::EventKind::kCallback) take_entry(event);
  if (event.kind == trace::EventKind::kInfo && pictures_ && style_.verbose)
    list_of(last_part_).add_info_call(event.name);
  if (event.kind == trace::EventKind::kReturn) take_return(event);
  if (event.kind == trace::EventKind::kModel) take_model(event);
}

void Narrator::take_entry(const trace::Event& event) {
  const auto known = last_entry_.find(event.name);
  if (known != last_entry_.end()) {
    known->second = event.n;
  } else {
    last_entry_.emplace(event.name, event.n);
  }
  if (event.name == "InitializeForAttach") notes_.awaits_attach = false;
  if (pictures_ && open_calls_.size() < kMostOpenCalls) open_calls_[event.n] = event.name;
}

void Narrator::take_return(const trace::Event& event) {
  if (const auto gap = gaps_.find(event.link); gap != gaps_.end()) {
    if (gap->second.hr == event.hr) ++notes_.passed_on[gap->second.text];
    gaps_.erase(gap);
  }
  if (!pictures_) return;
  const auto call = open_calls_.find(event.link);
  if (call == open_calls_.end()) return;
  if (event.hr != abi::S_OK) ++failures_[{call->second, event.hr}];
  open_calls_.erase(call);
}

void Narrator::take_model(const trace::Event& event) {
  struct Row {
    std::string_view name;
    void (Narrator::*take)(const trace::Event& event);
  };
  static constexpr Row kRows[] = {
      {"attach", &Narrator::take_attach},       {"gap", &Narrator::take_gap},
      {"allocated", &Narrator::take_allocated}, {"answer", &Narrator::take_answer},
      {"heap", &Narrator::take_heap},           {"audit", &Narrator::take_audit},
      {"scribbled", &Narrator::take_scribbled}, {"intruded", &Narrator::take_intruded},
      {"altered", &Narrator::take_altered},     {"kept", &Narrator::take_kept},
      {"stale", &Narrator::take_stale},         {"unimplemented", &Narrator::take_unimplemented},
      {"stored", &Narrator::take_stored},       {"body", &Narrator::take_body}};
  for (const Row& row : kRows) {
    if (row.name == event.name) return (this->*row.take)(event);
  }
  if (auto balance = rules::reference_balance(event)) {
    notes_.references.push_back(std::move(*balance));
  } else if (auto turns = uncertain_turns(event)) {
    notes_.uncertain.push_back(std::move(*turns));
  }
}

void Narrator::take_attach(const trace::Event& event) {
  notes_.awaits_attach = false;
  const auto hr = static_cast<std::int32_t>(trace::number_in(event, "result").value_or(0));
  if (abi::failed(hr)) notes_.refused_attaches.push_back({hr, event.n});
}

void Narrator::take_answer(const trace::Event& event) {
  if (!style_.verbose || !pictures_) return;
  answers_.push_back(fmt::format("{}: {}", event.n, answer_text(event, [&](std::uint64_t id) {
                                   if (std::string type = names_.class_name(id); !type.empty()) return type;
                                   const auto object = objects_at_.find(id);
                                   return object == objects_at_.end() ? std::string() : object->second;
                                 })));
}

void Narrator::take_kept(const trace::Event& event) {
  notes_.kept_library = printable(trace::text_in(event, "why"));
}

void Narrator::take_unimplemented(const trace::Event& event) {
  notes_.unimplemented.emplace_back(printable(trace::text_in(event, "method")),
                                    trace::number_in(event, "calls").value_or(0));
}

void Narrator::take_stored(const trace::Event& event) {
  notes_.stored.emplace_back(printable(trace::text_in(event, "method")),
                             trace::number_in(event, "calls").value_or(0));
}

void Narrator::take_body(const trace::Event& event) {
  const trace::Value* const readable = trace::find(event, "readable");
  if (readable == nullptr || readable->number != 0 || notes_.unreadable_bodies++ != 0) return;
  notes_.unreadable_body =
      fmt::format("{} received an incomplete or invalid body for method {:#x}",
                  printable(trace::text_in(event, "method")), trace::number_in(event, "token").value_or(0));
}

void Narrator::take_gap(const trace::Event& event) {
  const auto inside = trace::number_in(event, "inside");
  if (!inside) return;
  const auto hr =
      static_cast<std::int32_t>(static_cast<std::uint32_t>(trace::number_in(event, "hr").value_or(0)));
  std::string callback = "a callback";
  for (const auto& [name, line] : last_entry_) {
    if (line == *inside) callback = name;
  }
  gaps_[*inside] = {
      .text = callback + ": " + abi::hresult_text(hr) + " of " + printable(trace::text_in(event, "what")),
      .hr = hr};
}

void Narrator::take_altered(const trace::Event& event) {
  const std::string what = printable(trace::text_in(event, "what"));
  if (std::ranges::find(notes_.process, what, &ProcessChange::what) != notes_.process.end() &&
      what != "signal handler")
    return;
  notes_.process.push_back({.what = what,
                            .detail = printable(trace::text_in(event, "detail")),
                            .line = trace::number_in(event, "line").value_or(0)});
}

// Includes findings about collections that no callback reports.
void Narrator::take_audit(const trace::Event& event) {
  const auto name = [&](std::uint32_t object) -> std::optional<std::string> {
    return names_.has_name(object) ? std::optional(names_.object(object)) : std::nullopt;
  };
  notes_.audit.push_back(fmt::format("collection {}: {}", trace::number_in(event, "collection").value_or(0),
                                     with_names(printable(trace::text_in(event, "says")), name)));
}

// Remembers addresses of named objects as "a (Node)", for answers about them. The heap line after the
// collection gives new addresses.
void Narrator::take_place(std::uint64_t object, std::uint64_t type, std::uint64_t at) {
  const auto number = static_cast<std::uint32_t>(object);
  if (!names_.has_name(number)) return;
  const std::string class_name = names_.type(static_cast<std::uint32_t>(type));
  objects_at_[at] = names_.object(number) + (class_name.empty() ? "" : " (" + class_name + ")");
}

void Narrator::take_heap(const trace::Event& event) {
  if (!style_.verbose) return;
  const rules::Rows objects(trace::find(event, "objects"));
  for (std::uint64_t i = 0; i < objects.size(); ++i)
    take_place(objects.number(i, 0), objects.number(i, 4), objects.number(i, 1));
}

// For a bulk allocation only the address of the first object is known.
void Narrator::take_allocated(const trace::Event& event) {
  if (!style_.verbose) return;
  take_place(trace::number_in(event, "object").value_or(0), trace::number_in(event, "type").value_or(0),
             trace::number_in(event, "at").value_or(0));
  places_.allocated(static_cast<std::uint32_t>(trace::number_in(event, "object").value_or(0)),
                    trace::number_in(event, "at").value_or(0), trace::number_in(event, "size").value_or(0));
}

void Narrator::take_intruded(const trace::Event& event) {
  const auto number = [&](std::string_view key) { return trace::number_in(event, key).value_or(0); };
  Intrusion intrusion{.object = static_cast<std::uint32_t>(number("object")),
                      .at = number("at"),
                      .kind = printable(trace::text_in(event, "kind")),
                      .field = printable(trace::text_in(event, "field")),
                      .offset = number("offset"),
                      .was = number("was"),
                      .is = number("is"),
                      .after = number("after"),
                      .until = event.n,
                      .callbacks = {}};
  // In order of their last calls.
  std::map<std::uint64_t, std::string> between;
  for (const auto& [callback, line] : last_entry_) {
    if (line >= intrusion.after) between.emplace(line, printable(callback));
  }
  for (auto& [line, callback] : between) intrusion.callbacks.push_back(std::move(callback));
  notes_.intrusions.push_back(std::move(intrusion));
}

void Narrator::take_scribbled(const trace::Event& event) {
  const auto number = [&](std::string_view key) { return trace::number_in(event, key).value_or(0); };
  Scribble scribble{.callback = printable(trace::text_in(event, "callback")),
                    .array = printable(trace::text_in(event, "array")),
                    .where = printable(trace::text_in(event, "where")),
                    .line = number("line"),
                    .thread = event.thread,
                    .index = static_cast<std::int64_t>(number("index")),
                    .was = number("was"),
                    .is = number("is"),
                    .changed = number("changed"),
                    .entries = number("entries")};
  const auto [place, first] =
      scribbles_.try_emplace({scribble.callback, scribble.array, scribble.where}, notes_.scribbles.size());
  if (first) {
    notes_.scribbles.push_back(std::move(scribble));
  } else {
    ++notes_.scribbles[place->second].calls;
  }
}

void Narrator::take_stale(const trace::Event& event) {
  // A question asked by the scenario itself is not the profiler's mistake.
  const auto line = trace::number_in(event, "line");
  if (!line) return;
  const auto number = [&](std::string_view key) { return trace::number_in(event, key).value_or(0); };
  const auto now = trace::number_in(event, "now");
  StaleUse use{.method = printable(trace::text_in(event, "method")),
               .kind = printable(trace::text_in(event, "kind")),
               .line = *line,
               .at = number("at"),
               .was = number("was"),
               .now = now.value_or(0),
               .lives = now.has_value(),
               .collection = static_cast<std::uint32_t>(number("collection")),
               .forgotten = static_cast<std::uint32_t>(number("forgotten"))};
  if (const auto object = trace::number_in(event, "object")) use.object = static_cast<std::uint32_t>(*object);
  const auto [place, first] =
      stale_.try_emplace({use.method, use.kind, use.object, use.collection}, notes_.stale.size());
  if (first) {
    notes_.stale.push_back(std::move(use));
  } else {
    ++notes_.stale[place->second].calls;
  }
}

void Narrator::entered(const rules::Callback& callback, const rules::History& history) {
  if (history.masks().known() && callback.call != Call::kInitialize) {
    const rules::EventMask mask = history.masks().permitted();
    notes_.mask_known = true;
    notes_.asked = notes_.asked | mask;
  }
  if (!pictures_) return;
  if (belongs_to_collection(callback, history)) {
    last_part_ = Part::kInside;
  } else {
    // If the mask hides a collection's callbacks, only the model reports the collection.
    const Collection& last = history.collection();
    const bool none_yet = last.starts == 0 && !last.model && inside_.empty();
    last_part_ = none_yet ? Part::kBefore : Part::kAfterwards;
  }
  list_of(last_part_).add(callback);
}

CallbackList& Narrator::list_of(Part part) {
  return part == Part::kBefore ? before_ : part == Part::kInside ? inside_ : afterwards_;
}

std::string Narrator::title_of(const Collection& collection) const {
  if (brackets_ != 0 && is_bracket_end(collection)) return "the background collection ends";
  const bool begins = at_model_line_ && is_bracket_begin(collection);
  std::string text =
      begins ? "a background collection begins" : fmt::format("collection {}", collection.number);
  if (collection.orphaned)
    return text + ": only its end is reported, because the profiler attached in the middle of it";
  if (collection.model && collection.model->scenario_line != 0) {
    text += fmt::format(", line {} of the scenario", collection.model->scenario_line);
  }
  text += ": collects " + condemned_text(collection);
  if (collection.starts != 0) {
    text += ", " + reason_text(collection.reason);
  }
  return text;
}

std::string Narrator::answers_text() {
  if (answers_.empty()) return {};
  std::string text = paint(style_, Ink::kDim, "  answers to the scenario (line of the trace, answer)") + "\n";
  for (const std::string& each : answers_) text += field(style_, "", 4, each, Ink::kPlain);
  answers_.clear();
  return text;
}

std::string Narrator::failures_text() const {
  std::string text;
  for (const auto& [what, count] : failures_) {
    text += paint(style_, Ink::kWarning,
                  fmt::format("    {} returned {}{}", printable(what.first), abi::hresult_text(what.second),
                              count == 1 ? "" : ", " + grouped(count) + " times")) +
            "\n";
  }
  return text;
}

std::string Narrator::callbacks_text(const Places& places) {
  std::string text;
  const std::string columns = style_.verbose ? " (line of the trace, thread, call)" : "";
  if (!before_.empty())
    text +=
        paint(style_, Ink::kDim, "  callbacks before it" + columns) + "\n" + before_.text(style_, 4, places);
  if (!inside_.empty())
    text += paint(style_, Ink::kDim, "  callbacks" + columns) + "\n" + inside_.text(style_, 4, places);
  return text + answers_text() + failures_text();
}

void Narrator::closed(const Collection& collection) {
  ++notes_.collections;
  if (!pictures_) return;
  std::string text = "\n";
  for (const std::string& line : wrapped(title_of(collection), style_.width)) {
    text += paint(style_, Ink::kBold, line) + "\n";
  }
  if (is_drawable(collection)) {
    text += heap_picture(collection, names_, style_);
  } else {
    text += density_map(collection, style_);
  }
  const std::string objects = object_table(collection, names_, style_);
  const std::string ranges = range_table(collection, names_, style_);
  for (const std::string* const table : {&objects, &ranges}) {
    if (!table->empty()) text += "\n" + *table;
  }
  if (style_.verbose) places_ = Places(names_, collection);
  const std::string callbacks = callbacks_text(places_);
  if (!callbacks.empty()) text += "\n" + callbacks;
  say_(plain(style_, text));
  if (at_model_line_ && is_bracket_begin(collection)) {
    ++brackets_;
  } else if (brackets_ != 0 && is_bracket_end(collection)) {
    --brackets_;
  }
  before_ = std::exchange(afterwards_, CallbackList(style_.verbose));
  inside_ = CallbackList(style_.verbose);
  last_part_ = Part::kBefore;
  failures_.clear();
}

void Narrator::finish() {
  if (!pictures_) return;
  if (!before_.empty() || !inside_.empty()) {
    std::string text =
        "\n" + paint(style_, Ink::kDim, notes_.collections == 0 ? "callbacks" : "callbacks afterwards") +
        "\n" + before_.text(style_, 4, places_.settled()) + inside_.text(style_, 4, places_) +
        failures_text();
    say_(plain(style_, text));
  }
  if (const std::string answers = answers_text(); !answers.empty()) say_(plain(style_, "\n" + answers));
}

}  // namespace gcrucible::report
