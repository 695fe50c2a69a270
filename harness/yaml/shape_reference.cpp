#include <fmt/format.h>

#include <set>
#include <string>
#include <vector>

#include "harness/yaml/shape.h"

namespace gcrucible::yaml {
namespace {

using Kind = Shape::Kind;

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "`" : ", `") + word + "`";
  return text;
}

std::string with_article(const std::string& noun) {
  return (std::string_view("aeiou").find(noun.front()) == std::string_view::npos ? "a " : "an ") + noun;
}

// Writes one table for each map that has keys, in the order in which a reader meets the maps.
class ReferenceMaker {
 public:
  void section(const std::string& heading, const Shape& shape) {
    std::vector<std::pair<std::string, const Shape*>> inner;
    text_ += fmt::format("\n### {}\n\n| key | takes | meaning |\n|---|---|---|\n", heading);
    for (const Key& key : shape.keys) {
      const std::string former =
          key.former.empty() ? std::string() : fmt::format("; up to version 0.1: `{}`", key.former);
      text_ += fmt::format("| `{}`{} | {} | {}{} |\n", key.name, key.required ? " (required)" : "",
                           takes(key.shape), escaped(key.about), former);
      collect(heading == kTop ? key.name : heading + ": " + key.name, key.shape, inner);
    }
    if (!shape.parts.empty()) {
      text_ += fmt::format("| any other | {} | see above |\n", takes(shape.parts[0]));
    }
    for (const auto& [name, map] : inner) section(name, *map);
  }

  std::string take() { return std::move(text_); }

  static constexpr const char* kTop = "the file";

 private:
  static std::string escaped(const std::string& text) {
    std::string result;
    for (const char c : text) result += c == '|' ? std::string("\\|") : std::string(1, c);
    return result;
  }

  // A short description of a value's form. A map is described by the name of its table.
  std::string takes(const Shape& shape) const {
    switch (shape.kind) {
      case Kind::kText:
        return shape.words.empty() ? describe(shape) : joined(shape.words);
      case Kind::kWords:
        return joined(shape.words);
      case Kind::kList: {
        const std::string count =
            shape.least_items == shape.most_items ? fmt::format(" of {}", shape.least_items) : std::string();
        return fmt::format("list{}: {}", count, takes(shape.parts[0]));
      }
      case Kind::kMap:
        if (shape.keys.empty()) return "map to " + takes(shape.parts[0]);
        return shape.definition.empty() ? "map, below" : with_article(shape.definition);
      case Kind::kEither: {
        if (!shape.definition.empty() && shape.definition != "generation")
          return with_article(shape.definition);
        std::string text;
        for (const Shape& part : shape.parts) text += (text.empty() ? "" : " or ") + takes(part);
        return text;
      }
      case Kind::kNumber: {
        if (shape.most == std::numeric_limits<std::uint64_t>::max()) return describe(shape);
        return fmt::format("{} from {} to {}", describe(shape), shape.least, shape.most);
      }
      default:
        return describe(shape);
    }
  }

  // Finds the maps with keys inside `shape`, each definition once.
  void collect(const std::string& name, const Shape& shape,
               std::vector<std::pair<std::string, const Shape*>>& into) {
    std::string heading = name;
    if (!shape.definition.empty()) {
      if (!seen_.insert(shape.definition).second) return;
      heading = with_article(shape.definition);
    }
    if (shape.kind == Kind::kMap && !shape.keys.empty()) into.emplace_back(heading, &shape);
    if (shape.kind == Kind::kMap || shape.kind == Kind::kList || shape.kind == Kind::kEither) {
      for (const Shape& part : shape.parts) collect(heading, part, into);
    }
  }

  std::string text_;
  std::set<std::string> seen_;
};

}  // namespace

std::string reference(const Shape& shape) {
  ReferenceMaker maker;
  maker.section(ReferenceMaker::kTop, shape);
  return maker.take();
}

}  // namespace gcrucible::yaml
