// Runtimes by name: the built-in files of this folder, and the user's own files.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/expected.h"
#include "harness/program/runtime_profile.h"
#include "harness/yaml/messages.h"
#include "harness/yaml/shape.h"
#include "harness/yaml/value.h"

namespace gcrucible::runtimes {

inline constexpr std::string_view kDefault = "net10";

// Loads a built-in runtime, or a file if `name` ends in .yaml. The error is all messages, with their places.
Expected<program::RuntimeProfile> load(std::string_view name);
// `file` names the text's origin in messages.
Expected<program::RuntimeProfile> parse(std::string_view text, std::string file);
// The names of the built-in runtimes, in alphabetical order.
std::vector<std::string> names();

// The shape of a runtime file. If `whole` is false: the shape of a part that changes another runtime's values
// (a scenario's `runtime:` with `like:`).
yaml::Shape profile_shape(bool whole);
// `value` must have passed check() against profile_shape(). Keys in `value` replace those of `base`.
std::optional<program::RuntimeProfile> read_profile(const yaml::Value& value, program::RuntimeProfile base,
                                                    bool whole, yaml::Messages& messages);

// The words of ReportPart, in the order of its enumerators.
const std::vector<std::string>& report_part_words();
const std::vector<std::string>& pinned_policy_words();  // program::PinnedPolicy
const std::vector<std::string>& info_entry_words();     // program::InfoEntry

}  // namespace gcrucible::runtimes
