// The events of single objects over a run. The trace is read a second time, so that no history of every
// object must be kept.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "harness/trace/event.h"

namespace gcrucible::rules {

// Pass the numbers of the objects (as in model lines), then every event of the trace in order.
class ObjectStories {
 public:
  explicit ObjectStories(const std::set<std::uint32_t>& objects);

  void take(const trace::Event& event);
  // Sentences in order: allocated, moved, promoted, queued, died. Empty for an object that no model line
  // names.
  const std::vector<std::string>& of(std::uint32_t object) const;

 private:
  struct State {
    bool known = false;
    std::uint64_t at = 0;
    std::uint64_t generation = 0;
    std::vector<std::string> story;
  };
  void take_allocated(const trace::Event& event);
  void take_heap(const trace::Event& event);
  void take_numbers(const trace::Event& event, std::string_view key, std::string_view what);

  std::map<std::uint32_t, State> states_;
};

}  // namespace gcrucible::rules
