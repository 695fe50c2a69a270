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
               "the server heap that owns it; 0 unless told"),
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
               "of many GB; "
               "none: literal addresses of your choice"),
      optional("destination", words(destination_words()),
               "where compaction moves survivors: fresh (new addresses, stale ones become unreadable) or "
               "slide (down, as the CLR does)"),
      optional("alignment", number(1, 4096, "a page"),
               "ObjectIDs are multiples of it; 8 unless told, 1 with backing none"),
      optional("loh-threshold", number(1, kMostBytes, "46 bits"),
               "size of the smallest large object; the runtime's unless told"),
      optional("range-length", range_length, "bytes asked for each new range"),
      optional("ranges", list_of(range), "literal ranges, for backing none"),
      optional("quarantine", number(0, 1000, "they cost address space"),
               "collections for which vacated addresses stay unreadable; 3 unless told"),
      optional("slide", address(), "bytes added to every address of real memory, a multiple of a page"),
      optional(
          "spacing", length(),
          "bytes from one range's beginning to the next one's, or a multiple of them where a range is "
          "longer: "
          "with 4 GiB the first objects of all ranges differ in the upper halves of their addresses only. A "
          "multiple of 64 KiB; for the first 96 GiB of addresses. Ranges lie side by side unless told"),
      optional("finalizers", words({"after-collection", "on-demand"}),
               "when finalizers run: after each collection, or only at `run-finalizers` steps"),
      optional(
          "server", either({flag(), number(1, 64, "more are not simulated")}),
          "server GC with so many heaps, true being one: collections run and are told on native threads of "
          "the collector's own, one a heap, while the thread that asks for one waits. Each heap's thread "
          "tells the heap's ranges and queued objects, beside the others; false unless told"),
      optional("balanced", flag(),
               "true: objects go to the heap that has got the fewest bytes since the last collection, and "
               "ranges may change their heap in one; otherwise the objects of each thread go to a heap of "
               "their own, the first one's to the first heap. False unless told"),
  });
}

Shape assembly_shape() {
  return map({
      optional(
          "collectible", flag(),
          "true: it is unloaded when nothing of it is alive any more. NAME-loader and "
          "NAME-scout are then the runtime's objects that keep and unload it, made before the first object "
          "of its types; false unless told"),
      optional(
          "in-place-of", name("an assembly's name"),
          "of a collectible one: another one, whose ClassIDs, ModuleID and AssemblyID it gets when that one "
          "is unloaded before its first object is made; fresh ids by default"),
  });
}

Shape type_shape() {
  const Shape field = either({type_name(), map({
                                               required("type", type_name(), "its type"),
                                               optional("offset", number(0, 65535, "16 bits"),
                                                        "from the ObjectID; laid out by itself unless told"),
                                           })});
  return defined(
      "type",
      map({
          optional("fields", map_of(field), "the fields of a class and their types; `ref` for any reference"),
          optional(
              "value", flag(),
              "true: a value type, whose values lie in fields of that type and in elements of its arrays; "
              "an object of it is a boxed one; false unless told"),
          optional("parent", type_name(), "the class it derives from; System.Object unless told"),
          optional("finalizer", either({flag(), words({"critical"})}),
                   "whether it has a finalizer; critical for a critical one"),
          optional("size", number(1, kMostBytes, "46 bits"),
                   "GetObjectSize of an instance; follows from the fields unless told"),
          optional("assembly", text_that_is("an assembly's name"),
                   "the assembly that defines it, with one module; the program's own unless told"),
          optional(
              "methods", list_of(text_that_is("a method's name")),
              "its methods by name, for metadata; a constructor and, with a finalizer, Finalize are there "
              "anyway"),
          optional("array", type_name(), "the element type: this is then another name for that array type"),
          optional("rank", number(1, 32, "the CLR's"), "dimensions of an array; 1 unless told"),
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
                       "of an array with a `rank`: the first index of each dimension; 0 unless told"),
              optional("count", number(1, 0xFFFFFFFE, "objects have 32-bit numbers"),
                       "how many; 1 unless told"),
              optional("generation", generation(),
                       "poh or frozen; in `objects` any; otherwise 0, or loh by size"),
              optional("at", place_in_memory(), "its ObjectID, with backing none"),
              optional("announced", flag(),
                       "false: no ObjectAllocated; true unless told, false in `objects`"),
              optional(
                  "sampled", flag(),
                  "true: an EventPipe event tells of the first of them (AllocationTick); false unless told"),
              optional("thread", name("a thread's name"), "the allocating thread; the first unless told"),
              optional("heap", number(0, 63, "the limit of `server` is 64"),
                       "which heap of server GC; as `balanced` says unless told"),
              optional("graph", graph, "how the objects of a `count` refer to each other"),
              optional("live-every", number(1, 0xFFFFFFFF, "32 bits"),
                       "random-tree: only every n-th object is in the tree"),
              optional("graph-seed", number(), "random-tree: of its choices; 1 unless told"),
              optional("fields", map_of(object_name_or_null()), "what its reference fields hold"),
              optional("elements", list_of(either({nothing(), object_name(), map_of(object_name_or_null())})),
                       "what the first elements of an array of references hold; of an array of values a map "
                       "for each, of its reference fields"),
          },
          // `left: b`, if the field's name is not one of the keys above.
          object_name_or_null()));
}

Shape root_shape() {
  return defined("root",
                 either({object_name(),
                         map({
                             optional("id", name("a root's name"), "its name; the object's unless told"),
                             optional("object", object_name_or_null(), "what it holds; null unless told"),
                             optional("kind", words({"stack", "static"}), "where it is; stack unless told"),
                             optional("thread", name("a thread's name"),
                                      "of a stack root: whose stack; the first thread's unless told"),
                             optional("function", text_that_is("a function's name"),
                                      "of a stack root: whose frame, as Type.Method"),
                             optional("pinned", flag(), "whether it pins; false unless told"),
                             optional("interior", number(0, kMostBytes, "46 bits"),
                                      "bytes into the object that the slot points; 0 unless told"),
                         })}));
}

Shape handle_shape() {
  return defined(
      "handle",
      map({
          optional("id", name("a handle's name"), "its name"),
          optional("kind", words(handle_words()), "strong unless told"),
          optional("object", object_name_or_null(), "what it holds"),
          optional("key", object_name_or_null(), "of a dependent handle: what keeps the value alive"),
          optional("value", object_name_or_null(), "of a dependent handle: what is kept alive"),
          optional("count", number(0, 0xFFFFFFFF, "32 bits"), "of a ref-counted handle; 1 unless told"),
      }));
}

}  // namespace gcrucible::scenario
