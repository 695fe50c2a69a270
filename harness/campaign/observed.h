// Observes one run, for comparison with another presentation of the same program.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "harness/driver/host/host_process.h"
#include "harness/driver/outcome.h"
#include "harness/expected.h"
#include "harness/platform/files/temporary_folder.h"
#include "harness/scenario/expect/observation.h"

namespace gcrucible::campaign {

struct Observed {
  // Fails if nothing could be observed. The error says what to do.
  Expected<std::string> text;
  std::string
      missing;  // the same for a file that the profiler may write only in other cases; then text is empty
  // The stage of the run or command when the user stopped it; otherwise empty.
  std::string standing = {};
};

// Owns the folder that all runs use, one after the other. Not thread-safe.
class Observatory {
 public:
  // Replaces kRunFolder in the environment of `run`. Fails if no folder can be created.
  static Expected<Observatory> make(const scenario::Observation& observation, driver::RunOptions& run);

  // Call before a run: removes the files of the previous run.
  void clear() const { folder_.empty(); }
  // Call after the run. Blocks while a command runs, at most as long as a run may stand still.
  Observed see(const driver::Outcome& outcome) const;

 private:
  Observatory(scenario::Observation observation, platform::TemporaryFolder folder, driver::RunOptions run);
  Observed see_file() const;
  Observed see_command() const;

  scenario::Observation observation_;
  platform::TemporaryFolder folder_;
  driver::RunOptions run_;
};

// For observations that need no folder: all except files and commands.
Observed see_directly(const scenario::Observation& observation, const driver::Outcome& outcome);

// The first line that differs, and its two texts: in quotes, cut.
struct Difference {
  std::size_t line = 0;
  std::string first;
  std::string second;
};
std::optional<Difference> difference(const std::string& first, const std::string& second);
// A clause about two observations that differ: of the program as written, and of its plain presentation. It
// names objects by their numbers ("object 3"). `outcome`: of the program as written.
std::string difference_text(const scenario::Observation& observation, const std::string& written,
                            const std::string& plain, const driver::Outcome& outcome);
// Where they first differ.
struct DifferencePlace {
  std::uint32_t line = 0;  // of the scenario; 0: only `observe:` has one
  std::string text;        // "inside collection 1", "line 3 of file:out.txt"
};
DifferencePlace difference_place(const scenario::Observation& observation, const std::string& written,
                                 const std::string& plain, const driver::Outcome& outcome);
// The clause as a sentence about the profiler.
std::string difference_sentence(const scenario::Observation& observation, const std::string& difference);

}  // namespace gcrucible::campaign
