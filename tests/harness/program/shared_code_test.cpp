#include "harness/program/functions/shared_code.h"

#include <string>
#include <vector>

#include "tests/support/catch.h"

namespace gcrucible::program {
namespace {

std::vector<std::string> parts(std::string_view function) {
  const FunctionName name = parts_of(function);
  return {std::string(name.owner), std::string(name.method), std::string(name.arguments)};
}

using Parts = std::vector<std::string>;

TEST_CASE("parts_of: owner, method and type arguments") {
  CHECK(parts("Main") == Parts{"", "Main", ""});
  CHECK(parts("Shop.Item.Sell") == Parts{"Shop.Item", "Sell", ""});
  CHECK(parts("Box<A.B>.Make") == Parts{"Box<A.B>", "Make", ""});
  CHECK(parts("Box<A.B>.Make<C.D,E<F>>") == Parts{"Box<A.B>", "Make", "<C.D,E<F>>"});
  CHECK(parts("Shop.Item..ctor") == Parts{"Shop.Item", ".ctor", ""});
  CHECK(parts("Shop.Item..cctor") == Parts{"Shop.Item", ".cctor", ""});
}

TEST_CASE("parts_of: names that compilers make have no type arguments") {
  CHECK(parts("Program.<Main>$") == Parts{"Program", "<Main>$", ""});
  CHECK(parts("Program.<>c.<Main>b__0_0") == Parts{"Program.<>c", "<Main>b__0_0", ""});
  CHECK(parts("Program.<Clone>") == Parts{"Program", "<Clone>", ""});
  CHECK(parts("a>") == Parts{"", "a>", ""});
}

TEST_CASE("code_numbers: reference types share code, value types do not") {
  constexpr std::uint8_t kInt32 = 0x08, kValue = 0x11;
  std::vector<TypeSpec> types(6);
  types[0].name = "Node";
  types[1].name = "Box<System.__Canon>";
  types[2].name = "Box<Node>";
  types[2].canonical = 1;
  types[3].name = "Point";
  types[3].kind = TypeKind::kValue;
  types[4].name = "Val<System.__Canon>";
  types[5].name = "Val<Node>";
  types[5].canonical = 4;
  for (const std::size_t generic : {1, 2, 4, 5}) types[generic].definition = "Generic`1";
  const std::vector<FunctionSpec> functions = {
      {"Box<System.__Canon>.Make", 1},
      {"Box<Node>.Make", 2},
      {"Box<Node>.Sort<Node>", 2, {{.type = 0}}},
      {"Box<Node>.Sort<Box<Node>>", 2, {{.type = 2}}},
      {"Box<Node>.Sort<Point>", 2, {{.element_type = kValue, .type = 3}}},
      {"Box<Node>.Sort<System.Int32>", 2, {{.element_type = kInt32, .type = kNothing}}},
      {"Box<Node>.Sort<Val<Node>>", 2, {{.element_type = kValue, .type = 5}}},
      {"Box<Node>.Sort<Val<System.__Canon>>", 2, {{.element_type = kValue, .type = 4}}},
      {"Main", kNothing},
      {"Node.Main", 0}};
  CHECK(code_numbers(types, functions) == std::vector<std::uint32_t>{0, 0, 2, 2, 4, 5, 6, 6, 8, 9});
  CHECK(code_name(types, functions[1]) == "Box<System.__Canon>.Make");
  CHECK(code_name(types, functions[3]) == "Box<System.__Canon>.Sort<System.__Canon>");
  CHECK(code_name(types, functions[5]) == "Box<System.__Canon>.Sort<System.Int32>");
  CHECK(code_name(types, functions[6]) == "Box<System.__Canon>.Sort<Val<System.__Canon>>");
  CHECK(code_name(types, functions[9]) == "Node.Main");
}

}  // namespace
}  // namespace gcrucible::program
