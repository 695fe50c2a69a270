#include "harness/scenario/write/types.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "harness/program/functions/shared_code.h"
#include "harness/program/validate/type_facts.h"
#include "harness/scenario/language/primitives.h"
#include "harness/scenario/write/layout.h"

namespace gcrucible::scenario {
namespace {

using program::FieldSpec;
using program::kNothing;
using program::Program;
using program::TypeKind;
using program::TypeSpec;
using yaml::Draft;

using program::kCanon;
constexpr int kDeepest = 50;

bool is_built_in(std::string_view clr_name) {
  return std::ranges::find(built_ins(), clr_name, &BuiltIn::clr_name) != built_ins().end();
}

// The first word for it: the name in C#.
std::string word_of(std::uint8_t element_type) {
  const auto found = std::ranges::find(built_ins(), element_type, &BuiltIn::element_type);
  return found == built_ins().end() ? fmt::format("element-type-{}", element_type) : std::string(found->word);
}

// The place of the opening bracket for the `close` at the end of `text`.
std::size_t opening(std::string_view text, char open, char close) {
  int depth = 0;
  for (std::size_t i = text.size(); i-- > 0;) {
    if (text[i] == close) ++depth;
    if (text[i] == open && --depth == 0) return i;
  }
  return std::string_view::npos;
}

// Returns Box for Box`1.
std::string_view without_arity(std::string_view definition) {
  return definition.substr(0, definition.rfind('`'));
}

std::string joined(const std::vector<std::string>& words) {
  std::string result;
  for (const std::string& word : words) result += (result.empty() ? "" : ",") + word;
  return result;
}

std::string declared_generic(const TypeSpec& instance) {
  return fmt::format("{}<{}>", without_arity(instance.definition), joined(instance.parameters));
}

// A word with a capital first letter, from the letters and digits of a type's name.
std::string capitalized(std::string_view text) {
  std::string result;
  for (const char c : text.substr(text.find_last_of(".+") + 1)) {
    const bool lower = c >= 'a' && c <= 'z';
    const bool fits = lower || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (fits) result += result.empty() && lower ? static_cast<char>(c - 'a' + 'A') : c;
  }
  return result;
}

}  // namespace

bool is_declared(const Program& program, const TypeSpec& type) {
  if (type.kind != TypeKind::kClass && type.kind != TypeKind::kValue) return false;
  if (!type.definition.empty() || is_built_in(type.name) || type.name == kCanon) return false;
  const auto is_runtimes = [&](const program::Step& step) {
    const auto* const load = std::get_if<program::LoadAssembly>(&step.action);
    return load != nullptr &&
           ((load->loader < program.types.size() && &program.types[load->loader] == &type) ||
            (load->scout < program.types.size() && &program.types[load->scout] == &type));
  };
  return std::ranges::none_of(program.steps, is_runtimes);
}

TypeTexts::TypeTexts(const Program& program, std::size_t arrays) : program_(&program) {
  for (std::uint32_t i = 0; i < program.types.size(); ++i) {
    const TypeSpec& type = program.types[i];
    if (type.kind == TypeKind::kArray && type.rank > 1) choose_alias(i);
  }
  for (std::uint32_t i = 0; i < std::min(arrays, program.types.size()); ++i) {
    const TypeSpec& type = program.types[i];
    if (type.kind == TypeKind::kArray && type.rank == 1) choose_alias(i);
  }
}

void TypeTexts::choose_alias(std::uint32_t array) {
  const TypeSpec& type = program_->types[array];
  const std::string shape = type.rank == 1   ? "Array"
                            : type.rank == 2 ? "Grid"
                            : type.rank == 3 ? "Cube"
                                             : "Block";
  const auto taken = [&](const std::string& name) {
    const auto is_it = [&](const auto& alias) { return alias.second == name; };
    return std::ranges::find(program_->types, name, &TypeSpec::name) != program_->types.end() ||
           std::ranges::any_of(aliases_, is_it);
  };
  std::string name = type.rank == 1 ? capitalized(element(type)) + shape : shape;
  if (taken(name)) name = capitalized(element(type)) + shape;
  const std::string stem = name;
  for (int i = 2; taken(name); ++i) name = fmt::format("{}{}", stem, i);
  aliases_[array] = name;
}

std::string TypeTexts::argument(const program::TypeArgument& argument, int depth) const {
  return argument.type == kNothing ? word_of(argument.element_type) : name(argument.type, depth);
}

std::string TypeTexts::function(const program::FunctionSpec& function) const {
  const program::FunctionName parts = program::parts_of(function.name);
  std::string text(parts.owner);
  if (function.type < program_->types.size() && parts.owner == program_->types[function.type].name)
    text = name(function.type);
  if (!text.empty()) text += '.';
  text += parts.method;
  if (function.arguments.empty()) return text.append(parts.arguments);
  std::vector<std::string> arguments;
  for (const program::TypeArgument& each : function.arguments) arguments.push_back(argument(each, 0));
  return fmt::format("{}<{}>", text, joined(arguments));
}

std::string TypeTexts::element(const TypeSpec& array, int depth) const {
  if (array.element_class == kNothing || array.element_class >= program_->types.size())
    return word_of(array.element_type);
  return array.element_type == kStringElement ? "string" : name(array.element_class, depth);
}

std::string TypeTexts::name(std::uint32_t number, int depth) const {
  if (number >= program_->types.size() || depth == kDeepest) return fmt::format("type-{}", number);
  if (const auto alias = aliases_.find(number); alias != aliases_.end()) return alias->second;
  const TypeSpec& type = program_->types[number];
  if (type.kind == TypeKind::kArray) return element(type, depth + 1) + "[]";
  if (!type.definition.empty()) {
    std::vector<std::string> arguments;
    for (const program::TypeArgument& each : type.arguments) arguments.push_back(argument(each, depth + 1));
    return fmt::format("{}<{}>", without_arity(type.definition), joined(arguments));
  }
  if (type.name == "System.Object") return "Object";
  if (type.name == "System.String") return "String";
  return type.name;
}

std::string TypeTexts::from_clr(std::string_view name, const TypeSpec& of) const {
  if (name.ends_with(']')) {
    const std::size_t open = opening(name, '[', ']');
    if (open == std::string_view::npos) return std::string(name);
    if (name.size() - open == 2) return from_clr(name.substr(0, open), of) + "[]";
    // An array of several dimensions is one word only if its declared name is used.
    for (const auto& [number, alias] : aliases_) {
      if (program_->types[number].name == name) return alias;
    }
    return std::string(name);
  }
  if (name.starts_with('!')) {
    std::size_t index = 0;
    for (const char c : name.substr(1)) index = index * 10 + static_cast<std::size_t>(c - '0');
    return index < of.parameters.size() ? of.parameters[index] : std::string(name);
  }
  if (name.ends_with('>')) {
    const std::size_t open = opening(name, '<', '>');
    if (open == std::string_view::npos) return std::string(name);
    std::string result = std::string(without_arity(name.substr(0, open))) + "<";
    int depth = 0;
    std::size_t from = open + 1;
    for (std::size_t i = from; i < name.size(); ++i) {
      if (depth == 0 && (name[i] == ',' || i + 1 == name.size())) {
        if (!result.ends_with('<')) result += ',';
        result += from_clr(name.substr(from, i - from), of);
        from = i + 1;
      }
      if (name[i] == '<') ++depth;
      if (name[i] == '>') --depth;
    }
    return result + ">";
  }
  const auto built_in = std::ranges::find(built_ins(), name, &BuiltIn::clr_name);
  return built_in == built_ins().end() ? std::string(name) : std::string(built_in->word);
}

std::string TypeTexts::field_type(const FieldSpec& field, const TypeSpec& of) const {
  if (!field.type.empty()) return from_clr(field.type, of);
  if (field.element_type == kValueElement) return name(field.value.type);
  if (field.element_type == kClassElement) return "ref";
  if (field.element_type == kSzArrayElement) return "ref[]";
  return word_of(field.element_type);
}

Draft TypeTexts::declare_array(const TypeSpec& type) const {
  Draft array = yaml::draft_map();
  array.add("array", yaml::draft_text(element(type)));
  if (type.rank > 1) array.add("rank", yaml::draft_number(type.rank));
  return array;
}

Draft TypeTexts::declare_class(const TypeSpec& type) const {
  Draft declared = yaml::draft_map();
  const bool is_value = type.kind == TypeKind::kValue;
  if (is_value) declared.add("value", yaml::draft_flag(true));
  if (!type.assembly.empty()) declared.add("assembly", yaml::draft_text(type.assembly));
  program::Finalizer inherited = program::Finalizer::kNone;
  if (type.parent < program_->types.size()) {
    declared.add("parent", yaml::draft_text(name(type.parent)));
    inherited = program_->types[type.parent].finalizer;
  }
  if (type.finalizer != inherited) {
    const bool critical = type.finalizer == program::Finalizer::kCritical;
    declared.add("finalizer", critical ? yaml::draft_word("critical")
                                       : yaml::draft_flag(type.finalizer == program::Finalizer::kNormal));
  }
  if (!is_value && type.base_size != natural_size(type))
    declared.add("size", yaml::draft_number(type.base_size));
  const std::vector<const FieldSpec*> own = program::own_fields(type);
  const std::vector<bool> reported = reported_offsets(*program_, type);
  Draft fields = yaml::draft_map();
  for (std::size_t i = 0; i < own.size(); ++i) {
    const Draft text = yaml::draft_text(field_type(*own[i], type));
    if (!reported[i]) {
      fields.add(own[i]->name, text);
      continue;
    }
    Draft placed = yaml::draft_map();
    placed.add("type", text);
    placed.add("offset", yaml::draft_number(own[i]->offset));
    fields.add(own[i]->name, std::move(placed));
  }
  if (!fields.empty()) declared.add("fields", std::move(fields));
  Draft methods = yaml::draft_list();
  for (const std::string& method : type.methods) methods.add(yaml::draft_text(method));
  if (!methods.empty()) declared.add("methods", std::move(methods));
  return declared;
}

Draft TypeTexts::declarations() const {
  Draft types = yaml::draft_map();
  types.block = true;
  std::set<std::string> definitions;
  for (std::uint32_t i = 0; i < program_->types.size(); ++i) {
    const TypeSpec& type = program_->types[i];
    if (const auto alias = aliases_.find(i); alias != aliases_.end()) {
      types.add(alias->second, declare_array(type));
    } else if (!type.definition.empty()) {
      if (definitions.insert(type.definition).second) types.add(declared_generic(type), declare_class(type));
    } else if (is_declared(*program_, type)) {
      types.add(type.name, declare_class(type));
    }
  }
  return types;
}

namespace {

// The path of reference number `slot` in `type`. `slot` is counted down.
std::optional<std::string> path_of(const Program& program, const TypeSpec& type, std::uint64_t& slot,
                                   int depth) {
  if (depth == kDeepest) return std::nullopt;
  for (const FieldSpec& field : type.fields) {
    if (field.is_reference() && slot-- == 0) return field.name;
    if (field.element_type != kValueElement) continue;
    const std::size_t inside = field.value.references.size();
    if (slot >= inside || field.value.type >= program.types.size()) {
      slot -= std::min<std::uint64_t>(slot, inside);
      continue;
    }
    const auto inner = path_of(program, program.types[field.value.type], slot, depth + 1);
    return inner ? std::optional(field.name + "." + *inner) : std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> TypeTexts::slot(std::uint32_t type, std::uint64_t slot) const {
  if (type >= program_->types.size()) return std::nullopt;
  return path_of(*program_, program_->types[type], slot, 0);
}

}  // namespace gcrucible::scenario
