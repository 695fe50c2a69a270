// Keys for the course of a suspension.
#include "harness/program/steps/suspending.h"
#include "harness/scenario/language/language.h"
#include "harness/scenario/language/words.h"

namespace gcrucible::scenario {

using yaml::either;
using yaml::map;
using yaml::map_of;
using yaml::name;
using yaml::number;
using yaml::optional;
using yaml::required;
using yaml::Shape;
using yaml::words;

namespace {

std::vector<std::string> known_suspend_words() {
  std::vector<std::string> result;
  for (const std::string& word : suspend_words()) {
    if (!word.empty()) result.push_back(word);
  }
  return result;
}

std::vector<yaml::Key> course() {
  return {
      optional(
          "aborted", number(0, program::kMostAborted, "each is a suspension that is told"),
          "so many times it is begun and aborted (RuntimeSuspendAborted) before; 0 unless told or drawn"),
      optional("threads", map_of(words(stop_words())),
               "what other threads tell, by their names: `never` anything; `stopped` by the thread that "
               "suspends; `returned` from native code behind RuntimeSuspendFinished, by themselves; `late`, "
               "when the runtime runs again. `never` unless told or drawn"),
      optional("resumed-by", name("a thread's name"),
               "the thread that resumes; the one that suspends unless told or drawn. In a workstation's "
               "collection "
               "another one breaks a rule, which `breaks` may expect: threads/triggering-thread"),
  };
}

}  // namespace

Shape suspension_shape() {
  return map(course());
}

Shape suspend_shape() {
  std::vector<yaml::Key> keys = {
      required("reason", words(known_suspend_words()), "why"),
      optional("thread", name("a thread's name"), "the one that suspends; the first unless told"),
      optional("liberties", number(),
               "draw from this number what is not told of the other threads, of tries in vain and of who "
               "resumes; 0: nothing of it, which is so unless told or drawn"),
  };
  for (yaml::Key& key : course()) keys.push_back(std::move(key));
  return either({words(known_suspend_words()), map(std::move(keys))});
}

}  // namespace gcrucible::scenario
