// What the model says of the types of a program.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "harness/rules/decode/model_line.h"

namespace gcrucible::rules {

struct TypeFacts {
  enum class Kind : std::uint8_t { kClass, kArray, kString, kValue, kDelegate };
  Kind kind = Kind::kClass;
  std::uint64_t size = 0;  // of an object without elements
  std::vector<std::uint64_t>
      fields;                 // offsets of the fields that the class itself adds, as metadata orders them
  bool references = false;    // it has reference fields or elements
  std::uint64_t rank = 0;     // the rest of an array only
  std::uint64_t element = 0;  // CorElementType
  std::uint64_t element_class = 0;  // 0 for elements of a class that the program does not have
  std::uint64_t element_size = 0;
  std::uint64_t elements = 0;  // offset of the first one
};

// Memory grows with the types of a program.
class Types {
 public:
  void take(const ModelLine& line);
  // The class is gone, and its id may be that of another kind of class from now on.
  void unloaded_now(std::uint64_t object_class) { recorded_.erase(object_class); }
  // Null where the model does not say of what kind the class is: in recordings, and of the runtime's own.
  const TypeFacts* of_class(std::uint64_t object_class) const;
  // Empty where the model does not say it.
  std::string_view name_of(std::uint64_t object_class) const;
  // What is known of a class beside its id; a recording knows no more. Nothing where nobody has told.
  std::optional<TypeFacts::Kind> kind_of(std::uint64_t object_class) const;
  // Whether a recording without the kind of a class that it met is damaged: it says of others what they are.
  bool says_all_kinds() const { return !met_.empty(); }
  bool met(std::uint64_t object_class) const { return met_.contains(object_class); }
  // It was unloaded, whether the profiler was told or not.
  bool unloaded(std::uint64_t object_class) const { return unloaded_.contains(object_class); }
  // So it was once, though another class may have its id now.
  bool was_unloaded(std::uint64_t object_class) const { return once_unloaded_.contains(object_class); }

 private:
  std::unordered_map<std::uint64_t, TypeFacts> by_class_;
  std::unordered_map<std::uint64_t, TypeFacts::Kind> recorded_;
  std::unordered_map<std::uint64_t, std::string> names_;
  std::unordered_set<std::uint64_t> met_;  // of `class` lines
  std::unordered_set<std::uint64_t> unloaded_;
  std::unordered_set<std::uint64_t> once_unloaded_;
};

}  // namespace gcrucible::rules
