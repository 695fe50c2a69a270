#include "harness/cli/options/campaign_options.h"

#include <charconv>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/cli/files/report_word.h"
#include "harness/cli/options/common_options.h"
#include "harness/cli/options/known_runtime.h"

namespace gcrucible::cli {
namespace {

// Accepts only digits in the range of 64 bits. CLI11 would accept -1 as the largest number.
CLI::Validator whole_number() {
  return {[](const std::string& word) -> std::string {
            std::uint64_t number = 0;
            const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
            return error == std::errc{} && end == word.data() + word.size() ? "" : "no number: " + word;
          },
          ""};
}

// The cases: how many, and how they are generated.
void add_case_options(CLI::App& test, TestArguments& arguments) {
  test.add_option("--seed", arguments.seed_text, "Seed from which the cases are generated")
      ->option_text("N (1)");
  test.add_option("--cases", arguments.cases, "Number of cases; default: 1000, or no limit with --time")
      ->check(whole_number())
      ->option_text("N");
  test.add_option("--case", arguments.only_case, "Run only the case with this number")
      ->check(whole_number())
      ->option_text("N");
  add_debugger(test, arguments.debugger);
  test.add_option(
          "--time", arguments.seconds,
          "Start no case after this many seconds, and then shrink findings (--shrink-time); 0: no limit")
      ->option_text("S");
  test.add_option("-j,--jobs", arguments.jobs,
                  "Cases to run in parallel; default or 0: one for each processor")
      ->option_text("N");
  test.add_option("--shard", arguments.shard,
                  "Run only part i of n of the campaign; default: from the test runner's variables")
      ->option_text("i/n");
  repeated(test.add_option("--with", arguments.with,
                           "Generate with this feature, and with others only if named too")
               ->option_text("FEATURE"));
  repeated(test.add_option("--without", arguments.without, "Generate without this feature")
               ->option_text("FEATURE"));
  test.add_option("--objects", arguments.objects,
                  "Most objects in a case; default or 0: grows during the campaign")
      ->option_text("N");
  test.add_option("--collections", arguments.collections,
                  "Most collections in a case; default or 0: grows during the campaign")
      ->option_text("N");
  test.add_option("--heaps", arguments.heaps,
                  "Use server GC with this many heaps in every case; default or 0: random")
      ->option_text("N");
  test.add_flag("--free-running", arguments.free_running,
                "Let the threads of several heaps run freely, for a profiler built with ThreadSanitizer");
}

// When a case or the campaign fails.
void add_judging_options(CLI::App& test, TestArguments& arguments) {
  test.add_option("--stop-after", arguments.most_faults,
                  "Start no case after this many findings with different causes")
      ->check(CLI::PositiveNumber)
      ->option_text("N (20)");
  test.add_option("--timeout", arguments.timeout_seconds,
                  "Seconds without progress after which a run counts as hung; 0: no limit")
      ->option_text("S (10)");
  add_selection(test, arguments.selection);
  test.add_flag("--strict", arguments.strict, "Count advice as a failure");
  test.add_flag("--allow-unchecked", arguments.allow_unchecked,
                "Exit with status 0 instead of 2 if no case notified the profiler of anything");
  test.add_flag(
      "--in-process", arguments.in_process,
      "Run many cases in one process: faster, but the profiler's static variables keep their values");
  test.add_option("--observe", arguments.observe,
                  "Also run each program with a plain report, and compare: stdout, stderr, calls, file:NAME, "
                  "command:TEXT")
      ->option_text("WHAT");
}

// How findings are shrunk and kept.
void add_finding_options(CLI::App& test, TestArguments& arguments) {
  test.add_option(
          "--shrink-time", arguments.shrink_seconds,
          "Seconds for shrinking all findings together, after the cases; default: a quarter of --time, "
          "at least 10; 0: no limit")
      ->option_text("S");
  test.add_flag("--no-shrink", arguments.no_shrink,
                "Keep the first program that shows a finding; do not shrink it");
  test.add_option("--suppress", arguments.suppressions,
                  "YAML file with accepted findings, each with a reason")
      ->option_text("FILE");
  CLI::Option* const findings =
      test.add_option("--findings", arguments.folder, "Folder for the smallest scenarios")
          ->option_text(std::string("FOLDER (") + kUsualFindings + ")");
  test.add_flag("--forget", arguments.forget, "Keep no scenarios, and replay none from earlier campaigns")
      ->excludes(findings);
}

}  // namespace

void add_test_options(CLI::App& test, TestArguments& arguments) {
  test.footer(
      "Exit status: 0 nothing found, 1 a rule was broken, 2 bad arguments, a profiler that cannot be "
      "tested, or cases could not be played and the others found nothing, 3 the profiler crashed, "
      "exited or threw, 4 it hung.\n"
      "130, 143 or 129: stopped by SIGINT, SIGTERM or SIGHUP before anything was found.");
  add_profiler(test, arguments.profiler, arguments.clsid, arguments.environment,
               "that of CORECLR_PROFILER_PATH and CORECLR_PROFILER, or gcrucible's recorder");
  test.add_option("--runtime", arguments.runtime, "Runtime: " + known_runtimes() + ", or a *.yaml file")
      ->option_text("NAME (documented)");
  add_case_options(test, arguments);
  add_judging_options(test, arguments);
  add_finding_options(test, arguments);
  CLI::Option* const quiet = test.add_flag("-q,--quiet", arguments.quiet, "Print findings only");
  test.add_flag("-v,--verbose", arguments.verbose,
                "Print the changed options, and which features and callbacks the cases had")
      ->excludes(quiet);
  add_reports(test, arguments.reports, kCampaignReports);
  add_color(test, arguments.color);
}

void add_merge_options(CLI::App& merge, MergeArguments& arguments) {
  merge.footer(
      "Exit status: that of the whole campaign in one gcrucible test. 2 if the parts do not belong "
      "together, or if parts are missing and the others found nothing.");
  merge.add_option("part", arguments.parts, "Result files of gcrucible test --report json=FILE")
      ->required()
      ->option_text("PART");
  add_reports(merge, arguments.reports, kCampaignReports);
  merge.add_flag("--partial", arguments.partial, "Accept missing parts");
  CLI::Option* const quiet = merge.add_flag("-q,--quiet", arguments.quiet, "Print findings only");
  merge.add_flag("-v,--verbose", arguments.verbose, "Print which features and callbacks the cases had")
      ->excludes(quiet);
  add_color(merge, arguments.color);
}

}  // namespace gcrucible::cli
