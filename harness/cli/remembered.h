// The scenarios of what campaigns have found: written, tried first the next time, put aside once mended.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "harness/campaign/campaign.h"
#include "harness/cli/profiler_choice.h"
#include "harness/report/campaign_report.h"
#include "harness/report/run_report.h"
#include "harness/report/style.h"

namespace gcrucible::cli {

// Findings lie as FOLDER/RULE.yaml, where RULE has '-' for '/' and a number where a rule has several causes.
// What does not show any more is moved to FOLDER/mended, where it serves as a regression test.
class Memory {
 public:
  // `environment`: what the user gave the profiler with --env, which belongs into the line that repeats a
  // run.
  Memory(std::string folder, const campaign::Plan& plan, const ProfilerChoice& profiler,
         std::vector<std::string> environment, const report::Style& style, bool quiet);

  // Why the folder cannot be used, and what to do; empty if it can.
  std::string check() const;
  // Plays what is there. The worst that still shows.
  report::Result try_known(campaign::Watcher& watcher);
  // Writes the scenario, plays it once in a fresh process, and says what that shows. Where it cannot be
  // written, it is printed.
  report::CampaignFault keep(const campaign::Fault& fault);
  // Of what was there before.
  std::size_t still() const { return still_; }
  std::size_t mended() const { return mended_; }

 private:
  // Where its scenario belongs: one of its own, or that of an earlier campaign.
  std::string file_for(const campaign::Cause& cause) const;
  // Whether it still shows.
  bool replay(const std::string& file, bool aloud, report::RunReport& report);

  std::string folder_;
  const campaign::Plan* plan_;
  const ProfilerChoice* profiler_;
  std::vector<std::string> environment_;
  const report::Style* style_;
  bool quiet_;
  std::size_t still_ = 0;
  std::size_t mended_ = 0;
};

}  // namespace gcrucible::cli
