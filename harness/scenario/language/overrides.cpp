// Keys for deliberate errors: calls, callbacks, entries, answers.
#include "harness/scenario/language/language.h"
#include "harness/scenario/language/words.h"

namespace gcrucible::scenario {

using yaml::any;
using yaml::defined;
using yaml::either;
using yaml::flag;
using yaml::list_of;
using yaml::map;
using yaml::name;
using yaml::number;
using yaml::optional;
using yaml::required;
using yaml::Shape;
using yaml::words;

namespace {

Shape count() {
  return number(0, 0xFFFFFFFE, "32 bits");
}

Shape which() {
  return either({words({"all"}), count()});
}

// A call, and the additional keys of an edit.
Shape call(std::vector<yaml::Key> more, bool arguments = false) {
  std::vector<yaml::Key> keys = {
      required("call", text_that_is("a callback's name"), "the callback"),
      optional("which", which(), "which call of it, counted from 0, or `all`; default: 0"),
  };
  keys.insert(keys.end(), more.begin(), more.end());
  return arguments ? map(std::move(keys), any("arguments, by their names in traces")) : map(std::move(keys));
}

Shape place(const std::string& verb) {
  return call({
      required("place", text_that_is("a callback's name"), "the callback " + verb),
      optional("place-which", count(),
               "which call of that one; default: 0 for `before`, the next one for `after`"),
  });
}

Shape thread() {
  return name("a thread's name, or `collector`");
}

Shape call_edit() {
  Shape edit = map({
      optional("omit", either({text_that_is("a callback's name"), call({})}), "leave this call out"),
      optional("twice", either({text_that_is("a callback's name"), call({})}), "make it twice"),
      optional("before", place("before which it must come"), "put it before another one"),
      optional("after", place("after which it must come"), "delay it until after another one"),
      optional("with", call({}, true),
               "other arguments, by their keys in a trace: a name, a number, or `+8` to change the value "
               "that is delivered"),
      optional("by",
               call({required("thread", thread(), "a thread, or `collector`, which is no managed one")}),
               "make it on another thread"),
      optional("hold",
               call({required("until", text_that_is("a callback's name"), "the call after which it ends"),
                     optional("until-which", count(), "which call of that one; default: the next")}),
               "write its return only after a later call"),
      optional("claim", call({required("count", count(), "the count that the call reports")}),
               "report another count of entries than it has; memory ends after the last entry"),
  });
  edit.one_key = true;
  return defined("call-edit", std::move(edit));
}

std::vector<yaml::Key> said_keys() {
  return {
      required("call", text_that_is("a callback's name"), "the callback"),
      optional("by", thread(), "the thread that makes it, or `collector`; default: the current thread"),
  };
}

}  // namespace

Shape say_shape() {
  return defined("said-callback", map(said_keys(), any("arguments, by their names in traces; default: 0")));
}

Shape call_edits_shape() {
  return list_of(call_edit());
}

Shape placed_say_shape() {
  std::vector<yaml::Key> keys = said_keys();
  keys.push_back(optional("before", text_that_is("a callback's name"), "the call before which it comes"));
  keys.push_back(optional("after", text_that_is("a callback's name"), "the call after which it comes"));
  keys.push_back(optional("which", which(), "which call of that one, or `all`; default: 0"));
  return list_of(defined("placed-callback",
                         map(std::move(keys), any("arguments, by their names in traces; default: 0"))));
}

Shape run_report_shape() {
  return map({
      optional("calls", call_edits_shape(), "departures of single calls, counted in the whole run"),
      optional("say", placed_say_shape(), "callbacks that nothing caused"),
  });
}

Shape entry_edits_shape() {
  const Shape row = map({}, any("columns, by name"));
  return list_of(
      defined("entry-edit",
              map({
                  required("in", words(entry_part_words()), "the part of the report"),
                  optional("drop", count(),
                           "leave this entry out; entries are numbered from 0 in the correct report"),
                  optional("repeat", count(), "report this entry twice"),
                  optional("add", row, "one more entry, at the end; columns that are not named are 0"),
                  optional("change",
                           map({required("entry", either({words({"all"}), count()}), "which one, or `all`")},
                               any("columns, by name")),
                           "other values for some columns of an entry"),
                  optional("old-addresses", either({flag(), count()}),
                           "report addresses from before the move, in all entries or in this one"),
                  optional("new-addresses", either({flag(), count()}),
                           "report addresses from after the move, in all entries or in this one"),
                  optional("variant", words(entry_variant_words()),
                           "of roots: whether RootReferences2 (exact), RootReferences (older) or both report "
                           "this; default: both"),
              })));
}

Shape answer_shape() {
  return map({
      optional("hr", either({number(0, 0xFFFFFFFF, "32 bits"), text_that_is("an HRESULT's name")}),
               "the HRESULT, by name or number"),
      optional("out", list_of(any()),
               "the out parameters in order, `same` for one that stays; those after the last one stay too"),
      optional("visited", list_of(any()), "the items that an enumeration visited"),
  });
}

}  // namespace gcrucible::scenario
