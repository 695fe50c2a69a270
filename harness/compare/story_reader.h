// Builds a story from the lines of a trace.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "harness/compare/story.h"
#include "harness/expected.h"
#include "harness/rules/collection/collection_model.h"
#include "harness/rules/decode/callback.h"
#include "harness/trace/event.h"

namespace gcrucible::compare {

// Takes the lines of one trace in order. Memory grows with one collection and with the named objects. The
// model's heap lines give the addresses of objects: before the move for ranges and queued finalizers, after
// the move for roots and references.
class StoryReader {
 public:
  void take(const trace::Event& event);
  // Call after the last line.
  Story finish() &&;

 private:
  enum class Window : std::uint8_t { kNone, kSetup, kScenario };
  using Places = std::map<std::uint64_t, std::string>;  // names by address

  void take_header(const trace::Event& event);
  void take_model(const trace::Event& event);
  void take_callback(const trace::Event& event);
  // Whether the callback begins a collection.
  bool begins_collection(const rules::Callback& call) const;
  void close();
  void report_allocated(CollectionStory& story);
  void report_ranges(CollectionStory& story, const Places& before);
  void report_graph(CollectionStory& story, const Places& after);
  void report_neighbours(CollectionStory& story) const;
  bool concerns(const rules::Callback& call, const CollectionStory& story, const Places& before,
                const Places& after) const;

  Story story_;
  Window window_ = Window::kNone;
  bool resuming_ = false;        // the resumption after the collection has started
  bool resumed_ = false;         // the resumption has finished
  std::uint32_t suspended_ = 0;  // COR_PRF_SUSPEND_REASON of the last suspension
  bool at_rest_ = false;         // the runtime is suspended
  CollectionStory now_;
  rules::CollectionModel model_;  // of now_
  std::vector<rules::Callback> calls_;
  std::set<std::uint64_t> watches_;             // the player's own handles
  std::map<std::uint64_t, std::string> types_;  // the scenario's own types, by ClassID
  rules::Callback callback_;
};

// The story of a whole trace file that names objects.
Expected<Story> read_story(const std::string& path);

}  // namespace gcrucible::compare
