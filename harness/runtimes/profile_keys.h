// The keys of a runtime file, as tables. The shape, the reader and the writer of a runtime use them.
#pragma once

#include <string_view>
#include <vector>

#include "harness/program/runtime_profile.h"
#include "harness/yaml/draft.h"
#include "harness/yaml/messages.h"
#include "harness/yaml/shape.h"
#include "harness/yaml/value.h"

namespace gcrucible::runtimes {

// A key whose value is one or more members of RuntimeProfile.
struct ProfileKey {
  std::string_view name;
  yaml::Shape shape;
  std::string_view about;  // one line of documentation
  // `value` has the shape.
  void (*read)(const yaml::Value& value, program::RuntimeProfile& profile, yaml::Messages& messages);
  yaml::Draft (*write)(const program::RuntimeProfile& profile);
  bool (*is_same)(const program::RuntimeProfile& one, const program::RuntimeProfile& other);
  bool has_default = false;      // a runtime file may leave it out
  std::string_view former = {};  // its name up to version 0.1, which files may still use
};

// A map of such keys.
struct ProfilePart {
  std::string_view name;
  std::string_view about;
  std::vector<ProfileKey> keys;
};

// A key whose value is a list of methods: those whose row has the flag.
struct MethodList {
  std::string_view name;
  bool program::InfoRow::*flag;
  std::string_view about;
  bool has_default = false;
};

// Each in the order of the documentation.
const std::vector<ProfilePart>& profile_parts();
const std::vector<MethodList>& method_lists();

}  // namespace gcrucible::runtimes
