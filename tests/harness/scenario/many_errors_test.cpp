// Reports all mistakes of a file at once, in its order, without errors that only follow from others.
#include <sstream>
#include <string>
#include <vector>

#include "harness/scenario/scenario.h"
#include "tests/support/catch.h"
#include "tests/support/error_in.h"

namespace gcrucible::scenario {
namespace {

using Lines = std::vector<std::string>;

// Only the headlines, "line:column: what", without the remedies.
Lines reported(const std::string& text, const RuleNames& rules = {}) {
  const Expected<Scenario> loaded = parse(text, "f", rules);
  CHECK((loaded || !loaded.error().empty()));
  Lines lines;
  std::istringstream stream(tests::error_in(loaded));
  for (std::string line; std::getline(stream, line);) {
    if (!line.starts_with("f:")) continue;
    const auto error = line.find(": error: ");
    const std::string what = error == std::string::npos ? "" : line.substr(error + 9);
    lines.push_back(error == std::string::npos
                        ? line
                        : line.substr(2, error - 2) + ": " + what.substr(0, what.find("; ")));
  }
  return lines;
}

void check(const std::string& text, const Lines& wanted, const RuleNames& rules = {}) {
  const Lines got = reported(text, rules);
  std::string shown;
  for (const std::string& line : got) shown += line + "\n";
  INFO(text << "\ngot:\n" << shown);
  CHECK((got == wanted));
}

TEST_CASE("parse: errors of every kind are reported together in file order") {
  check(
      "scenario: many\n"
      "sede: 3\n"
      "types:\n"
      "  Node: {fields: {left: ref}}\n"
      "  Leaf: {parent: Nodd, fields: {x: intt}}\n"
      "threads: [main, worker]\n"
      "steps:\n"
      "  - allocate: {id: a, typ: Node}\n"
      "  - allocate: {id: c, type: Node, lefft: null, length: 3}\n"
      "  - root: zzz\n"
      "  - start-thread: wroker\n"
      "  - store: {c.middle: null}\n"
      "  - ask: {call: GetObjetSize, object: qqq, expect: {hr: E_FALE}}\n"
      "  - collect: {generation: 0, compact: 2, expect: {moves: [yyy], callbacks: {GarbageStart: often}}}\n"
      "expect:\n"
      "  collections: -1\n"
      "  breaks: [moved/half-opne]\n",
      {"2:1: unknown key \"sede\"", "5:18: there is no type \"Nodd\"", "5:36: there is no type \"intt\"",
       "8:23: unknown key \"typ\"", "9:35: \"lefft\" is neither a key nor a reference field of Node",
       "9:56: Node has no length", "10:11: there is no object \"zzz\"",
       "11:19: there is no thread \"wroker\"", "12:13: type Node has no field \"middle\"",
       "13:17: \"GetObjetSize\" is no method of ICorProfilerInfo", "13:39: there is no object \"qqq\"",
       "13:57: \"E_FALE\" is no HRESULT", "14:39: a collection of generation 0 does not collect 2",
       "14:59: there is no object \"yyy\"", "14:77: \"GarbageStart\" is no callback",
       "14:91: \"often\" is no count", "16:16: \"-1\" is negative",
       "17:12: there is no rule \"moved/half-opne\""},
      {"moved/half-open", "moved/half-open-range"});
}

TEST_CASE("parse: a misspelt required key is one error") {
  const Expected<Scenario> loaded = parse("scenario: a\nsteps:\n  - allocate: {id: a, typ: Node}\n", "f");
  CHECK(loaded.error() ==
        "f:3:23: error: unknown key \"typ\"; did you mean \"type\"?\n"
        "      3 |   - allocate: {id: a, typ: Node}\n"
        "        |                       ^\n");
  check("scenaro: a\nstep: [{collect: 0}]\n", {"1:1: unknown key \"scenaro\"", "2:1: unknown key \"step\""});
}

TEST_CASE("parse: an unknown type causes no further errors") {
  check(
      "scenario: a\n"
      "types: {Node: {fields: {left: ref}}}\n"
      "steps:\n"
      "  - allocate: {id: a, type: Foo, left: b, length: 3}\n"
      "  - allocate: {id: c, type: Node, left: a}\n"
      "  - root: a\n"
      "  - handle: {id: h, object: a}\n"
      "  - store: {a.right: c}\n"
      "  - suppress-finalizer: a\n"
      "  - collect: {expect: {dead: [a], at: {a: 3}}}\n"
      "  - root: {object: a, interior: 99, id: second}\n"
      "  - allocate: {type: Foo}\n",
      {"4:29: there is no type \"Foo\""});
  // A mistake is reported at each place, because each must be corrected.
  check(
      "scenario: a\ntypes: {Node: {}}\nsteps:\n  - allocate: {type: Nood}\n  - allocate: {type: Nodd}\n"
      "  - allocate: {type: Nood}\n",
      {"4:22: there is no type \"Nood\"", "5:22: there is no type \"Nodd\"",
       "6:22: there is no type \"Nood\""});
}

TEST_CASE("parse: an unreadable type hides errors about its objects") {
  check(
      "scenario: a\n"
      "types:\n"
      "  Node: {fields: {left: ref, right: [1]}, parent: Bsae}\n"
      "  Base: {finaliser: true}\n"
      "  Lost: 5\n"
      "steps:\n"
      "  - allocate: {id: a, type: Node, right: null}\n"
      "  - allocate: {id: b, type: Base}\n"
      "  - suppress-finalizer: b\n"
      "  - allocate: {id: c, type: \"Lost[]\", length: 1}\n"
      "  - root: a\n",
      {"3:37: expected a type's name or a map, got a list", "3:51: there is no type \"Bsae\"",
       "4:10: unknown key \"finaliser\"", "5:9: expected a map, got \"5\""});
  check("scenario: a\ntpyes: {Node: {}}\nsteps:\n  - allocate: {type: Node}\n",
        {"2:1: unknown key \"tpyes\""});
  check("scenario: a\ntypes: [Node]\nsteps:\n  - allocate: {type: Node}\n",
        {"2:8: expected a map, got a list"});
}

TEST_CASE("parse: names that an unreadable step would declare are not missing") {
  const std::string head =
      "scenario: a\ntypes: {Node: {fields: {left: ref}}}\nthreads: [main, worker]\nsteps:\n";
  check(head + "  - alocate: {id: a, type: Node}\n  - root: a\n", {"5:5: unknown key \"alocate\""});
  check(head + "  - allocate: {ids: a, type: Node}\n  - root: a\n",
        {"5:16: \"ids\" is neither a key nor a reference field of Node"});
  check(head + "  - allocate: {id: a b, type: Node}\n  - root: a b\n",
        {"5:20: \"a b\" cannot be an object's name"});
  check(head + "  - allocate: {id: a, type: Node, count: 0}\n  - root: \"a[3]\"\n",
        {"5:42: \"0\" is too small"});
  check(head + "  - allocate: {id: a, type: \"Node[]\", length: -1}\n  - store: {\"a[3]\": null}\n",
        {"5:47: \"-1\" is negative"});
  check(head + "  - start-thread: wroker\n  - allocate: {type: Node, thread: worker}\n",
        {"5:19: there is no thread \"wroker\""});
  check(head + "  - start-thread: {id: worker}\n  - end-thread: worker\n",
        {"5:19: expected a thread's name or a list, got a map"});
  check(head + "  - handle: {id: h, kind: dependant, key: null, value: null}\n  - free-handle: h\n",
        {"5:27: \"dependant\" is not known here"});
  check(head + "  - handel: {id: h}\n  - free-handle: h\n", {"5:5: unknown key \"handel\""});
  check("scenario: a\nthreads: [main, 'a b', worker]\nsteps:\n  - start-thread: worker\n",
        {"2:17: \"a b\" cannot be a thread's name"});
}

TEST_CASE("parse: a duplicate key hides only its own declarations") {
  check(
      "scenario: a\n"
      "types:\n"
      "  Node: {fields: {left: ref}}\n"
      "  Node: {fields: {right: ref, ghost: ref}}\n"
      "  Leaf: {}\n"
      "  Leaf: {finalizer: true}\n"
      "steps:\n"
      "  - allocate: {id: a, type: Node, right: null, middle: null}\n"
      "  - root: ghost\n"
      "  - store: {a.bottom: null}\n"
      "  - allocate: {id: b, type: Leaf}\n"
      "  - suppress-finalizer: b\n"
      "  - collect: 7\n",
      {"4:3: duplicate key \"Node\"", "6:3: duplicate key \"Leaf\"",
       "8:48: \"middle\" is neither a key nor a reference field of Node",
       "9:11: there is no object \"ghost\"", "10:13: type Node has no field \"bottom\"",
       "13:14: \"7\" is no generation here"});
  check(
      "scenario: a\nsteps:\n  - allocate: {id: a, type: Object}\n    allocate: {id: b, type: Object}\n"
      "  - root: b\n  - root: c\n",
      {"4:5: duplicate key \"allocate\"", "6:11: there is no object \"c\""});
}

TEST_CASE("parse: known names are listed completely next to other errors") {
  const Expected<Scenario> loaded = parse(
      "scenario: a\ntypes: {Node: {}, Lost: 5}\nsteps:\n  - allocate: {id: alpha, type: Qqqq}\n"
      "  - allocate: {id: beta, type: Node}\n  - allocate: {id: gamma, typ: Node}\n  - root: zzzzzz\n"
      "  - allocate: {id: later, type: Node}\n",
      "f");
  INFO(tests::error_in(loaded));
  CHECK(loaded.error().find("there is no object \"zzzzzz\"; known are alpha, beta, gamma\n") !=
        std::string::npos);
  CHECK(loaded.error().find("there is no type \"Qqqq\"; declare it under `types:`, where there are Node, "
                            "Lost\n") != std::string::npos);
}

TEST_CASE("parse: a step whose keys are not indented is one error") {
  const Expected<Scenario> loaded = parse(
      "scenario: a\ntypes: {Node: {}}\nsteps:\n  - allocate:\n    id: a\n    type: Node\n  - root: a\n", "f");
  CHECK(
      loaded.error() ==
      "f:4:5: error: 3 keys, where exactly one belongs; indent what belongs to \"allocate\" deeper than it\n"
      "      4 |   - allocate:\n"
      "        |     ^\n");
}

TEST_CASE("parse: an unreadable heap hides errors about addresses") {
  check(
      "scenario: a\nheap: {backing: nothing, ranges: [{generation: 0, start: 8, length: 8}]}\n"
      "types: {Cell: {size: 2}}\nobjects:\n  - {id: a, type: Cell, at: 8}\n  - {id: b, type: Cell, at: 99}\n"
      "steps: [{collect: 0}]\n",
      {"2:17: \"nothing\" is not known here"});
  check(
      "scenario: a\ntypes: {Cell: {}}\nobjects:\n  - {id: a, type: Cell, at: 8}\n  - {id: b, type: Cell, at: "
      "99}\n"
      "steps: [{collect: 0}]\n",
      {"4:29: a literal address in a heap with real addresses"});
}

TEST_CASE("parse: a missing name or a dead object is reported once") {
  check("scenario: a\nsteps:\n  - root: ghost\n  - set-root: {ghost: ghost}\n  - handle: {object: ghost}\n",
        {"3:11: there is no object \"ghost\""});
  check(
      "scenario: a\nsteps:\n  - allocate: {id: alpha, type: Object}\n  - collect: {expect: {dead: [alpha]}}\n"
      "  - root: alpha\n  - handle: {object: alpha}\n",
      {"5:11: object \"alpha\" is already dead"});
}

TEST_CASE("parse: a step that cannot run is an error with its column") {
  const std::string head =
      "scenario: a\ntypes: {Node: {fields: {left: ref}}}\nthreads: [main, worker]\nsteps:\n"
      "  - start-thread: worker\n  - allocate: {id: a, type: Node}\n";
  check(head +
            "  - root: {id: r, object: a, thread: worker}\n  - end-thread: worker\n  - set-root: {r: null}\n",
        {"9:16: the thread of root \"r\" has ended"});
  check(head +
            "  - root: {id: r, interior: 20}\n  - allocate: {id: s, type: Object}\n  - set-root: {r: s, r2: "
            "s}\n",
        {"9:22: there is no root \"r2\""});
  check(head + "  - root: {id: r, interior: 30}\n  - set-root: {r: a}\n",
        {"8:19: an interior offset of 30 is beyond the object's end"});
  check(head + "  - handle: {id: h}\n  - set-handle: {h: {count: 2}}\n", {"8:29: handle \"h\" has no count"});
  check(head + "  - ask: {call: SuspendRuntime}\n",
        {"7:17: SuspendRuntime between two steps would stop the steps themselves"});
  check(head + "  - allocate: {id: x, type: \"ref[]\", length: 4294967295, count: 2}\n",
        {"7:20: more than 2^32 references in all"});
  check(
      "scenario: a\nheap: {backing: none, ranges: [{generation: 0, start: 0x7fff_ffff_fff0, length: 0x20}]}\n"
      "steps: [{collect: 0}]\n",
      {"2:81: the range from 0x7ffffffffff0 to 0x800000000010 goes beyond the last address"});
}

TEST_CASE("parse: more than 20 errors are cut in file order") {
  std::string text = "scenario: a\ntypes: {Node: {parent: Qqqqq}}\nsteps:\n";
  for (int i = 0; i < 40; ++i) text += "  - collect: {generatoin: 1}\n";
  const Lines lines = reported(text);
  REQUIRE(lines.size() == 21);
  // Errors about types are found after the check of shapes, but reported first.
  CHECK(lines[0] == "2:24: there is no type \"Qqqqq\"");
  CHECK(lines[20] == "f: and 21 more");
  for (int i = 0; i < 10'000; ++i) text += "  - collect: {generatoin: 1}\n";
  CHECK(reported(text).back() == "f: and at least 480 more");
}

TEST_CASE("parse: excerpts fit the width with the caret in sight") {
  const std::string text = "scenario: a\nsteps: [{collect: 0}]\nabout: {" + std::string(300, 'x') +
                           ": 1, y: 2}\nseed: " + std::string(300, ' ') + "-1\n";
  for (const std::size_t width : {40u, 60u, 80u, 120u}) {
    const std::string errors = parse(text, "f", {}, width).error();
    INFO(width << "\n" << errors);
    std::istringstream stream(errors);
    std::size_t excerpts = 0;
    for (std::string line; std::getline(stream, line);) {
      if (line.starts_with("f:")) continue;
      CHECK(line.size() < width);
      ++excerpts;
    }
    CHECK(excerpts == 4);
    CHECK(errors.find(" -1\n") != std::string::npos);
  }
}

TEST_CASE("error_at: an error at run time looks like any other") {
  const Expected<Scenario> loaded = parse("scenario: a\nsteps:\n  - collect: 0\n", "f");
  REQUIRE(loaded.has_value());
  REQUIRE(loaded->program.steps.size() == 1);
  CHECK(loaded->program.steps[0].line == 3);
  CHECK(loaded->program.steps[0].column == 5);
  CHECK(error_at(*loaded, {3, 5}, "it is late") ==
        "f:3:5: error: it is late\n      3 |   - collect: 0\n        |     ^\n");
}

}  // namespace
}  // namespace gcrucible::scenario
