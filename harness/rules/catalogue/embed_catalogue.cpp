// Build tool: reads catalogue.yaml and the files that it lists, and writes their rules as rows of C++. A
// mistake in the catalogue is then a build error, and `gcrucible` needs no file at run time.
//
//   embed_catalogue catalogue.yaml fixtures/profilers/faulty fixtures/scenarios catalogue_rows.inc
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>

#include "harness/rules/judge/other_finding.h"

namespace {

struct Word {
  const char* yaml;
  const char* code;
};
constexpr std::array kEvidence{Word{"documented", "Evidence::kDocumented"},
                               Word{"observed", "Evidence::kObserved"},
                               Word{"inferred", "Evidence::kInferred"}};
constexpr std::array kBreakers{Word{"runtime", "Breaker::kRuntime"}, Word{"profiler", "Breaker::kProfiler"}};
constexpr std::array kKinds{Word{"permission", "RuleKind::kPermission"}, Word{"advice", "RuleKind::kAdvice"}};
constexpr std::array kJudged{Word{"limit", "Judged::kLimit"}, Word{"exercise", "Judged::kExercise"},
                             Word{"no", "Judged::kNot"}};
constexpr std::array kNeeds{Word{"ranges", "Need::kRanges"},
                            Word{"references", "Need::kReferences"},
                            Word{"roots", "Need::kRoots"},
                            Word{"bounds", "Need::kBounds"},
                            Word{"model", "Need::kModel"},
                            Word{"masks", "Need::kMasks"},
                            Word{"suspends", "Need::kSuspends"},
                            Word{"info", "Need::kInfo"},
                            Word{"allocations", "Need::kAllocations"},
                            Word{"handles", "Need::kHandles"},
                            Word{"threads", "Need::kThreads"},
                            Word{"loads", "Need::kLoads"},
                            Word{"lifecycle", "Need::kLifecycle"},
                            Word{"interfaces", "Need::kInterfaces"},
                            Word{"environment", "Need::kEnvironment"},
                            Word{"faults", "Need::kFaults"},
                            Word{"stacks", "Need::kStacks"},
                            Word{"schedule", "Need::kSchedule"},
                            Word{"locks", "Need::kLocks"},
                            Word{"time", "Need::kTime"},
                            Word{"probe", "Need::kProbe"},
                            Word{"observe", "Need::kObserve"},
                            Word{"imports", "Need::kImports"}};
const std::set<std::string> kKeys{
    "id",     "statement", "row",    "source", "evidence", "versions", "breaker",   "kind",     "checked",
    "reason", "needs",     "cause",  "only",   "except",   "leeway",   "numbers",   "smallest", "wrong",
    "right",  "unbroken",  "unkept", "under",  "unshown",  "harmless", "unrecorded"};

[[noreturn]] void fail(const YAML::Node& node, const std::string& what) {
  throw std::runtime_error("line " + std::to_string(node.Mark().line + 1) + ": " + what);
}

std::string cpp_literal(const std::string& text) {
  return "R\"~(" + text + ")~\"";
}

std::string text_of(const YAML::Node& rule, const char* key) {
  if (!rule[key] || !rule[key].IsScalar() || rule[key].Scalar().empty()) {
    fail(rule, std::string("the rule has no text for '") + key + "'");
  }
  return rule[key].Scalar();
}

// Empty if the key is absent.
std::string optional_text(const YAML::Node& rule, const char* key) {
  return rule[key] ? text_of(rule, key) : std::string();
}

template <std::size_t N>
const char* code_of(const YAML::Node& node, const std::array<Word, N>& words) {
  for (const Word& word : words) {
    if (node.Scalar() == word.yaml) return word.code;
  }
  fail(node, "'" + node.Scalar() + "' is no word for this key");
}

template <std::size_t N>
std::string optional_code(const YAML::Node& node, const std::array<Word, N>& words, const char* otherwise) {
  return node ? code_of(node, words) : otherwise;
}

// The arrays of one rule. The rule's row refers to them by name.
class Lists {
 public:
  explicit Lists(std::size_t rule) : suffix_(std::to_string(rule)) {}

  // Returns the name of the array, or {} if it is empty.
  std::string add(const char* type, const char* name, std::size_t count, const std::string& values) {
    if (count == 0) return "{}";
    code_ += "constexpr std::array<" + std::string(type) + ", " + std::to_string(count) + "> " + name +
             suffix_ + "{{" + values + "}};\n";
    return name + suffix_;
  }
  const std::string& code() const { return code_; }

 private:
  std::string suffix_;
  std::string code_;
};

std::string texts(Lists& lists, const char* name, const YAML::Node& node) {
  if (!node) return "{}";
  if (node.IsScalar()) return lists.add("std::string_view", name, 1, cpp_literal(node.Scalar()));
  std::string values;
  for (const YAML::Node& each : node) values += cpp_literal(each.Scalar()) + ", ";
  return lists.add("std::string_view", name, node.size(), values);
}

std::string notes(Lists& lists, const char* name, const YAML::Node& node) {
  if (!node) return "{}";
  std::string values;
  for (const auto& note : node) {
    values +=
        "RuntimeNote{" + cpp_literal(note.first.Scalar()) + ", " + cpp_literal(note.second.Scalar()) + "}, ";
  }
  return lists.add("RuntimeNote", name, node.size(), values);
}

std::string numbers(Lists& lists, const YAML::Node& node) {
  if (!node) return "{}";
  std::string values;
  for (const auto& each : node) {
    values += "RuntimeNumber{" + cpp_literal(each.first.Scalar()) + ", " +
              std::to_string(each.second.as<std::uint64_t>()) + "}, ";
  }
  return lists.add("RuntimeNumber", "kNumbers", node.size(), values);
}

std::string needs(Lists& lists, const YAML::Node& node) {
  if (!node) return "{}";
  std::string values;
  for (const YAML::Node& need : node) values += std::string(code_of(need, kNeeds)) + ", ";
  return lists.add("Need", "kNeeds", node.size(), values);
}

void check_keys(const YAML::Node& rule) {
  for (const auto& key : rule) {
    if (!kKeys.contains(key.first.Scalar()))
      fail(key.first, "no key of a rule: '" + key.first.Scalar() + "'");
  }
  for (const char* key : {"evidence", "breaker", "needs", "row"}) {
    if (!rule[key]) fail(rule, std::string("the rule has no '") + key + "'");
  }
  const bool not_broken = rule["checked"] && rule["checked"].Scalar() != "limit";
  if (not_broken != rule["reason"].IsDefined()) {
    fail(rule, "'reason' says why a rule is 'checked: exercise' or 'checked: \"no\"', and stands only there");
  }
  const bool of_profiler = rule["breaker"].Scalar() == "profiler";
  if (of_profiler != rule["wrong"].IsDefined() || of_profiler != rule["right"].IsDefined()) {
    fail(rule,
         "'wrong' and 'right' stand with every rule that a profiler can break; for others a file of examples "
         "has them");
  }
  if (of_profiler && rule["unrecorded"]) fail(rule, "'unrecorded' is for rules that the runtime can break");
  if (rule["under"] && !rule["smallest"]) fail(rule, "'under' says with which profiler to play 'smallest'");
  if (rule["unshown"] && rule["smallest"]) fail(rule, "'unshown' says why there is no 'smallest'");
}

struct Fault {
  std::string name;
  std::string options;
  std::filesystem::path file;
};
// For each rule the first fault that `gcrucible test` finds, in the order of the folders.
using Faults = std::map<std::string, Fault>;

Faults faults_in(const std::filesystem::path& folder, std::filesystem::path& file) {
  std::set<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (std::filesystem::exists(entry.path() / "fault.yaml")) files.insert(entry.path() / "fault.yaml");
  }
  Faults faults;
  for (const std::filesystem::path& path : files) {
    file = path;
    const YAML::Node fault = YAML::LoadFile(path.string());
    if (fault["not-yet"]) continue;
    faults.try_emplace(text_of(fault, "rule"),
                       Fault{text_of(fault, "fault"), optional_text(fault, "options"), path});
  }
  return faults;
}

// For each rule the scenario that shows its violation best.
using Scenarios = std::map<std::string, std::string>;

// The ids below each key `breaks`.
void add_broken(const YAML::Node& node, std::set<std::string>& ids) {
  if (node.IsSequence()) {
    for (const YAML::Node& each : node) add_broken(each, ids);
  }
  if (!node.IsMap()) return;
  for (const auto& each : node) {
    if (each.first.Scalar() == "breaks" && each.second.IsSequence()) {
      for (const YAML::Node& id : each.second) ids.insert(id.Scalar());
    } else {
      add_broken(each.second, ids);
    }
  }
}

// First the scenario of the rule's own name, then a variant of it, then others in broken/; of these, one that
// violates few rules.
Scenarios scenarios_in(const std::filesystem::path& folder, std::filesystem::path& file) {
  std::map<std::string, std::set<std::string>> ids_of;  // by the scenario's name
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".yaml") continue;
    file = entry.path();
    std::filesystem::path name = file.lexically_relative(folder);
    add_broken(YAML::LoadFile(file.string()), ids_of[name.replace_extension().generic_string()]);
  }
  std::map<std::string, std::tuple<int, std::size_t, std::string>> best;
  for (const auto& [name, ids] : ids_of) {
    for (const std::string& id : ids) {
      const std::string own = "broken/" + id;
      const int distance = name == own                   ? 0
                           : name.starts_with(own + "-") ? 1
                           : name.starts_with("broken/") ? 2
                                                         : 3;
      const std::tuple<int, std::size_t, std::string> candidate{distance, ids.size(), name};
      const auto [found, added] = best.try_emplace(id, candidate);
      if (!added) found->second = std::min(found->second, candidate);
    }
  }
  Scenarios scenarios;
  for (const auto& [id, choice] : best) scenarios[id] = std::get<2>(choice);
  return scenarios;
}

// Profiler code for a rule that the runtime keeps.
struct Example {
  std::string wrong;
  std::string right;
  bool used = false;
};
using Examples = std::map<std::string, Example>;  // by rule

void add_examples(const YAML::Node& file, Examples& examples) {
  for (const YAML::Node& each : file) {
    for (const auto& key : each) {
      const std::string& name = key.first.Scalar();
      if (name != "rules" && name != "wrong" && name != "right")
        fail(key.first, "no key of an example: '" + name + "'");
    }
    if (!each["rules"] || !each["rules"].IsSequence()) fail(each, "the example has no list of 'rules'");
    for (const YAML::Node& rule : each["rules"]) {
      const Example example{.wrong = text_of(each, "wrong"), .right = text_of(each, "right"), .used = false};
      if (!examples.try_emplace(rule.Scalar(), example).second)
        fail(rule, "a second example for rule '" + rule.Scalar() + "'");
    }
  }
}

std::string row_of(const YAML::Node& rule, const std::string& section, const std::string& broken_in,
                   const Fault& fault, const Example& example, Lists& lists) {
  return "    {" + cpp_literal(text_of(rule, "id")) + ", " + cpp_literal(section) + ",\n     " +
         cpp_literal(text_of(rule, "statement")) + ",\n     " + texts(lists, "kRows", rule["row"]) + ", " +
         cpp_literal(text_of(rule, "source")) + ",\n     " + code_of(rule["evidence"], kEvidence) + ", " +
         cpp_literal(text_of(rule, "versions")) + ", " + code_of(rule["breaker"], kBreakers) + ", " +
         optional_code(rule["kind"], kKinds, "RuleKind::kDemand") + ", " +
         optional_code(rule["checked"], kJudged, "Judged::kFully") + ", " +
         cpp_literal(optional_text(rule, "reason")) + ",\n     " + needs(lists, rule["needs"]) + ", " +
         cpp_literal(text_of(rule, "cause")) + ",\n     " + texts(lists, "kOnly", rule["only"]) + ", " +
         notes(lists, "kExcept", rule["except"]) + ", " + notes(lists, "kLeeway", rule["leeway"]) + ", " +
         notes(lists, "kHarmless", rule["harmless"]) + ", " + numbers(lists, rule["numbers"]) + ", " +
         cpp_literal(optional_text(rule, "unbroken")) + ", " + cpp_literal(broken_in) + ", " +
         cpp_literal(optional_text(rule, "unkept")) + ", " + cpp_literal(optional_text(rule, "smallest")) +
         ", " + cpp_literal(optional_text(rule, "under")) + ", " +
         cpp_literal(optional_text(rule, "unshown")) + ", " + cpp_literal(optional_text(rule, "unrecorded")) +
         ", " + cpp_literal(fault.name) + ", " + cpp_literal(fault.options) + ",\n     " +
         cpp_literal(example.wrong) + ",\n     " + cpp_literal(example.right) + "},\n";
}

// Adds one file of rules after the other.
class Catalogue {
 public:
  Catalogue(Faults faults, Scenarios scenarios, Examples examples)
      : faults_(std::move(faults)), scenarios_(std::move(scenarios)), examples_(std::move(examples)) {}
  void add(const YAML::Node& rules, const std::string& section) {
    for (const YAML::Node& rule : rules) {
      check_keys(rule);
      const std::string id = text_of(rule, "id");
      if (!ids_.insert(id).second) fail(rule, "a second rule '" + id + "'");
      Lists lists(ids_.size() - 1);
      const auto fault = faults_.find(id);
      const auto scenario = scenarios_.find(id);
      rows_ += row_of(rule, section, scenario == scenarios_.end() ? std::string() : scenario->second,
                      fault == faults_.end() ? Fault{} : fault->second, example_of(rule, id), lists);
      lists_ += lists.code();
    }
  }
  // Call after all rules were added. A name without a rule is a spelling mistake.
  void check_names() const {
    for (const auto& [rule, fault] : faults_) {
      if (!ids_.contains(rule) && !gcrucible::rules::is_other_finding(rule))
        throw std::runtime_error("no rule '" + rule + "', which " + fault.file.string() + " is to break");
    }
    for (const auto& [rule, example] : examples_) {
      if (!example.used)
        throw std::runtime_error("an example is for '" + rule +
                                 "', which is no rule that the runtime can break");
    }
  }
  std::string code() const {
    return lists_ + "constexpr std::array<Rule, " + std::to_string(ids_.size()) + "> kCatalogue{{\n" + rows_ +
           "}};\n";
  }

 private:
  Example example_of(const YAML::Node& rule, const std::string& id) {
    if (rule["wrong"])
      return {.wrong = text_of(rule, "wrong"), .right = text_of(rule, "right"), .used = true};
    const auto example = examples_.find(id);
    if (example == examples_.end()) fail(rule, "no file of examples has code for '" + id + "'");
    example->second.used = true;
    return example->second;
  }

  Faults faults_;
  Scenarios scenarios_;
  Examples examples_;
  std::string lists_;
  std::string rows_;
  std::set<std::string> ids_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) {
    std::fprintf(stderr,
                 "embed_catalogue: takes the catalogue, the folders of faults and of scenarios, and the file "
                 "to write\n");
    return 2;
  }
  const std::filesystem::path index = argv[1];
  std::filesystem::path file = index;
  try {
    const Faults faults = faults_in(argv[2], file);
    const Scenarios scenarios = scenarios_in(argv[3], file);
    Examples examples;
    file = index;
    const YAML::Node parts = YAML::LoadFile(index.string());
    for (const YAML::Node& part : parts) {
      if (!part["examples"]) continue;
      file = index.parent_path() / text_of(part, "examples");
      add_examples(YAML::LoadFile(file.string()), examples);
      file = index;
    }
    Catalogue catalogue(faults, scenarios, examples);
    for (const YAML::Node& part : parts) {
      if (part["examples"]) continue;
      file = index.parent_path() / text_of(part, "file");
      catalogue.add(YAML::LoadFile(file.string()), text_of(part, "title"));
      file = index;
    }
    catalogue.check_names();
    std::ofstream out(argv[4], std::ios::binary);
    out << catalogue.code();
    out.close();
    if (!out) throw std::runtime_error(std::string("cannot write ") + argv[4]);
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "%s: %s\n", file.string().c_str(), problem.what());
    return 1;
  }
  return 0;
}
