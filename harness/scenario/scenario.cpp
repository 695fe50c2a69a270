#include "harness/scenario/scenario.h"

#include <fmt/format.h>

#include "harness/program/validate.h"
#include "harness/scenario/language.h"
#include "harness/scenario/reading.h"
#include "harness/scenario/yaml/parse.h"

namespace gcrucible::scenario {
namespace {

void read_all(const yaml::Value& root, Scenario& scenario, yaml::Messages& messages) {
  Reading reading(root, scenario, messages);
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
  if (const yaml::Value* expect = root.find("expect")) read_run_expectation(*expect, reading);
}

}  // namespace

Loaded parse(std::string_view text, std::string file) {
  yaml::Messages messages(file, std::string(text));
  Loaded result;
  Scenario scenario;
  scenario.file = std::move(file);
  const auto root = yaml::parse(messages);
  if (root && yaml::check(*root, language(), messages) && messages.empty()) {
    read_all(*root, scenario, messages);
    // What the readers let through is told in the program's terms, which is better than a host that refuses
    // it.
    if (messages.empty()) {
      for (const program::Problem& problem : program::validate(scenario.program)) {
        messages.error({problem.line, problem.line == 0 ? 0u : 1u}, problem.message, "");
      }
    }
  }
  if (messages.empty()) {
    result.scenario = std::move(scenario);
  } else {
    result.errors = messages.render();
  }
  return result;
}

Loaded load(const std::string& path) {
  const yaml::FileText file = yaml::read_file(path);
  if (file.text) return parse(*file.text, path);
  return {std::nullopt,
          fmt::format("{}: error: the scenario cannot be read: {}; check the path\n", path, file.error)};
}

}  // namespace gcrucible::scenario
