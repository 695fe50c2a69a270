#include <nlohmann/json.hpp>
#include <string>

#include "harness/yaml/shape.h"

namespace gcrucible::yaml {
namespace {

using Json = nlohmann::ordered_json;
using Kind = Shape::Kind;

// Some words may be read as a number or a truth value by an editor's YAML reader. The schema allows both
// forms, because an editor does not know that scenarios read them as text.
class SchemaMaker {
 public:
  Json make(const Shape& shape) {
    if (shape.definition.empty()) return inline_schema(shape);
    if (!definitions_.contains(shape.definition)) {
      definitions_[shape.definition] = nullptr;  // keeps the order of first use
      definitions_[shape.definition] = inline_schema(shape);
    }
    return Json{{"$ref", "#/definitions/" + shape.definition}};
  }

  const Json& definitions() const { return definitions_; }

 private:
  Json inline_schema(const Shape& shape) {
    Json json = Json::object();
    if (!shape.about.empty()) json["description"] = shape.about;
    switch (shape.kind) {
      case Kind::kAny:
        break;
      case Kind::kNull:
        json["type"] = "null";
        break;
      case Kind::kText:
        if (shape.words.empty()) {
          json["type"] = {"string", "number", "boolean"};
        } else {
          words(shape, json);
        }
        break;
      case Kind::kName:
        json["type"] = {"string", "integer"};
        json["pattern"] = shape.dots ? "^[A-Za-z0-9_.-]+$" : "^[A-Za-z0-9_-]+$";
        break;
      case Kind::kNumber:
        json["anyOf"] = {
            Json{{"type", "integer"}, {"minimum", shape.least}, {"maximum", shape.most}},
            Json{{"type", "string"}, {"pattern", "^(0[xX][0-9a-fA-F_]+|[0-9_]+)( ?[KMGT]iB)?$"}}};
        break;
      case Kind::kFlag:
        json["type"] = "boolean";
        break;
      case Kind::kWords:
        words(shape, json);
        break;
      case Kind::kList:
        json["type"] = "array";
        json["items"] = make(shape.parts[0]);
        if (shape.least_items > 0) json["minItems"] = shape.least_items;
        if (shape.most_items != std::numeric_limits<std::size_t>::max()) json["maxItems"] = shape.most_items;
        break;
      case Kind::kMap:
        map(shape, json);
        break;
      case Kind::kEither:
        for (const Shape& part : shape.parts) json["anyOf"].push_back(make(part));
        break;
    }
    return json;
  }

  void words(const Shape& shape, Json& json) {
    for (const std::string& word : shape.words) {
      json["enum"].push_back(word);
      // Generations and counts are words of the language, but a YAML reader converts them to numbers.
      if (word.find_first_not_of("0123456789") == std::string::npos)
        json["enum"].push_back(std::stoull(word));
      if (word == "true" || word == "false") json["enum"].push_back(word == "true");
    }
  }

  void map(const Shape& shape, Json& json) {
    json["type"] = "object";
    for (const Key& key : shape.keys) {
      Json property = make(key.shape);
      // Draft 07 ignores keys next to a $ref. Therefore the key's own description needs a wrapper.
      if (property.contains("$ref")) property = Json{{"allOf", Json::array({property})}};
      property["description"] = key.about;
      json["properties"][key.name] = std::move(property);
      if (key.required) json["required"].push_back(key.name);
    }
    json["additionalProperties"] = shape.parts.empty() ? Json(false) : make(shape.parts[0]);
    if (shape.one_key) {
      json["minProperties"] = 1;
      json["maxProperties"] = 1;
    }
  }

  Json definitions_ = Json::object();
};

}  // namespace

std::string schema(const Shape& shape, const std::string& title) {
  SchemaMaker maker;
  Json body = maker.make(shape);
  Json json;
  json["$schema"] = "http://json-schema.org/draft-07/schema#";
  json["title"] = title;
  json.update(body);
  json["definitions"] = maker.definitions();
  return json.dump(2) + "\n";
}

}  // namespace gcrucible::yaml
