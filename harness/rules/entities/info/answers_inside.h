// What the profiler's questions inside one callback have shown about classes and objects. A later answer
// inside that callback must agree with them.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "harness/rules/decode/info_event.h"

namespace gcrucible::rules {

// Only answers inside GarbageCollectionStarted and GarbageCollectionFinished, where nothing is loaded, moved
// or unloaded. Memory grows with the questions of one such callback.
class AnswersInside {
 public:
  // An answer that shows something, and how.
  struct Shown {
    std::uint64_t line = kNoLine;
    InfoMethod method = kOtherInfo;
  };
  struct OfClass {
    std::optional<bool> array;
    Shown array_shown;
    std::uint64_t most_dimensions = ~std::uint64_t{0};  // an array of the class has no more
    Shown dimensions_shown;
    std::optional<bool> references;  // objects of the class have fields or elements for references
    Shown references_shown;
    std::uint64_t parent = 0;            // 0 if unknown
    std::vector<std::uint64_t> offsets;  // of the fields of a complete answer, ascending
    std::uint64_t layout_line = kNoLine;
    std::vector<std::uint64_t> children;  // classes with this parent
  };
  struct OfObject {
    std::uint64_t object_class = 0;        // 0 if unknown
    std::optional<std::int32_t> short_hr;  // of GetObjectSize
    std::uint64_t short_size = 0;
    std::uint64_t short_line = kNoLine;
    std::optional<std::int32_t> exact_hr;  // of GetObjectSize2
    std::uint64_t exact_size = 0;
    std::uint64_t exact_line = kNoLine;
  };

  void take(const InfoEvent& info);
  // Null if the question was not asked inside the callback of `info`.
  const OfClass* of_class(const InfoEvent& info, std::uint64_t object_class) const;
  const OfObject* of_object(const InfoEvent& info, std::uint64_t object) const;

 private:
  void take_class(const InfoEvent& info);
  void take_object(const InfoEvent& info);

  std::uint64_t inside_ = kNoLine;
  std::unordered_map<std::uint64_t, OfClass> classes_;
  std::unordered_map<std::uint64_t, OfObject> objects_;
};

// Whether the answer shows that its class is an array, or that it is none. Empty if it shows neither.
std::optional<bool> shows_array(const InfoEvent& info);

}  // namespace gcrucible::rules
