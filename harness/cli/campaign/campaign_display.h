// A campaign while it goes on: a status line on a terminal, plain lines elsewhere.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "harness/campaign/campaign.h"
#include "harness/cli/text/status_line.h"
#include "harness/platform/process/interruption.h"
#include "harness/report/style.h"

namespace gcrucible::cli {

// "1,000", or "number 17 alone".
std::string cases_text(const campaign::Plan& plan);

// Its first interruption lets the campaign end with its summary. `plan` and `style` outlive it; `keep` gets
// each finding as soon as there is one.
class CampaignDisplay final : public campaign::Watcher {
 public:
  CampaignDisplay(const campaign::Plan& plan, const report::Style& style, bool quiet,
                  std::function<void(const campaign::Fault&)> keep);

  // Where lines can be rewritten, so that a case that takes long is seen.
  void begins(std::uint64_t number) override;
  void begins_trials();
  void progress(const campaign::Result& so_far) override;
  void found(const campaign::Fault& fault) override;
  void shrinking(const campaign::Fault& fault) override;
  bool wants_stop() override { return platform::PatientInterruption::asked(); }
  // No status is left on the terminal.
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
