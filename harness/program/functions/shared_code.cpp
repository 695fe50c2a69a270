#include "harness/program/functions/shared_code.h"

#include <cstddef>
#include <map>
#include <utility>

#include "harness/program/validate/type_facts.h"

namespace gcrucible::program {
namespace {

// Where the argument list at the end begins; npos if there is none. `Program.<Main>b__0` has none.
std::size_t argument_list(std::string_view function) {
  if (!function.ends_with('>')) return std::string_view::npos;
  int depth = 0;
  for (std::size_t i = function.size(); i-- > 0;) {
    if (function[i] == '>') ++depth;
    if (function[i] == '<' && --depth == 0)
      return i == 0 || function[i - 1] == '.' ? std::string_view::npos : i;
  }
  return std::string_view::npos;
}

// The last dot that is in no brackets.
std::size_t last_dot(std::string_view name) {
  int depth = 0;
  for (std::size_t i = name.size(); i-- > 0;) {
    if (name[i] == '>') ++depth;
    if (name[i] == '<') --depth;
    if (depth == 0 && name[i] == '.') return i;
  }
  return std::string_view::npos;
}

std::uint32_t canonical(std::span<const TypeSpec> types, std::uint32_t type) {
  return types[type].canonical == kNothing ? type : types[type].canonical;
}

// `arguments` with their brackets, as they are written.
std::string shared_arguments(std::span<const TypeSpec> types, const FunctionSpec& function,
                             std::string_view arguments) {
  std::string shared = "<";
  std::size_t first = 1;
  int depth = 0;
  auto next = function.arguments.begin();
  for (std::size_t i = first; i < arguments.size(); ++i) {
    const bool ends = depth == 0 && (arguments[i] == ',' || i + 1 == arguments.size());
    if (ends && next != function.arguments.end()) {
      if (shared.size() > 1) shared += ',';
      if (is_reference_element(next->element_type)) {
        shared += kCanon;
      } else if (next->type != kNothing) {
        shared += types[canonical(types, next->type)].name;
      } else {
        shared += arguments.substr(first, i - first);
      }
      ++next;
      first = i + 1;
    }
    if (arguments[i] == '<') ++depth;
    if (arguments[i] == '>') --depth;
  }
  return shared + '>';
}

}  // namespace

FunctionName parts_of(std::string_view function) {
  FunctionName name{.owner = {}, .method = function, .arguments = {}};
  if (const std::size_t list = argument_list(function); list != std::string_view::npos) {
    name.method = function.substr(0, list);
    name.arguments = function.substr(list);
  }
  std::size_t dot = last_dot(name.method);
  if (dot == std::string_view::npos) return name;
  if (dot != 0 && name.method[dot - 1] == '.') --dot;
  name.owner = name.method.substr(0, dot);
  name.method.remove_prefix(dot + 1);
  return name;
}

std::string code_name(std::span<const TypeSpec> types, const FunctionSpec& function) {
  const FunctionName name = parts_of(function.name);
  std::string owner(name.owner);
  if (function.type != kNothing && (owner.empty() || owner == types[function.type].name))
    owner = types[canonical(types, function.type)].name;
  std::string code = owner.empty() ? std::string(name.method) : owner + '.' + std::string(name.method);
  if (!function.arguments.empty()) code += shared_arguments(types, function, name.arguments);
  return code;
}

std::vector<std::uint32_t> code_numbers(std::span<const TypeSpec> types,
                                        std::span<const FunctionSpec> functions) {
  std::vector<std::uint32_t> numbers;
  std::map<std::pair<std::uint32_t, std::string>, std::uint32_t> firsts;
  for (std::uint32_t i = 0; i < functions.size(); ++i) {
    const FunctionSpec& function = functions[i];
    const bool is_generic = !function.arguments.empty() ||
                            (function.type != kNothing && !types[function.type].definition.empty());
    if (!is_generic) {
      numbers.push_back(i);
      continue;
    }
    const std::uint32_t type = function.type == kNothing ? kNothing : canonical(types, function.type);
    numbers.push_back(firsts.emplace(std::pair(type, code_name(types, function)), i).first->second);
  }
  return numbers;
}

}  // namespace gcrucible::program
