#include "harness/report/text/advice_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/report/text/trace_line.h"

namespace gcrucible::report {
namespace {

constexpr std::size_t kMostShown = 5;
constexpr std::size_t kHeadColumns = 11;

// As in findings: small ids in decimal, because only examples of the documentation use them.
std::string id(std::uint64_t value) {
  return value < 4096 ? fmt::format("{}", value) : fmt::format("{:#x}", value);
}

std::string part(const Style& style, std::string_view head, std::string_view body) {
  return field(style, "  " + std::string(head), kHeadColumns, body);
}

std::string name_of(const RunReport& run, std::uint32_t object) {
  const auto named = run.object_names.find(object);
  return named == run.object_names.end() ? fmt::format("object {}", object)
                                         : fmt::format("\"{}\"", named->second);
}

std::string and_more(const Style& style, std::size_t all, std::size_t shown) {
  return shown == all ? std::string()
                      : part(style, "", fmt::format("and {} more (-v shows them)", all - shown));
}

std::string forgotten_text(const StaleUse& use) {
  return use.forgotten == 0
             ? std::string("is not recorded")
             : fmt::format(
                   "is not known: collection {} had more than 65,536 ranges and deaths, too many to record",
                   use.forgotten);
}

std::string moved_text(const StaleUse& use, const std::string& name) {
  if (use.object == rules::kNoObject) {
    return fmt::format("{} lies in a range that collection {} moved away; its owner {}", id(use.at),
                       use.collection, forgotten_text(use));
  }
  std::string text = use.at == use.was
                         ? fmt::format("{} was the ObjectID of {} until collection {} moved it", id(use.at),
                                       name, use.collection)
                         : fmt::format("{} lies in memory that {}, then {}, left in collection {}",
                                       id(use.at), name, id(use.was), use.collection);
  return text + (use.lives ? fmt::format("; it is at {} now", id(use.now)) : "; it has died since");
}

}  // namespace

namespace {

std::string entries(std::uint64_t count) {
  return count == 1 ? "1 entry" : grouped(count) + " entries";
}

}  // namespace

std::string text_of(const Scribble& scribble) {
  std::string text;
  if (scribble.where == "before" || scribble.where == "behind") {
    text = fmt::format("It received {} with {} and wrote {} at index {}, {} the array.", scribble.array,
                       entries(scribble.entries), id(scribble.is), scribble.index,
                       scribble.where == "behind" ? "after" : "before");
    if (scribble.changed > 1) text += fmt::format(" It wrote into {} there.", entries(scribble.changed));
  } else if (scribble.where == "kept") {
    text = fmt::format(
        "It kept the address of {} and wrote {} at index {} after {} had returned and the array was no "
        "longer valid.",
        scribble.array, id(scribble.is), scribble.index, scribble.callback);
  } else {
    text = fmt::format("It received {} with {} at index {} and wrote {} there.", scribble.array,
                       id(scribble.was), scribble.index, id(scribble.is));
    if (scribble.changed > 1)
      text += fmt::format(" {} of {} differ.", grouped(scribble.changed), entries(scribble.entries));
  }
  if (scribble.calls > 1) {
    text += fmt::format(" It did so to {} in {} calls of {}.", scribble.array, grouped(scribble.calls),
                        scribble.callback);
  }
  return text;
}

std::string text_of(const StaleUse& use, const std::string& name) {
  if (use.kind == "moved") return moved_text(use, name);
  if (use.kind == "died") {
    return use.at == use.was ? fmt::format("{} was the ObjectID of {}, which died in collection {}",
                                           id(use.at), name, use.collection)
                             : fmt::format("{} lies in memory of {}, then {}, which died in collection {}",
                                           id(use.at), name, id(use.was), use.collection);
  }
  if (use.kind == "ahead") {
    return fmt::format(
        "{} is where collection {} was about to move {}; until that collection ended it was at {}",
        id(use.at), use.collection, name, id(use.now));
  }
  if (use.kind == "interior") {
    return fmt::format("{} lies inside {}, whose ObjectID was {}", id(use.at), name, id(use.was));
  }
  if (use.kind == "unknown") {
    return fmt::format("{} was never an ObjectID: no object of this run began there", id(use.at));
  }
  if (use.kind == "forgotten") {
    return fmt::format(
        "{} is not an ObjectID; whether it ever was one is not known, because {} {} not recorded", id(use.at),
        grouped(use.forgotten), use.forgotten == 1 ? "collection is" : "collections are");
  }
  return fmt::format("{} is memory that the heap had released; its owner {}", id(use.at),
                     forgotten_text(use));
}

std::string scribbles_text(const RunReport& run, const Style& style) {
  const std::vector<Scribble>& all = run.notes.scribbles;
  if (all.empty()) return {};
  std::string text =
      "\n" + paint(style, Ink::kBad, "BROKEN BY THE PROFILER: it wrote into the arrays of a callback") + "\n";
  const std::size_t shown = style.verbose ? all.size() : std::min(all.size(), kMostShown);
  for (std::size_t i = 0; i < shown; ++i) {
    text += part(style, "where",
                 fmt::format("{}, {}, {} at index {}, thread {}", trace_line(run, all[i].line, style),
                             all[i].callback, all[i].array, all[i].index, all[i].thread));
    text += part(style, "what", text_of(all[i]));
  }
  text += and_more(style, all.size(), shown);
  text += part(style, "why not",
               "A real CLR passes its own buffers. The calls that follow would report the overwritten "
               "values, and the data next to the arrays would be lost. Here the profiler receives copies, so "
               "the trace and the rules have the original values.");
  return text + paint(style, Ink::kDim, padded("  replay", kHeadColumns)) + run.replay + "\n";
}

std::string text_of(const Intrusion& intrusion, const std::string& name) {
  std::string what;
  if (intrusion.kind == "bytes") {
    what = "fields without references";
  } else {
    what = fmt::format("the {}{} at offset {}, which was {} and is now {}", intrusion.kind,
                       intrusion.field.empty() ? std::string() : " " + intrusion.field, intrusion.offset,
                       id(intrusion.was), id(intrusion.is));
  }
  return fmt::format("It wrote into {} at {}: {}.", name, id(intrusion.at), what);
}

std::string intrusions_text(const RunReport& run, const Style& style) {
  const std::vector<Intrusion>& all = run.notes.intrusions;
  if (all.empty()) return {};
  std::string text = "\n" + paint(style, Ink::kBad, "BROKEN BY THE PROFILER: it wrote into objects") + "\n";
  const std::size_t shown = style.verbose ? all.size() : std::min(all.size(), kMostShown);
  for (std::size_t i = 0; i < shown; ++i) {
    text += part(style, "what", text_of(all[i], name_of(run, all[i].object)));
    std::string callbacks;
    for (const std::string& callback : all[i].callbacks) {
      callbacks += (callbacks.empty() ? ", in or after " : ", ") + callback;
    }
    text += part(style, "when",
                 fmt::format("between {} and {}{}", trace_line(run, all[i].after, style),
                             trace_line(run, all[i].until, style), callbacks));
  }
  text += and_more(style, all.size(), shown);
  text += part(style, "why not",
               "A real collector would use the overwritten values. Here method tables, lengths and "
               "references are restored, so the collections that follow are those of the scenario.");
  return text + paint(style, Ink::kDim, padded("  replay", kHeadColumns)) + run.replay + "\n";
}

std::string references_text(const RunReport& run, const Style& style) {
  if (run.notes.references.empty()) return {};
  std::string text =
      "\n" + paint(style, Ink::kBad, "BROKEN BY THE PROFILER: it did not release its references correctly") +
      "\n";
  for (const rules::ReferenceBalance& balance : run.notes.references)
    text += part(style, "what", rules::text_of(balance));
  return text + paint(style, Ink::kDim, padded("  replay", kHeadColumns)) + run.replay + "\n";
}

std::string process_text(const RunReport& run, const Style& style) {
  if (run.notes.process.empty()) return {};
  std::string text =
      "\n" + paint(style, Ink::kBad, "BROKEN BY THE PROFILER: it changed the state of the process") + "\n";
  for (const ProcessChange& change : run.notes.process) {
    text += part(style, "what", change.detail);
    if (change.line != 0) text += part(style, "where", trace_line(run, change.line, style));
  }
  return text + paint(style, Ink::kDim, padded("  replay", kHeadColumns)) + run.replay + "\n";
}

std::string slow_callbacks_text(const RunReport& run, const Style& style) {
  if (run.slow_callbacks.empty()) return {};
  std::string text =
      "\n" + paint(style, Ink::kWarning, "advice: callbacks of the profiler hold up collections") + "\n";
  const std::size_t shown =
      style.verbose ? run.slow_callbacks.size() : std::min(run.slow_callbacks.size(), kMostShown);
  for (std::size_t i = 0; i < shown; ++i) {
    const SlowCallback& each = run.slow_callbacks[i];
    const std::string thread = each.thread.empty() ? "" : ", on " + each.thread;
    text += part(style, "what",
                 fmt::format("{} (callback {} of the run{}) held up collection {} for about {}; all managed "
                             "threads waited for that.",
                             each.callback, each.number, thread, each.collection, each.time));
  }
  return text + and_more(style, run.slow_callbacks.size(), shown);
}

}  // namespace gcrucible::report
