// Collections that block the program, and collections in the background.
#include "harness/scenario/language/language.h"
#include "harness/scenario/language/words.h"
#include "harness/scenario/steps/step_row.h"

namespace gcrucible::scenario {
namespace {

using program::Background;
using program::Collect;
using yaml::Draft;
using yaml::Place;
using yaml::Value;

yaml::Shape background_shape() {
  const yaml::Shape begin = yaml::map({
      yaml::optional(
          "young-first", yaml::words({"0", "1", "none"}),
          "a collection of this generation comes first, in the same pause; default: none or random"),
      yaml::optional("reason", yaml::words({"induced", "other"}), "default: induced"),
      yaml::optional("thread", yaml::name("a thread's name"),
                     "the thread that triggers it; default: the first"),
  });
  const yaml::Shape pause = yaml::map({
      yaml::optional("expect", collection_expectation_shape(), "what it must show"),
  });
  yaml::Shape phase = yaml::map({
      yaml::optional("begin", begin, "it begins, in a pause, and the program runs on"),
      yaml::optional("pause", pause, "the pause in which marking ends and it is decided which objects live"),
  });
  phase.one_key = true;
  return yaml::either({yaml::words({"begin", "pause", "end"}), phase});
}

void read_background(const Value& value, Place place, Reading& reading) {
  using Phase = Background::Phase;
  Background step;
  const Value* const begin = value.is_scalar() ? nullptr : value.find("begin");
  const Value* const pause = value.is_scalar() ? nullptr : value.find("pause");
  const bool begins = begin != nullptr || (value.is_scalar() && value.text == "begin");
  const bool pauses = pause != nullptr || (value.is_scalar() && value.text == "pause");
  step.phase = begins ? Phase::kBegin : pauses ? Phase::kPause : Phase::kEnd;
  if (begin != nullptr) {
    step.induced = text_or(*begin, "reason", "induced") == "induced";
    if (const Value* young = begin->find("young-first")) {
      step.none_first = young->text == "none";
      if (!step.none_first)
        step.young_first = enumerator<program::Generation>(generation_words(), young->text);
    }
    if (const Value* thread = begin->find("thread"))
      step.thread = reading.running_thread(*thread).value_or(0);
  }
  reading.step(step, place);
  if (!pauses) return;
  ExpectedCollection expected;
  expected.line = place.line;
  expected.place = place;
  if (const Value* expect = pause == nullptr ? nullptr : pause->find("expect"))
    read_collection_expectation(*expect, expected, reading);
  reading.scenario.expect.collections.push_back(std::move(expected));
}

Draft write_background(const Background& step, Writing& writing) {
  using Phase = Background::Phase;
  if (step.phase != Phase::kBegin) return yaml::draft_word(step.phase == Phase::kPause ? "pause" : "end");
  Draft map = yaml::draft_map();
  if (step.young_first)
    map.add("young-first", yaml::draft_word(generation_words()[static_cast<std::size_t>(*step.young_first)]));
  if (step.none_first) map.add("young-first", yaml::draft_word("none"));
  if (!step.induced) map.add("reason", yaml::draft_word("other"));
  if (step.thread != writing.usual_thread()) map.add("thread", writing.thread(step.thread));
  if (map.empty()) return yaml::draft_word("begin");
  Draft phase = yaml::draft_map();
  phase.add("begin", std::move(map));
  return phase;
}

}  // namespace

template <>
StepRow step_row<Collect>() {
  return {
      .word = "collect",
      .about = "a collection, or just its generation",
      .shape =
          [] {
            return yaml::defined("collection", yaml::either({yaml::words({"0", "1", "2"}), collect_shape()}));
          },
      .read = read_collect,
      .write = one_step<write_collect>};
}

template <>
StepRow step_row<Background>() {
  return {.word = "background",
          .about = "a collection concurrent with the program: its beginning, its second pause, its end",
          .shape = background_shape,
          .read = read_background,
          .write = one_step<write_background>};
}

}  // namespace gcrucible::scenario
