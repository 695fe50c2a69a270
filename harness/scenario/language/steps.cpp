// Keys for steps.
#include "harness/runtimes/runtimes.h"
#include "harness/scenario/language/language.h"
#include "harness/scenario/language/words.h"

namespace gcrucible::scenario {

using yaml::any;
using yaml::defined;
using yaml::either;
using yaml::flag;
using yaml::list_of;
using yaml::map;
using yaml::map_of;
using yaml::name;
using yaml::nothing;
using yaml::number;
using yaml::optional;
using yaml::required;
using yaml::Shape;
using yaml::text;
using yaml::words;

namespace {

Shape one_key(Shape shape) {
  shape.one_key = true;
  return shape;
}

Shape edit_shape() {
  const Shape range = either({one_key(map({
      optional("moved", list_of(address(), 3, 3), "old start, new start, length"),
      optional("surviving", list_of(address(), 2, 2), "start, length"),
  }))});
  const Shape index = number(0, 0xFFFFFFFF, "32 bits");
  std::vector<std::string> plain;
  for (const PlainEdit& edit : plain_edits()) plain.emplace_back(edit.word);
  return either(
      {words(std::move(plain)),
       one_key(map({
           optional("replace", list_of(range), "replace all ranges of the collection with these"),
           optional("drop", index, "leave this range out; ranges are numbered from 0"),
           optional("repeat", index, "report this range twice"),
           optional("change",
                    map({
                        required("range", index, "which one"),
                        required("to", range, "what it becomes"),
                    }),
                    "report another range instead of this one"),
           optional("other-family", index, "report this range as surviving instead of moved, or the reverse"),
           optional("both-families", index, "report this range as moved and as surviving"),
           optional("generations", list_of(flag(), 1, 64),
                    "the generations that GarbageCollectionStarted reports as collected"),
       }))});
}

// How the entries of one part are split into calls.
Shape spread_shape(std::vector<yaml::Key> more = {}) {
  std::vector<yaml::Key> keys = {
      optional("splits", list_of(number(0, 0xFFFFFFFF, "32 bits")),
               "sizes of its first calls; 0 is an empty call"),
      optional("shuffle", number(1), "report its entries in a random order from this seed"),
  };
  keys.insert(keys.end(), more.begin(), more.end());
  return map(std::move(keys));
}

Shape shuffle_shape() {
  return map({optional("shuffle", number(1), "make its calls in a random order from this seed")});
}

Shape report_shape() {
  return map({
      optional("batch", number(1, 0xFFFFFFFF, "32 bits"),
               "most ranges or roots in one call; default: the runtime's"),
      optional("splits", list_of(number(0, 0xFFFFFFFF, "32 bits")),
               "sizes of the first batches of ranges; 0 is an empty call"),
      optional("shuffle", number(1), "report ranges and batches in a random order from this seed"),
      optional("order", list_of(words(runtimes::report_part_words()), 1, 8),
               "order of the report's parts; those that are not named follow in the runtime's order"),
      optional("mix", number(),
               "mix the calls of all parts at random from this seed; 0: one part after the other; default: 0 "
               "or random"),
      optional("liberties", number(),
               "choose everything else that the documentation leaves to the runtime (docs/runtimes.md) at "
               "random from this seed; 0: none of it; default: 0 or random"),
      optional("schedule", schedule_shape(),
               "how the threads of several heaps of server GC take turns, in this collection; default: "
               "round-robin or random"),
      optional("started-by", number(0, 63, "the limit of `server` is 64"),
               "the heap whose thread delivers GarbageCollectionStarted; default: 0"),
      optional("suspension", suspension_shape(),
               "how the collection's own suspension goes; default: chosen by `liberties`"),
      optional("roots",
               spread_shape({optional(
                   "pairs", number(1),
                   "choose at random from this seed, for each call of roots, whether RootReferences2 or "
                   "RootReferences comes first, where neither depends on the other")}),
               "how roots are reported"),
      optional("dependent-handles", spread_shape(), "how elements of dependent handles are reported"),
      optional("allocated-by-class", spread_shape(), "how counts of classes are reported"),
      optional("finalizable-queued", shuffle_shape(), "how queued objects are reported"),
      optional("object-references", shuffle_shape(), "how references are reported"),
      optional("edits", list_of(edit_shape()),
               "departures from the runtime's own report, to make it illegal on purpose"),
      optional("entries", entry_edits_shape(), "other entries than the heap has, in other parts than ranges"),
      optional("calls", call_edits_shape(),
               "departures of single calls, counted from the collection's first suspension callback on"),
      optional("say", placed_say_shape(), "callbacks that nothing caused"),
  });
}

}  // namespace

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
      optional(
          "number", number(),
          "a buffer's capacity, or another number argument. For a handle that no `handle` names: its number "
          "among those that questions of CreateHandle made, from 1. For a string's layout: bits that say "
          "which out parameters are null"),
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

Shape attach_shape(bool inside_collection) {
  std::vector<yaml::Key> keys = {
      optional("client-data", either({text(), list_of(number(0, 255, "a byte"))}),
               "data that the client sends, as a text or as bytes; default: none"),
      optional("expect", either({number(0, 0xFFFFFFFF, "32 bits"), text_that_is("an HRESULT's name")}),
               "the HRESULT that the client must get; default: S_OK; another failure stops the run"),
      optional("result", either({number(0, 0xFFFFFFFF, "32 bits"), text_that_is("an HRESULT's name")}),
               "the HRESULT for the client that the trace records, whatever it was"),
  };
  if (inside_collection) {
    std::vector<std::string> places = {"started"};
    for (const std::string& part : runtimes::report_part_words()) places.push_back(part);
    places.insert(places.end(), {"finished", "resume"});
    keys.insert(
        keys.begin(),
        required("before", words(std::move(places)),
                 "what comes next in the collection: a bracket, a part of the report, or the resume"));
  }
  return defined(inside_collection ? "attach-in-a-collection" : "attach", map(std::move(keys)));
}

Shape collect_shape() {
  const Shape generations = one_or_list(generation());
  return map({
      optional("generation", words({"0", "1", "2"}),
               "the condemned generation, together with the younger ones; default: 2"),
      optional("compact", generations,
               "generations that compact; a policy decides about those in neither list"),
      optional("sweep", generations, "generations that are swept"),
      optional("destination", words(destination_words()), "as in `heap`, for this collection"),
      optional("reason", words({"induced", "other"}), "default: induced"),
      optional("pinned", words(pinned_words()),
               "whether pinned survivors are promoted, demoted or stay; default: as the runtime does"),
      optional("promote", flag(), "false: survivors stay in their generation; default: true"),
      optional("provisional", flag(),
               "true: it goes on in the suspension of the step before, a swept collection of generation 1, "
               "and has no GarbageCollectionStarted; default: false"),
      optional("thread", name("a thread's name"), "the thread that triggers it; default: the first"),
      optional("report", report_shape(), "how it is reported to the profiler"),
      optional("ask", list_of(ask_shape(true)), "Info calls made inside its callbacks"),
      optional("attach", attach_shape(true), "the profiler is attached in the middle of it"),
      optional("expect", collection_expectation_shape(), "what it must show"),
  });
}

namespace {

Shape background_shape() {
  const Shape begin = map({
      optional("young-first", words({"0", "1", "none"}),
               "a collection of this generation comes first, in the same pause; default: none or random"),
      optional("reason", words({"induced", "other"}), "default: induced"),
      optional("thread", name("a thread's name"), "the thread that triggers it; default: the first"),
  });
  const Shape pause = map({
      optional("expect", collection_expectation_shape(), "what it must show"),
  });
  return either(
      {words({"begin", "pause", "end"}),
       one_key(map({
           optional("begin", begin, "it begins, in a pause, and the program runs on"),
           optional("pause", pause, "the pause in which marking ends and it is decided which objects live"),
       }))});
}

Shape await_shape() {
  const Shape method = text_that_is("a method's name");
  return either(
      {method, map({
                   required("call", method, "the method of ICorProfilerInfo"),
                   optional("times", number(1, 0xFFFFFFFF, "32 bits"),
                            "how often, in addition to the calls that earlier steps waited for; default: 1"),
               })});
}

Shape shutdown_shape() {
  return map({
      required("thread", name("a thread's name"), "the thread that runs on"),
      optional("suspended", flag(),
               "whether the runtime stays suspended from now on; default: as the runtime does, or random"),
  });
}

}  // namespace

// Actions that several threads may do at the same time.
std::vector<yaml::Key> own_step_keys() {
  const Shape thread = name("a thread's name");
  const Shape handle = name("a handle's name");
  const Shape handle_change =
      defined("handle-change",
              either({nothing(), object_name(),
                      map({
                          optional("object", object_name_or_null(), "the object that it holds from now on"),
                          optional("count", number(0, 0xFFFFFFFF, "32 bits"), "of a ref-counted handle"),
                      })}));
  return {
      optional("allocate", allocation_shape(), "make an object, or many"),
      optional("store", map_of(object_name_or_null()),
               "write references: `object.field: target` or `array[3]: target`"),
      optional("root", root_shape(), "add a root"),
      optional("set-root", map_of(object_name_or_null()), "roots and the objects that they hold from now on"),
      optional("unroot", one_or_list(text_that_is("a root's name")), "remove roots"),
      optional("handle", handle_shape(), "make a handle"),
      optional("set-handle", map_of(handle_change), "handles and the objects that they hold from now on"),
      optional("free-handle", one_or_list(handle), "free handles"),
      optional("suppress-finalizer", one_or_list(object_name()), "GC.SuppressFinalize"),
      optional("register-finalizer", one_or_list(object_name()), "GC.ReRegisterForFinalize"),
      optional("throw", defined("throw", throw_shape()),
               "an exception is thrown, and goes as far as the first code that runs on its way"),
      optional("catch", thread, "the innermost exception of this thread is caught"),
      optional("compile", defined("compilation", compile_shape()), "a function is compiled"),
      optional("suspend", defined("suspension", suspend_shape()),
               "suspend the runtime for this reason and resume it at once. Some reasons break a rule, which "
               "`breaks` may expect: `code-pitching` suspension/no-code-pitching (but under netfx1.1), "
               "`profiler` suspension/for-profiler"),
      optional("collect", defined("collection", either({words({"0", "1", "2"}), collect_shape()})),
               "a collection, or just its generation"),
      optional("shutdown", words({"now"}),
               "Shutdown comes here, and the next steps happen while the process ends"),
  };
}

Shape together_shape() {
  const Shape own = defined("step-of-a-thread", one_key(map(own_step_keys())));
  return map({
      optional("schedule", schedule_of_threads_shape(),
               "which thread goes on if several could; default: round-robin or random"),
      required("threads", map_of(list_of(own, 1)), "threads that run, and the steps of each in their order"),
  });
}

Shape step_shape() {
  const Shape thread = name("a thread's name");
  std::vector<yaml::Key> keys = own_step_keys();
  for (yaml::Key& more : std::vector<yaml::Key>{
           optional("together", together_shape(), "threads of the program are at work at once"),
           optional("run-finalizers", either({words({"all"}), number(1, 0xFFFFFFFE, "32 bits")}),
                    "let the finalizer thread run this many of the queued finalizers"),
           optional("start-thread", one_or_list(thread), "start threads"),
           optional("end-thread", one_or_list(thread), "end threads"),
           optional("begin-shutdown", either({thread, shutdown_shape()}),
                    "the process begins to end; where the runtime suspends for that, only this thread runs "
                    "on"),
           optional("background", background_shape(),
                    "a collection concurrent with the program: its beginning, its second pause, its end"),
           optional("say", say_shape(), "a callback that nothing caused"),
           optional("ask", ask_shape(false), "make an Info call as a profiler would, on a thread of its own"),
           optional("await", await_shape(),
                    "wait until a thread of the profiler's own has returned from an Info method"),
           optional("attach", attach_shape(false), "the profiler is attached to the process"),
       }) {
    keys.push_back(std::move(more));
  }
  return defined("step", one_key(map(std::move(keys))));
}

}  // namespace gcrucible::scenario
