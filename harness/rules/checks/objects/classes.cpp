// Rules about Info answers about classes.
#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "harness/abi/hresults.h"
#include "harness/rules/evidence/call_place.h"
#include "harness/rules/evidence/info_signatures.h"
#include "harness/rules/judge/checker.h"

namespace gcrucible::rules {
namespace {

using Kind = TypeFacts::Kind;

constexpr std::string_view kNoTypes = "the trace does not describe the classes";

std::string_view name_of(Kind kind) {
  return kind == Kind::kArray ? "an array" : kind == Kind::kString ? "a string" : "a class";
}

// Null if there is nothing to compare with. The ruling then gets the reason.
const TypeFacts* type_of(const InfoEvent& info, const History& history, Ruling& ruling) {
  if (is_untimely(info)) return nullptr;
  const std::uint64_t id = info.arg(0).value_or(0);
  const TypeFacts* const type = history.types().of_class(id);
  if (type == nullptr) ruling.cannot(kNoTypes);
  // Nothing is promised for unloaded classes. Arrays are unloaded with the class of their elements.
  const auto gone = [&](std::uint64_t each) {
    return history.types().unloaded(each) ||
           history.loads().life(LoadStep::Kind::kClass, each) == Loads::Life::kUnloaded;
  };
  return type != nullptr && (gone(id) || gone(type->element_class)) ? nullptr : type;
}

// As returned by GetVerifierCorElementType: strings and objects are ordinary classes.
std::uint64_t reported_element(std::uint64_t element) {
  constexpr std::uint64_t kString = 0x0E, kClass = 0x12, kObject = 0x1C;
  return element == kString || element == kObject ? kClass : element;
}

std::string_view array_or_not(bool array) {
  return array ? "an array" : "no array";
}

// Answers inside one callback about one class: they cannot differ, with or without a model.
void agree_on_arrays(const InfoEvent& info, const History& history, Ruling& ruling) {
  const auto shown = shows_array(info);
  if (!shown) return;
  std::uint64_t object_class = info.arg(0).value_or(0);
  if (info.method == InfoMethod::kGetArrayObjectInfo) {
    const AnswersInside::OfObject* const object = history.answers_inside().of_object(info, object_class);
    if (object == nullptr || object->object_class == 0) return;
    object_class = object->object_class;
  }
  const AnswersInside::OfClass* const before = history.answers_inside().of_class(info, object_class);
  if (before == nullptr || !before->array) return;
  const bool asks = info.method == InfoMethod::kIsArrayClass;
  if (!asks && before->array_shown.method != InfoMethod::kIsArrayClass) return;
  if (*shown != *before->array) {
    return broken(
        info, history, ruling,
        fmt::format("Class {:#x} is {} according to this answer, and {} according to the answer of {} "
                    "in line {}.",
                    object_class, array_or_not(*shown), array_or_not(*before->array),
                    abi::name_of(before->array_shown.method), before->array_shown.line));
  }
  const std::uint64_t rank = asks && *shown ? info.out(2).value_or(0) : 0;
  if (rank > before->most_dimensions) {
    return broken(
        info, history, ruling,
        fmt::format("The class has {} dimensions, but GetArrayObjectInfo, in line {}, found room for "
                    "all in {}.",
                    rank, before->dimensions_shown.line, before->most_dimensions));
  }
  ruling.kept();
}

void array_answers(const InfoEvent& info, const History& history, Ruling& ruling) {
  agree_on_arrays(info, history, ruling);
  if (info.method != InfoMethod::kIsArrayClass) return;
  const auto unwritten = [&](std::size_t i) { return info.wants_out(i) && !info.out(i); };
  if (info.hr == abi::S_OK && (unwritten(0) || unwritten(1) || unwritten(2))) {
    return broken(info, history, ruling,
                  "The class is an array, but the answer lacks the type or the class of its elements, or the "
                  "number of dimensions.");
  }
  const TypeFacts* const type = type_of(info, history, ruling);
  if (type == nullptr) return;
  const bool array = type->kind == Kind::kArray;
  if (info.hr != (array ? abi::S_OK : abi::S_FALSE)) {
    return broken(info, history, ruling,
                  fmt::format("Class {:#x} is {}, but the answer is {}.", info.arg(0).value_or(0),
                              name_of(type->kind), abi::hresult_text(info.hr)));
  }
  if (array) {
    const auto element = info.out(0);
    const auto element_class = info.out(1);
    const auto rank = info.out(2);
    const bool fits = (!element || reported_element(*element) == reported_element(type->element)) &&
                      (!rank || *rank == type->rank) &&
                      (!element_class || type->element_class == 0 || *element_class == type->element_class);
    if (!fits) {
      return broken(info, history, ruling,
                    fmt::format("The class has {} dimensions and elements of type {}, class {:#x}; the "
                                "answer is {}, {} and {:#x}.",
                                type->rank, type->element, type->element_class, rank.value_or(0),
                                element.value_or(0), element_class.value_or(0)));
    }
  }
  ruling.kept();
}

bool shares_offset(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b) {
  std::vector<std::uint64_t> shared;
  std::ranges::set_intersection(a, b, std::back_inserter(shared));
  return !shared.empty();
}

// Each field has a token of its own, and lies where none of the parent's fields lies.
std::string wrong_fields(const InfoEvent& info, const History& history) {
  const Rows rows = info.out_rows(0);
  std::vector<std::uint64_t> tokens, offsets;
  for (std::uint64_t i = 0; i < rows.size(); ++i) {
    tokens.push_back(rows.number(i, 0));
    offsets.push_back(rows.number(i, 1));
  }
  std::ranges::sort(tokens);
  std::ranges::sort(offsets);
  if (const auto twice = std::ranges::adjacent_find(tokens); twice != tokens.end())
    return fmt::format("Field {:#x} is listed twice.", *twice);
  const AnswersInside& answers = history.answers_inside();
  const AnswersInside::OfClass* const own = answers.of_class(info, info.arg(0).value_or(0));
  // The same answer was compared when it came first. A class may have many children.
  if (own == nullptr || (own->layout_line != kNoLine && own->offsets == offsets)) return {};
  std::vector<std::uint64_t> kin = own->children;
  if (own->parent != 0) kin.push_back(own->parent);
  for (const std::uint64_t each : kin) {
    const AnswersInside::OfClass* const other = answers.of_class(info, each);
    if (other == nullptr || !shares_offset(offsets, other->offsets)) continue;
    return fmt::format(
        "A field is where one of class {:#x} is, in line {}: one of the two is the other's parent.", each,
        other->layout_line);
  }
  return {};
}

void own_fields(const InfoEvent& info, const History& history, Ruling& ruling) {
  if (info.succeeded() && info.null_outs == 0) {
    if (std::string what = wrong_fields(info, history); !what.empty())
      return broken(info, history, ruling, std::move(what));
  }
  const TypeFacts* const type = type_of(info, history, ruling);
  if (type == nullptr || info.null_outs != 0) return;
  if (type->kind != Kind::kClass && type->kind != Kind::kValue) {
    const bool right = type->kind == Kind::kString ? info.hr == abi::E_INVALIDARG : !info.succeeded();
    if (right) return ruling.kept();
    return broken(info, history, ruling,
                  fmt::format("The class is {}, but the answer is {}.", name_of(type->kind),
                              abi::hresult_text(info.hr)));
  }
  if (!info.succeeded()) {
    if (may_lack_buffer(info)) return;
    return broken(info, history, ruling,
                  fmt::format("The class has a layout, but the answer is {}.", abi::hresult_text(info.hr)));
  }
  const std::uint64_t capacity = info.arg(1).value_or(0);
  const std::uint64_t all = type->fields.size();
  const std::uint64_t written = std::min(all, capacity);
  const Rows rows = info.out_rows(0);
  const std::uint64_t count = info.out(1).value_or(0);
  // With a buffer, .NET returns the number of filled entries. The documentation names the number of fields.
  if (rows.size() != written || (count != all && (capacity == 0 || count != written))) {
    return broken(info, history, ruling,
                  fmt::format("The class adds {} fields; a buffer for {} receives {}, with a count of {}.",
                              all, capacity, rows.size(), count));
  }
  for (std::uint64_t i = 0; i < written; ++i) {
    if (rows.number(i, 1) == type->fields[i]) continue;
    return broken(info, history, ruling,
                  fmt::format("Field {} is at offset {}, but the answer is {}.", i, type->fields[i],
                              rows.number(i, 1)));
  }
  ruling.kept();
}

// A class that the model does not know is one of the runtime's own value types.
void box_offset(const InfoEvent& info, const History& history, Ruling& ruling) {
  constexpr std::uint64_t kBehindMethodTable = 8;
  if (is_untimely(info) || info.null_outs != 0) return;
  const TypeFacts* const type = history.types().of_class(info.arg(0).value_or(0));
  if (!info.succeeded()) {
    if (type == nullptr) return;
    if (type->kind == Kind::kValue)
      return broken(info, history, ruling, "The class is a value type, but the call fails.");
    return ruling.kept();
  }
  if (type != nullptr && type->kind != Kind::kValue) {
    return broken(info, history, ruling, "The class is not a value type, but the call succeeds.");
  }
  const auto offset = info.out(0);
  if (!offset) return;
  if (*offset == kBehindMethodTable) return ruling.kept();
  broken(info, history, ruling, fmt::format("The value is at offset 8, but the answer is {}.", *offset));
}

constexpr Binding kBindings[] = {
    {.id = "classes/array-answers",
     .occasion = "a call of IsArrayClass",
     .infos = {InfoMethod::kIsArrayClass, InfoMethod::kGetClassIDInfo2, InfoMethod::kGetClassLayout,
               InfoMethod::kGetBoxClassLayout, InfoMethod::kGetArrayObjectInfo},
     .info = array_answers},
    {.id = "classes/own-fields",
     .occasion = "a call of GetClassLayout",
     .infos = {InfoMethod::kGetClassLayout},
     .info = own_fields},
    {.id = "classes/box-offset",
     .occasion = "a call of GetBoxClassLayout",
     .infos = {InfoMethod::kGetBoxClassLayout},
     .info = box_offset},
};

}  // namespace

std::span<const Binding> class_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
