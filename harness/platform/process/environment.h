// Environment variables of this process and for other processes.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gcrucible::platform {

// Entries "KEY=VALUE", in the order in which a process gets them.
using Environment = std::vector<std::string>;

// None if the variable is not set; an empty value is a value.
std::optional<std::string> environment_variable(const std::string& name);
// Must not run while another thread may read the environment.
void set_environment_variable(const std::string& name, const std::string& value);
void remove_environment_variable(const std::string& name);

Environment own_environment();
// Applies `changes` to `base`. A variable in both gets the later value and appears once.
Environment with_changes(Environment base, const Environment& changes);
// The value of `name` in `environment`; none if the variable is missing.
std::optional<std::string_view> value_of(const Environment& environment, std::string_view name);

}  // namespace gcrucible::platform
