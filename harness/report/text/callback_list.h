// Callbacks in order, condensed so that a collection of a million objects takes a few lines.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/report/style.h"
#include "harness/report/text/places.h"
#include "harness/rules/decode/callback.h"

namespace gcrucible::report {

// Repetitions of one method, and of two that take turns, become one group, so that memory does not grow with
// them. With `verbose` every call is kept with its arguments.
class CallbackList {
 public:
  explicit CallbackList(bool verbose) : verbose_(verbose) {}

  void add(const rules::Callback& callback);
  bool empty() const { return groups_.empty(); }
  // "MovedReferences2 ×3 (36 ranges), …" wrapped behind `indent` columns; or a line for each call.
  // The latter in the names of `places`.
  std::string text(const Style& style, std::size_t indent, const Places& places) const;

 private:
  struct Group {
    std::string first;
    std::string second;       // empty unless two take turns
    std::uint64_t count = 0;  // of `first`, and of `second`
    std::uint64_t rows = 0;   // of all of them
    bool half = false;        // one more `first` came
  };
  static std::string text_of(const Group& group, const Style& style);
  void add_name(const std::string& name, std::uint64_t rows);
  void pair_up();
  std::string every_call(const Style& style, std::size_t indent, const Places& places) const;

  bool verbose_;
  std::vector<Group> groups_;
  std::vector<rules::Callback>
      kept_;  // with `verbose`: where objects are is only known when the collection is over
};

}  // namespace gcrucible::report
