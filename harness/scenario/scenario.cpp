#include "harness/scenario/scenario.h"

#include <fmt/format.h>

#include "harness/program/validate/validate.h"
#include "harness/scenario/language/language.h"
#include "harness/scenario/read/reading.h"
#include "harness/yaml/known_file.h"
#include "harness/yaml/parse.h"

namespace gcrucible::scenario {
namespace {

void remember_places(const yaml::Value& map, const std::string& path, Scenario& scenario) {
  for (const yaml::Entry& entry : map.entries) {
    scenario.places[path + entry.key] = entry.place;
    const bool deeper = path.empty() ? entry.key == "heap" || entry.key == "profiler" || entry.key == "types"
                                     : path == "profiler." && entry.key == "env";
    if (deeper) remember_places(entry.value, path + entry.key + ".", scenario);
  }
}

void read_all(const yaml::Value& root, Scenario& scenario, const RuleNames& rules, yaml::Messages& messages) {
  Reading reading(root, scenario, rules, messages);
  read_setup(root, reading);
  if (const yaml::Value* objects = root.find("objects")) read_objects(*objects, reading);
  if (const yaml::Value* roots = root.find("roots")) {
    for (const yaml::Value& item : roots->items) {
      if (messages.full()) return;
      read_root(item, item.place, reading);
    }
  }
  if (const yaml::Value* handles = root.find("handles")) {
    for (const yaml::Value& item : handles->items) {
      if (messages.full()) return;
      read_handle(item, item.place, reading);
    }
  }
  if (const yaml::Value* steps = root.find("steps")) {
    for (const yaml::Value& item : steps->items) {
      if (messages.full()) return;
      read_step(item.entries.front(), reading);
    }
  }
  // It may name everything that the steps create.
  if (const yaml::Value* report = root.find("report")) {
    reading.whole_run = true;
    read_overrides(*report, reading.program.overrides, reading);
    reading.whole_run = false;
    if (messages.empty()) read_planted(*report, reading.program.overrides, scenario.expect.departures);
  }
  if (const yaml::Value* expect = root.find("expect")) read_run_expectation(*expect, reading);
}

}  // namespace

Expected<Scenario> parse(std::string_view text, std::string file, const RuleNames& rules, std::size_t width,
                         const program::RuntimeProfile* played_by) {
  yaml::Messages messages(file, std::string(text));
  Scenario scenario;
  scenario.file = std::move(file);
  scenario.text = text;
  if (const yaml::KnownFile kind = yaml::known_file(text); yaml::is_other(kind, yaml::KnownFile::kScenario)) {
    messages.error({1, 1}, fmt::format("this is {}, not a scenario", yaml::name_of(kind)),
                   std::string(yaml::use_of(kind)));
    return failure(messages.render(width));
  }
  auto root = yaml::parse(messages);
  if (root) {
    yaml::check(*root, language(), messages);
    if (root->is_map()) {
      remember_places(*root, {}, scenario);
      read_all(*root, scenario, rules, messages);
    }
  }
  // The readers do not find every error. validate() describes the rest in terms of the program. This is
  // better than a host that rejects the program.
  if (messages.empty()) {
    std::optional<program::Program> elsewhere;
    if (played_by != nullptr) elsewhere.emplace(scenario.program).runtime = *played_by;
    for (const program::Problem& problem : program::validate(elsewhere ? *elsewhere : scenario.program)) {
      const auto setting = scenario.places.find(problem.setting);
      const bool known = problem.line == 0 && setting != scenario.places.end();
      messages.error(known ? setting->second : Place{problem.line, problem.column}, problem.message, "");
    }
  }
  if (!messages.empty()) return failure(messages.render(width));
  return scenario;
}

Expected<Scenario> load(const std::string& path, const RuleNames& rules, std::size_t width,
                        const program::RuntimeProfile* played_by) {
  const Expected<std::string> text = yaml::read_file(path);
  if (text) return parse(*text, path, rules, width, played_by);
  return failure(
      fmt::format("{}: error: the scenario cannot be read: {}; check the path\n", path, text.error()));
}

std::string error_at(const Scenario& scenario, yaml::Place place, const std::string& what,
                     std::size_t width) {
  yaml::Messages messages(scenario.file, scenario.text);
  messages.error(place, what);
  return messages.render(width);
}

}  // namespace gcrucible::scenario
