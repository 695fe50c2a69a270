// Progress of a running campaign: a status line on a terminal, plain lines elsewhere.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "harness/campaign/campaign.h"
#include "harness/cli/text/status_line.h"
#include "harness/platform/process/interruption.h"
#include "harness/report/style.h"

namespace gcrucible::cli {

// "1,000", or "number 17 alone" for a single case.
std::string cases_text(const campaign::Plan& plan);

// Catches the first interruption, so that the campaign ends with its summary. `plan` and `style` must outlive
// it. `keep` receives each finding immediately.
class CampaignDisplay final : public campaign::Watcher {
 public:
  CampaignDisplay(const campaign::Plan& plan, const report::Style& style, bool quiet,
                  std::function<void(const campaign::Fault&)> keep);

  // If lines can be rewritten: shows the case's number, so that a slow case is visible.
  void begins(std::uint64_t number) override;
  void begins_trials();
  void progress(const campaign::Result& so_far) override;
  void found(const campaign::Fault& fault) override;
  void shrinking(const campaign::Fault& fault) override;
  bool wants_stop() override { return platform::PatientInterruption::asked(); }
  // Removes the status line from the terminal.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;

  void say_line(const std::string& line);

  const campaign::Plan* plan_;
  const report::Style* style_;
  bool quiet_;
  std::function<void(const campaign::Fault&)> keep_;
  StatusLine status_;
  Clock::time_point last_;
  platform::PatientInterruption interruption_;
};

}  // namespace gcrucible::cli
