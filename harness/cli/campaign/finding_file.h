// A scenario that a campaign leaves, and what its first lines say of it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "harness/campaign/trial.h"

namespace gcrucible::cli {

struct FindingHead {
  std::string title = {};  // campaign::text_of() of its cause; empty: no campaign has written the file
  std::string clsid = {};  // empty: one has that did not say yet whose findings they were
  std::vector<std::string> environment = {};  // as environment_of() has it
  bool ends_parent = false;                   // the profiler ends the process that has started it
  bool only_in_process = false;               // it shows behind other cases in their process alone
  bool as_found = false;                      // not made small yet
  std::string unreadable = {};                // why nothing is known of the file; empty if it could be read

  bool is_of_same_profiler(const FindingHead& other) const { return clsid.empty() || clsid == other.clsid; }
  // In which it may not do what it did then.
  bool has_other_environment(const FindingHead& other) const {
    return !clsid.empty() && environment != other.environment;
  }
};

// NAME=VALUE as given with --env, each in one printable line that no other value has, in order.
std::vector<std::string> environment_of(const std::vector<std::string>& given);
// Of a file that is not there, empty.
FindingHead read_head(const std::string& file);
// The lines, without '#', of which read_head() makes the same. `origin`: where the finding is from.
std::vector<std::string> comments_of(const FindingHead& head, const std::string& origin);
// Of what text_of() has made.
campaign::Cause cause_of(const std::string& title);

// How many lines of it say something.
std::size_t lines_of(std::string_view scenario);
// All of it; empty where there is none.
std::string text_of_file(const std::string& file);

// STEM.yaml or STEM-2.yaml and so on in the folder, the first that nothing has: an empty file is there now,
// and nobody else gets that name. Empty where it cannot be made.
std::string claim_name(const std::string& folder, const std::string& stem);

}  // namespace gcrucible::cli
