// The permitted form of a value, as data. The checks, the messages and the JSON Schema come from this one
// table.
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
    kMap,     // with `keys`; other keys are errors, or have the shape parts[0]
    kEither,  // one of `parts`; parts that are not scalars differ in kind
  };
  Kind kind = Kind::kAny;
  std::string noun;        // for messages: "an object's name"; empty: derived from the kind
  std::string definition;  // name in the schema, for shapes that are used in several places
  std::string about;       // for the schema
  std::uint64_t least = 0;
  std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  std::string floor;  // the reason for `least`, for the message
  std::string limit;  // the reason for `most`, for the message
  // Of kText: the texts that its reader accepts. The reader rejects others with its own message. The schema
  // and the reference list these words.
  std::vector<std::string> words;
  std::vector<Key> keys;
  // Of kMap: keys that are unknown here and known elsewhere, and where, for the message.
  std::vector<std::string> keys_elsewhere;
  std::string elsewhere;
  bool dots = false;     // of a name: dots are allowed
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
  std::string former = {};  // its name in earlier releases, which is accepted and replaced
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
// The place of `word` in the list of such a shape; the length of the list if it has no such word.
std::size_t word_index(const std::vector<std::string>& list, const std::string& word);
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

// Reports everything in `value` that does not have the shape, and moves it to Value::lost. The rest has the
// shape, so the caller can check its meaning in the same pass. False if `value` as a whole is unusable: it
// has another kind, or a required part is missing.
bool check(Value& value, const Shape& shape, Messages& messages);

// A JSON Schema (draft 07) for documents of that shape, indented, with a line break at the end.
std::string schema(const Shape& shape, const std::string& title);

// The shape as Markdown tables for the documentation, one table for each map.
std::string reference(const Shape& shape);

}  // namespace gcrucible::yaml
