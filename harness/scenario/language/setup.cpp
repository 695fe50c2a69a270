// Keys for the state before the first step: heap, types, objects, roots, handles.
#include "harness/scenario/language/language.h"
#include "harness/scenario/language/words.h"

namespace gcrucible::scenario {

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

Shape heap_shape() {
  const Shape range = map({
      required("generation", generation(), "the generation that owns it"),
      required("start", place_in_memory(), "its first address"),
      required("length", number(1, kMostBytes, "46 bits"), "the bytes it may grow to"),
      optional("heap", number(0, 1023, "the CLR has at most 1024 server heaps"),
               "the server heap that owns it; default: 0"),
  });
  const Shape range_length = map({
      optional("0", length(), "of generation 0"),
      optional("1", length(), "of generation 1"),
      optional("2", length(), "of generation 2"),
      optional("loh", length(), "of the large object heap"),
      optional("poh", length(), "of the pinned object heap"),
      optional("frozen", length(), "of frozen memory"),
  });
  return map({
      optional("backing", words(backing_words()),
               "memory: real bytes in the CLR's layout; address-space: addresses without bytes, for objects "
               "of many GB; none: literal addresses of your choice"),
      optional("destination", words(destination_words()),
               "where compaction moves survivors: fresh (new addresses, stale ones become unreadable) or "
               "slide (down, as the CLR does)"),
      optional("alignment", number(1, 4096, "a page"),
               "ObjectIDs are multiples of it; default: 8, or 1 with backing none"),
      optional("loh-threshold", number(1, kMostBytes, "46 bits"),
               "size of the smallest large object; default: the runtime's"),
      optional("range-length", range_length, "bytes asked for each new range"),
      optional("ranges", list_of(range), "literal ranges, for backing none"),
      optional("quarantine", number(0, 1000, "they cost address space"),
               "collections for which vacated addresses stay unreadable; default: 3"),
      optional("slide", address(), "bytes added to every address of real memory, a multiple of a page"),
      optional(
          "spacing", length(),
          "bytes from one range's beginning to the next one's, or a multiple of them where a range is "
          "longer. With 4 GiB, the addresses of the first objects of all ranges differ in their upper halves "
          "only. A multiple of 64 KiB; for the first 96 GiB of addresses. Default: ranges lie side by side"),
      optional("finalizers", words({"after-collection", "on-demand"}),
               "when finalizers run: after each collection, or only at `run-finalizers` steps"),
      optional("server", either({flag(), number(1, 64, "more are not simulated")}),
               "server GC with this many heaps; true: one. Collections run on native threads of the "
               "collector, one for each heap, while the thread that asks for a collection waits. Each thread "
               "reports its heap's ranges and queued objects, concurrently with the others; default: false"),
      optional("balanced", flag(),
               "true: objects go to the heap that got the fewest bytes since the last collection, and a "
               "collection may move ranges to another heap. False: each thread's objects go to the thread's "
               "own heap, the first thread's to the first heap. Default: false"),
  });
}

Shape assembly_shape() {
  return map({
      optional("collectible", flag(),
               "true: it is unloaded when none of its objects is alive. NAME-loader and NAME-scout are then "
               "the runtime's objects that keep and unload it, made before the first object of its types; "
               "default: false"),
      optional(
          "in-place-of", name("an assembly's name"),
          "of a collectible one: another one, whose ClassIDs, ModuleID and AssemblyID it gets when that one "
          "is unloaded before its first object is made; fresh ids by default"),
  });
}

Shape type_shape() {
  const Shape field =
      either({type_name(), map({
                               required("type", type_name(), "its type"),
                               optional("offset", number(0, 65535, "16 bits"),
                                        "offset from the ObjectID; default: chosen by the layout"),
                           })});
  return defined(
      "type",
      map({
          optional("fields", map_of(field), "the fields of a class and their types; `ref` for any reference"),
          optional("value", flag(),
                   "true: a value type, whose values lie in fields of that type and in elements of its "
                   "arrays; an object of it is a boxed one; default: false"),
          optional("parent", type_name(), "the class it derives from; default: System.Object"),
          optional("finalizer", either({flag(), words({"critical"})}),
                   "whether it has a finalizer; critical for a critical one"),
          optional("size", number(1, kMostBytes, "46 bits"),
                   "GetObjectSize of an instance; default: follows from the fields"),
          optional("assembly", text_that_is("an assembly's name"),
                   "the assembly that defines it, with one module; default: the program's own"),
          optional(
              "methods", list_of(text_that_is("a method's name")),
              "its methods by name, for metadata; a constructor and, with a finalizer, Finalize are there "
              "anyway"),
          optional("array", type_name(), "the element type: this is then another name for that array type"),
          optional("rank", number(1, 32, "the CLR's"), "dimensions of an array; default: 1"),
      }));
}

Shape allocation_shape() {
  const Shape graph = words(graph_words());
  const Shape length = number(0, 0xFFFFFFFF, "32 bits, as in the CLR");
  return defined(
      "allocation",
      map(
          {
              optional("id", name("an object's name"),
                       "the object's name; with `count`, id[0] names the first one"),
              required("type", type_name(),
                       "its type: one of `types`, Object, String, or an array such as byte[]"),
              optional(
                  "length", either({length, list_of(length, 2, 32)}),
                  "elements of an array, characters of a string; of an array with a `rank` the length of "
                  "each dimension, [rows, columns]"),
              optional("lower-bounds", list_of(number(0, 0x7FFFFFFF, "31 bits"), 2, 32),
                       "of an array with a `rank`: the first index of each dimension; default: 0"),
              optional("count", number(1, 0xFFFFFFFE, "objects have 32-bit numbers"), "how many; default: 1"),
              optional("generation", generation(),
                       "poh or frozen; in `objects` any; otherwise 0, or loh by size"),
              optional("at", either({place_in_memory(), list_of(text_that_is("a function's name"), 1)}),
                       "its ObjectID, with backing none; or the functions that are called for it, the "
                       "outermost first, `native` for native code"),
              optional("announced", flag(), "false: no ObjectAllocated; default: true, in `objects` false"),
              optional("sampled", flag(),
                       "true: an EventPipe event reports the first of them (AllocationTick); default: false"),
              optional("thread", name("a thread's name"), "the allocating thread; default: the first"),
              optional("heap", number(0, 63, "the limit of `server` is 64"),
                       "which heap of server GC; default: as `balanced` says"),
              optional("graph", graph, "how the objects of a `count` refer to each other"),
              optional("live-every", number(1, 0xFFFFFFFF, "32 bits"),
                       "random-tree: only every n-th object is in the tree"),
              optional("graph-seed", number(), "random-tree: the seed of its choices; default: 1"),
              optional("fields", map_of(object_name_or_null()), "the objects in its reference fields"),
              optional("elements", list_of(either({nothing(), object_name(), map_of(object_name_or_null())})),
                       "the objects in the first elements of an array of references; for an array of values "
                       "a map for each, of its reference fields"),
          },
          // `left: b`, if the field's name is not one of the keys above.
          object_name_or_null()));
}

Shape root_shape() {
  return defined(
      "root",
      either({object_name(),
              map({
                  optional("id", name("a root's name"), "its name; default: the object's"),
                  optional("object", object_name_or_null(), "the object that it holds; default: null"),
                  optional("kind", words({"stack", "static"}), "where it is; default: stack"),
                  optional("thread", name("a thread's name"),
                           "of a stack root: the thread of the stack; default: the first"),
                  optional("function", text_that_is("a function's name"),
                           "of a stack root: the function of the frame, as Type.Method"),
                  optional("pinned", flag(), "whether it pins; default: false"),
                  optional("interior", number(0, kMostBytes, "46 bits"),
                           "offset in the object to which the slot points; default: 0"),
              })}));
}

Shape handle_shape() {
  return defined(
      "handle",
      map({
          optional("id", name("a handle's name"), "its name"),
          optional("kind", words(handle_words()), "default: strong"),
          optional("object", object_name_or_null(), "what it holds"),
          optional("key", object_name_or_null(),
                   "of a dependent handle: the object that keeps the value alive"),
          optional("value", object_name_or_null(), "of a dependent handle: the object that is kept alive"),
          optional("count", number(0, 0xFFFFFFFF, "32 bits"),
                   "of a ref-counted handle: its count; default: 1"),
      }));
}

}  // namespace gcrucible::scenario
