#include "harness/yaml/shape.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace gcrucible::yaml {
namespace {

Shape of(Shape::Kind kind) {
  Shape shape;
  shape.kind = kind;
  return shape;
}

// "a, b or c".
std::string one_of(const std::vector<std::string>& list) {
  std::string result;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (i > 0) result += i + 1 == list.size() ? " or " : ", ";
    result += list[i];
  }
  return result;
}

}  // namespace

Shape any(std::string about) {
  Shape shape = of(Shape::Kind::kAny);
  shape.about = std::move(about);
  return shape;
}
Shape nothing() {
  return of(Shape::Kind::kNull);
}
Shape text() {
  return of(Shape::Kind::kText);
}
Shape name(std::string noun) {
  Shape shape = of(Shape::Kind::kName);
  shape.noun = std::move(noun);
  return shape;
}
Shape dotted_name(std::string noun) {
  Shape shape = name(std::move(noun));
  shape.dots = true;
  return shape;
}
Shape number(std::uint64_t least, std::uint64_t most, std::string limit) {
  Shape shape = of(Shape::Kind::kNumber);
  shape.least = least;
  shape.most = most;
  shape.limit = std::move(limit);
  return shape;
}
Shape flag() {
  return of(Shape::Kind::kFlag);
}
Shape words(std::vector<std::string> list) {
  Shape shape = of(Shape::Kind::kWords);
  shape.words = std::move(list);
  return shape;
}

std::size_t word_index(const std::vector<std::string>& list, const std::string& word) {
  return static_cast<std::size_t>(std::ranges::find(list, word) - list.begin());
}
Shape list_of(Shape item, std::size_t least_items, std::size_t most_items) {
  Shape shape = of(Shape::Kind::kList);
  shape.parts.push_back(std::move(item));
  shape.least_items = least_items;
  shape.most_items = most_items;
  return shape;
}
Shape map_of(Shape value) {
  return map({}, std::move(value));
}
Shape map(std::vector<Key> keys) {
  Shape shape = of(Shape::Kind::kMap);
  shape.keys = std::move(keys);
  return shape;
}
Shape map(std::vector<Key> keys, Shape others) {
  Shape shape = map(std::move(keys));
  shape.parts.push_back(std::move(others));
  return shape;
}
Shape either(std::vector<Shape> parts) {
  Shape shape = of(Shape::Kind::kEither);
  shape.parts = std::move(parts);
  return shape;
}
Shape defined(std::string definition, Shape shape) {
  shape.definition = std::move(definition);
  return shape;
}
Key required(std::string name, Shape shape, std::string about) {
  return {std::move(name), std::move(shape), std::move(about), true};
}
Key optional(std::string name, Shape shape, std::string about) {
  return {std::move(name), std::move(shape), std::move(about), false};
}

std::string describe(const Shape& shape) {
  if (!shape.noun.empty()) return shape.noun;
  switch (shape.kind) {
    case Shape::Kind::kAny:
      return "anything";
    case Shape::Kind::kNull:
      return "null";
    case Shape::Kind::kText:
      return "a text";
    case Shape::Kind::kName:
      return "a name";
    case Shape::Kind::kNumber:
      return "a number";
    case Shape::Kind::kFlag:
      return "true or false";
    case Shape::Kind::kWords:
      return one_of(shape.words);
    case Shape::Kind::kList:
      return "a list";
    case Shape::Kind::kMap:
      return "a map";
    case Shape::Kind::kEither: {
      std::vector<std::string> parts;
      for (const Shape& part : shape.parts) {
        if (part.kind == Shape::Kind::kWords && part.noun.empty()) {
          parts.insert(parts.end(), part.words.begin(), part.words.end());
        } else {
          parts.push_back(describe(part));
        }
      }
      return one_of(parts);
    }
  }
  return {};
}

}  // namespace gcrucible::yaml
