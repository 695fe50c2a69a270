// How `gcrucible compare` treats the random behaviour and the deviations of a real CLR.
#include <set>

#include "tests/harness/cli/command.h"
#include "tests/support/places.h"

namespace gcrucible::tests {
namespace {

// A simulated trace that claims to be a recording.
std::string as_recorded(const std::string& trace) {
  std::string text = text_of_file(trace);
  const std::string simulated = "\"simulated\"";
  const std::size_t source = text.find(simulated);
  REQUIRE(source != std::string::npos);
  return text.replace(source, simulated.size(), "\"recorded\"");
}

}  // namespace

TEST_CASE("compare: order counts within a server heap and not between heaps") {
  const Scratch scratch;
  const std::string heaps =
      "scenario: s\nheap: {server: 2}\ntypes: {Node: {fields: {next: ref}}}\nsteps:\n"
      "  - allocate: {id: a, type: Node, count: 3, heap: 0}\n  - root: {id: ra, object: \"a[0]\"}\n"
      "  - root: {id: ra2, object: \"a[2]\"}\n  - allocate: {id: b, type: Node, heap: 1}\n  - root: b\n"
      "  - collect: {generation: 0, compact: 0, report: {schedule: ";
  const auto reported = [&](const std::string& name, const std::string& schedule) {
    const std::string file = scratch.write(name + ".yaml", heaps + schedule + "}}\n");
    REQUIRE(call({"run", "-q", "--trace", scratch.path(name), file}).status == 0);
    return scratch.path(name);
  };
  const std::string turns = reported("turns", "round-robin");
  const std::string one = reported("one", "{switches: []}");
  const std::string other = reported("other", "{switches: [[0, 1]]}");
  const auto names = [](const std::string& file) {
    std::string threads;
    const std::string text = text_of_file(file);
    for (std::size_t at = text.find("\"call\":\"Moved"); at != std::string::npos;
         at = text.find("\"call\":\"Moved", at + 1))
      threads += text[at - 2];
    return threads;
  };
  CHECK(std::set{names(turns), names(one), names(other)}.size() == 3);
  for (const std::string& each : {one, other}) {
    const Called same = call({"compare", turns, each});
    INFO(same.out);
    CHECK(same.status == 0);
    CHECK(contains(same.out, "the same up to addresses: 4 named objects in 1 collection\n"));
  }
  // The older call of the last thread becomes empty.
  std::string text = text_of_file(turns);
  const std::size_t last = text.rfind("\"call\":\"MovedReferences\"");
  REQUIRE(last != std::string::npos);
  const std::size_t ranges = text.find("[[", last), end = text.find("]]", last);
  const std::string lost = scratch.write("lost", std::string(text).replace(ranges, end + 2 - ranges, "[]"));
  const Called missing = call({"compare", turns, lost}, {"COLUMNS=600"});
  INFO(missing.out);
  CHECK(missing.status == 1);
  CHECK(contains(missing.out, "  callbacks in order, with those of the heap of "));
  // Puts the older call before the exact one, on that thread.
  const std::size_t exact = text.rfind("\"call\":\"MovedReferences2\"", last);
  REQUIRE(text.substr(exact - 6, 6) == text.substr(last - 6, 6));
  text.replace(last, 24, "\"call\":\"MovedReferences2\"");
  text.replace(exact, 25, "\"call\":\"MovedReferences\"");
  const Called swapped = call({"compare", turns, scratch.write("swapped", text)}, {"COLUMNS=600"});
  INFO(swapped.out);
  CHECK(swapped.status == 1);
  CHECK(contains(swapped.out, "MovedReferences, MovedReferences2, RootReferences2"));
}

TEST_CASE("compare: exchanged server regions -> the row of pinned survivors is named") {
  const Scratch scratch;
  const auto reported = [&](const std::string& pinned) {
    const std::string file =
        scratch.write(pinned + ".yaml",
                      "scenario: s\nheap: {server: 2}\ntypes: {Node: {fields: {next: ref}}}\n"
                      "objects: [{id: a, type: Node, heap: 0}, {id: p, type: Node, heap: 1}]\n"
                      "roots: [a, {object: p, pinned: true}]\n"
                      "steps:\n  - collect: {generation: 0, compact: 0, pinned: " +
                          pinned + "}\n");
    REQUIRE(call({"run", "-q", "--trace", scratch.path(pinned), file}).status == 0);
    return scratch.path(pinned);
  };
  const std::string real = scratch.write("real", as_recorded(reported("promote")));
  const Called run = call({"compare", reported("stay"), real}, {"COLUMNS=600"});
  INFO(run.out << run.err);
  CHECK(run.status == 1);
  const std::string row = "Pinned survivors where server heaps exchange regions";
  CHECK(contains(run.out, "known: docs/deviations.md, row '" + row + "': "));
  CHECK(contains(text_of_file(in_source("/docs/deviations.md")), "| " + row + " |"));
}

TEST_CASE("compare: a known difference names its row in docs/deviations.md") {
  const Scratch scratch;
  const auto reported = [&](const std::string& name, const std::string& roots, int generation,
                            bool recorded) {
    const std::string file = scratch.write(
        name + ".yaml",
        "scenario: s\ntypes: {Node: {fields: {next: ref, value: long}}}\n"
        "objects: [{id: a, type: Node}, {id: b, type: Node, next: a}]\nroots: [b" +
            roots + "]\nsteps:\n  - collect: {generation: " + std::to_string(generation) + ", compact: 0}\n");
    REQUIRE(call({"run", "-q", "--trace", scratch.path(name), file}).status == 0);
    return recorded ? scratch.write(name, as_recorded(scratch.path(name))) : scratch.path(name);
  };
  const std::string real = reported("real", "", 0, true), full = reported("full", "", 2, true);
  const std::string rows = text_of_file(in_source("/docs/deviations.md"));
  const auto compared = [](const std::string& a, const std::string& b) {
    const Called run = call({"compare", a, b}, {"COLUMNS=600"});
    INFO(run.out << run.err);
    CHECK(run.status == 1);
    return run.out;
  };
  const std::string inner = ", {object: a, interior: 8}", fixed = ", {object: a, kind: static}";
  const std::string interior = compared(reported("interior", inner, 0, false), real);
  CHECK(contains(interior,
                 "B  none\n    known: docs/deviations.md, row 'interior-root-keeps-its-object': a real "));
  CHECK(contains(interior, "\n1 difference, which is known\n"));
  CHECK(contains(rows, "| `interior-root-keeps-its-object` |"));
  const std::string statics = compared(full, reported("statics", fixed, 2, false));
  CHECK(contains(statics,
                 "\n    known: docs/deviations.md, row 'references-across-generations-are-updated': for "));
  CHECK(contains(rows, "| `references-across-generations-are-updated` |"));
  // The row covers only collections that are not full. There is no row for a root that only the recorded run
  // reports. Two simulated runs have no row either.
  CHECK_FALSE(contains(compared(reported("deep", inner, 2, false), full), "known:"));
  CHECK_FALSE(contains(compared(reported("none", "", 0, false), reported("more", inner, 0, true)), "known:"));
  CHECK_FALSE(contains(compared(reported("one", "", 0, false), reported("two", inner, 0, false)), "known:"));
  // One of two differences is known.
  const std::string half = compared(reported("both", inner + ", {object: b, pinned: true}", 0, false), real);
  CHECK(contains(half, " of them known\n"));
}

TEST_CASE("compare: a different neighbour of a pinned object explains later differences") {
  const Scratch scratch;
  const auto reported = [&](const std::string& name, const std::string& between, bool recorded) {
    const std::string file = scratch.write(
        name + ".yaml",
        "scenario: s\ntypes: {Node: {fields: {next: ref}}}\nsteps:\n"
        "  - allocate: {id: a, type: \"byte[]\", length: 3}\n  - handle: {id: h, kind: pinned, object: a}\n"
        "  - allocate: {" +
            between +
            "}\n"
            "  - allocate: {id: b, type: Node}\n  - root: b\n  - collect: {generation: 0, compact: 0}\n"
            "  - collect: {generation: 0, compact: 0}\n");
    REQUIRE(call({"run", "-q", "--trace", scratch.path(name), file}).status == 0);
    return recorded ? scratch.write(name, as_recorded(scratch.path(name))) : scratch.path(name);
  };
  const Called run = call({"compare", reported("adjacent", "type: \"byte[]\", length: 100000", false),
                           reported("apart", "type: Node", true)},
                          {"COLUMNS=600"});
  INFO(run.out << run.err);
  CHECK(run.status == 1);
  const std::size_t first = run.out.find("collection 1 "), second = run.out.find("collection 2 ");
  REQUIRE(second != std::string::npos);
  const std::string of_first = run.out.substr(first, second - first), rest = run.out.substr(second);
  CHECK(contains(of_first, "b: generation afterwards  A  gen 0\n"));
  CHECK(contains(of_first,
                 "B  gen 1\n    known: docs/deviations.md, row 'The object that begins where a pinned "
                 "survivor ends': "));
  CHECK(contains(rest, "B  gen 1\n    may follow from what is known of collection 1\n"));
  CHECK_FALSE(contains(rest, "known: "));
  CHECK(contains(text_of_file(in_source("/docs/deviations.md")),
                 "\n| The object that begins where a pinned survivor ends |"));
  // This reason does not apply to two simulated runs.
  const Called simulated =
      call({"compare", scratch.path("adjacent"), reported("apart", "type: Node", false)});
  CHECK_FALSE(contains(simulated.out, "known"));
}

TEST_CASE("compare: a compaction where a sweep was requested is a known difference") {
  const Scratch scratch;
  const auto reported = [&](const std::string& name, const std::string& how) {
    const std::string file = scratch.write(
        name + ".yaml",
        "scenario: s\nobjects: [{id: dead, type: Object}, {id: a, type: Object}, {id: b, type: Object}]\n"
        "roots: [a, b]\nsteps:\n  - collect: {generation: 0, " +
            how + ": 0, destination: fresh}\n");
    REQUIRE(call({"run", "-q", "--trace", scratch.path(name), file}).status == 0);
    return text_of_file(scratch.path(name));
  };
  const auto put = [](std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
  };
  reported("swept", "sweep");
  const std::string compacted = put(reported("real", "compact"), "\"simulated\"", "\"recorded\"");
  const auto compared = [&](const std::string& asked) {
    const std::string real = scratch.write(
        "real", put(compacted, "\"induced\":true", "\"induced\":true,\"asked\":\"" + asked + "\""));
    const Called run = call({"compare", scratch.path("swept"), real}, {"COLUMNS=600"});
    INFO(run.out << run.err);
    CHECK(run.status == 1);
    return run.out;
  };
  const std::string out = compared("sweep");
  CHECK(
      contains(out, "B  moved\n    known: docs/deviations.md, row 'Collections that are asked to sweep': "));
  CHECK(contains(out, "    known: as above\n"));
  CHECK(contains(out, "\n3 differences, all of them known\n"));
  CHECK(
      contains(text_of_file(in_source("/docs/deviations.md")), "\n| Collections that are asked to sweep |"));
  CHECK_FALSE(contains(compared("compact"), "known: "));
}

}  // namespace gcrucible::tests
