#include <string>

#include "harness/program/callback_shapes.h"
#include "harness/program/failing_info.h"
#include "harness/program/validate/problem_list.h"

namespace gcrucible::program {
namespace {

std::string number(std::uint64_t value) {
  return std::to_string(value);
}

void check_arguments(const std::vector<SaidArgument>& arguments, const CallbackShape& shape,
                     ProblemList& problems) {
  for (const SaidArgument& each : arguments) {
    if (!problems.check(each.index < shape.count, [&] {
          return "argument " + number(each.index) + " of a callback with " + number(shape.count);
        })) {
      continue;
    }
    const ArgumentShape& argument = shape.arguments[each.index];
    problems.check(argument.is_array() ? each.values.size() % argument.width == 0 : each.values.size() == 1,
                   [&] {
                     return "argument " + std::string(argument.key) + " is given " +
                            number(each.values.size()) + " values";
                   });
  }
}

void check_callback(std::uint16_t slot, const std::vector<SaidArgument>& arguments, ProblemList& problems) {
  const CallbackShape* const shape = callback_shape(slot);
  if (problems.check(shape != nullptr,
                     [&] { return "callback slot " + number(slot) + " cannot be given"; })) {
    check_arguments(arguments, *shape, problems);
  }
}

}  // namespace

void validate_said(const SaidCall& said, ProblemList& problems) {
  check_callback(said.slot, said.arguments, problems);
}

void validate_overrides(const CallOverrides& overrides, ProblemList& problems) {
  for (const CallEdit& edit : overrides.calls) check_callback(edit.call.slot, edit.arguments, problems);
  for (const SaidCall& said : overrides.said) validate_said(said, problems);
}

void validate_failing(const std::vector<InfoFailure>& failing, ProblemList& problems) {
  for (const InfoFailure& each : failing) {
    const FailingInfo* const method = find_failing(each.slot);
    if (!problems.check(method != nullptr, [&] {
          return "Info slot " + number(each.slot) + " has no failure that a right call may be answered";
        }))
      continue;
    problems.check(each.answer == method->answer,
                   "an Info call fails as no right call of that method does; leave `answer` out");
  }
}

void validate_entries(const std::vector<EntryEdit>& edits, ProblemList& problems) {
  for (const EntryEdit& edit : edits) {
    const CallbackShape& shape = entry_shape(edit.part);
    problems.check(shape.count != 0, "ranges are edited by edits of their own");
    problems.check(edit.variant == EntryEdit::Variant::kBoth || edit.part == ReportPart::kRoots,
                   "only roots are reported by two callbacks");
    check_arguments(edit.arguments, shape, problems);
  }
}

}  // namespace gcrucible::program
