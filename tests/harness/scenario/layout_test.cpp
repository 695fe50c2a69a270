// The offsets of the fields of a class. The numbers are those of .NET 10.
#include <algorithm>
#include <string>

#include "harness/scenario/scenario.h"
#include "tests/support/catch.h"
#include "tests/support/error_in.h"

namespace gcrucible::scenario {
namespace {

program::Program read(const std::string& types, const std::string& steps) {
  const Expected<Scenario> loaded = parse("scenario: types\n" + types + "steps:\n" + steps, "types.yaml");
  INFO(tests::error_in(loaded));
  REQUIRE(loaded);
  return loaded->program;
}

const program::TypeSpec& type(const program::Program& program, const std::string& name) {
  const auto found = std::ranges::find(program.types, name, &program::TypeSpec::name);
  INFO(name);
  REQUIRE(found != program.types.end());
  return *found;
}

std::uint32_t offset(const program::Program& program, const std::string& of, const std::string& field) {
  const std::vector<program::FieldSpec>& fields = type(program, of).fields;
  const auto found = std::ranges::find(fields, field, &program::FieldSpec::name);
  INFO(of << "." << field);
  REQUIRE(found != fields.end());
  return found->offset;
}

TEST_CASE("layout: small fields fill the gap after the parent's last field") {
  const program::Program program = read(
      "types:\n"
      "  One: {value: true, fields: {a: byte}}\n"
      "  P: {fields: {a: byte, b: long, c: short, d: int, e: ref, f: bool, g: double, h: char}}\n"
      "  Q: {parent: P, fields: {a2: byte, e2: ref, d2: int}}\n"
      "  R: {parent: Q, fields: {a3: byte, s3: short, one: One}}\n"
      "  S: {parent: R, fields: {one4: One, b4: byte}}\n",
      "  - allocate: {id: a, type: S}\n");
  CHECK(offset(program, "P", "f") == 41);
  CHECK(offset(program, "Q", "a2") == 42);
  CHECK(offset(program, "Q", "e2") == 48);
  CHECK(offset(program, "Q", "d2") == 56);
  CHECK(type(program, "Q").base_size == 72);
  CHECK(offset(program, "R", "s3") == 60);
  CHECK(offset(program, "R", "a3") == 62);
  CHECK(offset(program, "R", "one") == 63);
  CHECK(type(program, "R").base_size == 72);
  CHECK(offset(program, "S", "b4") == 64);
  CHECK(offset(program, "S", "one4") == 65);
}

}  // namespace
}  // namespace gcrucible::scenario
