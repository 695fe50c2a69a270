// Keys for running code: exceptions, and functions that are compiled.
#include "harness/scenario/language/language.h"

namespace gcrucible::scenario {

using yaml::either;
using yaml::flag;
using yaml::map;
using yaml::name;
using yaml::optional;
using yaml::required;
using yaml::Shape;

Shape throw_shape() {
  const Shape function = text_that_is("a function's name");
  return map({
      required("object", object_name(), "the exception"),
      optional("catcher", function,
               "the function that catches it, as Type.Method; without it, the exception leaves managed code "
               "after the last of `frames`"),
      optional("frames", one_or_list(function),
               "the functions that it leaves, starting with the one that throws; default: none, and the "
               "catcher throws it"),
      optional("filters", one_or_list(function),
               "which of all these have a filter; the catcher's lets it catch, the others do not"),
      optional("finally", one_or_list(function), "which of all these have a finally block"),
      optional("leaves-finally", flag(),
               "true: it leaves the finally block in which the thread's innermost exception stands. That one "
               "has no `catch` of its own; false by default"),
      optional("thread", name("a thread's name"), "the thread that throws; default: the first"),
  });
}

Shape compile_shape() {
  const Shape function = text_that_is("a function's name");
  return either({function, map({
                               required("function", function, "the function, as Type.Method"),
                               optional("thread", name("a thread's name"),
                                        "the thread that compiles it; default: the first"),
                               optional("safe-to-block", flag(),
                                        "the fIsSafeToBlock that is reported; default: true or random; "
                                        "always true if the runtime says so"),
                           })});
}

}  // namespace gcrucible::scenario
