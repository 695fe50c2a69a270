#include "harness/scenario/steps/step_row.h"

#include <string>
#include <utility>
#include <vector>

#include "harness/scenario/language/language.h"

namespace gcrucible::scenario {
namespace {

using program::Company;

struct KnownStep {
  StepRow row;
  Company company;
};

// In the order of the documentation.
const std::vector<KnownStep>& known_steps() {
#define GCRUCIBLE_ROW(Step, company, ...) {step_row<program::Step>(), Company::company},
  static const std::vector<KnownStep> kSteps = {GCRUCIBLE_STEPS(GCRUCIBLE_ROW)};
#undef GCRUCIBLE_ROW
  return kSteps;
}

void add_keys(Company company, std::vector<yaml::Key>& keys) {
  for (const KnownStep& each : known_steps()) {
    if (each.company != company || each.row.shape == nullptr) continue;
    keys.push_back(yaml::optional(std::string(each.row.word), each.row.shape(), std::string(each.row.about)));
  }
}

yaml::Shape one_of(std::vector<yaml::Key> keys) {
  yaml::Shape shape = yaml::map(std::move(keys));
  shape.one_key = true;
  return shape;
}

}  // namespace

const StepRow& row_of(const program::Action& action) {
  const auto row = []<typename Step>(const Step&) -> const StepRow& {
    static const StepRow kRow = step_row<Step>();
    return kRow;
  };
  return std::visit(row, action);
}

void read_step(const yaml::Entry& step, Reading& reading) {
  for (const KnownStep& each : known_steps()) {
    if (each.row.word == step.key) each.row.read(step.value, step.place, reading);
  }
}

yaml::Shape step_of_a_thread_shape() {
  std::vector<yaml::Key> keys;
  add_keys(Company::kOthersRun, keys);
  return yaml::defined("step-of-a-thread", one_of(std::move(keys)));
}

yaml::Shape step_shape() {
  std::vector<yaml::Key> keys;
  add_keys(Company::kOthersRun, keys);
  add_keys(Company::kAlone, keys);
  return yaml::defined("step", one_of(std::move(keys)));
}

}  // namespace gcrucible::scenario
