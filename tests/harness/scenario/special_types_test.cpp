// Value types, generic types and collectible assemblies in the language.
#include <algorithm>
#include <string>

#include "harness/program/validate/type_facts.h"
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

std::string error_of(const std::string& types, const std::string& steps = "  - collect: 0\n") {
  return tests::error_in(parse("scenario: bad\n" + types + "steps:\n" + steps, "bad.yaml"));
}

bool says(const std::string& text, const std::string& part) {
  UNSCOPED_INFO(text);
  return text.find(part) != std::string::npos;
}

constexpr const char* kValues =
    "types:\n"
    "  Pair: {value: true, fields: {left: ref, x: int, right: ref}}\n"
    "  Plain: {value: true, fields: {b: byte, i: int}}\n"
    "  Holder: {fields: {first: ref, pair: Pair, flag: byte, plain: Plain}}\n";

// The numbers are those of .NET 10.
TEST_CASE("types: value fields follow the other fields and keep their references") {
  const program::Program program =
      read(kValues,
           "  - allocate: {id: h, type: Holder, pair.right: h}\n"
           "  - allocate: {id: a, type: 'Pair[]', elements: [null, {right: h}]}\n"
           "  - allocate: {id: box, type: Pair, left: a}\n");
  const program::TypeSpec& holder = type(program, "Holder");
  CHECK(program::reference_offsets(holder) == std::vector<std::uint32_t>{8, 24, 32});
  CHECK(holder.base_size == 8 + 56);
  CHECK(type(program, "Plain").value.size == 8);
  CHECK(type(program, "Pair").base_size == 40);
  CHECK(program::reference_offsets(type(program, "Pair")) == std::vector<std::uint32_t>{8, 16});
  const program::TypeSpec& array = type(program, "Pair[]");
  CHECK(array.component_size == 24);
  CHECK(program::reference_slots(array, 2) == 4);
  CHECK(program::slot_offset(array, 3) == 16 + 24 + 8);
  std::vector<std::uint64_t> slots;
  for (const program::Step& step : program.steps) {
    if (const auto* const store = std::get_if<program::Store>(&step.action)) slots.push_back(store->slot);
  }
  CHECK(slots == std::vector<std::uint64_t>{2, 3, 0});
}

TEST_CASE("types: an array element over 65535 bytes is an error") {
  // Each has eight of the one before it.
  std::string types = "types:\n  L0: {value: true, fields: {x: long}}\n";
  for (int i = 1; i <= 4; ++i) {
    types += "  L" + std::to_string(i) + ": {value: true, fields: {";
    for (int k = 0; k < 8; ++k) {
      types += (k == 0 ? "x" : ", x") + std::to_string(k) + ": L" + std::to_string(i - 1);
    }
    types += "}}\n";
  }
  types += "  Most: {value: true, fields: {a: L4, b: L4}}\n";
  CHECK(error_of(types, "  - allocate: {type: 'L4[]', length: 1}\n").empty());
  CHECK(says(error_of(types, "  - allocate: {type: 'Most[]', length: 1}\n"), "an element of 65536 bytes"));
}

TEST_CASE("types: a wrong use of a value type is an error") {
  CHECK(says(error_of("types:\n  A: {value: true, fields: {a: A}}\n"),
             "bad.yaml:3:3: error: value type \"A\" is made of itself; break the circle of its fields and "
             "their type "
             "arguments, at which .NET fails with TypeLoadException too"));
  CHECK(says(error_of("types:\n  A: {fields: {a: A}}\n  B: {parent: B}\n"),
             "bad.yaml:4:3: error: type \"B\" is made of itself; break the circle of `parent`, at which .NET "
             "fails with TypeLoadException too"));
  CHECK(says(error_of("types:\n  A: {parent: B}\n  B: {parent: C}\n  C: {parent: A}\n"),
             "bad.yaml:3:3: error: type \"A\" is made of itself, through \"B\" (line 4, column 3) and \"C\" "
             "(line 5, column 3); break the circle of `parent`, at which"));
  CHECK(
      says(error_of("types:\n  A: {parent: B}\n  B: {array: A}\n"),
           "is made of itself, through \"B\" (line 4, column 3); break the circle of `parent`, `array` or a "
           "field"));
  // .NET needs the size of an argument even if the field does not.
  CHECK(says(
      error_of("types:\n  V<T>: {value: true, fields: {a: ref}}\n  S: {value: true, fields: {v: V<S>}}\n"),
      "bad.yaml:4:3: error: value type \"S\" is made of itself"));
  // .NET does not need it for a class. The simulator still numbers types one after another.
  CHECK(says(error_of("types:\n  V<T>: {value: true, fields: {a: T}}\n  S: {fields: {v: V<S>}}\n"),
             "error: type \"S\" is made of itself; break the circle of `parent`, `array` or a field "
             "`Value<S>`, which "
             ".NET can lay out and the simulator cannot"));
  CHECK(says(error_of("types:\n  A: {value: true, fields: {a: ref}}\n  B: {parent: A}\n"),
             "bad.yaml:4:15: error: \"A\" is no class; nothing derives from a value type"));
  CHECK(says(error_of(kValues, "  - allocate: {id: a, type: 'Pair[]', length: 2}\n  - store: {'a[1]': a}\n"),
             "\"a[1]\" names no reference: a is of type Pair[]; its elements are values; write "
             "`array[3].field: target`"));
  CHECK(says(error_of("types:\n  A: {value: true, parent: Object}\n"), "a value type has no \"parent\""));
  CHECK(says(error_of(kValues, "  - allocate: {type: Holder, pair: null}\n"),
             "field \"pair\" of Holder is no reference"));
  CHECK(says(error_of(kValues, "  - allocate: {type: 'Pair[]', elements: [{left: null}, {middle: null}]}\n"),
             "type Pair has no field \"middle\""));
  CHECK(says(error_of(kValues, "  - allocate: {id: a, type: 'Pair[]', elements: [a]}\n"),
             "an element of Pair[] is a value, not a reference"));
  CHECK(says(
      error_of(kValues, "  - allocate: {id: a, type: 'Pair[]', length: 2}\n  - store: {'a[2].left': null}\n"),
      "element 2 of an array of 2"));
}

constexpr const char* kGenerics =
    "types:\n"
    "  Node: {fields: {next: ref}}\n"
    "  Box<T>: {fields: {value: T, next: Box<T>}}\n"
    "  Two<K,V>: {fields: {key: K, values: 'V[]'}}\n";

TEST_CASE("generics: an instantiation has its own layout and a canonical class") {
  const program::Program program = read(kGenerics,
                                        "  - allocate: {id: n, type: Box<Node>}\n"
                                        "  - allocate: {id: i, type: Box<int>, next: i}\n"
                                        "  - allocate: {id: t, type: 'Two<long, Box<string>>'}\n");
  const program::TypeSpec& node = type(program, "Box<Node>");
  CHECK(node.definition == "Box`1");
  CHECK(node.parameters == std::vector<std::string>{"T"});
  REQUIRE(node.arguments.size() == 1);
  CHECK(program.types[node.arguments[0].type].name == "Node");
  CHECK(program.types[node.canonical].name == "Box<System.__Canon>");
  CHECK(program::reference_offsets(node) == std::vector<std::uint32_t>{8, 16});
  CHECK(node.fields[0].type == "!0");
  CHECK(node.fields[1].type == "Box`1<!0>");
  const program::TypeSpec& number = type(program, "Box<System.Int32>");
  CHECK(number.canonical == program::kNothing);
  CHECK(program::reference_offsets(number) == std::vector<std::uint32_t>{8});
  const program::TypeSpec& two = type(program, "Two<System.Int64,Box<System.String>>");
  CHECK(program.types[two.canonical].name == "Two<System.Int64,System.__Canon>");
  CHECK(std::ranges::find(two.fields, "!1[]", &program::FieldSpec::type) != two.fields.end());
}

TEST_CASE("generics: wrong type parameters or a wrong number of arguments is an error") {
  const auto declared = [](const std::string& key) {
    return error_of("types:\n  Node: {fields: {next: ref}}\n  " + key + ": {fields: {value: ref}}\n");
  };
  CHECK(declared("B<T,U>").empty());
  CHECK(says(declared("B<T,T>"),
             "bad.yaml:4:3: error: in \"B<T,T>\" the parameter \"T\" stands twice; give each"));
  CHECK(says(declared("C<int>"),
             "bad.yaml:4:3: error: in \"C<int>\" the parameter \"int\" is a built-in type"));
  CHECK(says(declared("D<Node>"), "in \"D<Node>\" the parameter \"Node\" is a type of this scenario"));
  for (const char* const wrong : {"B<T", "C<>", "B<T>x", "<T>", "B>"}) {
    INFO(wrong);
    CHECK(says(declared(wrong), "bad.yaml:4:3: error: \"" + std::string(wrong) + "\" is no name for a type"));
  }
  CHECK(says(error_of("types:\n  B<T>: {fields: {a: T}}\n  B<U>: {fields: {b: U}}\n"),
             "bad.yaml:4:3: error: \"B<U>\" is declared a second time; \"B<T>\" has as many parameters"));
  CHECK(says(
      error_of(kGenerics, "  - allocate: {type: 'Box<int,int>'}\n"),
      "\"Box<int,int>\" has 2 type arguments, and Box<T> takes 1; write Box<T> with a type in the place of "
      "its parameter"));
  CHECK(says(error_of(kGenerics, "  - allocate: {type: Two<int>}\n"),
             "\"Two<int>\" has 1 type argument, and Two<K,V> takes 2; write Two<K,V> with 2 types in"));
  CHECK(says(error_of(kGenerics, "  - allocate: {type: Box}\n"),
             "\"Box\" names no type; write Box<T> with a type"));
}

TEST_CASE("background: a background collection that never ends is an error") {
  constexpr const char* kMessage =
      "the background collection never ends; put `background: pause` and `background: end` after this step";
  CHECK(says(error_of("", "  - background: begin\n  - collect: 0\n"),
             "bad.yaml:3:5: error: " + std::string(kMessage)));
  CHECK(says(error_of("", "  - background: begin\n  - background: pause\n"), kMessage));
  CHECK(error_of("", "  - background: begin\n  - background: pause\n  - background: end\n").empty());
}

TEST_CASE("generics: an unknown argument or a generic parent is an error") {
  CHECK(says(error_of(kGenerics, "  - allocate: {type: Bag<Node>}\n"), "there is no type \"Bag<Node>\""));
  CHECK(says(error_of(kGenerics, "  - allocate: {type: Box<Nod>}\n"), "there is no type \"Nod\""));
  CHECK(says(error_of("types:\n  Box<T>: {fields: {value: U}}\n"), "there is no type \"U\""));
  CHECK(says(error_of("types:\n  Box<T>: {fields: {value: T}}\n  A: {parent: Box<int>}\n"),
             "\"Box<int>\" as a parent"));
  CHECK(says(error_of("types:\n  S<T>: {value: true, fields: {more: S<S<T>>}}\n"), "of itself"));
}

TEST_CASE("collectible: the first object of an assembly loads the runtime's own objects") {
  const std::string types =
      "assemblies: {Plugin: {collectible: true}, Books: {}}\n"
      "types:\n"
      "  Item: {assembly: Plugin}\n"
      "  Other: {assembly: Books}\n";
  const program::Program program = read(types,
                                        "  - allocate: {id: other, type: Other}\n"
                                        "  - allocate: {id: list, type: 'Item[]', length: 2}\n"
                                        "  - allocate: {id: item, type: Item}\n"
                                        "  - root: Plugin-loader\n");
  CHECK(program.collectible == std::vector<std::string>{"Plugin"});
  CHECK(type(program, "Other").collectible == program::kNothing);
  CHECK(type(program, "Item[]").collectible == 0);
  REQUIRE(std::holds_alternative<program::LoadAssembly>(program.steps[1].action));
  CHECK(std::ranges::count_if(program.steps, [](const program::Step& step) {
          return std::holds_alternative<program::LoadAssembly>(step.action);
        }) == 1);
  const std::vector<program::ObjectName> names = {
      {0, "other"}, {1, "Plugin-loader"}, {3, "Plugin-scout"}, {4, "list"}, {5, "item"}};
  CHECK(program.names == names);
  CHECK(std::get<program::AddRoot>(program.steps.back().action).object == 1);
}

TEST_CASE("generics: an endless value type is reported once without delay") {
  // Each instantiation needs two larger ones. Following all of them would take too long.
  const std::string errors = error_of(
      "types:\n"
      "  Box<T>: {value: true, fields: {next: Box<Plain<T>>, other: Box<Twin<T>>}}\n"
      "  Twin<T>: {value: true, fields: {next: T}}\n"
      "  Plain<T>: {value: true, fields: {next: T}}\n"
      "  Last: {value: true, fields: {next: Missing}}\n",
      "  - allocate: {type: Box<int>}\n  - allocate: {type: 'Plain<int>[]', length: 1}\n");
  CHECK(says(errors, "is a type of types without end"));
  CHECK(says(errors, "there is no type \"Missing\""));
  CHECK(std::ranges::count(errors, '\n') < 60);
}

TEST_CASE("collectible: a wrong use of a collectible assembly is an error") {
  const std::string head = "assemblies: {Plugin: {collectible: true}}\n";
  CHECK(says(error_of(head + "types:\n  A: {assembly: Plugin}\n  B: {parent: A}\n"),
             "type \"A\" of the collectible assembly \"Plugin\" in a type of another assembly"));
  CHECK(says(error_of(head + "types:\n  A: {assembly: Plugin}\n  B: {fields: {a: 'A[]'}}\n"),
             "\"A[]\" of the"));
  const std::string generic = head + "types:\n  A: {assembly: Plugin}\n  Box<T>: {fields: {value: T}}\n";
  CHECK(says(error_of(generic + "  B: {fields: {a: 'Box<Box<A>>[]'}}\n"),
             "\"Box<Box<A>>[]\" of the collectible assembly \"Plugin\" in a type of another assembly"));
  CHECK(says(error_of("assemblies: {Plugin: {collectible: true}, Other: {collectible: true}}\n"
                      "types:\n  A: {assembly: Plugin}\n  B: {assembly: Other}\n  P<T,U>: {}\n"
                      "steps:\n  - allocate: {type: 'P<A,B>'}\n"),
             "type \"P<A,B>\" is made of two collectible assemblies"));
  CHECK(says(error_of("runtime: netfx1.1\n" + head), "runtime netfx1.1 unloads no assemblies"));
  CHECK(says(error_of("heap: {backing: none}\n" + head), "in a heap of literal addresses"));
  CHECK(says(error_of("assemblies: {app: {collectible: true}}\n"), "\"app\" is never unloaded"));
}

TEST_CASE("allocate: a generation that the size does not allow is an error") {
  const auto error = [](const std::string& keys,
                        const std::string& head = "types: {N: {fields: {l: ref}}}\n") {
    return error_of(head, "  - allocate: {id: a, " + keys + "}\n  - collect: 0\n");
  };
  CHECK(
      says(error("type: N, generation: 2"), "nothing is allocated in generation 2; leave `generation:` out"));
  CHECK(says(error("type: N, generation: 1"), "nothing is allocated in generation 1"));
  CHECK(says(error("type: N, generation: loh"),
             "an object of 24 bytes is allocated in generation 0, the threshold being 85000"));
  CHECK(says(error("type: \"byte[]\", length: 100000, generation: 0"),
             "an object of 100024 bytes is allocated in the large object heap"));
  // The reported place is that of the key.
  CHECK(says(error("type: N, generation: 2"), ":4:44: error"));
  const std::string small_threshold = "heap: {loh-threshold: 40}\n";
  CHECK(error("type: \"byte[]\", length: 16, generation: loh", small_threshold).empty());
  CHECK(error("type: \"byte[]\", length: 15, generation: 0", small_threshold).empty());
  CHECK(error("type: N, generation: 0").empty());
  CHECK(error("type: \"byte[]\", length: 3, generation: poh").empty());
  CHECK(error_of("objects: [{id: a, type: \"byte[]\", length: 3, generation: 2}]\n", "  - collect: 0\n")
            .empty());
}

}  // namespace
}  // namespace gcrucible::scenario
