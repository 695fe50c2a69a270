#include "harness/compare/story_reader.h"

#include <algorithm>
#include <utility>

#include "harness/abi/enums.h"
#include "harness/rules/decode/decode.h"
#include "harness/rules/decode/rows.h"
#include "harness/trace/event_fields.h"
#include "harness/trace/read/reader.h"

namespace gcrucible::compare {
namespace {

constexpr const char* kWholeOnly =
    "; compare takes complete traces only; gcrucible check --partial judges an incomplete one";

using rules::Call;
using rules::CallSet;

// Callbacks that count even if they concern no object of the scenario.
constexpr CallSet kAlways{Call::kRuntimeSuspendStarted,    Call::kRuntimeSuspendFinished,
                          Call::kRuntimeResumeStarted,     Call::kRuntimeResumeFinished,
                          Call::kGarbageCollectionStarted, Call::kGarbageCollectionFinished};
constexpr CallSet kWithEntries =
    rules::kRangeCalls | rules::kRootCalls |
    CallSet{Call::kObjectsAllocatedByClass, Call::kFinalizeableObjectQueued,
            Call::kConditionalWeakTableElementReferences, Call::kObjectReferences};

std::uint64_t number(const trace::Event& event, std::string_view key) {
  return trace::number_in(event, key).value_or(0);
}

std::string text(const trace::Event& event, std::string_view key) {
  return std::string(trace::text_in(event, key));
}

const std::string* name_at(const std::map<std::uint64_t, std::string>& places, std::uint64_t address) {
  const auto found = places.find(address);
  return found == places.end() ? nullptr : &found->second;
}

// Whether a range contains one of the places.
bool holds_any(const rules::Range& range, const std::map<std::uint64_t, std::string>& places) {
  const auto first = places.lower_bound(range.from);
  return first != places.end() && first->first - range.from < range.length;
}

// The named objects of a callback that a heap reports about itself; empty for other callbacks.
std::vector<std::string> of_heap(const rules::Callback& call,
                                 const std::map<std::uint64_t, std::string>& before) {
  std::vector<std::string> objects;
  if (call.call == Call::kFinalizeableObjectQueued) {
    if (const std::string* const name = name_at(before, call.object); name != nullptr)
      objects.push_back(*name);
  }
  if (rules::kRangeCalls.has(call.call)) {
    for (const rules::Range& range : call.ranges) {
      for (auto place = before.lower_bound(range.from);
           place != before.end() && place->first - range.from < range.length; ++place)
        objects.push_back(place->second);
    }
  }
  std::sort(objects.begin(), objects.end());
  objects.erase(std::unique(objects.begin(), objects.end()), objects.end());
  return objects;
}

// The earliest possible start of the next object.
std::uint64_t aligned(std::uint64_t end) {
  constexpr std::uint64_t kAlignment = 8;
  return (end + kAlignment - 1) / kAlignment * kAlignment;
}

}  // namespace

void StoryReader::take(const trace::Event& event) {
  switch (event.kind) {
    case trace::EventKind::kHeader:
      take_header(event);
      break;
    case trace::EventKind::kModel:
      take_model(event);
      break;
    case trace::EventKind::kCallback:
      take_callback(event);
      break;
    case trace::EventKind::kEnd:
      story_.whole = trace::find(event, "died") == nullptr;
      break;
    default:
      break;
  }
}

void StoryReader::take_header(const trace::Event& event) {
  story_.title = text(event, "source") + ", " + text(event, "runtime") + " " + text(event, "version");
  const rules::Header header = rules::decode_header(event);
  story_.runtime = header.runtime;
  story_.recorded = header.source == "recorded";
  if (header.mask_known) story_.mask = header.mask;
  story_.callback_version = header.callback_version;
}

bool StoryReader::begins_collection(const rules::Callback& call) const {
  if (story_.has_brackets()) return call.call == Call::kGarbageCollectionStarted;
  return call.call == Call::kRuntimeSuspendFinished && suspended_ == abi::COR_PRF_SUSPEND_FOR_GC;
}

void StoryReader::take_model(const trace::Event& event) {
  if (event.name == "names") {
    const rules::Rows rows(trace::find(event, "objects"));
    for (std::uint64_t row = 0; row < rows.size(); ++row) {
      story_.names[static_cast<std::uint32_t>(rows.number(row))] = std::string(rows.text(row, 1));
    }
  } else if (event.name == "type") {
    const std::uint64_t id = number(event, "class");
    // The runtime itself also allocates objects of its own types.
    if (const std::string name = text(event, "name"); !name.starts_with("System.")) types_[id] = name;
  } else if (event.name == "allocated") {
    if (trace::find(event, "watch") != nullptr) watches_.insert(number(event, "watch"));
  } else if (event.name == "collection") {
    close();
    window_ = Window::kScenario;
    model_ = rules::decode_collection(event);
    now_.number = model_.number;
    now_.line = model_.scenario_line;
    now_.asked = text(event, "asked");
    now_.unannounced = at_rest_ && !story_.has_brackets();
  } else if (event.name == "setup") {
    close();
    window_ = Window::kSetup;
    ++story_.setup;
  } else if (event.name == "heap" && window_ == Window::kScenario) {
    model_.take({.fact = rules::Fact::kHeap, .event = &event});
  } else if (event.name == "collected") {
    close();
  }
}

void StoryReader::take_callback(const trace::Event& event) {
  rules::decode_callback(event, callback_);
  if (callback_.call == Call::kRuntimeSuspendStarted) suspended_ = callback_.reason;
  if (callback_.call == Call::kRuntimeSuspendFinished) at_rest_ = true;
  if (callback_.call == Call::kRuntimeResumeStarted) at_rest_ = false;
  const bool begins = begins_collection(callback_);
  if (window_ != Window::kScenario || resumed_) {
    if (begins && window_ != Window::kSetup) ++story_.unasked;
    return;
  }
  if (begins && now_.starts++ == 0 && story_.has_brackets()) {
    for (std::size_t i = 0; i < callback_.generations.size(); ++i) {
      if (callback_.generations[i] != 0)
        now_.condemned.push_back(std::string(rules::name_of_generation(static_cast<std::uint8_t>(i))));
    }
    now_.reason = callback_.reason == abi::COR_PRF_GC_INDUCED ? "induced" : "other";
  }
  if (callback_.call == Call::kRuntimeResumeStarted) resuming_ = now_.starts != 0;
  // Another thread may suspend before the resuming thread has reported the end of its resumption
  // (dotnet/runtime threadsuspend.cpp, RestartEE). Such a suspension does not belong to this collection.
  const bool of_another = resuming_ && (callback_.call == Call::kRuntimeSuspendStarted ||
                                        callback_.call == Call::kRuntimeSuspendFinished);
  if (!of_another && (kAlways.has(callback_.call) || kWithEntries.has(callback_.call)))
    calls_.push_back(callback_);
  // In a simulated run only the resumption marks the end of a collection's callbacks. In a recorded run the
  // player marks it.
  resumed_ = callback_.call == Call::kRuntimeResumeFinished && now_.starts != 0;
}

bool StoryReader::concerns(const rules::Callback& call, const CollectionStory& story, const Places& before,
                           const Places& after) const {
  if (kAlways.has(call.call)) return true;
  if (call.call == Call::kObjectsAllocatedByClass) return !story.allocated.empty();
  if (rules::kRangeCalls.has(call.call)) {
    return std::any_of(call.ranges.begin(), call.ranges.end(),
                       [&](const rules::Range& range) { return holds_any(range, before); });
  }
  if (rules::kRootCalls.has(call.call)) {
    return std::any_of(call.roots.begin(), call.roots.end(), [&](const rules::Root& root) {
      const bool watched = call.call == Call::kRootReferences2 && watches_.contains(root.id);
      return !watched && after.contains(root.object);
    });
  }
  if (call.call == Call::kConditionalWeakTableElementReferences) {
    return std::any_of(call.elements.begin(), call.elements.end(), [&](const rules::Element& element) {
      return after.contains(element.key) || after.contains(element.value);
    });
  }
  if (call.call == Call::kFinalizeableObjectQueued) return before.contains(call.object);
  return call.call == Call::kObjectReferences && after.contains(call.object);
}

void StoryReader::report_allocated(CollectionStory& story) {
  std::map<std::uint64_t, std::int64_t> counts;
  for (const rules::Callback& call : calls_) {
    if (call.call != Call::kObjectsAllocatedByClass) continue;
    for (const rules::ClassCount& each : call.classes)
      counts[each.object_class] += static_cast<std::int64_t>(each.count);
  }
  for (const auto& [id, count] : counts) {
    const auto type = types_.find(id);
    if (type != types_.end() && count != 0) story.allocated[type->second] = count;
  }
}

void StoryReader::report_ranges(CollectionStory& story, const Places& before) {
  const bool exact = std::any_of(calls_.begin(), calls_.end(),
                                 [](const rules::Callback& call) { return rules::is_exact(call.call); });
  for (const rules::Callback& call : calls_) {
    if (!rules::kRangeCalls.has(call.call) || rules::is_exact(call.call) != exact) continue;
    const bool moved = rules::family_of(call.call) == rules::Family::kMoved;
    for (const rules::Range& range : call.ranges) {
      for (auto place = before.lower_bound(range.from);
           place != before.end() && place->first - range.from < range.length; ++place) {
        story.objects[place->second].reported = moved ? "moved" : "surviving";
      }
    }
  }
}

void StoryReader::report_graph(CollectionStory& story, const Places& after) {
  for (const rules::Callback& call : calls_) {
    if (call.call == Call::kRootReferences && !story_.has_brackets()) {
      for (const rules::Root& root : call.roots) {
        if (const std::string* const name = name_at(after, root.object); name != nullptr)
          story.objects[*name].roots.emplace_back(kRootOfUnknownKind);
      }
    } else if (call.call == Call::kRootReferences2) {
      for (const rules::Root& root : call.roots) {
        const std::string* const name = name_at(after, root.object);
        if (name != nullptr && !watches_.contains(root.id)) {
          story.objects[*name].roots.push_back(root_words(root.kind, root.flags));
        }
      }
    } else if (call.call == Call::kObjectReferences) {
      const std::string* const name = name_at(after, call.object);
      if (name == nullptr) continue;
      ObjectStory& object = story.objects[*name];
      object.references_reported = true;
      for (const std::uint64_t reference : call.references) {
        const std::string* const target = name_at(after, reference);
        object.references.push_back(target == nullptr ? "?" : *target);
      }
    } else if (call.call == Call::kConditionalWeakTableElementReferences) {
      for (const rules::Element& element : call.elements) {
        const std::string* const key = name_at(after, element.key);
        const std::string* const value = name_at(after, element.value);
        if (key == nullptr && value == nullptr) continue;
        story.dependents.push_back((key == nullptr ? "?" : *key) + " -> " +
                                   (value == nullptr ? "?" : *value));
      }
    }
  }
  for (auto& [name, object] : story.objects) std::sort(object.roots.begin(), object.roots.end());
  std::sort(story.dependents.begin(), story.dependents.end());
}

// After the roots, because they state which objects are pinned.
void StoryReader::report_neighbours(CollectionStory& story) const {
  if (!model_.before) return;
  std::map<std::uint64_t, const rules::HeapObject*> by_end;
  for (const rules::HeapObject& each : model_.before->objects) by_end[aligned(each.at + each.size)] = &each;
  for (const rules::HeapObject& each : model_.before->objects) {
    const auto neighbour = by_end.find(each.at);
    const auto name = story_.names.find(each.object);
    if (neighbour == by_end.end() || name == story_.names.end()) continue;
    const auto pinned = story_.names.find(neighbour->second->object);
    if (pinned != story_.names.end() && is_pinned(story.objects[pinned->second]))
      story.beside_pinned.insert(name->second);
  }
}

void StoryReader::close() {
  if (window_ == Window::kScenario) {
    Places before, after;
    const auto name_of = [&](std::uint32_t object) -> const std::string* {
      const auto found = story_.names.find(object);
      return found == story_.names.end() ? nullptr : &found->second;
    };
    if (model_.before) {
      for (const rules::HeapObject& object : model_.before->objects) {
        const std::string* const name = name_of(object.object);
        if (name == nullptr) continue;
        before[object.at] = *name;
        ObjectStory& story = now_.objects[*name];
        story.before = rules::name_of_generation(object.generation);
        story.after = "dead";
        story.reported = "not reported";
      }
    }
    if (model_.after) {
      for (const rules::HeapObject& object : model_.after->objects) {
        const std::string* const name = name_of(object.object);
        if (name == nullptr) continue;
        after[object.at] = *name;
        now_.objects[*name].after = rules::name_of_generation(object.generation);
      }
    }
    report_allocated(now_);
    report_ranges(now_, before);
    report_graph(now_, after);
    report_neighbours(now_);
    bool last_concerns = false;
    Call last = Call::kOther;
    for (const rules::Callback& call : calls_) {
      // RootReferences repeats the RootReferences2 call before it without root ids, so the player's own
      // handles could not be excluded. Use the result for the earlier call.
      const bool repeats = call.call == Call::kRootReferences && last == Call::kRootReferences2;
      last_concerns = repeats ? last_concerns : concerns(call, now_, before, after);
      last = call.call;
      if (!last_concerns) continue;
      if (call.call == Call::kFinalizeableObjectQueued) {
        const bool critical = (call.flags & abi::COR_PRF_FINALIZER_CRITICAL) != 0;
        now_.queued.push_back({before[call.object] + (critical ? " critical" : ""), call.thread});
      }
      now_.calls.push_back({call.name, call.thread, of_heap(call, before)});
    }
    story_.collections.push_back(std::move(now_));
  }
  window_ = Window::kNone;
  resumed_ = resuming_ = false;
  now_ = {};
  model_ = {};
  calls_.clear();
}

Story StoryReader::finish() && {
  close();
  return std::move(story_);
}

Expected<Story> read_story(const std::string& path) {
  StoryReader stories;
  trace::Reader reader = trace::Reader::of_file(path);
  trace::Line line;
  trace::Reader::Step step = trace::Reader::Step::kLine;
  std::string refused;
  while ((step = reader.next(line)) == trace::Reader::Step::kLine) {
    stories.take(line.event());
    if (line.event().kind == trace::EventKind::kEnd) refused = trace::text_in(line.event(), "refused");
  }
  if (reader.error() != nullptr) {
    return failure(reader.error()->text() + (step == trace::Reader::Step::kCutOff ? kWholeOnly : ""));
  }
  if (!refused.empty())
    return failure(path + ": the run was refused, so there is nothing to compare: " + refused);
  Story story = std::move(stories).finish();
  if (!story.whole) return failure(path + ": its process died, so its history is incomplete" + kWholeOnly);
  if (story.names.empty()) {
    return failure(path +
                   ": names no objects, so there is nothing to compare; give traces of scenarios, from "
                   "gcrucible run --trace and gcrucible run --on coreclr --trace");
  }
  return story;
}

}  // namespace gcrucible::compare
