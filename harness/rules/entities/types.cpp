#include "harness/rules/entities/types.h"

#include <optional>
#include <string_view>
#include <utility>

#include "harness/rules/decode/rows.h"
#include "harness/trace/event_fields.h"

namespace gcrucible::rules {
namespace {

std::optional<TypeFacts::Kind> named(std::string_view kind) {
  if (kind == "class") return TypeFacts::Kind::kClass;
  if (kind == "array") return TypeFacts::Kind::kArray;
  if (kind == "string") return TypeFacts::Kind::kString;
  if (kind == "value") return TypeFacts::Kind::kValue;
  if (kind == "delegate") return TypeFacts::Kind::kDelegate;
  return std::nullopt;
}

}  // namespace

void Types::take(const ModelLine& line) {
  const trace::Event& event = *line.event;
  if (line.fact == Fact::kUnloading) {
    const Rows classes(trace::find(event, "classes"));
    for (std::uint64_t i = 0; i < classes.size(); ++i) {
      unloaded_.insert(classes.number(i));
      once_unloaded_.insert(classes.number(i));
    }
    return;
  }
  const auto number = [&](std::string_view key) { return trace::number_in(event, key).value_or(0); };
  unloaded_.erase(number("class"));
  if (line.fact == Fact::kClass) met_.insert(number("class"));
  if (line.fact == Fact::kType) names_[number("class")] = trace::text_in(event, "name");
  const auto kind = named(trace::text_in(event, "kind"));
  if (!kind) return;
  if (line.fact == Fact::kClass) {
    recorded_[number("class")] = *kind;
    return;
  }
  const trace::Value* const references = trace::find(event, "references");
  TypeFacts facts{.kind = *kind,
                  .size = number("size"),
                  .fields = {},
                  .references = references != nullptr && references->number != 0,
                  .rank = number("rank"),
                  .element = number("element"),
                  .element_class = number("element_class"),
                  .element_size = number("element_size"),
                  .elements = number("elements")};
  const Rows fields(trace::find(event, "fields"));
  for (std::uint64_t i = 0; i < fields.size(); ++i) facts.fields.push_back(fields.number(i));
  by_class_[number("class")] = std::move(facts);
}

std::string_view Types::name_of(std::uint64_t object_class) const {
  const auto found = names_.find(object_class);
  return found == names_.end() ? std::string_view() : found->second;
}

std::optional<TypeFacts::Kind> Types::kind_of(std::uint64_t object_class) const {
  if (const TypeFacts* const facts = of_class(object_class)) return facts->kind;
  const auto found = recorded_.find(object_class);
  return found == recorded_.end() ? std::nullopt : std::optional(found->second);
}

const TypeFacts* Types::of_class(std::uint64_t object_class) const {
  const auto found = by_class_.find(object_class);
  return found == by_class_.end() ? nullptr : &found->second;
}

}  // namespace gcrucible::rules
