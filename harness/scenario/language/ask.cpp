// Keys for queries: Info calls that a scenario makes.
#include "harness/scenario/language/language.h"
#include "harness/scenario/language/words.h"

namespace gcrucible::scenario {

using yaml::any;
using yaml::defined;
using yaml::either;
using yaml::list_of;
using yaml::map;
using yaml::name;
using yaml::number;
using yaml::optional;
using yaml::required;
using yaml::Shape;
using yaml::text;
using yaml::words;

Shape ask_shape(bool inside_collection) {
  const Shape expect = map({
      optional("hr", either({number(0, 0xFFFFFFFF, "32 bits"), text_that_is("an HRESULT's name")}),
               "the HRESULT, by name or number"),
      optional("out", list_of(any()), "the out parameters in order; `any` for one that does not matter"),
  });
  // The reader looks up the name. Therefore the rest of a query is read even if the name is wrong.
  Shape method = text_that_is("a method's name");
  method.words = askable_words();
  std::vector<yaml::Key> keys = {
      required("call", defined("info-method", method), "the method of ICorProfilerInfo"),
      optional("object", object_name(), "its ObjectID argument"),
      optional("type", type_name(), "its ClassID argument"),
      optional("thread", name("a thread's name"), "its ThreadID argument"),
      optional("handle", name("a handle's name"), "its handle argument"),
      optional("number", number(),
               "a buffer's capacity, or another number argument. For a handle that no `handle` names: its "
               "number among those that questions of CreateHandle made, from 1. For a string's layout: bits "
               "that say which out parameters are null"),
      optional("text", text(), "its text argument"),
      optional("answer", answer_shape(), "the answer that the trace records, whatever the method returned"),
      optional("expect", expect, "the answer that it must give"),
  };
  if (inside_collection) {
    keys.insert(keys.begin(), required("in", text_that_is("a callback's name"),
                                       "the callback in which to ask, at its first call"));
  } else {
    keys.push_back(optional("in", text_that_is("a callback's name"),
                            "the callback in which to ask, at its next call; default: in no callback"));
  }
  return defined(inside_collection ? "question-in-a-collection" : "question", map(std::move(keys)));
}

}  // namespace gcrucible::scenario
