#include "harness/rules/evidence/object_story.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/rules/decode/rows.h"
#include "harness/rules/judge/checker.h"
#include "harness/trace/event_fields.h"

namespace gcrucible::rules {
namespace {

std::string generation_text(std::uint64_t generation) {
  return std::string(
      name_of_generation(static_cast<std::uint8_t>(std::min<std::uint64_t>(generation, kNoGeneration))));
}

std::uint64_t collection_of(const trace::Event& event) {
  return trace::number_in(event, "collection").value_or(0);
}

}  // namespace

ObjectStories::ObjectStories(const std::set<std::uint32_t>& objects) {
  for (const std::uint32_t object : objects) states_[object];
}

void ObjectStories::take(const trace::Event& event) {
  if (event.kind != trace::EventKind::kModel || states_.empty()) return;
  if (event.name == "allocated") {
    take_allocated(event);
  } else if (event.name == "heap") {
    take_heap(event);
  } else if (event.name == "plan") {
    take_numbers(event, "deaths", "died");
  } else if (event.name == "queued") {
    take_numbers(event, "objects", "queued for its finalizer");
  }
}

void ObjectStories::take_allocated(const trace::Event& event) {
  const std::uint64_t first = trace::number_in(event, "object").value_or(0);
  const std::uint64_t count = trace::number_in(event, "count").value_or(1);
  for (auto& [object, state] : states_) {
    if (object < first || object - first >= count) continue;
    const std::uint64_t generation = trace::number_in(event, "generation").value_or(0);
    // A bulk allocation states only the address of its first object.
    if (object == first) {
      state = {.known = true,
               .at = trace::number_in(event, "at").value_or(0),
               .generation = generation,
               .story = {}};
    }
    state.story.push_back(object == first ? fmt::format("allocated at {} in {} (line {})", id(state.at),
                                                        generation_text(generation), event.n)
                                          : fmt::format("allocated in bulk with {} others in {} (line {})",
                                                        count - 1, generation_text(generation), event.n));
  }
}

void ObjectStories::take_heap(const trace::Event& event) {
  const Rows objects(trace::find(event, "objects"));
  for (std::uint64_t i = 0; i < objects.size(); ++i) {
    const auto found = states_.find(static_cast<std::uint32_t>(objects.number(i, 0)));
    if (found == states_.end()) continue;
    State& state = found->second;
    const std::uint64_t at = objects.number(i, 1), generation = objects.number(i, 3);
    const std::string place = fmt::format("collection {} (line {})", collection_of(event), event.n);
    if (!state.known) {
      state.story.push_back(fmt::format("at {} in {} before {}", id(at), generation_text(generation), place));
    } else if (state.at != at) {
      state.story.push_back(fmt::format("moved from {} to {} in {}", id(state.at), id(at), place));
    }
    if (state.known && state.generation != generation) {
      state.story.push_back(fmt::format("from {} to {} in {}", generation_text(state.generation),
                                        generation_text(generation), place));
    }
    state.known = true;
    state.at = at;
    state.generation = generation;
  }
}

void ObjectStories::take_numbers(const trace::Event& event, std::string_view key, std::string_view what) {
  const Rows numbers(trace::find(event, key));
  for (std::uint64_t i = 0; i < numbers.size(); ++i) {
    const auto found = states_.find(static_cast<std::uint32_t>(numbers.number(i, 0)));
    if (found == states_.end()) continue;
    found->second.story.push_back(
        fmt::format("{} in collection {} (line {})", what, collection_of(event), event.n));
  }
}

const std::vector<std::string>& ObjectStories::of(std::uint32_t object) const {
  static const std::vector<std::string> kNone;
  const auto found = states_.find(object);
  return found == states_.end() ? kNone : found->second.story;
}

}  // namespace gcrucible::rules
