// What the scenario language knows about each kind of step, in one row. The rows are in the files of this
// folder, by subject. The reader, the writer, the shape of a step, its schema and its documentation use them.
#pragma once

#include <optional>
#include <string_view>

#include "harness/program/step.h"
#include "harness/scenario/read/reading.h"
#include "harness/scenario/write/step_writer.h"
#include "harness/yaml/draft.h"
#include "harness/yaml/shape.h"
#include "harness/yaml/value.h"

namespace gcrucible::scenario {

struct StepRow {
  std::string_view word;        // the key; of a step without a key, its name in messages
  std::string_view about = {};  // one line of documentation
  // Of the key's value. Null: the step has no key, because other steps imply it.
  yaml::Shape (*shape)() = nullptr;
  // Adds the steps that the value states. `place` is that of the key.
  void (*read)(const yaml::Value& value, yaml::Place place, Reading& reading) = nullptr;
  // Writes the next step, or several that one key can state, as the value of the key. No value: the step is
  // implied. See step_writer.h for the usual forms.
  std::optional<yaml::Draft> (*write)(StepWriter& steps) = nullptr;
};

// A kind of step without a row does not link.
template <typename Step>
StepRow step_row();
#define GCRUCIBLE_ROW(Step, ...) \
  template <>                    \
  StepRow step_row<program::Step>();
GCRUCIBLE_STEPS(GCRUCIBLE_ROW)
#undef GCRUCIBLE_ROW

const StepRow& row_of(const program::Action& action);

// The shape of one step of a thread while other threads run.
yaml::Shape step_of_a_thread_shape();

}  // namespace gcrucible::scenario
