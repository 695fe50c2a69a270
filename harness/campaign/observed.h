// What is seen of one run, to be compared with another telling of the same program.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "harness/driver/host/host_process.h"
#include "harness/driver/outcome.h"
#include "harness/platform/files/temporary_folder.h"
#include "harness/scenario/expect/observation.h"

namespace gcrucible::campaign {

struct Observed {
  std::string text;
  std::string error;    // why nothing could be seen, and what to do; then there is no text
  std::string missing;  // the same of a file that the profiler may only write in other cases
  // Where the run stood still, or what had not ended, when the user had asked for the end of it all; else
  // empty.
  std::string standing = {};
};

// Owns the folder that one run after the other is given. One thread at a time.
class Observatory {
 public:
  struct Made;
  // `run` gets kRunFolder replaced in its environment. Where no folder can be made there is an error.
  static Made make(const scenario::Observation& observation, driver::RunOptions& run);

  // Before a run: nothing of the last one is left.
  void clear() const { folder_.empty(); }
  // Behind it. Blocks while a command runs, for as long as a run may take without progress.
  Observed see(const driver::Outcome& outcome) const;

 private:
  Observatory(scenario::Observation observation, platform::TemporaryFolder folder, driver::RunOptions run);
  Observed see_file() const;
  Observed see_command() const;

  scenario::Observation observation_;
  platform::TemporaryFolder folder_;
  driver::RunOptions run_;
};

struct Observatory::Made {
  std::optional<Observatory> observatory;
  std::string error;
};

// Of an observation that needs no folder, which are all but files and commands.
Observed see_directly(const scenario::Observation& observation, const driver::Outcome& outcome);

// The first line that is not the same in both, and what stands there: in quotes, cut.
struct Difference {
  std::size_t line = 0;
  std::string first;
  std::string second;
};
std::optional<Difference> difference(const std::string& first, const std::string& second);
// A clause about one where `first` is the telling as it is written and `second` the plain one.
std::string told_text(const Difference& difference);

}  // namespace gcrucible::campaign
