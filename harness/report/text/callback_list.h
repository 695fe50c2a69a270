// Callbacks in order, condensed: a collection of a million objects takes a few lines.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "harness/report/style.h"
#include "harness/report/text/places.h"
#include "harness/rules/decode/callback.h"

namespace gcrucible::report {

// Repetitions of one method, or of two alternating methods, become one group. Memory therefore does not grow
// with repetitions. With `verbose` every call is kept with its arguments.
class CallbackList {
 public:
  explicit CallbackList(bool verbose) : verbose_(verbose) {}

  void add(const rules::Callback& callback);
  // Counts an Info call that the profiler made in or after the last callback.
  void add_info_call(std::string_view method);
  bool empty() const { return groups_.empty(); }
  // "MovedReferences2 ×3 (36 ranges), …", wrapped and indented by `indent` columns. With `verbose`: one line
  // for each call, with object names from `places`, and the Info calls by method.
  std::string text(const Style& style, std::size_t indent, const Places& places) const;

 private:
  struct Group {
    std::string first;
    std::string second;       // empty unless two methods alternate
    std::uint64_t count = 0;  // number of `first`, and of `second`
    std::uint64_t rows = 0;   // sum over all calls
    bool half = false;        // `first` came once more
  };
  static std::string text_of(const Group& group, const Style& style);
  void add_name(const std::string& name, std::uint64_t rows);
  void pair_up();
  std::string every_call(const Style& style, std::size_t indent, const Places& places) const;

  bool verbose_;
  std::vector<Group> groups_;
  std::map<std::string, std::uint64_t, std::less<>> info_calls_;
  std::vector<rules::Callback>
      kept_;  // with `verbose`: objects' places are known only at the collection's end
};

}  // namespace gcrucible::report
