// Keys for collections, and for attaches, which may be inside one.
#include "harness/runtimes/runtimes.h"
#include "harness/scenario/language/language.h"
#include "harness/scenario/language/words.h"

namespace gcrucible::scenario {

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
               "choose everything else that the documentation leaves to the runtime at random from this seed "
               "(docs/reference/runtime-choices.md); 0: none of it; default: 0 or random"),
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

}  // namespace gcrucible::scenario
