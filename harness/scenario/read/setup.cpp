// Title, runtime, heap, types, threads, functions, profiler.
#include <fmt/format.h>

#include <algorithm>

#include "harness/abi/tables/info_methods.h"
#include "harness/program/failing_info.h"
#include "harness/program/validate/type_facts.h"
#include "harness/runtimes/runtimes.h"
#include "harness/scenario/expect/datum.h"
#include "harness/scenario/language/words.h"
#include "harness/scenario/read/reading.h"
#include "harness/yaml/nearest.h"

namespace gcrucible::scenario {
namespace {

using program::Backing;
using program::HeapSpec;
using program::RangeSpec;
using yaml::Entry;
using yaml::in_quotes;
using yaml::Value;

constexpr std::uint64_t kPage = 4096;
constexpr std::uint64_t kGranule = 65536;
constexpr std::uint64_t kAddressesEnd = std::uint64_t{1} << 47;
constexpr std::size_t kMostThreads = 1000;
constexpr std::uint16_t kFirstWithCollectible = 4;  // major version
constexpr std::size_t kMostRanges = 4096;           // each is compared with each

void read_runtime(const Value* value, Reading& reading) {
  std::string name(runtimes::kDefault);
  yaml::Place place{1, 1};
  if (value != nullptr) {
    const Value& named = value->is_map() ? *value->find("like") : *value;
    name = named.text;
    place = named.place;
  }
  // Built-in runtimes only: a scenario's meaning must not depend on the current folder.
  const std::vector<std::string> known = runtimes::names();
  if (std::ranges::find(known, name) == known.end()) {
    reading.messages.error(place, fmt::format("there is no runtime {}", in_quotes(name)),
                           yaml::suggestion(name, known));
    return;
  }
  Expected<program::RuntimeProfile> loaded = runtimes::load(name);
  if (!loaded) {
    reading.messages.error(place, "the runtime's own file is broken: " + loaded.error(),
                           "this is a bug of gcrucible");
    return;
  }
  reading.program.runtime = std::move(*loaded);
  if (value == nullptr || !value->is_map()) return;
  auto changed = runtimes::read_profile(*value, reading.program.runtime, false, reading.messages);
  if (changed) reading.program.runtime = std::move(*changed);
}

void read_ranges(const Value& list, HeapSpec& heap, Reading& reading) {
  if (heap.backing != Backing::kNone && !list.items.empty()) {
    if (!reading.suppressed_names.heap) {
      reading.messages.error(list.place, "literal ranges in a heap with real addresses",
                             "add `backing: none`, or leave `ranges` out");
    }
    reading.suppressed_names.heap = true;
    return;
  }
  if (list.items.size() > kMostRanges) {
    reading.messages.error(list.place, fmt::format("{} ranges", list.items.size()),
                           fmt::format("the limit is {}", kMostRanges));
    return;
  }
  std::vector<std::pair<RangeSpec, yaml::Place>> seen;
  for (const Value& item : list.items) {
    RangeSpec range;
    range.generation = enumerator<program::Generation>(generation_words(), item.find("generation")->text);
    range.start = number_of(*item.find("start"));
    range.reserved = number_of(*item.find("length"));
    range.heap = static_cast<std::uint16_t>(number_or(item, "heap", 0));
    for (const auto& [other, place] : seen) {
      if (range.start < other.start + other.reserved && other.start < range.start + range.reserved) {
        reading.messages.error(
            item.place,
            fmt::format("the range from {} to {} overlaps the one on line {}, from {} to {}",
                        to_text(range.start), to_text(range.start + range.reserved), place.line,
                        to_text(other.start), to_text(other.start + other.reserved)),
            "move or shorten one of them");
        break;
      }
    }
    if (range.start + range.reserved > kAddressesEnd) {
      reading.messages.error(
          item.find("length")->place,
          fmt::format("the range from {} to {} goes beyond the last address", to_text(range.start),
                      to_text(range.start + range.reserved)),
          fmt::format("addresses have 47 bits; shorten it to {}", kAddressesEnd - range.start));
    }
    seen.emplace_back(range, item.place);
    heap.ranges.push_back(range);
  }
}

void read_heap(const Value& map, Reading& reading) {
  HeapSpec& heap = reading.program.heap;
  if (const Value* backing = map.find("backing"))
    heap.backing = enumerator<Backing>(backing_words(), backing->text);
  heap.alignment = heap.backing == Backing::kNone ? 1 : 8;
  if (const Value* destination = map.find("destination")) {
    heap.destination = enumerator<program::Destination>(destination_words(), destination->text);
  }
  if (const Value* alignment = map.find("alignment")) {
    heap.alignment = static_cast<std::uint32_t>(number_of(*alignment));
    const std::uint32_t least = heap.backing == Backing::kNone ? 1 : 8;
    const bool doubtful = reading.suppressed_names.heap && heap.alignment >= 1;
    if ((heap.alignment & (heap.alignment - 1)) != 0 || (heap.alignment < least && !doubtful)) {
      reading.suppressed_names.heap = true;
      reading.messages.error(alignment->place, fmt::format("an alignment of {}", heap.alignment),
                             fmt::format("it is a power of two, at least {}", least));
    }
  }
  heap.large_object_threshold = number_or(map, "loh-threshold", 0);
  if (const Value* lengths = map.find("range-length")) {
    for (const Entry& entry : lengths->entries) {
      heap.range_length[yaml::word_index(generation_words(), entry.key)] = number_of(entry.value);
    }
  }
  heap.quarantine = static_cast<std::uint32_t>(number_or(map, "quarantine", heap.quarantine));
  heap.slide = number_or(map, "slide", 0);
  if (heap.slide % kPage != 0) {
    reading.messages.error(map.find("slide")->place, fmt::format("a slide of {}", heap.slide),
                           fmt::format("it is a multiple of a page, {}", kPage));
  }
  heap.spacing = number_or(map, "spacing", 0);
  if (heap.spacing % kGranule != 0) {
    reading.messages.error(map.find("spacing")->place, fmt::format("a spacing of {}", heap.spacing),
                           "it is a multiple of 64 KiB");
  }
  heap.finalizers_run = text_or(map, "finalizers", "after-collection") == "after-collection";
  if (const Value* server = map.find("server")) {
    const bool flag = server->text == "true" || server->text == "false";
    heap.server_heaps = static_cast<std::uint16_t>(flag ? server->text == "true" : number_of(*server));
  }
  heap.balanced = flag_or(map, "balanced", false);
  if (const Value* ranges = map.find("ranges")) read_ranges(*ranges, heap, reading);
}

void read_threads(const Value* list, Reading& reading) {
  if (list == nullptr) {
    reading.add_thread("main", "main", {});
    return;
  }
  if (list->items.size() > kMostThreads) {
    reading.messages.error(list->place, fmt::format("{} threads", list->items.size()),
                           fmt::format("the limit is {}", kMostThreads));
    return;
  }
  for (const Value& item : list->items) {
    const std::string id = item.is_map() ? item.find("id")->text : item.text;
    if (!list->whole()) reading.suppressed_names.add(id);  // it is unknown which one was first
    reading.add_thread(id, item.is_map() ? text_or(item, "name", id) : id, item.place);
  }
}

void read_assemblies(const Value& map, Reading& reading) {
  for (const Entry& entry : map.entries) {
    if (!flag_or(entry.value, "collectible", false)) continue;
    if (reading.program.heap.backing == program::Backing::kNone) {
      reading.messages.error(entry.place, "a collectible assembly in a heap of literal addresses",
                             "the runtime's own objects for it have none; leave `backing: none` out");
    } else if (reading.program.runtime.major < kFirstWithCollectible) {
      reading.messages.error(entry.place,
                             fmt::format("runtime {} unloads no assemblies", reading.program.runtime.name),
                             "assemblies are collectible from version 4 of the .NET Framework on");
    } else if (entry.key.empty() || entry.key == "app" || entry.key == "System.Private.CoreLib") {
      reading.messages.error(entry.place, fmt::format("{} is never unloaded", in_quotes(entry.key)),
                             "name another assembly, and add `assembly:` to its types");
    } else {
      reading.program.collectible.push_back(entry.key);
    }
  }
  const auto& all = reading.program.collectible;
  reading.in_place_of.assign(all.size(), program::kNothing);
  for (const Entry& entry : map.entries) {
    const Value* const before = entry.value.find("in-place-of");
    if (before == nullptr) continue;
    const auto heir = std::ranges::find(all, entry.key);
    const auto left = std::ranges::find(all, before->text);
    if (entry.key == before->text) {
      reading.messages.error(before->place,
                             fmt::format("{} cannot get the ids of itself", in_quotes(entry.key)),
                             "name another assembly with `collectible: true`, whose ids it gets");
      continue;
    }
    if (heir == all.end() || left == all.end()) {
      const std::string& missing = left == all.end() ? before->text : entry.key;
      reading.messages.error(
          before->place,
          fmt::format("{} gets the ids of {}, and {} is no collectible assembly of this scenario",
                      in_quotes(entry.key), in_quotes(before->text), in_quotes(missing)),
          "name two assemblies that are both `collectible: true`");
      continue;
    }
    reading.in_place_of[static_cast<std::size_t>(heir - all.begin())] =
        static_cast<std::uint32_t>(left - all.begin());
  }
}

void read_functions(const Value& map, Reading& reading) {
  for (const Entry& entry : map.entries) {
    const std::uint32_t number = reading.function(entry.key, entry.place);
    if (entry.value.is_null()) {
      reading.program.functions[number].type = program::kNothing;
      continue;
    }
    if (entry.value.text == kLightweight && !reading.types.known(entry.value.text)) {
      program::FunctionSpec& function = reading.program.functions[number];
      function = {.name = function.name, .lightweight = true};
      continue;
    }
    const auto type = reading.types.number(entry.value.text, entry.value.place);
    if (!type) continue;
    if (reading.program.types[*type].kind == program::TypeKind::kArray) {
      reading.messages.error(entry.value.place, "a function of an array type",
                             "arrays have no metadata; name a class, or leave the type out");
      continue;
    }
    reading.program.functions[number].type = *type;
  }
}

void read_failing(const Value& list, Reading& reading) {
  for (const Value& map : list.items) {
    const Value& call = *map.find("call");
    const auto method = abi::find_info_method(call.text);
    const program::FailingInfo* const may =
        method ? program::find_failing(static_cast<std::uint16_t>(*method)) : nullptr;
    if (may == nullptr) {
      std::vector<std::string> words;
      for (const program::FailingInfo& each : program::kFailingInfo)
        words.emplace_back(abi::name_of(static_cast<abi::InfoMethod>(each.slot)));
      reading.messages.error(
          call.place, fmt::format("{} is no method whose right calls may fail", in_quotes(call.text)),
          yaml::suggestion(call.text, words, "docs/reference/scenarios/keys.md lists those"));
      continue;
    }
    program::InfoFailure failure{.slot = may->slot, .which = program::kNothing, .answer = may->answer};
    if (map.find("which") != nullptr) failure.which = static_cast<std::uint32_t>(number_or(map, "which", 0));
    reading.program.failing.push_back(failure);
  }
}

void read_title(const Value& root, Reading& reading) {
  reading.scenario.title = text_or(root, "scenario", "");
  if (const Value* title = root.find("scenario")) {
    std::string& text = reading.scenario.title;
    if (text.ends_with('\n')) text.pop_back();
    if (text.find_first_not_of(" \t\r\n") == std::string::npos) {
      reading.messages.error(title->place, "an empty title", "describe in one line what the scenario shows");
    } else if (text.find('\n') != std::string::npos) {
      reading.messages.error(title->place, "a title of several lines",
                             "keep one of them; the others belong to `about:`");
    }
  }
}

void read_library(const Value& profiler, Reading& reading) {
  reading.scenario.profiler.library = text_or(profiler, "library", "");
  reading.scenario.profiler.clsid = text_or(profiler, "clsid", "");
  const Value* const library = profiler.find("library");
  const Value* const clsid = profiler.find("clsid");
  if (library != nullptr) reading.scenario.profiler.library_place = library->place;
  if (clsid != nullptr) reading.scenario.profiler.clsid_place = clsid->place;
  if (library != nullptr && clsid == nullptr) {
    reading.messages.error(library->place, "the profiler has a library and no `clsid`",
                           "add `clsid:` with the CLSID that the library answers to, as in "
                           "\"{01234567-89AB-CDEF-0123-456789ABCDEF}\"");
  } else if (clsid != nullptr && library == nullptr) {
    reading.messages.error(clsid->place, "the profiler has a `clsid` and no library",
                           "add `library:` with the file, relative to the scenario");
  }
}

void read_life(const Value& profiler, Reading& reading) {
  if (const Value* load = profiler.find("load")) {
    reading.program.life.load = enumerator<program::LifeSpec::Load>(load_words(), load->text);
  }
  reading.program.life.load_anyway = flag_or(profiler, "load-anyway", false);
  if (const Value* initialize = profiler.find("initialize")) {
    reading.program.life.initialize = read_hresult(*initialize, reading);
    reading.scenario.expect.initialize = reading.program.life.initialize;
    reading.scenario.expect.initialize_place = initialize->place;
    if (reading.program.life.load == program::LifeSpec::Load::kAttach) {
      reading.messages.error(initialize->place, "a profiler that is attached has no Initialize",
                             "write `expect:` with the HRESULT under its `attach` step");
    }
  }
}

void read_environment(const Value& env, Reading& reading) {
  for (const Entry& entry : env.entries) {
    if (entry.key.empty() || entry.key.find('=') != std::string::npos) {
      reading.messages.error(
          entry.place, fmt::format("{} is not a name for an environment variable", in_quotes(entry.key)),
          "use a name without `=`");
    }
    reading.scenario.profiler.env.emplace_back(entry.key, entry.value.text);
  }
}

void read_observe(const Value& observe, Reading& reading) {
  reading.scenario.observation_place = observe.place;
  if (auto read = read_observation(observe.text)) {
    reading.scenario.observation = std::move(*read);
  } else {
    reading.messages.error(observe.place,
                           fmt::format("{} is nothing that can be observed", in_quotes(observe.text)),
                           read.error());
  }
}

}  // namespace

void read_setup(const Value& root, Reading& reading) {
  read_title(root, reading);
  reading.scenario.about = text_or(root, "about", "");
  reading.program.seed = number_or(root, "seed", 1);
  read_runtime(root.find("runtime"), reading);
  if (const Value* heap = root.find("heap")) read_heap(*heap, reading);
  if (const Value* profiler = root.find("profiler")) {
    read_library(*profiler, reading);
    read_life(*profiler, reading);
    if (const Value* env = profiler->find("env")) read_environment(*env, reading);
  }
  if (const Value* observe = root.find("observe")) read_observe(*observe, reading);
  if (const Value* failing = root.find("failing-calls")) read_failing(*failing, reading);
  if (const Value* process = root.find("process")) {
    if (const Value* exit = process->find("exit"))
      reading.program.life.exit = enumerator<program::LifeSpec::Exit>(exit_words(), exit->text);
  }
  if (const Value* assemblies = root.find("assemblies")) read_assemblies(*assemblies, reading);
  reading.types.resolve_all();
  read_threads(root.find("threads"), reading);
  if (const Value* functions = root.find("functions")) read_functions(*functions, reading);
}

}  // namespace gcrucible::scenario
