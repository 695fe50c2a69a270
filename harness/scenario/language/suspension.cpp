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
      optional("aborted", number(0, program::kMostAborted, "each is a suspension that is reported"),
               "how often it is begun and aborted (RuntimeSuspendAborted) before; default: 0 or random"),
      optional("threads", map_of(words(stop_words())),
               "when other threads are reported as suspended, by name: `never`; `stopped`: by the suspending "
               "thread; `returned`: by themselves, from native code, after RuntimeSuspendFinished; `late`: "
               "when the runtime runs again. Default: `never` or random"),
      optional("resumed-by", name("a thread's name"),
               "the thread that resumes; default: the one that suspends, or random. In a workstation's "
               "collection another one breaks a rule, which `breaks` may expect: threads/triggering-thread"),
  };
}

}  // namespace

Shape suspension_shape() {
  return map(course());
}

Shape suspend_shape() {
  std::vector<yaml::Key> keys = {
      required("reason", words(known_suspend_words()), "why"),
      optional("thread", name("a thread's name"), "the thread that suspends; default: the first"),
      optional("liberties", number(),
               "the seed of the choices that are not given: the other threads, aborted tries, and the thread "
               "that resumes. 0: none of them; default: 0 or random"),
  };
  for (yaml::Key& key : course()) keys.push_back(std::move(key));
  return either({words(known_suspend_words()), map(std::move(keys))});
}

}  // namespace gcrucible::scenario
