// Shared by the readers of a scenario's parts: the program read so far, and the known names.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/scenario/expect/suppressed_names.h"
#include "harness/scenario/scenario.h"
#include "harness/scenario/types/types.h"
#include "harness/yaml/messages.h"
#include "harness/yaml/value.h"

namespace gcrucible::scenario {

// Objects of one allocation.
struct ObjectGroup {
  std::uint32_t first = 0;
  std::uint64_t count = 1;
  std::uint32_t type = 0;
  std::uint64_t length = 0;
  std::uint64_t slots = 0;  // references in one object
  yaml::Place place;
  bool certain = true;  // false: a key of its allocation could not be read, so its uses are not checked
};

// Facts about a root that later steps must match.
struct RootFacts {
  std::uint32_t thread = program::kNothing;  // of a stack root
  std::uint64_t interior = 0;
};

// `a`, `a[3]`, and with a rest `a.left`, `a[3].left`, `a[3][4]`.
struct Path {
  std::string name;
  std::vector<std::uint64_t> indices;
  std::string field;
};
std::optional<Path> parse_path(std::string_view text);

// The state while one scenario is read. Functions that take a Value require that its shape was checked.
class Reading {
 public:
  Reading(const yaml::Value& root, Scenario& scenario, const RuleNames& rules, yaml::Messages& messages);

  Scenario& scenario;
  program::Program& program;
  const RuleNames& rules;
  yaml::Messages& messages;
  SuppressedNames suppressed_names;
  Types types;

  // By collectible assembly number: the assembly whose ids it reuses; kNothing: fresh ids.
  std::vector<std::uint32_t> in_place_of = {};

  // The thread whose steps of a `together` are being read; otherwise kNothing.
  std::uint32_t lane = program::kNothing;
  // The thread of a step that names no thread, and of a step with that map.
  std::uint32_t usual_thread() const { return lane == program::kNothing ? 0 : lane; }
  std::uint32_t thread_of(const yaml::Value& map);
  // Adds a step. Messages about it use `place`.
  void step(program::Action action, yaml::Place place);

  // --- objects ---
  // nullopt with a message if the object does not exist yet, or no longer exists. Without a message if this
  // follows from another error (Doubts).
  std::optional<std::uint32_t> object(const yaml::Value& name) { return object(name.text, name.place); }
  std::optional<std::uint32_t> object(const std::string& text, yaml::Place place);
  // The same for a query inside the next ObjectAllocated. The name may be that of the announced object, the
  // first one of the next allocation.
  std::optional<std::uint32_t> object_or_next(const yaml::Value& name);
  // Null is kNothing.
  std::optional<std::uint32_t> object_or_null(const yaml::Value& name);
  std::optional<Named> named_object(const yaml::Value& name);
  const ObjectGroup& group_of(std::uint32_t object) const;
  const ObjectGroup& last_group() const { return groups_.back(); }
  const ObjectGroup* find_group(const std::string& name) const;
  // Reserves numbers for `count` objects. False, with a message, if there are not enough.
  bool add_objects(const std::string& name, ObjectGroup group);
  // Reports an `offset` that is outside the object `name`.
  void check_interior(std::uint32_t object, std::uint64_t offset, yaml::Place place);
  // A collection on `line` expects the object to die. Later steps must not name it.
  void expect_death(const Named& object, std::uint32_t line) { deaths_.emplace(object.number, line); }

  // --- roots, handles, threads, functions ---
  std::uint32_t add_root(const std::string& name, RootFacts facts);
  std::uint32_t add_handle(const std::string& name, program::CreateHandle::Kind kind, yaml::Place place);
  std::optional<std::uint32_t> root(const std::string& name, yaml::Place place);
  std::optional<std::uint32_t> handle(const std::string& name, yaml::Place place);
  // Any thread, and a running thread.
  std::optional<std::uint32_t> thread(const yaml::Value& name);
  std::optional<std::uint32_t> running_thread(const yaml::Value& name);
  const RootFacts& facts_of_root(std::uint32_t root) const { return root_facts_[root]; }
  program::CreateHandle::Kind kind_of_handle(std::uint32_t handle) const { return handle_kinds_[handle]; }
  // The thread that the name probably means counts as started.
  void doubt_thread(const std::string& name);
  bool has_root(const std::string& name) const { return roots_.contains(name); }
  bool has_handle(const std::string& name) const { return handles_.contains(name); }
  bool has_thread(const std::string& name) const { return threads_.contains(name); }
  // Later uses are errors that name `place`.
  void remove_root(const std::string& name, yaml::Place place) {
    roots_.find(name)->second.gone = place.line;
  }
  void free_handle(const std::string& name, yaml::Place place) {
    handles_.find(name)->second.gone = place.line;
  }
  bool is_running(std::uint32_t thread) const { return running_[thread]; }
  void start_thread(std::uint32_t thread) { running_[thread] = true; }
  void end_thread(const yaml::Value& name, std::uint32_t thread) {
    running_[thread] = false;
    threads_.find(name.text)->second.gone = name.place.line;
  }
  // `Type.Method` is a method of that type, if the scenario declares it, and `Method<A>` one of a generic
  // method. Reports type arguments that do not exist.
  std::uint32_t function(const std::string& name, yaml::Place place);
  std::uint32_t function(const yaml::Value& name) { return function(name.text, name.place); }
  // A function that the scenario has named before.
  std::optional<std::uint32_t> known_function(const std::string& name) const {
    const auto found = functions_.find(name);
    return found == functions_.end() ? std::nullopt : std::optional(found->second);
  }
  bool add_thread(const std::string& id, const std::string& name, yaml::Place place);
  // The part that is read now applies to the whole run. Therefore it may name things that are gone at the
  // end.
  bool whole_run = false;
  // Number of the next query.
  std::uint32_t next_ask = 0;

 private:
  struct Numbered {
    std::uint32_t number = 0;
    std::uint32_t gone = 0;  // the line on which it was removed, freed or ended
  };
  using Numbers = std::map<std::string, Numbered, std::less<>>;
  static std::vector<std::string> names_of(const Numbers& numbers);

  // Objects allocated before that line, including unreadable allocations.
  std::vector<std::string> objects_before(std::uint32_t line) const;
  // `gone` describes what happened to a thing that no longer exists.
  std::optional<std::uint32_t> lookup(const Numbers& names, const std::string& name, yaml::Place place,
                                      std::string_view noun, std::string_view gone, std::string_view remedy);

  std::map<std::string, ObjectGroup, std::less<>> objects_;
  std::vector<ObjectGroup> groups_;  // ascending by first, including groups without a name
  std::uint64_t next_object_ = 0;
  std::optional<yaml::Value> awaited_;                       // the name in a query about the next object
  std::uint64_t slots_ = 0;                                  // references in all objects
  std::map<std::string, std::uint32_t, std::less<>> later_;  // names of all allocations, and their lines
  // The same for allocations that check() removed.
  std::map<std::string, std::uint32_t, std::less<>> unreadable_;
  std::map<std::uint32_t, std::uint32_t> deaths_;  // object, line of the collection
  Numbers roots_, handles_, threads_;
  std::map<std::string, std::uint32_t, std::less<>> functions_;  // by each way to write the name
  std::vector<bool> running_;                                    // by thread
  std::vector<RootFacts> root_facts_;
  std::vector<program::CreateHandle::Kind> handle_kinds_;
};

// Readers of a file's parts, in the order of their calls.
void read_setup(const yaml::Value& root, Reading& reading);
// Explicit layout: objects may refer to later objects of the same list.
void read_objects(const yaml::Value& list, Reading& reading);
void read_allocation(const yaml::Value& map, yaml::Place place, Reading& reading);
// A collectible assembly is loaded with the first object of its types, which `first` creates.
void load_assembly(const program::Allocate& first, std::uint32_t assembly, yaml::Place place,
                   Reading& reading);
// The lengths and lower bounds of an array with a `rank`. Incorrect ones are replaced by correct ones, so the
// rest of the scenario can be checked.
void read_dimensions(const yaml::Value& map, program::Allocate& step, const program::TypeSpec& type,
                     Reading& reading);
// Reports keys that only such an array may have.
void check_one_dimension(const yaml::Value& map, const program::TypeSpec& type, Reading& reading);
void read_root(const yaml::Value& value, yaml::Place place, Reading& reading);
void read_handle(const yaml::Value& map, yaml::Place place, Reading& reading);
void read_step(const yaml::Entry& step, Reading& reading);
void read_collect(const yaml::Value& value, yaml::Place place, Reading& reading);
std::optional<program::Ask> read_ask(const yaml::Value& map, bool inside_collection, Reading& reading);
program::Attach read_attach(const yaml::Value& map, Reading& reading);
// Reads the report of a collection that `thread` triggers.
void read_report(const yaml::Value& map, std::uint32_t thread, program::Reporting& reporting,
                 Reading& reading);
program::Schedule read_schedule(const yaml::Value& value);
// The same for threads of the program, which its switches name.
program::Schedule read_schedule_of_threads(const yaml::Value& value, Reading& reading);
// Reads a suspension by `suspender`.
program::Suspending read_suspension(const yaml::Value& map, std::uint32_t suspender, Reading& reading);
void read_collection_expectation(const yaml::Value& map, ExpectedCollection& expected, Reading& reading);
void read_run_expectation(const yaml::Value& map, Reading& reading);
// Reads expectations about query `number`. `call` is the method's name.
void read_expected_answer(const yaml::Value& question, std::uint32_t number, Reading& reading);
// Reads an out parameter of an answer.
ExpectedValue read_expected_value(const yaml::Value& value, Reading& reading);
std::optional<std::string> callback_name(const yaml::Value& name, Reading& reading);
std::optional<std::int32_t> read_hresult(const yaml::Value& value, Reading& reading);
// Deliberate errors in reports and answers.
void read_overrides(const yaml::Value& map, program::CallOverrides& overrides, Reading& reading);
void read_entry_edits(const yaml::Value& list, program::Reporting& reporting, Reading& reading);
program::SaidCall read_said(const yaml::Value& map, Reading& reading, bool placed);
program::SaidAnswer read_said_answer(const yaml::Value& map, Reading& reading);

// Small helpers for checked values.
std::uint64_t number_of(const yaml::Value& value);
std::uint64_t number_or(const yaml::Value& map, std::string_view key, std::uint64_t otherwise);
std::string text_or(const yaml::Value& map, std::string_view key, std::string otherwise);
bool flag_or(const yaml::Value& map, std::string_view key, bool otherwise);
// The elements of a list, or the single value itself.
std::vector<const yaml::Value*> one_or_more(const yaml::Value& value);
// The functions of one name or of a list, outermost first. kNativeFrame is kNothing.
inline constexpr std::string_view kNativeFrame = "native";
// In the place of a function's type: a DynamicMethod.
inline constexpr std::string_view kLightweight = "lightweight";
std::vector<std::uint32_t> frames_of(const yaml::Value& names, Reading& reading);

}  // namespace gcrucible::scenario
