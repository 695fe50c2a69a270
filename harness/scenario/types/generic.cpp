// Generic types: `Box<T>` is declared once. Each `Box<Node>` that the scenario names creates an
// instantiation.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "harness/program/functions/shared_code.h"
#include "harness/program/validate/type_facts.h"
#include "harness/scenario/language/primitives.h"
#include "harness/scenario/types/types.h"

namespace gcrucible::scenario {
namespace {

using program::TypeArgument;
using program::TypeKind;
using program::TypeSpec;
using yaml::in_quotes;
using yaml::Place;

// Replaces every reference argument in the instantiation whose code the others share.
using program::kCanon;
constexpr std::size_t kLongestInstance = 400;

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

// Splits `Name<A,B<C>>`. No value for any other text.
struct Generic {
  std::string name;
  std::vector<std::string> arguments;
  std::string key() const { return fmt::format("{}`{}", name, arguments.size()); }
};

std::optional<Generic> take_apart(std::string_view text) {
  const std::size_t open = text.find('<');
  if (open == std::string_view::npos || open == 0 || !text.ends_with('>')) return std::nullopt;
  Generic generic{.name = std::string(text.substr(0, open)), .arguments = {}};
  int depth = 0;
  std::size_t first = open + 1;
  for (std::size_t i = first; i < text.size(); ++i) {
    if (text[i] == '<') ++depth;
    if (depth == 0 && (text[i] == ',' || i + 1 == text.size())) {
      generic.arguments.emplace_back(trimmed(text.substr(first, i - first)));
      if (generic.arguments.back().empty()) return std::nullopt;
      first = i + 1;
    }
    if (text[i] == '>') --depth;
    if (depth < 0 && i + 1 != text.size()) return std::nullopt;
  }
  return depth == -1 ? std::optional(generic) : std::nullopt;
}

bool is_word(char c) {
  return std::string_view("<>,[] ").find(c) == std::string_view::npos;
}

}  // namespace

bool Types::declare_generic(const yaml::Entry& entry) {
  const auto generic = take_apart(entry.key);
  if (!generic) return false;
  const bool plain = std::ranges::all_of(
      generic->arguments, [](const std::string& each) { return std::ranges::all_of(each, is_word); });
  if (!plain || entry.value.find("array") != nullptr) {
    messages_->error(entry.place, fmt::format("{} is no declaration of a generic type", in_quotes(entry.key)),
                     "declare `Name<T>` with names of parameters, and use `Name<Node>` where a type belongs");
    return true;
  }
  if (const auto same = definitions_.find(generic->key()); same != definitions_.end()) {
    messages_->error(entry.place, fmt::format("{} is declared a second time", in_quotes(entry.key)),
                     fmt::format("{} has as many parameters; other names of parameters make no other type",
                                 in_quotes(same->second.entry->key)));
    return true;
  }
  definitions_[generic->key()] = {&entry, generic->key(), generic->arguments};
  return true;
}

void Types::check_parameters(const Definition& definition) {
  const std::vector<std::string>& all = definition.parameters;
  for (auto each = all.begin(); each != all.end(); ++each) {
    const char* const is = std::find(all.begin(), each, *each) != each          ? "stands twice"
                           : find_built_in(*each) != nullptr || is_canon(*each) ? "is a built-in type"
                           : declared_.contains(*each)                          ? "is a type of this scenario"
                                                                                : nullptr;
    if (is == nullptr) continue;
    messages_->error(
        definition.entry->place,
        fmt::format("in {} the parameter {} {}", in_quotes(definition.entry->key), in_quotes(*each), is),
        "give each parameter a name of its own, such as T");
  }
}

bool Types::wrong_arguments(const std::string& name, Place place) {
  const std::string base = name.substr(0, name.find('<'));
  const auto found = std::ranges::find_if(definitions_, [&](const auto& each) {
    return std::string_view(each.first).substr(0, each.first.rfind('`')) == base;
  });
  if (found == definitions_.end()) return false;
  const std::size_t takes = found->second.parameters.size();
  const auto given = take_apart(name);
  const std::string declared = found->second.entry->key;
  if (given && given->arguments.size() == takes) return false;
  messages_->error(
      place,
      given ? fmt::format("{} has {} type argument{}, and {} takes {}", in_quotes(name),
                          given->arguments.size(), given->arguments.size() == 1 ? "" : "s", declared, takes)
            : fmt::format("{} names no type", in_quotes(name)),
      fmt::format("write {} with {} in the place of {}", declared,
                  takes == 1 ? "a type" : fmt::format("{} types", takes),
                  takes == 1 ? "its parameter" : "its parameters"));
  return true;
}

const Types::Definition* Types::definition_of(std::string_view name) const {
  const auto generic = take_apart(name);
  const auto found = generic ? definitions_.find(generic->key()) : definitions_.end();
  return found == definitions_.end() ? nullptr : &found->second;
}

bool Types::is_canon(std::string_view name) {
  return name == kCanon;
}

bool Types::is_instance(std::string_view name) {
  return take_apart(name).has_value();
}

std::vector<std::string> Types::arguments_of(std::string_view instance) {
  if (instance.size() > kLongestInstance) return {};
  const auto generic = take_apart(instance);
  return generic ? generic->arguments : std::vector<std::string>();
}

std::string Types::meant(std::string_view text) const {
  if (instance_ == nullptr) return std::string(text);
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && is_word(text[end])) ++end;
    const std::string_view word = text.substr(i, end - i);
    const auto& parameters = instance_->definition->parameters;
    const auto found = std::ranges::find(parameters, word);
    result +=
        found == parameters.end()
            ? word
            : std::string_view(instance_->arguments[static_cast<std::size_t>(found - parameters.begin())]);
    if (end < text.size()) result += text[end++];
    i = end;
  }
  return result;
}

// The form in a module's signatures: `!0` for a parameter, Name`1<…> for an instantiation.
std::optional<std::string> Types::clr_name_of_generic(const std::string& name) const {
  if (instance_ != nullptr) {
    const auto& parameters = instance_->definition->parameters;
    const auto found = std::ranges::find(parameters, name);
    if (found != parameters.end()) return fmt::format("!{}", found - parameters.begin());
  }
  const auto generic = take_apart(name);
  if (!generic) return std::nullopt;
  std::string result = generic->key() + "<";
  for (const std::string& argument : generic->arguments) {
    if (!result.ends_with('<')) result += ',';
    result += clr_name(argument);
  }
  return result + ">";
}

void Types::resolve_definitions() {
  for (const auto& [key, definition] : definitions_) {
    std::string name = key.substr(0, key.rfind('`')) + "<";
    for (std::size_t i = 0; i < definition.parameters.size(); ++i) {
      if (i != 0) name += ',';
      name += kCanon;
    }
    instantiate(name + ">", definition.entry->place);
  }
}

std::optional<TypeArgument> Types::argument(const std::string& name, Place place, std::string& full) {
  const BuiltIn* const built_in = find_built_in(name);
  if (built_in != nullptr && !program::is_reference_element(built_in->element_type)) {
    full += built_in->clr_name;
    return TypeArgument{.element_type = built_in->element_type, .type = program::kNothing};
  }
  const auto found = number(name, place);
  if (!found) return std::nullopt;
  const TypeSpec& type = spec(*found);
  full += type.name;
  const std::uint8_t element = type.kind == TypeKind::kValue   ? kValueElement
                               : type.kind != TypeKind::kArray ? kClassElement
                               : type.rank == 1                ? kSzArrayElement
                                                               : kArrayElement;
  return TypeArgument{.element_type = element, .type = *found};
}

std::optional<std::uint32_t> Types::instantiate(const std::string& name, Place place) {
  // The error is already reported. A second attempt would repeat the attempts for all its parts. A name
  // written in the scenario itself is another place to repair, so it gets its own message.
  if (!making_.empty() && failed_.contains(name)) return std::nullopt;
  const std::optional<std::uint32_t> number = try_to_instantiate(name, place);
  if (!number) failed_.insert(name);
  return number;
}

std::optional<std::uint32_t> Types::try_to_instantiate(const std::string& name, Place place) {
  const auto generic = take_apart(name);
  const Definition* const definition = definition_of(name);
  if (definition == nullptr) {
    no_such_type(name, place);
    return std::nullopt;
  }
  if (endless_.contains(definition->name)) return std::nullopt;
  if (name.size() > kLongestInstance) {
    endless_.insert(definition->name);
    messages_->error(place, fmt::format("{} is a type of types without end", in_quotes(generic->name)),
                     "a generic type may not need larger and larger instantiations of itself");
    return std::nullopt;
  }
  Instance instance{.definition = definition, .arguments = generic->arguments, .start = {}};
  TypeSpec& type = instance.start;
  type.name = generic->name + "<";
  std::string canonical = type.name;
  bool references = false;
  bool is_canonical = true;
  for (const std::string& each : generic->arguments) {
    if (!type.arguments.empty()) type.name += ',';
    if (!type.arguments.empty()) canonical += ',';
    const std::size_t before = type.name.size();
    const auto made = argument(each, place, type.name);
    if (!made) return std::nullopt;
    type.arguments.push_back(*made);
    const bool reference = program::is_reference_element(made->element_type);
    const std::string full = type.name.substr(before);
    references = references || reference;
    is_canonical = is_canonical && (!reference || full == kCanon);
    canonical += reference ? std::string(kCanon) : each;
  }
  type.name += '>';
  if (const auto all = collectibles_of(name); std::ranges::any_of(all, [&](auto e) { return e != all[0]; })) {
    messages_->error(place,
                     fmt::format("type {} is made of two collectible assemblies", in_quotes(type.name)),
                     "its class would go with one of them; take arguments of one assembly");
    return std::nullopt;
  }
  if (const auto same = numbers_.find(type.name); same != numbers_.end()) return same->second;
  if (!making_.insert(type.name).second) {
    messages_->error(place, fmt::format("type {} is made of itself", in_quotes(type.name)),
                     "break the circle of its fields and their type arguments, at which .NET fails with "
                     "TypeLoadException too; a class or an array may close it");
    return std::nullopt;
  }
  type.definition = definition->name;
  type.parameters = definition->parameters;
  std::optional<std::uint32_t> number;
  if (references && !is_canonical) number = instantiate(canonical + ">", place);
  if (number) type.canonical = *number;
  const Instance* const before = std::exchange(instance_, &instance);
  const std::string full = type.name;
  number = make_class(*definition->entry);
  instance_ = before;
  making_.erase(full);
  return number;
}

}  // namespace gcrucible::scenario
