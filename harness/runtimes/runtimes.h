// Runtimes by name: the files of this folder, and files of a user's own.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/program/runtime_profile.h"
#include "harness/yaml/messages.h"
#include "harness/yaml/shape.h"
#include "harness/yaml/value.h"

namespace gcrucible::runtimes {

inline constexpr std::string_view kDefault = "net10";

struct Loaded {
  std::optional<program::RuntimeProfile> profile;
  std::string errors;  // whole messages with places, when there is no profile
};

// A built-in runtime, or a file where `name` ends in .yaml.
Loaded load(std::string_view name);
// `file` stands for the text's origin in messages.
Loaded parse(std::string_view text, std::string file);
// Of the built-in ones, in alphabetical order.
std::vector<std::string> names();

// What a runtime file may hold. Not `whole`: a part of one, over another runtime's values (a scenario's
// `runtime:` with `like:`).
yaml::Shape profile_shape(bool whole);
// `value` has passed check() against profile_shape(). Keys that are there replace those of `base`.
std::optional<program::RuntimeProfile> read_profile(const yaml::Value& value, program::RuntimeProfile base,
                                                    bool whole, yaml::Messages& messages);

// The words of ReportPart, in the order of its enumerators.
const std::vector<std::string>& report_part_words();
const std::vector<std::string>& pinned_policy_words();  // program::PinnedPolicy

}  // namespace gcrucible::runtimes
