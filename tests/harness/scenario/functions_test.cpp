// Names of functions: their types, and the arguments of generic methods.
#include <string>
#include <vector>

#include "harness/program/functions/shared_code.h"
#include "harness/scenario/language/canonical.h"
#include "harness/scenario/write/scenario_writer.h"
#include "tests/support/catch.h"
#include "tests/support/error_in.h"

namespace gcrucible::scenario {
namespace {

constexpr const char* kTypes =
    "scenario: functions\n"
    "types: {Node: {fields: {next: ref}}, Outer+Inner: {fields: {}}, Box<T>: {fields: {value: T}}}\n";

Expected<Scenario> read(const std::string& rest) {
  return parse(kTypes + rest, "functions.yaml");
}

// "name: type" of each function.
std::vector<std::string> functions(const std::string& rest) {
  const Expected<Scenario> loaded = read(rest);
  INFO(tests::error_in(loaded));
  REQUIRE(loaded);
  std::vector<std::string> texts;
  for (const program::FunctionSpec& each : loaded->program.functions) {
    texts.push_back(each.name + ": " +
                    (each.type == program::kNothing ? "-" : loaded->program.types[each.type].name));
  }
  const Expected<std::string> written = write(loaded->program, head_of(*loaded));
  INFO(tests::error_in(written));
  REQUIRE(written);
  const Expected<Scenario> again = parse(*written, "again.yaml");
  INFO(*written);
  REQUIRE(again);
  CHECK(canonical(again->program) == canonical(loaded->program));
  return texts;
}

using Texts = std::vector<std::string>;

TEST_CASE("functions: a declared type in the name is the function's type") {
  CHECK(functions("steps: [{call: [Node.Make, Outer+Inner.Run, Program.Main, Main, Node..ctor]}]\n") ==
        Texts{"Node.Make: Node", "Outer+Inner.Run: Outer+Inner", "Program.Main: -", "Main: -",
              "Node..ctor: Node"});
  CHECK(functions("functions: {Node.Make: null, Run: Node}\nsteps: [{call: [Node.Make, Run]}]\n") ==
        Texts{"Node.Make: -", "Run: Node"});
}

TEST_CASE("functions: two ways to write an instantiation are one function") {
  CHECK(functions("steps: [{call: ['Box<int>.Make', 'Box< int >.Make', 'Node.Sort<Node,int>']}]\n") ==
        Texts{"Box<System.Int32>.Make: Box<System.Int32>", "Node.Sort<Node,System.Int32>: Node"});
}

TEST_CASE("functions: reference types share code") {
  const Expected<Scenario> loaded =
      read("steps: [{call: ['Box<Node>.Make', 'Box<string>.Make', 'F<Node>', 'F<string>', 'F<int>']}]\n");
  INFO(tests::error_in(loaded));
  REQUIRE(loaded);
  const program::Program& program = loaded->program;
  CHECK(program::code_numbers(program.types, program.functions) == std::vector<std::uint32_t>{0, 0, 2, 2, 4});
}

TEST_CASE("functions: a lightweight one has no type, and owns no root") {
  CHECK(functions("functions: {Node.Make: lightweight}\nsteps: [{call: [Node.Make]}]\n") ==
        Texts{"Node.Make: -"});
  const std::string error =
      tests::error_in(read("functions: {F: lightweight}\nsteps:\n  - allocate: {id: a, type: Node}\n"
                           "  - root: {object: a, function: F}\n"));
  INFO(error);
  CHECK(error.find("the lightweight function F owns a root, which is not simulated") != std::string::npos);
}

TEST_CASE("functions: a type argument that does not exist -> its place and the nearest name") {
  const std::string error = tests::error_in(read("steps:\n  - call: ['Node.Sort<Nod>']\n"));
  INFO(error);
  CHECK(error.find("functions.yaml:4:12: error: there is no type \"Nod\"") != std::string::npos);
  CHECK(error.find("Node") != std::string::npos);
}

}  // namespace
}  // namespace gcrucible::scenario
