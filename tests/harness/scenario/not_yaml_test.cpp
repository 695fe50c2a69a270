// Files that are not YAML, or YAML that a person would not write.
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

TEST_CASE("YAML: a file that is no valid YAML is an error") {
  check({
      {"", "1:1: error: the file is empty"},
      {"scenario: a\nsteps:\n  -\tcollect: 0\n", "3:4: error: a tab in the indentation; indent with spaces"},
      {"\xEF\xBB\xBFscenaro: a\n",
       "1:1: error: unknown key \"scenaro\"; did you mean \"scenario\"?\n      1 | scenaro: a\n        | "
       "^\n"},
      {"scenario: a\r\nsteps:\r\n  - root: x\r\n",
       "3:11: error: there is no object \"x\"; allocate it in a step before, with this `id`\n      3 |   - "
       "root: x\n"},
      {"scenario: a\nsteps:\n  - collect:\n", "3:13: error: expected 0, 1, 2 or a map, got nothing"},
      {"scenario: a\n\tseed: 1\n", "2:1: error: a tab in the indentation; indent with spaces"},
      {"scenario: a\nabout: caf\xE9\n", "2:11: error: byte 0xE9 is not UTF-8; save the file as UTF-8"},
      {std::string("scenario: a\0b\n", 14), "1:12: error: control character 0x00; remove it"},
      {"\xFF\xFE"
       "s",
       " error: the file is UTF-16; save it as UTF-8"},
      {"scenario: a\nseed: 1\nseed: 2\n",
       "3:1: error: duplicate key \"seed\"; the first one is on line 2; keep one of them"},
      {"scenario: a\nseed: &x 1\n", "2:7: error: an anchor; remove it"},
      {"scenario: &x a\nabout: *x\n", "1:11: error: an anchor"},
      {"scenario: !!str a\n", "1:11: error: the tag \"tag:yaml.org,2002:str\"; remove it"},
      {"scenario: a\n---\nscenario: b\n", "2:1: error: the file holds more than one document"},
      {"scenario: a\nsteps: " + std::string(100, '[') + std::string(100, ']') + "\n",
       "2:39: error: nesting deeper than 32 levels"},
      {"scenario: a\n? [x]\n: 1\n", "2:3: error: a list as a key; a key is a single word"},
      {"scenario: \"a\n", "1:11: error: a text without an end; its closing quote is missing"},
      {"just a text\n", "1:1: error: expected a map, got \"just a text\""},
      {"- scenario\n", "1:1: error: expected a map, got a list"},
  });
}

TEST_CASE("YAML: an unclosed bracket is reported where it opens") {
  check({
      {"scenario: [a\n", "1:11: error: the `[` is never closed; add `]` after its contents\n"},
      {"scenario: a\nsteps:\n  - collect: {generation: 0\n  - collect: {generation: 1}\n",
       "3:14: error: the `{` is never closed; add `}`"},
      {"scenario: a\nsteps:\n  - collect: {compact: [0, 1}\n",
       "3:24: error: the `[` is not closed before the `}` on line 3, column 29; add `]` before that"},
      {"scenario: a\nsteps:\n  - collect: {expect: {dead: [a, alive: [b]}}\n",
       "3:30: error: the `[` is not closed before the `}` on line 3, column 44"},
      // Brackets in texts, comments and blocks do not count.
      {"scenario: 'a [b' # {\nabout: |\n  [ {\n\n  it's [\nsteps:\n  - root: \"]{\\\"\"\n  - store: {a.b: "
       "[c\n",
       "8:12: error: the `{` is never closed"},
      {"scenario: it's [a\nsteps: {a: \"[\", b: 'it''s {', c\n", "2:8: error: the `{` is never closed"},
  });
}

TEST_CASE("YAML: a common typing mistake is explained at its line") {
  check({
      {"scenario: a\nsteps\n  - collect: 0\n",
       "2:1: error: the `:` after \"steps\" is missing; write `steps:`\n"},
      {"scenario: a\nsteps\n", "2:1: error: the `:` after \"steps\" is missing"},
      {"scenario: a\nsteps:\n  - collect 0\n",
       "3:5: error: expected a map, got \"collect 0\"; put a `:` after collect\n"},
      {"scenario: a\nsteps:\n  - root: a\n - collect: 0\n",
       "4:2: error: this line is indented by 1, line 3 by 2, and it belongs neither into that nor next to "
       "it; begin it in the same column as the other keys or dashes of its list or map\n"},
      {"scenario: a\nsteps:\n - root: a\n   - collect: 0\n", "4:4: error: this line is indented by 3"},
      {"scenario: a\n  seed: 3\n", "2:3: error: this line is indented by 2, line 1 by 0"},
      {"scenario: a: b\n", "1:12: error: a text with `: ` in it; put the whole text in quotes\n"},
      {"scenario: a\nsteps:\n  - collect: {generation:0}\n",
       "3:15: error: unknown key \"generation:0\"; put a space after the colon, as in `generation: 0`\n"},
      {"scenario: a\nsteps:\n  -collect: 0\n",
       "3:3: error: expected a list, got a map; put a space after each dash\n"},
      {"scenario: a\nsteps: - collect: 0\n", "2:8: error: a dash where no list can begin"},
      {"scenario: 'it's'\n", "1:15: error: unexpected text after a complete value"},
      {"scenario: @a\n", "1:11: error: a text cannot start like this; put it in quotes"},
      {"scenario: *a\n", "1:11: error: a text that starts with `*` or `&`; put it in quotes"},
      {"scenario: \"a \\q\"\n", "1:16: error: a backslash without a meaning between"},
  });
}

TEST_CASE("YAML: an alias bomb is refused") {
  std::string bomb = "scenario: bomb\na0: &a0 [x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 20; ++i) {
    bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [";
    for (int j = 0; j < 9; ++j) bomb += (j == 0 ? "*a" : ", *a") + std::to_string(i - 1);
    bomb += "]\n";
  }
  CHECK(errors_of(bomb).find("bad.yaml:2:5: error: an anchor") == 0);
}

TEST_CASE("YAML: huge and deeply nested files are refused") {
  CHECK(errors_of(std::string(5u << 20, 'x'))
            .find("bad.yaml: error: the file has more than 4194304 bytes, the most that are read") == 0);
  std::string deep = "scenario: deep\nsteps:\n";
  for (int i = 1; i < 2000; ++i) deep += std::string(static_cast<std::size_t>(i), ' ') + "- \n";
  CHECK(errors_of(deep).find("nesting deeper than 32 levels") != std::string::npos);
  CHECK_FALSE(errors_of("scenario: " + std::string(100000, '[')).empty());
  CHECK_FALSE(errors_of("scenario: " + std::string(100000, '{')).empty());
  CHECK_FALSE(errors_of(std::string(100000, '?')).empty());
}

TEST_CASE("load: a missing or unreadable file is an error") {
  CHECK(load("/nowhere/at-all.yaml").error() ==
        "/nowhere/at-all.yaml: error: the scenario cannot be read: No such file or directory; check the "
        "path\n");
  CHECK(load("/tmp").error() == "/tmp: error: the scenario cannot be read: it is a folder; check the path\n");
}

}  // namespace
}  // namespace gcrucible::scenario
