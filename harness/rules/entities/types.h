// The types of a program, from the model.
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
  bool references = false;    // has reference fields or elements
  std::uint64_t rank = 0;     // the following members only for arrays
  std::uint64_t element = 0;  // CorElementType
  std::uint64_t element_class = 0;  // 0 if the program does not have that class
  std::uint64_t element_size = 0;
  std::uint64_t elements = 0;  // offset of the first element
};

// Memory grows with the number of types.
class Types {
 public:
  void take(const ModelLine& line);
  // The class is gone. Another kind of class may have its id from now on.
  void unloaded_now(std::uint64_t object_class) { recorded_.erase(object_class); }
  // Null if the model does not describe the class: in recordings, and for the runtime's own classes.
  const TypeFacts* of_class(std::uint64_t object_class) const;
  // Empty if the model does not name the class.
  std::string_view name_of(std::uint64_t object_class) const;
  // The kind of a class; a recording contains only that. Empty if unknown.
  std::optional<TypeFacts::Kind> kind_of(std::uint64_t object_class) const;
  // Whether the recording states kinds of classes. A seen class without a kind then means a damaged
  // recording.
  bool says_all_kinds() const { return !met_.empty(); }
  bool met(std::uint64_t object_class) const { return met_.contains(object_class); }
  // The class was unloaded, whether the profiler was notified or not.
  bool unloaded(std::uint64_t object_class) const { return unloaded_.contains(object_class); }
  // The class was unloaded once, though another class may have its id now.
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
