#include "harness/cli/campaign/campaign_display.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "harness/cli/text/terminal.h"

namespace gcrucible::cli {
namespace {

using Seconds = std::chrono::duration<double>;

// Time between updates of a status line that is rewritten, and between plain lines.
constexpr std::chrono::milliseconds kBetweenLooks{250};
constexpr std::chrono::seconds kBetweenLines{5};
// A case that takes this long is named.
constexpr std::chrono::seconds kLong{2};

// ", 9 s left"; empty if it is less than a second.
std::string left_text(double seconds) {
  return seconds < 1     ? std::string()
         : seconds < 120 ? fmt::format(", {:.0f} s left", seconds)
                         : fmt::format(", {:.0f} min left", seconds / 60);
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
      last_(Clock::now()) {
  if (!quiet_ && status_.rewrites()) refresher_ = std::thread([this] { keep_current(); });
}

CampaignDisplay::~CampaignDisplay() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  ends_.notify_all();
  if (refresher_.joinable()) refresher_.join();
}

void CampaignDisplay::keep_current() {
  std::unique_lock lock(mutex_);
  while (!ends_.wait_for(lock, kBetweenLooks, [this] { return over_; })) {
    if (shows_cases_ && Clock::now() - last_ >= std::chrono::seconds{1}) show(cases_progress());
  }
}

// "cases: 200 of 1,000, 85 a second, 1 finding, 9 s left, case 201 for 4 s"
std::string CampaignDisplay::cases_progress() const {
  const Clock::time_point now = Clock::now();
  const double seconds = Seconds(now - begun_).count();
  const double rate = seconds == 0 ? 0 : static_cast<double>(cases_) / seconds;
  std::optional<double> left;
  if (!plan_->is_endless() && rate > 0)
    left = static_cast<double>(plan_->cases_of_shard() - std::min(cases_, plan_->cases_of_shard())) / rate;
  if (plan_->time) {
    const double of_time = std::max(0.0, Seconds(*plan_->time).count() - seconds);
    left = left ? std::min(*left, of_time) : of_time;
  }
  std::string text =
      fmt::format("cases: {}{}, {} a second, {}{}", report::grouped(cases_),
                  plan_->is_endless() ? "" : " of " + report::grouped(plan_->cases_of_shard()),
                  rate < 10 ? fmt::format("{:.1f}", rate) : report::grouped(static_cast<std::size_t>(rate)),
                  report::counted(findings_, "finding"), left_text(left.value_or(0)));
  const auto slowest = std::ranges::min_element(running_, {}, [](const auto& each) { return each.second; });
  if (slowest != running_.end() && now - slowest->second >= kLong) {
    text += fmt::format(", case {} for {:.0f} s", slowest->first, Seconds(now - slowest->second).count());
  }
  return text;
}

bool CampaignDisplay::is_due() const {
  return Clock::now() - last_ >= (status_.rewrites() ? Clock::duration(kBetweenLooks) : kBetweenLines);
}

void CampaignDisplay::show(const std::string& text) {
  last_ = Clock::now();
  status_.rewrites() ? status_.show("  " + text) : say_line("  " + text + "\n");
}

void CampaignDisplay::begins_stage(const std::string& what) {
  if (quiet_) return;
  const std::lock_guard lock(mutex_);
  shows_cases_ = false;
  status_.show("  " + what + " …");
}

void CampaignDisplay::begins(std::uint64_t number) {
  const std::lock_guard lock(mutex_);
  if (begun_ == Clock::time_point()) begun_ = Clock::now();
  running_[number] = Clock::now();
  shows_cases_ = !quiet_;
  if (shows_cases_ && status_.rewrites() && !status_.shown()) show(cases_progress());
}

void CampaignDisplay::ends(std::uint64_t number) {
  const std::lock_guard lock(mutex_);
  running_.erase(number);
}

void CampaignDisplay::progress(const campaign::Result& so_far) {
  const std::lock_guard lock(mutex_);
  cases_ = so_far.cases;
  findings_ = so_far.faults.size();
  if (!quiet_ && is_due()) show(cases_progress());
}

void CampaignDisplay::found(const campaign::Fault& fault) {
  keep_(fault);
  if (quiet_) return;
  const std::lock_guard lock(mutex_);
  say_line(report::field(*style_, fmt::format("  case {} ", fault.number), 4, campaign::text_of(fault.cause),
                         report::Ink::kDim, report::Ink::kBad));
}

void CampaignDisplay::shrinking(const campaign::ShrinkProgress& so_far) {
  if (quiet_) return;
  const std::lock_guard lock(mutex_);
  shows_cases_ = false;
  if (so_far.tried != 0 && !is_due()) return;
  const double left = so_far.until ? Seconds(*so_far.until - Clock::now()).count() : 0;
  // The name comes last, because a narrow terminal cuts it.
  show(fmt::format("shrinking {} of {}: {} tried, {}{}, {}", so_far.number, so_far.faults,
                   report::counted(so_far.tried, "program"), report::counted(so_far.steps, "step"),
                   left_text(left), so_far.cause->rule));
}

// "  shrunk 1 of 2: object-ids/cache-follows (gcrucible_probe), 5 steps, case 3"
void CampaignDisplay::shrunk(const campaign::Fault& fault, const campaign::ShrinkProgress& so_far) {
  if (quiet_) return;
  const std::lock_guard lock(mutex_);
  const std::string how = fault.flaky      ? "did not show again"
                          : fault.unshrunk ? "stopped before it was shrunk"
                                           : report::counted(fault.program.steps.size(), "step");
  say_line(report::field(*style_, fmt::format("  shrunk {} of {}: ", so_far.number, so_far.faults), 4,
                         fmt::format("{}, {}, case {}", campaign::text_of(fault.cause), how, fault.number),
                         report::Ink::kDim, report::Ink::kBad));
}

void CampaignDisplay::finish() {
  const std::lock_guard lock(mutex_);
  shows_cases_ = false;
  status_.clear();
}

void CampaignDisplay::say_line(const std::string& line) {
  status_.clear();
  say(line);
}

}  // namespace gcrucible::cli
