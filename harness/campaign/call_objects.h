// The objects that an observation of Info calls is about.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "harness/driver/outcome.h"
#include "harness/trace/event.h"

namespace gcrucible::campaign {

// Where in a run a call was made: "inside collection 1", or "after collection 0" before the first one. Take
// every callback.
class CallPeriod {
 public:
  void take(const trace::Event& event) {
    if (event.kind == trace::EventKind::kCallback &&
        (event.name == "GarbageCollectionStarted" || event.name == "GarbageCollectionFinished"))
      ++brackets_;
  }
  std::string text() const;

 private:
  std::uint64_t brackets_ = 0;
};

// Which objects were at which addresses in each period. Under another presentation of the same program, they
// are at the same addresses.
class CallObjects {
 public:
  // Reads the trace of the run.
  explicit CallObjects(const driver::Outcome& outcome);

  // Adds "(object 3)" behind each address of an object, and "(handle of object 3)" behind each handle. `line`
  // begins with the period of its call.
  std::string with_objects(std::string_view line) const;
  // The scenario's line of the collection that the period, as text, is in or after. 0: none.
  std::uint32_t line_of(std::string_view period) const;

 private:
  using Objects = std::vector<std::uint64_t>;  // in the order of time
  using Places = std::unordered_map<std::uint64_t, Objects>;

  void take(const trace::Event& event);
  void take_callback(const trace::Event& event);
  void take_heap(const trace::Event& event);
  void add(std::uint64_t address, std::uint64_t object);

  CallPeriod period_;
  std::string now_;                                           // the period, as text
  std::map<std::uint64_t, std::uint64_t> heap_;               // address and object
  std::unordered_map<std::uint64_t, std::uint64_t> handles_;  // handle and object
  std::uint32_t line_ = 0;                                    // of the last collection that began
  std::map<std::string, std::uint32_t, std::less<>> lines_;   // by period
  std::map<std::string, Places, std::less<>> places_;
};

}  // namespace gcrucible::campaign
