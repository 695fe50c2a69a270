// Keys for expectations.
#include <algorithm>

#include "harness/scenario/language/language.h"
#include "harness/scenario/language/words.h"

namespace gcrucible::scenario {

using yaml::list_of;
using yaml::map;
using yaml::map_of;
using yaml::name;
using yaml::number;
using yaml::optional;
using yaml::Shape;
using yaml::text;
using yaml::words;

namespace {

Shape names_of(Shape item, std::size_t least) {
  return list_of(std::move(item), least);
}

// "2", ">= 3", "1..4": a number, or a text with one of these forms.
Shape counts() {
  Shape count = text();
  count.noun = "a count such as 2, \">= 3\" or \"1..4\"";
  return map_of(count);
}

Shape address_or_object() {
  Shape shape = text();
  shape.noun = "an address or an object's name";
  return shape;
}

}  // namespace

Shape collection_expectation_shape() {
  const Shape objects = list_of(object_name());
  const Shape groups = list_of(names_of(object_name(), 2));
  return yaml::defined(
      "collection-expectation",
      map({
          optional("moved", list_of(list_of(address_or_object(), 3, 3)),
                   "all ranges reported as moved, each as old start, new start, length"),
          optional("surviving", list_of(list_of(address_or_object(), 2, 2)),
                   "all ranges reported as surviving, each as start, length"),
          optional("at", map_of(address()), "addresses of objects afterwards"),
          optional("dead", objects, "objects that this collection frees, not an earlier one"),
          optional("alive", objects, "objects that are alive afterwards"),
          optional("moves", objects, "objects whose address changes"),
          optional("unmoved", objects, "objects whose address does not change"),
          optional("together", groups, "groups of objects, each inside one reported range"),
          optional("apart", groups, "groups of objects, no two of them inside the same reported range"),
          optional("ascending", names_of(object_name(), 2),
                   "objects in the order of their addresses afterwards"),
          optional("generation", map_of(generation()), "generations of objects afterwards"),
          optional("condemned", list_of(generation()),
                   "the generations that GarbageCollectionStarted reports as collected"),
          optional("reason", words({"induced", "other"}), "the reason that GarbageCollectionStarted gives"),
          optional("queued", objects,
                   "exactly the objects whose finalizer this collection queues, once for each registration"),
          optional("cleared", list_of(name("a handle's name")),
                   "exactly the handles that this collection clears"),
          optional("references", map_of(list_of(object_name())),
                   "the references that ObjectReferences reports for objects, in layout order"),
          optional(
              "roots", map_of(list_of(text_that_is("a root's kind and flags"))),
              "the roots of objects as RootReferences2 reports them: kind and flags, as in `handle weak`"),
          optional("dependent", map_of(list_of(object_name())),
                   "values of keys in ConditionalWeakTableElementReferences"),
          optional("allocated-by-class", map_of(number()), "counts of types in ObjectsAllocatedByClass"),
          optional("callbacks", counts(), "how often callbacks come"),
          optional("order", list_of(text_that_is("a callback's name"), 1),
                   "callbacks that are delivered in this order; others may come between them"),
          optional("sequence", list_of(text_that_is("a callback's name"), 1),
                   "all callbacks in order; each name stands for one or more calls in a row"),
          optional("breaks", list_of(text_that_is("a rule's id")),
                   "rules that must be broken here, by their ids"),
      }));
}

Shape run_expectation_shape() {
  Shape shape = map({
      optional("collections", number(), "how many collections there are"),
      optional("callbacks", counts(), "how often callbacks are delivered in the whole run"),
      optional("order", list_of(text_that_is("a callback's name"), 1),
               "callbacks that are delivered in this order; others may come between them"),
      optional("breaks", list_of(text_that_is("a rule's id")),
               "rules that must be broken in this run, by their ids; it passes only if exactly these are"),
  });
  for (const yaml::Key& key : collection_expectation_shape().keys) {
    if (std::ranges::find(shape.keys, key.name, &yaml::Key::name) == shape.keys.end())
      shape.keys_elsewhere.push_back(key.name);
  }
  shape.elsewhere = "the `expect` of a `collect` step";
  return shape;
}

}  // namespace gcrucible::scenario
