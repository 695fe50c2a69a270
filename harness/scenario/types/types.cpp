#include "harness/scenario/types/types.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "harness/program/validate/type_facts.h"
#include "harness/scenario/language/primitives.h"
#include "harness/yaml/nearest.h"
#include "harness/yaml/number.h"

namespace gcrucible::scenario {
namespace {

using program::FieldSpec;
using program::kNothing;
using program::TypeKind;
using program::TypeSpec;
using yaml::Entry;
using yaml::in_quotes;
using yaml::Place;
using yaml::Value;

constexpr std::uint64_t kMethodTable = 8;
constexpr std::uint64_t kHeader = 8;  // the object header, which sizes count, before the ObjectID
constexpr std::uint64_t kSmallestObject =
    24;                                    // header, method table and one word, however few fields there are
constexpr std::uint64_t kStringBase = 22;  // header, method table, length, terminating zero
constexpr std::uint64_t kArrayBase = 24;   // header, method table, length, padding
constexpr std::uint64_t kBytesADimension = 8;  // length and lower bound, in arrays of several dimensions
constexpr std::size_t kMostNestedArrays = 8;   // of `X[][]…`; they are resolved recursively
constexpr std::size_t kMostTypes = 2000;       // parents are resolved recursively
constexpr std::size_t kLongestTypeName = 200;
constexpr std::size_t kMostListed = 16;

bool is_type_name(std::string_view name) {
  return !name.empty() && name.size() <= kLongestTypeName && std::ranges::none_of(name, [](char c) {
    return c == '[' || c == ']' || c == '<' || c == '>' || c == ' ' || c == ',' ||
           static_cast<unsigned char>(c) < 0x20u;
  });
}

}  // namespace

Types::Types(const Value* declared, program::Program& program, yaml::Messages& messages,
             SuppressedNames& suppressed_names)
    : program_(&program), messages_(&messages), suppressed_names_(&suppressed_names) {
  if (declared == nullptr) return;
  for (const Entry& entry : declared->lost) {
    if (declared->find(entry.key) != nullptr) {
      again(entry);
      continue;
    }
    declared_[entry.key].state = State::kResolved;
    unreadable_.push_back(entry.key);
  }
  if (declared->entries.size() > kMostTypes) {
    messages_->error(declared->place, fmt::format("{} types", declared->entries.size()),
                     fmt::format("the limit is {}", kMostTypes));
    return;
  }
  for (const Entry& entry : declared->entries) {
    if (declare_generic(entry)) continue;
    if (!is_type_name(entry.key)) {
      suppressed_names_->add(entry.key);
      messages_->error(
          entry.place, fmt::format("{} is no name for a type", in_quotes(entry.key)),
          "a type's name has no blanks, commas or brackets; arrays of any type exist by themselves, and a "
          "generic type is declared as `Name<T>`");
      continue;
    }
    if (find_built_in(entry.key) != nullptr) {
      messages_->error(entry.place, fmt::format("{} is built in", in_quotes(entry.key)),
                       "choose another name");
      continue;
    }
    declared_[entry.key].entry = &entry;
    order_.push_back(entry.key);
  }
  for (const auto& [key, definition] : definitions_) check_parameters(definition);
}

// The first of two declarations is used. Errors that the second one could avoid are suppressed.
void Types::again(const Entry& entry) {
  const bool only_fields =
      entry.value.whole() && std::ranges::all_of(entry.value.entries, [](const Entry& each) {
        return each.key == "fields" && each.value.is_map() && each.value.whole();
      });
  if (!only_fields) declared_[entry.key].doubtful = true;
  for (const Entry& each : entry.value.entries) {
    for (const Entry& field : each.value.entries) fields_of_others_.insert(field.key);
  }
}

void Types::resolve_all() {
  for (const std::string& name : order_) declared(declared_.find(name)->second);
  resolve_definitions();
}

void Types::no_such_type(const std::string& name, Place place) {
  if (suppressed_names_->has(name)) return;
  std::vector<std::string> declared = order_;
  declared.insert(declared.end(), unreadable_.begin(), unreadable_.end());
  std::vector<std::string> known = declared;
  for (const BuiltIn& each : built_ins()) known.emplace_back(each.word);
  // A typing error is repaired in each place, a missing declaration only once.
  if (yaml::nearest(name, known).empty()) suppressed_names_->add(name);
  std::string own;
  for (const std::string& each : declared) own += (own.empty() ? ", where there are " : ", ") + each;
  if (declared.size() > kMostListed) own.clear();
  if (wrong_arguments(name, place)) return;
  messages_->error(place, fmt::format("there is no type {}", in_quotes(name)),
                   yaml::suggestion(name, known, "declare it under `types:`" + own));
}

bool Types::known(const std::string& name) const {
  std::string_view element = name;
  while (element.ends_with("[]")) element.remove_suffix(2);
  if (definition_of(element) != nullptr || is_canon(element)) return true;
  if (element.size() != name.size() && find_built_in(element) != nullptr) return true;
  const BuiltIn* const built_in = find_built_in(element);
  if (built_in != nullptr) return program::is_reference_element(built_in->element_type);
  return declared_.contains(element);
}

std::optional<std::uint32_t> Types::owner_of_methods(const std::string& name, Place place) {
  if (name.ends_with("[]") || (!declared_.contains(name) && definition_of(name) == nullptr))
    return std::nullopt;
  const std::optional<std::uint32_t> found = number(name, place);
  return found && spec(*found).kind == TypeKind::kArray ? std::nullopt : found;
}

std::optional<std::uint32_t> Types::number(const std::string& name, Place place) {
  if (name.ends_with("[]")) {
    if (name.size() > 2 * kMostNestedArrays &&
        std::string_view(name).substr(name.size() - 2 * kMostNestedArrays).find_first_not_of("[]") ==
            std::string_view::npos) {
      messages_->error(place, fmt::format("{} or more arrays within arrays", kMostNestedArrays),
                       "no program has that many");
      return std::nullopt;
    }
    return make_array(name.substr(0, name.size() - 2), place, 1);
  }
  if (is_instance(name)) return instantiate(name, place);
  if (is_canon(name)) {
    const auto same = numbers_.find(name);
    if (same != numbers_.end()) return same->second;
    TypeSpec canon;
    canon.name = name;
    return add(std::move(canon));
  }
  if (const auto found = declared_.find(name); found != declared_.end()) return declared(found->second);
  const BuiltIn* const built_in = find_built_in(name);
  if (built_in == nullptr) {
    no_such_type(name, place);
    return std::nullopt;
  }
  if (!program::is_reference_element(built_in->element_type)) {
    messages_->error(place, fmt::format("{} is no type of objects", in_quotes(name)),
                     fmt::format("an array of them is {}[]", name));
    return std::nullopt;
  }
  const auto same = numbers_.find(built_in->clr_name);
  if (same != numbers_.end()) return same->second;
  TypeSpec type;
  type.name = built_in->clr_name;
  if (built_in->element_type == kStringElement) {
    type.kind = TypeKind::kString;
    type.base_size = kStringBase;
    type.component_size = 2;
  } else {
    type.base_size = kSmallestObject;
  }
  return add(std::move(type));
}

std::optional<std::uint32_t> Types::declared(Declared& type) {
  if (type.state == State::kResolving) {
    made_of_itself(*type.entry);
    return std::nullopt;
  }
  if (type.state == State::kResolved) return type.number;
  type.state = State::kResolving;
  const Entry& entry = *type.entry;
  open_.push_back(&entry);
  const Instance* const around = std::exchange(instance_, nullptr);
  const Value* const array = entry.value.find("array");
  const Value* const rank = entry.value.find("rank");
  if (array != nullptr) {
    for (const Entry& other : entry.value.entries) {
      if (other.key != "array" && other.key != "rank") {
        messages_->error(other.place, fmt::format("an array type has no {}", in_quotes(other.key)),
                         "remove it");
      }
    }
    const std::uint64_t dimensions = rank == nullptr ? 1 : *yaml::read_number(rank->text).value;
    type.number = make_array(array->text, array->place, static_cast<std::uint32_t>(dimensions));
  } else {
    if (rank != nullptr && entry.value.whole())
      messages_->error(rank->place, "a class has no rank", "remove it, or add `array:`");
    type.number = make_class(entry);
  }
  instance_ = around;
  open_.pop_back();
  type.state = State::kResolved;
  // An unreadable field is not a missing field.
  if (!yaml::wholly_sound(entry.value) || type.doubtful) type.number.reset();
  return type.number;
}

bool Types::inherit(const Value& parent, TypeSpec& type) {
  const std::string name = meant(parent.text);
  if (is_instance(name)) {
    messages_->error(parent.place, fmt::format("{} as a parent", in_quotes(name)),
                     "a parent that is an instantiation of a generic type cannot be described yet; name a "
                     "class that is none");
    return false;
  }
  const auto found = number(name, parent.place);
  if (!found) return false;
  const TypeSpec& base = spec(*found);
  if (base.kind != TypeKind::kClass) {
    messages_->error(parent.place, fmt::format("{} is no class", in_quotes(parent.text)),
                     base.kind == TypeKind::kValue
                         ? "nothing derives from a value type; give this one a field of it instead"
                         : "arrays and strings have no descendants");
    return false;
  }
  type.fields = base.fields;
  type.inherited = static_cast<std::uint32_t>(base.fields.size());
  type.finalizer = base.finalizer;
  type.parent = *found;
  return true;
}

std::optional<std::uint32_t> Types::make_class(const Entry& entry) {
  TypeSpec type;
  if (instance_ != nullptr)
    type = instance_->start;
  else
    type.name = entry.key;
  read_metadata(entry.value, type);
  const Value* const parent = entry.value.find("parent");
  if (parent != nullptr) check_outlived(type.collectible, parent->text, parent->place);
  if (parent != nullptr && !inherit(*parent, type)) {
    // Its own fields may have errors too.
    if (const Value* fields = entry.value.find("fields")) lay_out(*fields, type);
    return std::nullopt;
  }
  if (is_value(entry.value)) {
    type.kind = TypeKind::kValue;
    for (const char* const key : {"parent", "finalizer", "size"}) {
      if (const Value* const other = entry.value.find(key))
        messages_->error(other->place, fmt::format("a value type has no {}", in_quotes(key)), "remove it");
    }
  }
  if (const Value* finalizer = entry.value.find("finalizer")) {
    type.finalizer = finalizer->text == "critical" ? program::Finalizer::kCritical
                     : finalizer->text == "true"   ? program::Finalizer::kNormal
                                                   : program::Finalizer::kNone;
  }
  if (const Value* fields = entry.value.find("fields"); fields != nullptr && !lay_out(*fields, type)) {
    return std::nullopt;
  }
  if (type.kind == TypeKind::kValue) {
    finish_value(type);
    return add(std::move(type));
  }
  std::uint64_t end = kMethodTable;
  for (const FieldSpec& field : type.fields) {
    end = std::max(end, field.offset + program::field_size(field));
  }
  const std::uint64_t needed = std::max(kSmallestObject, kHeader + (end + 7) / 8 * 8);
  type.base_size = needed;
  if (const Value* size = entry.value.find("size")) {
    type.base_size = *yaml::read_number(size->text).value;
    if (type.base_size < needed && program_->heap.backing != program::Backing::kNone &&
        !suppressed_names_->heap) {
      messages_->error(size->place, fmt::format("{} has at least {} bytes", type.name, needed),
                       "leave `size` out, or use `backing: none`");
      return std::nullopt;
    }
  }
  return add(std::move(type));
}

void Types::finish_value(TypeSpec& type) const {
  std::uint64_t end = 1;  // a value without fields has a byte
  std::uint64_t alignment = 1;
  for (const FieldSpec& field : type.fields) {
    end = std::max(end, field.offset + program::field_size(field));
    alignment = std::max(alignment, alignment_of(field));
  }
  type.value = {.type = static_cast<std::uint32_t>(program_->types.size()),
                .size = static_cast<std::uint32_t>((end + alignment - 1) / alignment * alignment),
                .references = program::value_references(type)};
  type.base_size = kHeader + kMethodTable + (type.value.size + 7) / 8 * 8;
}

std::optional<std::uint32_t> Types::make_array(const std::string& element, Place place, std::uint32_t rank) {
  TypeSpec type;
  type.kind = TypeKind::kArray;
  type.rank = rank;
  const BuiltIn* const built_in = find_built_in(element);
  std::string element_name;
  if (built_in != nullptr) {
    element_name = built_in->clr_name;
    type.element_type = built_in->element_type;
    if (built_in->element_type == kStringElement) {
      const auto string = number(element, place);
      if (!string) return std::nullopt;
      type.element_class = *string;
    }
  } else {
    const auto found = number(element, place);
    if (!found) return std::nullopt;
    element_name = spec(*found).name;
    type.element_class = *found;
    type.collectible = spec(*found).collectible;
    type.element_type = spec(*found).kind == TypeKind::kValue   ? kValueElement
                        : spec(*found).kind != TypeKind::kArray ? kClassElement
                        : spec(*found).rank == 1                ? kSzArrayElement
                                                                : kArrayElement;
  }
  type.name = element_name + "[" + std::string(rank - 1, ',') + "]";
  const auto same = numbers_.find(type.name);
  if (same != numbers_.end()) return same->second;
  type.component_size = program::element_size(type.element_type);
  if (type.element_type == kValueElement) {
    type.value = spec(type.element_class).value;
    type.component_size = type.value.size;
  }
  if (type.component_size > program::kLargestElement) {
    messages_->error(place, fmt::format("an element of {} bytes", type.component_size),
                     fmt::format("no array has elements of more than {} bytes, in .NET neither",
                                 program::kLargestElement));
    return std::nullopt;
  }
  type.base_size = kArrayBase + (rank == 1 ? 0 : rank * kBytesADimension);
  return add(std::move(type));
}

std::uint32_t Types::add(TypeSpec type) {
  const auto number = static_cast<std::uint32_t>(program_->types.size());
  numbers_.emplace(type.name, number);
  program_->types.push_back(std::move(type));
  return number;
}

}  // namespace gcrucible::scenario
