// The scenario file of a campaign's finding, and the facts in its first lines.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "harness/campaign/trial.h"

namespace gcrucible::cli {

struct FindingHead {
  std::string title = {};  // campaign::text_of() of its cause; empty: not written by a campaign
  std::string clsid = {};  // empty: written by a version that did not record the profiler
  std::vector<std::string> environment = {};  // as environment_of() returns it
  bool ends_parent = false;                   // the profiler kills its parent process
  bool only_in_process = false;               // shows only after other cases in one process
  bool as_found = false;                      // not shrunk yet
  bool flaky = false;                         // some plays do not show it
  std::string unreadable = {};                // why the file could not be read; empty if it could

  // A campaign found it in a profiler that was named, not in gcrucible's own recorder.
  bool is_of_named_profiler() const;
  bool is_of_same_profiler(const FindingHead& other) const { return clsid.empty() || clsid == other.clsid; }
  // The environment differs from the recorded one, so the profiler may behave differently.
  bool has_other_environment(const FindingHead& other) const {
    return !clsid.empty() && environment != other.environment;
  }
};

// The --env values NAME=VALUE, sorted. Each is escaped to one printable line; different values stay
// different.
std::vector<std::string> environment_of(const std::vector<std::string>& given);
// Empty if the file does not exist.
FindingHead read_head(const std::string& file);
// Of a scenario's text.
FindingHead head_of_text(const std::string& text);
// The comment lines, without '#', from which read_head() restores `head`. `origin`: the source of the
// finding.
std::vector<std::string> comments_of(const FindingHead& head, const std::string& origin);
// Inverse of campaign::text_of().
campaign::Cause cause_of(const std::string& title);

// Number of lines that are neither empty nor comments.
std::size_t lines_of(std::string_view scenario);
// The whole content; empty if the file does not exist.
std::string text_of_file(const std::string& file);

// Creates an empty file STEM.yaml, STEM-2.yaml and so on: the first free name in the folder. The file
// reserves the name against other processes. Returns an empty string if it cannot be created.
std::string claim_name(const std::string& folder, const std::string& stem);

}  // namespace gcrucible::cli
