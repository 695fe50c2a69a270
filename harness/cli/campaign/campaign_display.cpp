#include "harness/cli/campaign/campaign_display.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "harness/cli/text/terminal.h"

namespace gcrucible::cli {
namespace {

// Time between updates of a status line that is rewritten, and between plain lines.
constexpr std::chrono::milliseconds kBetweenLooks{250};
constexpr std::chrono::seconds kBetweenLines{5};

// "200 of 1,000 cases, 85 a second, 1 finding, 9 s left"
std::string progress_text(const campaign::Plan& plan, const campaign::Result& result) {
  const double seconds = static_cast<double>(result.elapsed.count()) / 1000;
  const double rate = seconds == 0 ? 0 : static_cast<double>(result.cases) / seconds;
  const std::uint64_t cases = plan.cases_of_shard();
  double left = rate > 0 ? static_cast<double>(cases - result.cases) / rate : 0;
  if (plan.time)
    left = std::min(left, std::max(0.0, static_cast<double>(plan.time->count()) / 1000 - seconds));
  return fmt::format(
      "{} of {} cases, {} a second, {}{}", report::grouped(result.cases), report::grouped(cases),
      rate < 10 ? fmt::format("{:.1f}", rate) : report::grouped(static_cast<std::size_t>(rate)),
      report::counted(result.faults.size(), "finding"),
      left < 1     ? std::string()
      : left < 120 ? fmt::format(", {:.0f} s left", left)
                   : fmt::format(", {:.0f} min left", left / 60));
}

}  // namespace

std::string cases_text(const campaign::Plan& plan) {
  return plan.only_case ? fmt::format("number {} alone", *plan.only_case)
                        : report::grouped(plan.cases_of_shard());
}

CampaignDisplay::CampaignDisplay(const campaign::Plan& plan, const report::Style& style, bool quiet,
                                 std::function<void(const campaign::Fault&)> keep)
    : plan_(&plan),
      style_(&style),
      quiet_(quiet),
      keep_(std::move(keep)),
      status_(style),
      last_(Clock::now()) {}

void CampaignDisplay::begins(std::uint64_t number) {
  if (!quiet_ && !status_.shown()) status_.show(fmt::format("  case {} …", number));
}

void CampaignDisplay::begins_trials() {
  if (!quiet_) status_.show("  loading and attaching it once …");
}

void CampaignDisplay::progress(const campaign::Result& so_far) {
  if (quiet_ || Clock::now() - last_ < (status_.rewrites() ? Clock::duration(kBetweenLooks) : kBetweenLines))
    return;
  last_ = Clock::now();
  const std::string text = "  " + progress_text(*plan_, so_far);
  status_.rewrites() ? status_.show(text) : say_line(text + "\n");
}

void CampaignDisplay::found(const campaign::Fault& fault) {
  keep_(fault);
  if (quiet_) return;
  say_line(report::field(*style_, fmt::format("  case {} ", fault.number), 4, campaign::text_of(fault.cause),
                         report::Ink::kDim, report::Ink::kBad));
}

void CampaignDisplay::shrinking(const campaign::Fault& fault) {
  if (quiet_) return;
  const std::string text = fmt::format("  looking for the smallest program that shows {}", fault.cause.rule);
  status_.rewrites() ? status_.show(text) : say_line(text + "\n");
}

void CampaignDisplay::finish() {
  status_.clear();
}

void CampaignDisplay::say_line(const std::string& line) {
  finish();
  say(line);
}

}  // namespace gcrucible::cli
