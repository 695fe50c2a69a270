// Environment variables, of this process and for others.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gcrucible::platform {

// "KEY=VALUE" each, in the order in which a process gets them.
using Environment = std::vector<std::string>;

// None if it is not set; an empty value is a value.
std::optional<std::string> environment_variable(const std::string& name);
// Not while another thread may read the environment.
void set_environment_variable(const std::string& name, const std::string& value);
void remove_environment_variable(const std::string& name);

Environment own_environment();
// `changes` over `base`: a variable that stands in both gets the later value, and stands once.
Environment with_changes(Environment base, const Environment& changes);
// The value of `name` in `environment`, if it is in there.
std::optional<std::string_view> value_of(const Environment& environment, std::string_view name);

}  // namespace gcrucible::platform
