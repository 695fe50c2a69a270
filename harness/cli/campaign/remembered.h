// The scenarios of what campaigns have found: written, tried first the next time, put aside once mended.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "harness/campaign/campaign.h"
#include "harness/cli/campaign/finding_file.h"
#include "harness/cli/options/profiler_choice.h"
#include "harness/report/campaign/report.h"
#include "harness/report/run_report.h"
#include "harness/report/style.h"
#include "harness/scenario/write/scenario_writer.h"

namespace gcrucible::cli {

// Findings lie as FOLDER/RULE.yaml, where RULE has '-' for '/' and a number where a rule has several causes.
// What does not show any more is moved to FOLDER/mended, where it serves as a regression test. Findings of
// other profilers may lie beside them. One thread at a time.
class Memory {
 public:
  // `forgets`: nobody is told of the folder, because it goes with the run. `environment`: what the user gave
  // the profiler with --env, which belongs into the line that repeats a run.
  Memory(std::string folder, const campaign::Plan& plan, const ProfilerChoice& profiler,
         std::vector<std::string> environment, const report::Style& style, bool quiet, bool forgets);

  // Why the folder cannot be used, and what to do; empty if it can.
  std::string check() const;
  // Plays what is there. What cannot be played, or whose rule is not judged, is said and stays.
  void try_known(campaign::Watcher& watcher);
  // Writes what has just been found, as it is, so that it is there whatever becomes of this process.
  void keep_found(const campaign::Fault& fault);
  // Writes the scenario, plays it once in a fresh process, and says what that shows. Where it cannot be
  // written, it is printed. One that is there, as small, and still shows it stays as it is.
  report::CampaignFault keep(const campaign::Fault& fault);
  // Behind the last keep(): of what was found, all that was not kept has turned out to be something else.
  void forget_found();
  // What was there before, still shows, is not suppressed and has not been found anew: said, and given for
  // the reports. One a title.
  std::vector<report::CampaignFault> standing_without(const std::vector<report::CampaignFault>& found) const;
  // Of what was there before.
  std::size_t still() const { return still_; }
  std::size_t mended() const { return mended_; }
  std::size_t unjudged() const { return unjudged_; }
  // Whoever watches stopped it before their turn, or while they were played.
  std::size_t untried() const { return untried_; }
  // Which of them stood still then, and where, in sentences; else empty.
  const std::string& stood_still() const { return stood_still_; }
  // How often that one let something from before pass.
  std::uint64_t suppressed(const campaign::Suppression* suppression) const {
    const auto found = suppressed_.find(suppression);
    return found == suppressed_.end() ? 0 : found->second;
  }

 private:
  struct Replayed {
    bool shows = false;
    std::string why_not_judged;                         // nothing is known of it; a clause
    const campaign::Suppression* suppressed = nullptr;  // one that covers it, where all of it is covered
    report::RunReport report;
  };

  FindingHead head_of(const std::string& title) const;
  // Where its scenario lies: one of its own, or that of an earlier campaign. Empty where there is none.
  std::string file_of(const std::string& title) const;
  // That, or a new one; empty where none can be made.
  std::string file_for(const campaign::Cause& cause) const;
  scenario::Written written_of(const campaign::Fault& fault, bool as_found) const;
  // What lies there from before, as small as this one, stays if it still shows the finding.
  bool may_be_smaller(const std::string& file, const std::string& scenario) const;
  Replayed replay(const std::string& file, const campaign::Cause& cause, bool aloud);
  std::string why_not_judged(const FindingHead& head) const;
  void try_known(const std::string& file, const FindingHead& head, campaign::Watcher& watcher);
  void tell_left(const std::string& file, const std::string& why) const;
  void put_aside(const std::string& file);

  std::string folder_;
  const campaign::Plan* plan_;
  const ProfilerChoice* profiler_;
  std::vector<std::string> environment_;
  const report::Style* style_;
  bool quiet_;
  bool forgets_;
  std::map<std::string, std::string> found_;  // files of keep_found(), by titles
  std::vector<report::CampaignFault> standing_;
  std::vector<std::string> unplayable_;  // files that were said to stay where they are
  std::size_t still_ = 0;
  std::size_t mended_ = 0;
  std::size_t unjudged_ = 0;
  std::size_t untried_ = 0;
  std::string stood_still_;
  std::map<const campaign::Suppression*, std::uint64_t> suppressed_;
};

}  // namespace gcrucible::cli
