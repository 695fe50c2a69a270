// What a value may look like, as data: one table gives the checks, the messages and the JSON Schema.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "harness/yaml/messages.h"
#include "harness/yaml/value.h"

namespace gcrucible::yaml {

struct Key;

struct Shape {
  enum class Kind : std::uint8_t {
    kAny,
    kNull,
    kText,
    kName,  // letters, digits, `_`, `-`
    kNumber,
    kFlag,    // true or false
    kWords,   // one of `words`
    kList,    // of parts[0]
    kMap,     // with `keys`; others are errors, unless parts[0] says what they may be
    kEither,  // one of `parts`; those that are no scalars differ in kind
  };
  Kind kind = Kind::kAny;
  std::string noun;        // for messages: "an object's name"; empty: made from the kind
  std::string definition;  // shapes used in several places: their name in the schema
  std::string about;       // for the schema
  std::uint64_t least = 0;
  std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  std::string floor;  // why `least` is what it is, for the message
  std::string limit;  // the same of `most`
  // Of kText: those that its reader takes, which says of others why not; the schema and the reference have
  // them.
  std::vector<std::string> words;
  std::vector<Key> keys;
  bool dots = false;     // of a name: it may have dots
  bool one_key = false;  // of a map: exactly one key
  std::vector<Shape> parts;
  std::size_t least_items = 0;
  std::size_t most_items = std::numeric_limits<std::size_t>::max();
};

struct Key {
  std::string name;
  Shape shape;
  std::string about;
  bool required = false;
};

// Constructors that read like the language.
Shape any(std::string about = {});
Shape nothing();
Shape text();
Shape name(std::string noun);
Shape dotted_name(std::string noun);
Shape number(std::uint64_t least = 0, std::uint64_t most = std::numeric_limits<std::uint64_t>::max(),
             std::string limit = {});
Shape flag();
Shape words(std::vector<std::string> list);
Shape list_of(Shape item, std::size_t least_items = 0,
              std::size_t most_items = std::numeric_limits<std::size_t>::max());
Shape map_of(Shape value);  // any keys
Shape map(std::vector<Key> keys);
Shape map(std::vector<Key> keys, Shape others);
Shape either(std::vector<Shape> parts);
Shape defined(std::string definition, Shape shape);
Key required(std::string name, Shape shape, std::string about);
Key optional(std::string name, Shape shape, std::string about);

// "a number", "one of a, b", …
std::string describe(const Shape& shape);

// Reports everything in `value` that is not of that shape and takes it out (Value::lost): what remains is of
// that shape, so that its meaning can be checked in the same go. False if `value` as a whole is not: it is no
// such thing, or something that it needs is missing.
bool check(Value& value, const Shape& shape, Messages& messages);

// A JSON Schema (draft 07) of documents of that shape, indented, with a line break at the end.
std::string schema(const Shape& shape, const std::string& title);

// The same as Markdown tables, one for each map, for the documentation.
std::string reference(const Shape& shape);

}  // namespace gcrucible::yaml
