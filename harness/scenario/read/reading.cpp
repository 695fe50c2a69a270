#include "harness/scenario/read/reading.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>
#include <utility>

#include "harness/program/functions/shared_code.h"
#include "harness/program/validate/type_facts.h"
#include "harness/yaml/nearest.h"
#include "harness/yaml/number.h"

namespace gcrucible::scenario {

using program::kNothing;
using yaml::Entry;
using yaml::in_quotes;
using yaml::Place;
using yaml::Value;

std::uint64_t number_of(const Value& value) {
  return yaml::read_number(value.text).value.value_or(0);
}

std::uint64_t number_or(const Value& map, std::string_view key, std::uint64_t otherwise) {
  const Value* const value = map.find(key);
  return value == nullptr ? otherwise : number_of(*value);
}

std::string text_or(const Value& map, std::string_view key, std::string otherwise) {
  const Value* const value = map.find(key);
  if (value == nullptr) return otherwise;
  return value->text;
}

bool flag_or(const Value& map, std::string_view key, bool otherwise) {
  const Value* const value = map.find(key);
  return value == nullptr ? otherwise : value->text == "true";
}

std::vector<const Value*> one_or_more(const Value& value) {
  if (!value.is_list()) return {&value};
  std::vector<const Value*> result;
  for (const Value& item : value.items) result.push_back(&item);
  return result;
}

std::vector<std::uint32_t> frames_of(const Value& names, Reading& reading) {
  std::vector<std::uint32_t> frames;
  for (const Value* const each : one_or_more(names))
    frames.push_back(each->text == kNativeFrame ? kNothing : reading.function(*each));
  return frames;
}

std::optional<Path> parse_path(std::string_view text) {
  Path path;
  const auto end = text.find_first_of(".[");
  path.name = text.substr(0, end);
  if (path.name.empty()) return std::nullopt;
  text = end == std::string_view::npos ? std::string_view{} : text.substr(end);
  while (text.starts_with('[')) {
    const auto close = text.find(']');
    if (close == std::string_view::npos || path.indices.size() == 2) return std::nullopt;
    std::uint64_t index = 0;
    const char* const first = text.data() + 1;
    const char* const last = text.data() + close;
    const auto [stop, error] = std::from_chars(first, last, index);
    if (error != std::errc{} || stop != last) return std::nullopt;
    path.indices.push_back(index);
    text.remove_prefix(close + 1);
  }
  if (text.empty()) return path;
  if (text.front() != '.' || text.size() == 1) return std::nullopt;
  path.field = text.substr(1);
  return path;
}

Reading::Reading(const Value& root, Scenario& scenario_, const RuleNames& rules_, yaml::Messages& messages_)
    : scenario(scenario_),
      program(scenario_.program),
      rules(rules_),
      messages(messages_),
      suppressed_names(root),
      types(root.find("types"), scenario_.program, messages_, suppressed_names) {
  const Value* const heap = root.find("heap");
  suppressed_names.heap = heap == nullptr ? !root.whole() : !yaml::wholly_sound(*heap);
  const auto remember = [](const Value* allocation, auto& into) {
    if (allocation == nullptr || !allocation->is_map()) return;
    if (const Value* id = allocation->find("id")) into.emplace(id->text, id->place.line);
  };
  if (const Value* objects = root.find("objects")) {
    for (const Value& item : objects->items) remember(&item, later_);
    for (const Entry& entry : objects->lost) remember(&entry.value, unreadable_);
  }
  if (const Value* steps = root.find("steps")) {
    for (const Value& item : steps->items) {
      remember(item.find("allocate"), later_);
      const Value* const together = item.find("together");
      const Value* const threads = together == nullptr ? nullptr : together->find("threads");
      if (threads == nullptr) continue;
      for (const Entry& lane_steps : threads->entries) {
        for (const Value& each : lane_steps.value.items) remember(each.find("allocate"), later_);
      }
    }
    for (const Entry& item : steps->lost) {
      for (const Entry& step : item.value.lost) {
        if (step.key == "allocate") remember(&step.value, unreadable_);
      }
    }
  }
}

void Reading::step(program::Action action, Place place) {
  program.steps.push_back({std::move(action), place.line, place.column, lane});
}

const ObjectGroup* Reading::find_group(const std::string& name) const {
  const auto found = objects_.find(name);
  return found == objects_.end() ? nullptr : &found->second;
}

const ObjectGroup& Reading::group_of(std::uint32_t object) const {
  const auto after = std::ranges::upper_bound(groups_, object, {}, &ObjectGroup::first);
  return *(after - 1);
}

std::optional<std::uint32_t> Reading::object_or_next(const yaml::Value& name) {
  if (objects_.contains(name.text) || !later_.contains(name.text)) return object(name);
  awaited_ = name;
  return static_cast<std::uint32_t>(next_object_);
}

bool Reading::add_objects(const std::string& name, ObjectGroup group) {
  if (const auto awaited = std::exchange(awaited_, std::nullopt); awaited && awaited->text != name) {
    messages.error(awaited->place,
                   fmt::format("object {} is not the one that is allocated next", in_quotes(awaited->text)),
                   "the next ObjectAllocated is of another; ask right before the allocation");
  }
  // kNothing is not an object, and numbers have 32 bits.
  if (group.count >= kNothing - next_object_) {
    messages.error(
        group.place,
        fmt::format("{} objects and the {} before are more than a program can have, which is {}: they have "
                    "32-bit numbers",
                    group.count, next_object_, kNothing - 1),
        "lower `count`");
    return false;
  }
  if (group.slots != 0 && group.count > (kNothing - slots_) / group.slots) {
    messages.error(group.place, "more than 2^32 references in all", "lower `count` or `length`");
    return false;
  }
  slots_ += group.slots * group.count;
  group.first = static_cast<std::uint32_t>(next_object_);
  next_object_ += group.count;
  groups_.push_back(group);
  if (name.empty()) return true;
  const auto [same, is_new] = objects_.emplace(name, group);
  if (!is_new) {
    messages.error(
        group.place, fmt::format("a second object {}", in_quotes(name)),
        fmt::format("the first one is on line {}; names are unique in a file", same->second.place.line));
    return false;
  }
  return true;
}

std::optional<std::uint32_t> Reading::object(const std::string& text, Place place) {
  const auto path = parse_path(text);
  if (!path || path->indices.size() > 1 || !path->field.empty()) {
    messages.error(place, fmt::format("{} is no object's name", in_quotes(text)),
                   "objects are named by their id, those of a `count` by id[0], id[1], …");
    return std::nullopt;
  }
  const auto found = objects_.find(path->name);
  if (found == objects_.end()) {
    if (suppressed_names.has(path->name)) return std::nullopt;
    const auto later = later_.find(path->name);
    if (later != later_.end()) {
      suppressed_names.add(path->name);
      messages.error(
          place,
          fmt::format("object {} is allocated later, on line {}", in_quotes(path->name), later->second),
          "use it only in the steps after that");
    } else {
      const std::vector<std::string> known = objects_before(place.line);
      if (yaml::nearest(path->name, known).empty()) suppressed_names.add(path->name);
      messages.error(place, fmt::format("there is no object {}", in_quotes(path->name)),
                     yaml::suggestion(path->name, known, "allocate it in a step before, with this `id`"));
    }
    return std::nullopt;
  }
  const ObjectGroup& group = found->second;
  if (!group.certain) return std::nullopt;
  const std::uint64_t index = path->indices.empty() ? 0 : path->indices[0];
  if (index >= group.count) {
    messages.error(
        place, fmt::format("{} is outside the {} objects of {}", in_quotes(text), group.count, path->name),
        fmt::format("the last one is {}[{}]", path->name, group.count - 1));
    return std::nullopt;
  }
  const auto number = static_cast<std::uint32_t>(group.first + index);
  if (const auto dead = deaths_.find(number); dead != deaths_.end() && !whole_run) {
    messages.error(place, fmt::format("object {} is already dead", in_quotes(text)),
                   fmt::format("the collection on line {} expects it to die; keep it alive or do not use it",
                               dead->second));
    deaths_.erase(dead);  // report this once
    return std::nullopt;
  }
  return number;
}

std::vector<std::string> Reading::objects_before(std::uint32_t line) const {
  std::set<std::string> names;
  for (const auto& [name, group] : objects_) names.insert(name);
  for (const auto& [name, allocated] : later_) {
    if (allocated < line) names.insert(name);
  }
  for (const auto& [name, allocated] : unreadable_) {
    if (allocated < line) names.insert(name);
  }
  return {names.begin(), names.end()};
}

std::optional<std::uint32_t> Reading::object_or_null(const Value& name) {
  if (name.is_null()) return kNothing;
  return object(name);
}

std::optional<Named> Reading::named_object(const Value& name) {
  const auto number = object(name);
  if (!number) return std::nullopt;
  return Named{*number, name.text, name.place};
}

std::optional<std::uint32_t> Reading::lookup(const Numbers& names, const std::string& name, Place place,
                                             std::string_view noun, std::string_view gone,
                                             std::string_view remedy) {
  const auto found = names.find(name);
  if (found != names.end()) {
    if (found->second.gone == 0 || whole_run) return found->second.number;
    messages.error(place,
                   fmt::format("{} {} was {} on line {}", noun, in_quotes(name), gone, found->second.gone),
                   "use it before that, or another one");
    return std::nullopt;
  }
  if (suppressed_names.has(name)) return std::nullopt;
  const std::vector<std::string> known = names_of(names);
  if (yaml::nearest(name, known).empty()) suppressed_names.add(name);
  messages.error(place, fmt::format("there is no {} {}", noun, in_quotes(name)),
                 yaml::suggestion(name, known, std::string(remedy)));
  return std::nullopt;
}

std::vector<std::string> Reading::names_of(const Numbers& numbers) {
  std::vector<std::string> names;
  for (const auto& [name, numbered] : numbers) names.push_back(name);
  return names;
}

void Reading::check_interior(std::uint32_t object, std::uint64_t offset, Place place) {
  if (object == kNothing || offset == 0) return;
  const ObjectGroup& group = group_of(object);
  const std::uint64_t size = program::object_size(types.spec(group.type), group.length);
  // An interior pointer may name every byte of the object, except the bytes of the next object's header.
  if (offset < size) return;
  messages.error(place, fmt::format("an interior offset of {} is beyond the object's end", offset),
                 fmt::format("the object has {} bytes", size));
}

std::uint32_t Reading::add_root(const std::string& name, RootFacts facts) {
  const auto number = static_cast<std::uint32_t>(root_facts_.size());
  if (!name.empty()) roots_.emplace(name, Numbered{number, 0});
  scenario.root_names.push_back(name);
  root_facts_.push_back(facts);
  return number;
}
std::uint32_t Reading::add_handle(const std::string& name, program::CreateHandle::Kind kind, Place place) {
  const auto number = static_cast<std::uint32_t>(handle_kinds_.size());
  if (!name.empty() && !handles_.emplace(name, Numbered{number, 0}).second) {
    messages.error(place, fmt::format("a second handle {}", in_quotes(name)), "choose another name");
  }
  scenario.handle_names.push_back(name);
  handle_kinds_.push_back(kind);
  return number;
}
std::optional<std::uint32_t> Reading::root(const std::string& name, Place place) {
  return lookup(roots_, name, place, "root", "removed", "add one in a step before, with `root:`");
}
std::optional<std::uint32_t> Reading::handle(const std::string& name, Place place) {
  return lookup(handles_, name, place, "handle", "freed",
                "make one in a step before, with `handle:` and an `id`");
}
std::optional<std::uint32_t> Reading::thread(const Value& name) {
  return lookup(threads_, name.text, name.place, "thread", "ended", "add it to `threads:`");
}
std::optional<std::uint32_t> Reading::running_thread(const Value& name) {
  const auto number = thread(name);
  if (!number || running_[*number] || suppressed_names.has(name.text)) return number;
  messages.error(name.place, fmt::format("thread {} is not started", in_quotes(name.text)),
                 fmt::format("add `- start-thread: {}` before", name.text));
  return std::nullopt;
}

std::uint32_t Reading::thread_of(const Value& map) {
  const Value* const name = map.find("thread");
  return name == nullptr ? usual_thread() : running_thread(*name).value_or(0);
}

void Reading::doubt_thread(const std::string& name) {
  suppressed_names.add(yaml::nearest(name, names_of(threads_)));
}

std::uint32_t Reading::function(const std::string& name, Place place) {
  if (const auto known = functions_.find(name); known != functions_.end()) return known->second;
  const program::FunctionName parts = program::parts_of(name);
  program::FunctionSpec function{.name = std::string(parts.owner)};
  if (const auto owner = types.owner_of_methods(function.name, place)) {
    function.type = *owner;
    function.name = types.spec(*owner).name;
  }
  if (!function.name.empty()) function.name += '.';
  function.name += parts.method;
  if (!parts.arguments.empty()) {
    function.name += '<';
    for (const std::string& each : Types::arguments_of("M" + std::string(parts.arguments))) {
      if (!function.arguments.empty()) function.name += ',';
      const auto argument = types.argument(each, place, function.name);
      if (!argument) continue;
      if (program::is_reference_element(argument->element_type))
        types.number(std::string(program::kCanon), place);
      function.arguments.push_back(*argument);
    }
    function.name += '>';
  }
  const auto number = static_cast<std::uint32_t>(program.functions.size());
  const auto [found, is_new] = functions_.emplace(function.name, number);
  if (is_new) program.functions.push_back(std::move(function));
  return functions_.emplace(name, found->second).first->second;
}

bool Reading::add_thread(const std::string& id, const std::string& name, Place place) {
  const auto number = static_cast<std::uint32_t>(program.threads.size());
  if (!threads_.emplace(id, Numbered{number, 0}).second) {
    messages.error(place, fmt::format("a second thread {}", in_quotes(id)), "choose another name");
    return false;
  }
  program.threads.push_back({name});
  running_.push_back(number == 0);
  return true;
}

}  // namespace gcrucible::scenario
