// Progress of a running campaign: a status line on a terminal, plain lines elsewhere.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>

#include "harness/campaign/campaign.h"
#include "harness/cli/text/status_line.h"
#include "harness/platform/process/interruption.h"
#include "harness/report/style.h"

namespace gcrucible::cli {

// "1,000", or "number 17 alone" for a single case.
std::string cases_text(const campaign::Plan& plan);

// Catches the first interruption, so that the campaign ends with its summary. `plan` and `style` must outlive
// it. `keep` receives each finding immediately. Thread-safe.
class CampaignDisplay final : public campaign::Watcher {
 public:
  CampaignDisplay(const campaign::Plan& plan, const report::Style& style, bool quiet,
                  std::function<void(const campaign::Fault&)> keep);
  ~CampaignDisplay() override;

  void begins(std::uint64_t number) override;
  void ends(std::uint64_t number) override;
  // Shows what is done before the first case or after the last one; a clause.
  void begins_stage(const std::string& what);
  void progress(const campaign::Result& so_far) override;
  void found(const campaign::Fault& fault) override;
  void shrinking(const campaign::ShrinkProgress& so_far) override;
  void shrunk(const campaign::Fault& fault, const campaign::ShrinkProgress& so_far) override;
  bool wants_stop() override { return platform::PatientInterruption::asked(); }
  // Removes the status line from the terminal.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;

  // The four below need the lock.
  std::string cases_progress() const;
  // Whether enough time has passed since the last line.
  bool is_due() const;
  void show(const std::string& text);
  void say_line(const std::string& line);
  // Rewrites the line while no case ends, so that a slow case is visible.
  void keep_current();

  const campaign::Plan* plan_;
  const report::Style* style_;
  bool quiet_;
  std::function<void(const campaign::Fault&)> keep_;
  platform::PatientInterruption interruption_;

  std::mutex mutex_;  // for everything below
  StatusLine status_;
  Clock::time_point last_;   // of the last line
  Clock::time_point begun_;  // of the first case
  bool shows_cases_ = false;
  std::uint64_t cases_ = 0;
  std::size_t findings_ = 0;
  std::map<std::uint64_t, Clock::time_point> running_;  // cases, with their beginning
  bool over_ = false;
  std::condition_variable ends_;
  std::thread refresher_;  // only if lines can be rewritten
};

}  // namespace gcrucible::cli
