// Digests of many traces and verdicts, to compare two builds that must behave the same.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "harness/campaign/campaign.h"
#include "harness/driver/sha256.h"
#include "harness/runtimes/runtimes.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"

namespace gcrucible::campaign {
namespace {

constexpr std::uint64_t kCases = 10'000;
constexpr std::uint64_t kOfDigest = 1000;

Plan plan_under(const std::string& runtime) {
  Plan plan;
  plan.subject.library = in_build("/libgcrucible_recorder.so");
  plan.subject.clsid = "{6C1F8E5A-2B7D-4F0C-9E43-5A1D7B6F2C90}";
  plan.subject.run.host_path = in_build("/gcrucible-host");
  plan.subject.run.timeout = std::chrono::seconds(60);
  plan.subject.run.environment = {"GCRUCIBLE_RECORDER_OUT=/dev/null"};
  plan.envelope.runtime = *runtimes::load(runtime);
  return plan;
}

// The trace of a case, and what each rule says about it.
std::string text_of_case(const Plan& plan, const TypePool& pool, std::uint64_t number, Tester& tester) {
  const Trial trial = tester.try_program(as_played(case_of(plan, pool, number).program));
  std::string text = trial.outcome.trace_text + trial.message + "\n";
  for (const rules::Verdict& each : trial.verdicts) {
    text += std::string(each.rule->id) + " " + std::to_string(static_cast<int>(each.standing)) + " " +
            std::to_string(each.occasions) + " " + std::to_string(each.breaks) + "\n";
    for (const rules::Finding& finding : each.findings)
      text += std::to_string(finding.line) + " " + finding.what + "\n";
  }
  return text;
}

std::string digest_of(const std::vector<std::string>& texts) {
  driver::Sha256 hash;
  for (const std::string& each : texts) hash.add(std::as_bytes(std::span(each)));
  return hash.finish();
}

// "1-1000: 53 MB, 0123456789abcdef".
std::string digest_of_cases(const Plan& plan, const TypePool& pool, std::uint64_t from, std::uint64_t to) {
  std::vector<std::string> digests(to - from);
  std::atomic<std::uint64_t> bytes = 0;
  std::atomic<std::uint64_t> next = from;
  const auto play = [&] {
    Tester tester(plan.subject);
    for (std::uint64_t number = next++; number < to; number = next++) {
      const std::string text = text_of_case(plan, pool, number, tester);
      bytes += text.size();
      digests[number - from] = digest_of({text});
    }
  };
  std::thread other(play);
  play();
  other.join();
  return std::to_string(from) + "-" + std::to_string(to - 1) + ": " + std::to_string(bytes / 1'000'000) +
         " MB, " + digest_of(digests).substr(0, 16) + "\n";
}

}  // namespace

// Minutes. GCRUCIBLE_CASES is the number of cases.
TEST_CASE("campaign: digests of traces and verdicts", "[.digests]") {
  const char* const given = std::getenv("GCRUCIBLE_CASES");
  const std::uint64_t cases = given == nullptr ? kCases : std::stoull(given);
  const std::string runtime = GENERATE(as<std::string>{}, "documented", "net10");
  const Plan plan = plan_under(runtime);
  const TypePool pool;
  std::string text;
  for (std::uint64_t from = 1; from <= cases; from += kOfDigest) {
    const std::uint64_t to = std::min(from + kOfDigest, cases + 1);
    text += digest_of_cases(plan, pool, from, to);
  }
  WARN(runtime << "\n" << text);
}

}  // namespace gcrucible::campaign
