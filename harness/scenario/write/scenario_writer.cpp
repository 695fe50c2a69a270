#include "harness/scenario/write/scenario_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <variant>

#include "harness/program/choices.h"
#include "harness/program/validate/validate.h"
#include "harness/scenario/language/canonical.h"
#include "harness/scenario/steps/step_row.h"
#include "harness/scenario/write/writing.h"

namespace gcrucible::scenario {
namespace {

using program::Program;
using yaml::Draft;

constexpr const char* kFile = "scenario.yaml";

std::string comment_lines(const std::vector<std::string>& comments) {
  std::string result;
  for (const std::string& comment : comments) {
    std::string line = "# " + comment;
    for (std::size_t i = 0; (i = line.find('\n', i)) != std::string::npos; i += 3) line.replace(i, 1, "\n# ");
    result += line + "\n";
  }
  return result;
}

// The first difference of `program` after reading it back. Empty if there is none.
std::string difference(const Program& program, const Program& read) {
  if (program.runtime != read.runtime) return "the runtime has values of its own";
  if (program.seed != read.seed) return "the seed";
  if (program.heap != read.heap) return "the heap's settings cannot be given together";
  if (program.life != read.life) return "the profiler's life";
  if (program.collectible != read.collectible) return "the collectible assemblies";
  if (program.threads != read.threads) return "the names of the threads";
  for (std::size_t i = 0; i < std::min(program.types.size(), read.types.size()); ++i) {
    if (program.types[i] != read.types[i])
      return fmt::format("a type like {} cannot be declared", program.types[i].name);
  }
  if (program.types.size() != read.types.size()) return "the types are others when they are declared";
  if (program.functions != read.functions) return "the functions are numbered otherwise";
  if (program.names != read.names) return "the names of the objects are none that a scenario could give";
  for (std::size_t i = 0; i < std::min(program.steps.size(), read.steps.size()); ++i) {
    if (program.steps[i] != read.steps[i])
      return fmt::format("step {} ({}) cannot be given in that place", i,
                         row_of(program.steps[i].action).word);
  }
  if (program.steps.size() != read.steps.size()) return "there would be other steps";
  if (program.failing != read.failing) return "the Info calls that fail cannot be given";
  if (program.overrides != read.overrides) return "what the run's report changes cannot be given";
  return "";
}

Program without_places(Program program) {
  for (program::Step& step : program.steps) step.line = step.column = 0;
  return program;
}

// A scenario cannot state how an assembly's unload is reported. A random order is generated again.
Program without_ends(Program program) {
  Program chosen = program;
  for (program::Step& step : chosen.steps) {
    if (auto* const load = std::get_if<program::LoadAssembly>(&step.action)) load->unload_order = 0;
  }
  Program unchosen = chosen;
  program::draw_choices(chosen);
  for (std::size_t i = 0; i < program.steps.size(); ++i) {
    const bool is_load = std::holds_alternative<program::LoadAssembly>(program.steps[i].action);
    if (is_load && chosen.steps[i] == program.steps[i]) program.steps[i] = unchosen.steps[i];
  }
  return program;
}

std::string first_line(std::string text) {
  text.resize(std::min(text.find('\n'), text.size()));
  return text;
}

}  // namespace

ScenarioHead head_of(const Scenario& scenario) {
  ScenarioHead head{.title = scenario.title, .about = scenario.about};
  if (head.about.ends_with('\n')) head.about.pop_back();
  head.library = scenario.profiler.library;
  head.clsid = scenario.profiler.clsid;
  head.env = scenario.profiler.env;
  head.observation = scenario.observation;
  for (const ExpectedRule& rule : scenario.expect.breaks) head.breaks.push_back(rule.rule);
  head.root_names = scenario.root_names;
  head.handle_names = scenario.handle_names;
  return head;
}

namespace {

// The scenario, with declarations of array types that are numbered below `arrays`.
Expected<std::string> written(const Program& program, const ScenarioHead& head, std::size_t arrays) {
  Writing writing(program, head, arrays);
  Draft root = yaml::draft_map();
  root.block = true;
  root.add("scenario", yaml::draft_line(head.title));
  if (!head.about.empty()) root.add("about", yaml::draft_prose(head.about));
  write_setup(root, writing);
  const std::size_t first = write_beginning(root, writing);
  Draft report = yaml::draft_map();
  write_overrides(program.overrides, report, writing);
  if (!report.empty()) root.add("report", std::move(report));
  root.add("steps", write_steps(first, writing));
  if (!head.breaks.empty()) {
    Draft breaks = yaml::draft_list();
    for (const std::string& rule : head.breaks) breaks.add(yaml::draft_text(rule));
    Draft expect = yaml::draft_map();
    expect.add("breaks", std::move(breaks));
    root.add("expect", std::move(expect));
  }
  if (!writing.why_not.empty()) return failure(std::move(writing.why_not));
  return comment_lines(head.comments) + yaml::write(root);
}

}  // namespace

Expected<std::string> write(const Program& whole, const ScenarioHead& head) {
  if (const auto problems = program::validate(whole); !problems.empty())
    return failure("no run takes the program: " + program::to_string(problems.front()));
  const Program program = without_ends(whole);
  const Program placeless = without_places(program);
  std::string plain;
  // Declares as few array types as necessary to keep the program's type numbers.
  const std::size_t most = head.exact_types ? program.types.size() : 0;
  for (std::size_t arrays = 0; arrays <= most; ++arrays) {
    const bool adds = arrays != 0 && program.types[arrays - 1].kind == program::TypeKind::kArray;
    if (arrays != 0 && !adds) continue;
    Expected<std::string> made = written(program, head, arrays);
    if (!made) return made;
    const Expected<Scenario> loaded = parse(*made, kFile);
    if (!loaded) return failure("the scenario would be wrong: " + first_line(loaded.error()));
    const Program& read = loaded->program;
    if (difference(placeless, without_places(read)).empty()) return made;
    if (arrays != 0) continue;
    std::string why_not = difference(canonical(program), canonical(read));
    if (!why_not.empty()) return failure(std::move(why_not));
    plain = std::move(*made);
  }
  return plain;
}

}  // namespace gcrucible::scenario
