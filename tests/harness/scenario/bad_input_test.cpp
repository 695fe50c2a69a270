#include <string>
#include <vector>

#include "harness/scenario/scenario.h"
#include "tests/support/catch.h"
#include "tests/support/error_in.h"

namespace gcrucible::scenario {
namespace {

std::string errors_of(std::string_view text) {
  const Expected<Scenario> loaded = parse(text, "bad.yaml");
  CHECK((loaded || !loaded.error().empty()));
  return tests::error_in(loaded);
}

// The text before the body of most cases.
std::string with(const std::string& body) {
  return "scenario: bad\n"
         "types:\n"
         "  Node: {fields: {left: ref, right: ref, value: int64}}\n"
         "threads: [main, worker]\n" +
         body;
}

struct Case {
  std::string text;
  std::string message;
};

void check(const std::vector<Case>& cases) {
  for (const Case& each : cases) {
    const std::string got = errors_of(each.text);
    INFO("text:\n" << each.text << "\nexpected: " << each.message << "\ngot:\n" << got);
    CHECK(got.find("bad.yaml:" + each.message) != std::string::npos);
  }
}

TEST_CASE("an assembly gets the ids of another one that is collectible") {
  const std::string head = "scenario: a\nassemblies:\n  P: {collectible: true}\n";
  const std::string tail = "types: {T: {}}\nsteps: [{allocate: {type: T}}]\n";
  check({
      {head + "  Q: {collectible: true, in-place-of: Q}\n" + tail,
       "4:39: error: \"Q\" cannot get the ids of itself"},
      {head + "  Q: {collectible: true, in-place-of: R}\n" + tail,
       "4:39: error: \"Q\" gets the ids of \"R\", and \"R\" is no collectible assembly of this scenario"},
  });
}

TEST_CASE("parse: an unknown key or word names the nearest known one") {
  check({
      {"scenaro: a\n", "1:1: error: unknown key \"scenaro\"; did you mean \"scenario\"?"},
      {"seed: 1\n", "1:1: error: the key \"scenario\" is missing; add \"scenario\": the title, one line"},
      {"scenario: a\n",
       "1:1: error: the key \"steps\" is missing; add \"steps\": the steps of the program, in order; without "
       "a step nothing would be checked"},
      {"scenario: a\nsteps: []\n", "2:8: error: a list of 0 elements, where at least 1 belong"},
      {with("heap: {bakcing: none}\n"), "5:8: error: unknown key \"bakcing\"; did you mean \"backing\"?"},
      {with("expect: {dead: [a]}\n"),
       "5:10: error: unknown key \"dead\"; \"dead\" belongs in the `expect` of a `collect` step"},
      {with("expect: {calbacks: {Shutdown: 1}}\n"),
       "5:10: error: unknown key \"calbacks\"; did you mean \"callbacks\"?"},
      {with("heap: {backing: nothing}\n"),
       "5:17: error: \"nothing\" is not known here; known are memory, address-space, none"},
      {with("steps: [{alocate: {type: Node}}]\n"),
       "5:10: error: unknown key \"alocate\"; did you mean \"allocate\"?"},
      {with("steps: [{allocate: {type: Node}, collect: 2}]\n"),
       "5:9: error: 2 keys, where exactly one belongs"},
      {with("steps: [{allocate: {type: Nood}}]\n"),
       "5:27: error: there is no type \"Nood\"; did you mean \"Node\"?"},
      {with("steps: [{allocate: {type: Node, lefft: null}}]\n"),
       "5:33: error: \"lefft\" is neither a key nor a reference field of Node; did you mean \"left\"?"},
      {with("steps: [{allocate: {type: Node, value: null}}]\n"),
       "5:33: error: field \"value\" of Node is no reference"},
      {with("steps: {}\n"), "5:8: error: expected a list, got a map"},
      {with("seed: soon\n"), "5:7: error: expected a number, got \"soon\""},
      {with("functions: {Shop.Sort: \"Node[]\"}\n"),
       "5:24: error: a function of an array type; arrays have no metadata; name a class, or leave the type "
       "out"},
      {with("seed: -4\n"), "5:7: error: \"-4\" is negative; the least possible is 0"},
      {with("seed: 99999999999999999999\n"),
       "5:7: error: \"99999999999999999999\" is too big; the limit is 18446744073709551615"},
      {with("runtime: net01\n"), "5:10: error: there is no runtime \"net01\"; did you mean \"net10\"?"},
      {with("runtime: {like: net10, report: {batch-limit: 0}}\n"),
       "5:46: error: \"0\" is too small; the least possible is 1"},
      {with("steps: [{collect: 3}]\n"), "5:19: error: \"3\" is no generation here; known are 0, 1, 2"},
      {with("steps: [{collect: {ask: [{in: GarbageCollectionFinish, call: GetObjectSize}]}}]\n"),
       "5:31: error: \"GarbageCollectionFinish\" is no callback; did you mean "
       "\"GarbageCollectionFinished\"?"},
      {with("steps: [{allocate: {type: \"byte[]\", length: [3, 5]}}]\n"),
       "5:45: error: System.Byte[] has one length; several belong to an array type with a `rank`"},
      {with("steps: [{allocate: {type: \"byte[]\", length: 3, lower-bounds: [3, 5]}}]\n"),
       "5:62: error: System.Byte[] has no lower bounds; they belong to an array type with a `rank`"},
      {"scenario: bad\ntypes: {Grid: {array: byte, rank: 2}}\nsteps: [{allocate: {type: Grid, length: "
       "15}}]\n",
       "3:41: error: System.Byte[,] has 2 dimensions; list one number for each"},
      {"scenario: bad\ntypes: {Grid: {array: byte, rank: 2}}\nsteps: [{allocate: {type: Grid, length: [1, 2, "
       "3]}}]\n",
       "3:41: error: System.Byte[,] has 2 dimensions; list one number for each"},
      {"scenario: bad\ntypes: {Grid: {array: byte, rank: 2}}\nsteps: [{allocate: {type: Grid}}]\n",
       "3:20: error: the length of System.Byte[,] is missing; add `length:`"},
      {"scenario: bad\ntypes: {Grid: {array: byte, rank: 2}}\nsteps: [{allocate: {type: Grid, length: "
       "[65536, 65536]}}]\n",
       "3:41: error: more than 2^32 elements; make the array smaller"},
      {with("steps: [{collect: {report: {liberties: 7, edits: [omit-started]}}}]\n"),
       "5:40: error: liberties change the ranges that edits name by their places; leave out `liberties` or "
       "`edits`, or write `liberties: 0`"},
      {with("steps: [{collect: {ask: [{in: Initialize, call: GetEventMask}]}}]\n"),
       "5:31: error: Initialize never comes in a collection; ask in a callback that does, such as "
       "GarbageCollectionStarted"},
      {with("steps: [{ask: {call: GetObjectSize3}}]\n"),
       "5:22: error: \"GetObjectSize3\" is no method of ICorProfilerInfo; did you mean \"GetObjectSize2\"?"},
      {with("steps: [{ask: {call: GetModuleInfo}}]\n"),
       "5:22: error: \"GetModuleInfo\" is no method of ICorProfilerInfo that a question can ask; "
       "docs/reference/scenarios/keys.md lists those that can be asked"},
      {with("steps: [{ask: {call: GetThreadAppDomain}}]\n"),
       "5:22: error: \"GetThreadAppDomain\" is no method of ICorProfilerInfo that a question can ask"},
      {with("heap: {backing: none, ranges: [{generation: 0, start: 0, length: 16}]}\n"),
       "5:55: error: \"0\" is too small; the least possible is 1 (address 0 is null everywhere, and nothing "
       "lies there)"},
      {with("heap: {backing: none, ranges: [{generation: 0, start: 8, length: 96}]}\n"
            "objects: [{id: a, type: Node, at: 0x0}]\n"),
       "6:35: error: \"0x0\" is too small; the least possible is 1 (address 0 is null everywhere, and "
       "nothing lies there)"},
      {with("steps: [{ask: {call: GetObjectSize, expect: {hr: E_FALE}}}]\n"),
       "5:50: error: \"E_FALE\" is no HRESULT; did you mean \"E_FAIL\"?"},
      {with("steps: [{collect: {report: {edits: [omit-start]}}}]\n"),
       "5:37: error: \"omit-start\" is not known here; did you mean \"omit-started\"?"},
      {with("steps: [{collect: {expect: {callbacks: {MovedReferences: some}}}}]\n"),
       "5:58: error: \"some\" is no count; write 2, \">= 3\", \"< 4\" or \"1..4\""},
  });
}

TEST_CASE("parse: a missing object or root or handle or thread is an error") {
  const std::string allocate = "  - allocate: {id: alpha, type: Node}\n";
  check({
      {with("steps:\n" + allocate + "  - root: alpah\n"),
       "7:11: error: there is no object \"alpah\"; did you mean \"alpha\"?"},
      {with("steps:\n  - root: alpha\n" + allocate),
       "6:11: error: object \"alpha\" is allocated later, on line 7; use it only in the steps after that"},
      {with("steps:\n  - ask: {in: ObjectAllocated, call: GetObjectSize, object: alpha}\n  - allocate: "
            "{type: Node}\n" +
            allocate),
       "6:61: error: object \"alpha\" is not the one that is allocated next; the next ObjectAllocated is of "
       "another; ask right before the allocation"},
      {with("steps:\n" + allocate + allocate),
       "7:20: error: a second object \"alpha\"; the first one is on line 6"},
      {with("steps:\n" + allocate + "  - collect: {expect: {dead: [alpha]}}\n  - root: alpha\n"),
       "8:11: error: object \"alpha\" is already dead; the collection on line 7 expects it to die"},
      {with("steps:\n  - allocate: {id: many, type: Node, count: 3}\n  - root: many[3]\n"),
       "7:11: error: \"many[3]\" is outside the 3 objects of many; the last one is many[2]"},
      {with("steps:\n" + allocate + "  - store: {alpha.middle: null}\n"),
       "7:13: error: type Node has no field \"middle\"; known are left, right"},
      {with("steps:\n" + allocate + "  - store: {alpha: null}\n"),
       "7:13: error: \"alpha\" names no reference"},
      {with("steps:\n  - allocate: {id: array, type: \"Node[]\", length: 2}\n  - store: {\"array[2]\": "
            "null}\n"),
       "7:13: error: element 2 of an array of 2; elements count from 0"},
      {with("steps:\n" + allocate + "  - suppress-finalizer: alpha\n"),
       "7:25: error: Node has no finalizer; add `finalizer: true`"},
      {with("steps:\n" + allocate + "  - root: alpha\n  - unroot: alpha\n  - set-root: {alpha: null}\n"),
       "9:16: error: root \"alpha\" was removed on line 8"},
      {with("steps:\n  - handle: {id: h}\n  - free-handle: h\n  - free-handle: h\n"),
       "8:18: error: handle \"h\" was freed on line 7"},
      {with("steps:\n  - allocate: {type: Node, thread: worker}\n"),
       "6:36: error: thread \"worker\" is not started; add `- start-thread: worker` before"},
      {with("steps:\n  - end-thread: main\n"), "6:17: error: the main thread cannot end"},
      {with("steps:\n  - start-thread: wroker\n"),
       "6:19: error: there is no thread \"wroker\"; did you mean \"worker\"?"},
      {with("steps:\n  - handle: {kind: weak, key: null}\n"),
       "6:31: error: \"key\" belongs to `kind: dependent`"},
  });
}

TEST_CASE("parse: an impossible size or address is an error") {
  const auto literal = [](const std::string& objects) {
    return "scenario: bad\nheap: {backing: none, ranges: [{generation: 0, start: 8, length: 8}, {generation: "
           "1, start: 0x20, length: 8}]}\n"
           "types: {Cell: {size: 2}}\nobjects:\n" +
           objects;
  };
  check({
      {literal("  - {id: a, type: Cell, at: 8}\n  - {id: b, type: Cell, at: 9}\n"),
       "6:29: error: object \"b\" at 9 overlaps object \"a\" on line 5, which lies from 8 to 10"},
      {literal("  - {id: a, type: Cell, at: 15}\n"),
       "5:29: error: the object from 15 to 17 lies in no range"},
      {literal("  - {id: a, type: Cell, at: 8, generation: 1}\n"),
       "5:29: error: the object from 8 to 10 lies in no range of generation 1"},
      {literal("  - {id: a, type: Cell, at: -8}\n"), "5:29: error: \"-8\" is negative"},
      {literal("  - {id: a, type: Cell, at: 0x1000000000000}\n"),
       "5:29: error: \"0x1000000000000\" is too big; the limit is 140737488355327 (47 bits"},
      {literal("  - {type: Cell, at: 8, count: 2}\n"), "5:22: error: one address for several objects"},
      {"scenario: bad\nheap: {backing: none, ranges: [{generation: 0, start: 8, length: 8}, {generation: 1, "
       "start: 15, length: 8}]}\n",
       "2:70: error: the range from 15 to 23 overlaps the one on line 2, from 8 to 16"},
      {"scenario: bad\nheap: {backing: none, ranges: [{generation: 0, start: 8, length: 0}]}\n",
       "2:66: error: \"0\" is too small"},
      {with("objects: [{type: Node, at: 8}]\n"),
       "5:28: error: a literal address in a heap with real addresses; add `heap: {backing: none}`"},
      {with("heap: {ranges: [{generation: 0, start: 8, length: 8}]}\n"),
       "5:16: error: literal ranges in a heap with real addresses"},
      {with("heap: {alignment: 12}\n"), "5:19: error: an alignment of 12; it is a power of two, at least 8"},
      {with("heap: {slide: 5}\n"), "5:15: error: a slide of 5; it is a multiple of a page, 4096"},
      {with("heap: {spacing: 4096}\n"), "5:17: error: a spacing of 4096; it is a multiple of 64 KiB"},
      {with("steps: [{allocate: {type: \"byte[]\", length: -1}}]\n"), "5:45: error: \"-1\" is negative"},
      {with("steps: [{allocate: {type: \"byte[]\", length: 8GiB}}]\n"),
       "5:45: error: \"8GiB\" is too big; the limit is 4294967295 (32 bits, as in the CLR)"},
      {with("steps: [{allocate: {type: \"byte[]\"}}]\n"),
       "5:20: error: the length of System.Byte[] is missing; add `length:`"},
      {with("steps: [{allocate: {type: Node, length: 3}}]\n"), "5:41: error: Node has no length"},
      {with("steps: [{allocate: {type: Node, count: 0}}]\n"),
       "5:40: error: \"0\" is too small; the least possible is 1"},
      {with("steps: [{allocate: {type: \"byte[]\", length: 4, count: 3, graph: tree}}]\n"),
       "5:65: error: \"System.Byte[]\" has 0 reference fields, but this graph needs 2"},
      {"scenario: bad\ntypes: {Small: {size: 8}}\n", "2:23: error: Small has at least 24 bytes"},
      {"scenario: bad\ntypes: {A: {parent: B}, B: {parent: A}}\n",
       "2:9: error: type \"A\" is made of itself, through \"B\" (line 2, column 25); break the circle"},
      {"scenario: bad\ntypes: {A: {array: A}}\n", "2:9: error: type \"A\" is made of itself"},
      {"scenario: bad\ntypes: {A: {fields: {x: {type: ref, offset: 8}, y: {type: ref, offset: 12}}}}\n",
       "2:49: error: field \"y\" at offset 12 overlaps what ends at 16"},
      {"scenario: bad\ntypes: {byte: {size: 24}}\n", "2:9: error: \"byte\" is built in"},
      {"scenario: bad\ntypes: {\"a[]\": {size: 24}}\n", "2:9: error: \"a[]\" is no name for a type"},
      {with("steps: [{allocate: {type: byte}}]\n"),
       "5:27: error: \"byte\" is no type of objects; an array of them is byte[]"},
      {with("steps: [{collect: {generation: 0, compact: 2}}]\n"),
       "5:44: error: a collection of generation 0 does not collect 2"},
      {with("steps: [{collect: {compact: [poh]}}]\n"), "5:30: error: the pinned object heap never compacts"},
      {with("steps: [{collect: {compact: [0], sweep: 0}}]\n"), "5:41: error: 0 is named twice"},
      {with("steps: [{collect: {sweep: frozen}}]\n"),
       "5:27: error: a collection of generation 2 does not collect frozen"},
      {with("steps:\n  - allocate: {id: a, type: Node}\n  - root: {object: a, interior: 400}\n"),
       "7:33: error: an interior offset of 400 is beyond the object's end; the object has 40 bytes"},
  });
}

TEST_CASE("parse: errors show their line with a caret and keep the order of the file") {
  const std::string got = errors_of("scenario: a\nsed: 1\nheap: {bakcing: none}\nsteps: [{collect: 0}]\n");
  CHECK(got ==
        "bad.yaml:2:1: error: unknown key \"sed\"; did you mean \"seed\"?\n"
        "      2 | sed: 1\n"
        "        | ^\n"
        "bad.yaml:3:8: error: unknown key \"bakcing\"; did you mean \"backing\"?\n"
        "      3 | heap: {bakcing: none}\n"
        "        |        ^\n");
  // Columns are characters, and the caret is under the right one.
  CHECK(errors_of("scenario: {\"é\": 1}\nsteps: [{collect: 0}]\n")
            .find("bad.yaml:1:11: error: expected a text, got a map") == 0);
  const std::string wide = errors_of("scenario: é\nabout: {é: 1, " + std::string(200, 'x') +
                                     ": 2}\nseed: ü\nsteps: [{collect: 0}]\n");
  CHECK(wide.find("bad.yaml:2:8:") == 0);
  CHECK(wide.find("bad.yaml:3:7:") != std::string::npos);
  std::string many = "scenario: a\n";
  for (int i = 0; i < 100; ++i) many += "key" + std::to_string(i) + ": 1\n";
  CHECK(errors_of(many).ends_with("bad.yaml: and 81 more\n"));
}

}  // namespace
}  // namespace gcrucible::scenario
