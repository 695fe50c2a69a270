// Keeps the scenarios of findings across campaigns: writes them, and replays them first in the next campaign.
// Moves them away when they do not show.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "harness/campaign/campaign.h"
#include "harness/cli/campaign/finding_file.h"
#include "harness/cli/options/profiler_choice.h"
#include "harness/expected.h"
#include "harness/report/campaign/report.h"
#include "harness/report/run_report.h"
#include "harness/report/style.h"
#include "harness/scenario/write/scenario_writer.h"

namespace gcrucible::cli {

// Files are FOLDER/RULE.yaml. RULE has '-' for '/', and a number is appended if the rule has several causes.
// A finding that no longer shows moves to FOLDER/mended and serves as a regression test. One that was flaky
// from the beginning moves to FOLDER/flaky. Findings of other
// profilers may lie in the same folder. Not thread-safe.
class KnownFindings {
 public:
  // `forgets`: the folder is temporary, so no message names it. `environment`: the values of --env, which are
  // part of the command that repeats a run.
  KnownFindings(std::string folder, const campaign::Plan& plan, const ProfilerChoice& profiler,
                std::vector<std::string> environment, const report::Style& style, bool quiet, bool forgets);

  // Whether the folder can be used. The error says what to do.
  Expected<void> check() const;
  // Plays the known findings. Reports those that cannot be played or whose rule is not judged, and leaves
  // them.
  void try_known(campaign::Watcher& watcher);
  // Saves a new finding unshrunk, so that it exists even if this process dies.
  void keep_found(const campaign::Fault& fault);
  // Writes the scenario, plays it once in a fresh process, and prints the result. Prints the scenario if it
  // cannot be written. An existing scenario that is no larger and still shows the finding is kept instead.
  report::CampaignFault keep(const campaign::Fault& fault);
  // Call after the last keep(). Removes files of keep_found() whose finding turned out to have another cause.
  void forget_found();
  // Known findings that still show, are not suppressed and were not found again. Prints them and returns them
  // for the reports, one for each title.
  std::vector<report::CampaignFault> standing_without(const std::vector<report::CampaignFault>& found) const;
  // The counters below concern known findings.
  std::size_t still() const { return still_; }
  std::size_t mended() const { return mended_; }
  std::size_t flaky() const { return flaky_; }
  std::size_t unjudged() const { return unjudged_; }
  // Not played, because the user stopped the campaign earlier.
  std::size_t untried() const { return untried_; }
  // Which of them was running when the user stopped the command, and where, in sentences; otherwise empty.
  const std::string& stood_still() const { return stood_still_; }
  // How often the suppression covered a known finding.
  std::uint64_t suppressed(const campaign::Suppression* suppression) const {
    const auto found = suppressed_.find(suppression);
    return found == suppressed_.end() ? 0 : found->second;
  }

 private:
  struct Replayed {
    bool shows = false;
    std::string why_not_judged;                         // why it cannot be judged, as a clause
    const campaign::Suppression* suppressed = nullptr;  // covers it, if all causes are suppressed
    report::RunReport report;
  };

  struct Marks {
    bool as_found = false;
    bool flaky = false;
  };

  struct Kept {
    std::string scenario = {};
    std::string file = {};     // absolute; empty if none could be written
    std::string problem = {};  // why not
    bool stays = false;        // the file of an earlier campaign shows the finding and stays
    Replayed replayed = {};
  };

  // Writes the scenario, unless the existing file is no larger and shows the finding.
  Kept keep_file(const campaign::Fault& fault, std::string scenario);
  // Plays the scenario that was written, if it can be played.
  void replay_kept(const campaign::Fault& fault, Kept& kept);
  void say_kept(const campaign::Fault& fault, const Kept& kept, const report::CampaignFault& made) const;
  FindingHead head_of(const std::string& title) const;
  // The path of the finding's scenario, from this or an earlier campaign. Empty if there is none.
  std::string file_of(const std::string& title) const;
  // As file_of(), or a new file; empty if none can be created.
  std::string file_for(const campaign::Cause& cause) const;
  Expected<std::string> written_of(const campaign::Fault& fault, Marks marks) const;
  // Writes the file again, with a mark.
  void mark_flaky(const campaign::Fault& fault, const Kept& kept) const;
  // Whether the existing file has at most as many lines as `scenario` and may replace it if it still shows
  // the finding.
  bool may_be_smaller(const std::string& file, const std::string& scenario) const;
  Replayed replay(const std::string& file, const campaign::Cause& cause);
  std::string why_not_judged(const FindingHead& head) const;
  void try_known(const std::string& file, const FindingHead& head, campaign::Watcher& watcher);
  void report_left(const std::string& file, const std::string& why) const;
  void put_aside(const std::string& file, bool flaky);

  std::string folder_;
  const campaign::Plan* plan_;
  const ProfilerChoice* profiler_;
  std::vector<std::string> environment_;
  const report::Style* style_;
  bool quiet_;
  bool forgets_;
  std::map<std::string, std::string> found_;  // files of keep_found(), by title
  std::vector<report::CampaignFault> standing_;
  std::vector<std::string> unplayable_;  // files reported as left in place
  std::size_t still_ = 0;
  std::size_t mended_ = 0;
  std::size_t flaky_ = 0;
  std::size_t unjudged_ = 0;
  std::size_t untried_ = 0;
  std::string stood_still_;
  std::map<const campaign::Suppression*, std::uint64_t> suppressed_;
};

}  // namespace gcrucible::cli
