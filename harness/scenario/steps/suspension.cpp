// Suspensions: their course, also that of a collection's suspension, and the step.
#include <fmt/format.h>

#include <algorithm>

#include "harness/program/steps/suspending.h"
#include "harness/scenario/language/language.h"
#include "harness/scenario/language/words.h"
#include "harness/scenario/steps/step_row.h"

namespace gcrucible::scenario {
namespace {

using program::Stop;
using program::Suspend;
using program::Suspending;
using yaml::Draft;
using yaml::Entry;
using yaml::Place;
using yaml::Value;

std::vector<std::string> known_suspend_words() {
  std::vector<std::string> result;
  for (const std::string& word : suspend_words()) {
    if (!word.empty()) result.push_back(word);
  }
  return result;
}

std::vector<yaml::Key> course() {
  return {
      yaml::optional(
          "aborted", yaml::number(0, program::kMostAborted, "each is a suspension that is reported"),
          "how often it is begun and aborted (RuntimeSuspendAborted) before; default: 0 or random"),
      yaml::optional(
          "threads", yaml::map_of(yaml::words(stop_words())),
          "when other threads are reported as suspended, by name: `never`; `stopped`: by the suspending "
          "thread; `returned`: by themselves, from native code, after RuntimeSuspendFinished; `late`: when "
          "the runtime runs again. Default: `never` or random"),
      yaml::optional(
          "resumed-by", yaml::name("a thread's name"),
          "the thread that resumes; default: the one that suspends, or random. In a workstation's "
          "collection another one breaks a rule, which `breaks` may expect: threads/triggering-thread"),
  };
}

void read_stops(const Value& map, std::uint32_t suspender, Suspending& suspension, Reading& reading) {
  for (const Entry& entry : map.entries) {
    Value name;
    name.kind = Value::Kind::kScalar;
    name.place = entry.place;
    name.text = entry.key;
    const auto thread = reading.running_thread(name);
    if (!thread) continue;
    if (*thread == suspender) {
      reading.messages.error(
          entry.place, fmt::format("thread {} suspends the runtime, and always reports itself", entry.key),
          "remove it from `threads`, or let another one suspend with `thread`");
      continue;
    }
    suspension.threads.push_back({*thread, enumerator<Stop>(stop_words(), entry.value.text)});
  }
}

void write_course(const program::Suspending& suspension, Draft& map, Writing& writing) {
  if (suspension.aborted) map.add("aborted", yaml::draft_number(*suspension.aborted));
  Draft threads = yaml::draft_map();
  for (const program::ThreadStop& each : suspension.threads) {
    threads.add(writing.names.thread(each.thread),
                yaml::draft_word(stop_words()[static_cast<std::size_t>(each.how)]));
  }
  if (!threads.empty()) map.add("threads", std::move(threads));
  if (suspension.resumed_by) map.add("resumed-by", writing.thread(*suspension.resumed_by));
}

}  // namespace

yaml::Shape suspension_shape() {
  return yaml::map(course());
}

program::Suspending read_suspension(const Value& map, std::uint32_t suspender, Reading& reading) {
  Suspending suspension;
  if (const Value* aborted = map.find("aborted"))
    suspension.aborted = static_cast<std::uint32_t>(number_of(*aborted));
  if (const Value* threads = map.find("threads")) read_stops(*threads, suspender, suspension, reading);
  const Value* const resumer = map.find("resumed-by");
  if (resumer == nullptr) return suspension;
  suspension.resumed_by = reading.running_thread(*resumer);
  const bool stopped = std::ranges::any_of(suspension.threads, [&](const program::ThreadStop& each) {
    return each.thread == suspension.resumed_by && each.how != Stop::kNever;
  });
  if (stopped) {
    reading.messages.error(resumer->place,
                           fmt::format("thread {} is stopped and cannot resume the runtime", resumer->text),
                           "remove it from `threads`, or let another one resume");
  }
  return suspension;
}

yaml::Draft write_suspension(const program::Suspending& suspension, Writing& writing) {
  Draft map = yaml::draft_map();
  write_course(suspension, map, writing);
  return map;
}

namespace {

yaml::Shape suspend_shape() {
  std::vector<yaml::Key> keys = {
      yaml::required("reason", yaml::words(known_suspend_words()), "why"),
      yaml::optional("thread", yaml::name("a thread's name"), "the thread that suspends; default: the first"),
      yaml::optional("liberties", yaml::number(),
                     "the seed of the choices that are not given: the other threads, aborted tries, and the "
                     "thread that resumes. 0: none of them; default: 0 or random"),
  };
  for (yaml::Key& key : course()) keys.push_back(std::move(key));
  return yaml::either({yaml::words(known_suspend_words()), yaml::map(std::move(keys))});
}

void read_suspend(const Value& value, Place place, Reading& reading) {
  Suspend step;
  step.thread = reading.usual_thread();
  const bool plain = value.is_scalar();
  const Value* const reason = plain ? &value : value.find("reason");
  step.reason = static_cast<std::uint32_t>(yaml::word_index(suspend_words(), reason->text));
  if (!plain) {
    if (const Value* thread = value.find("thread")) step.thread = reading.running_thread(*thread).value_or(0);
    if (const Value* liberties = value.find("liberties")) step.liberties = number_of(*liberties);
    step.suspension = read_suspension(value, step.thread, reading);
  }
  reading.step(std::move(step), place);
}

Draft write_suspend(const Suspend& step, Writing& writing) {
  const auto& words = suspend_words();
  Draft reason = yaml::draft_number(step.reason);
  if (step.reason < words.size() && !words[step.reason].empty()) {
    reason = yaml::draft_word(words[step.reason]);
  } else {
    writing.refuse(fmt::format("a suspension for reason {} has no word", step.reason));
  }
  Draft map = yaml::draft_map();
  if (step.thread != writing.usual_thread()) map.add("thread", writing.thread(step.thread));
  if (step.liberties) map.add("liberties", yaml::draft_number(*step.liberties));
  write_course(step.suspension, map, writing);
  if (map.empty()) return reason;
  map.entries.insert(map.entries.begin(), {"reason", std::move(reason)});
  return map;
}

}  // namespace

template <>
StepRow step_row<Suspend>() {
  return {.word = "suspend",
          .about =
              "suspend the runtime for this reason and resume it at once. Some reasons break a rule, which "
              "`breaks` may expect: `code-pitching` suspension/no-code-pitching (but under netfx1.1), "
              "`profiler` suspension/for-profiler",
          .shape = [] { return yaml::defined("suspension", suspend_shape()); },
          .read = read_suspend,
          .write = one_step<write_suspend>};
}

}  // namespace gcrucible::scenario
