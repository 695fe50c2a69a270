// Shared by the writers of a scenario's parts: the program, and the names of its things.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "harness/program/program.h"
#include "harness/scenario/write/names.h"
#include "harness/scenario/write/scenario_writer.h"
#include "harness/scenario/write/types.h"
#include "harness/yaml/draft.h"

namespace gcrucible::scenario {

// One scenario while it is written. A writer that meets something that the language cannot express calls
// refuse() and continues.
struct Writing {
  // Array types below number `arrays` are declared. Others exist implicitly.
  Writing(const program::Program& program_, const ScenarioHead& head_, std::size_t arrays)
      : program(program_), head(head_), types(program_, arrays), names(program_, head_) {}

  const program::Program& program;
  const ScenarioHead& head;
  TypeTexts types;
  WrittenNames names;
  std::string why_not;  // of the first refusal
  // The thread whose steps of a `together` are being written; otherwise kNothing.
  std::uint32_t lane = program::kNothing;
  // The thread of a step that names no thread.
  std::uint32_t usual_thread() const { return lane == program::kNothing ? 0 : lane; }

  void refuse(std::string why) {
    if (why_not.empty()) why_not = std::move(why);
  }
  // Null for kNothing.
  yaml::Draft object(std::uint32_t number);
  yaml::Draft type(std::uint32_t number) const { return yaml::draft_text(types.name(number)); }
  yaml::Draft root(std::uint32_t number);
  yaml::Draft handle(std::uint32_t number);
  yaml::Draft thread(std::uint32_t number);
  // kNothing is the thread outside the program.
  yaml::Draft any_thread(std::uint32_t number);
};

// Writes the keys from runtime to functions.
void write_setup(yaml::Draft& root, Writing& writing);
// Writes the state before the first step: objects, roots, handles. Returns the number of the first remaining
// step.
std::size_t write_beginning(yaml::Draft& root, Writing& writing);
// The steps from number `first` on, as a list.
yaml::Draft write_steps(std::size_t first, Writing& writing);

// An allocation without its references. `announced` is the default.
yaml::Draft write_allocation(const program::Allocate& step, std::size_t number, bool announced,
                             Writing& writing);
// Writes the stores from step `at` on that fit into the map of `group`'s allocation. Returns the number of
// the first remaining step.
std::size_t write_references(const WrittenNames::Group& group, std::size_t at, yaml::Draft& map,
                             Writing& writing);
// The name of a reference for writing it: `a.left`, `list[3]`.
std::string reference_name(std::uint32_t object, std::uint64_t slot, Writing& writing);
// A function's name; that of native code for kNothing.
yaml::Draft function_name(std::uint32_t function, Writing& writing);
// A list of them.
yaml::Draft write_frames(const std::vector<std::uint32_t>& frames, Writing& writing);
yaml::Draft write_root(const program::AddRoot& step, std::uint32_t number, Writing& writing);
yaml::Draft write_handle(const program::CreateHandle& step, std::uint32_t number, Writing& writing);
yaml::Draft write_collect(const program::Collect& step, Writing& writing);
yaml::Draft write_report(const program::Reporting& reporting, Writing& writing);
yaml::Draft write_schedule(const program::Schedule& schedule);
// The same for threads of the program, which its switches name.
yaml::Draft write_schedule_of_threads(const program::Schedule& schedule, Writing& writing);
yaml::Draft write_suspension(const program::Suspending& suspension, Writing& writing);
yaml::Draft write_ask(const program::Ask& ask, Writing& writing);
yaml::Draft write_attach(const program::Attach& attach);
// Writes into the map of a report.
void write_overrides(const program::CallOverrides& overrides, yaml::Draft& map, Writing& writing);
yaml::Draft write_entry_edit(const program::EntryEdit& edit, Writing& writing);
yaml::Draft write_said(const program::SaidCall& call, Writing& writing);
yaml::Draft write_said_answer(const program::SaidAnswer& answer, Writing& writing);
yaml::Draft write_hresult(std::int32_t hr);

}  // namespace gcrucible::scenario
