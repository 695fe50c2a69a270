#include "harness/cli/options/campaign_options.h"

#include <charconv>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/cli/options/common_options.h"

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

}  // namespace

void add_test_options(CLI::App& test, TestArguments& arguments) {
  test.footer(
      "Exit status: 0 nothing found, 1 a rule was broken, 2 bad arguments, a profiler that cannot be "
      "tested,\n"
      "or cases that could not be played and nothing found in the others, 3 the profiler crashed, exited or\n"
      "threw, 4 it hung, 130, 143 or 129 stopped by SIGINT, SIGTERM or SIGHUP before anything was found.");
  test.add_option("--profiler", arguments.profiler,
                  "Profiler library; else CORECLR_PROFILER_PATH, else gcrucible's own recorder")
      ->option_text("FILE");
  test.add_option("--clsid", arguments.clsid, "CLSID that the library answers to")->option_text("GUID");
  repeated(
      test.add_option("--env", arguments.environment, "Variable for the profiler's process; may be repeated")
          ->option_text("NAME=VALUE"));
  test.add_option("--runtime", arguments.runtime, "Runtime: a name, or a file *.yaml")
      ->option_text("NAME (documented)");
  test.add_option("--seed", arguments.seed_text, "What the cases are drawn from")->option_text("N (1)");
  test.add_option("--cases", arguments.cases, "How many to try")
      ->check(whole_number())
      ->option_text("N (1000)");
  test.add_option("--case", arguments.only_case, "Play only the case of this number")
      ->check(whole_number())
      ->option_text("N");
  add_debugger(test, arguments.debugger);
  test.add_option("--time", arguments.seconds, "No case begins after so many seconds; 0 for no limit")
      ->option_text("S");
  test.add_option("--jobs", arguments.jobs, "Cases at a time; as many as processors unless told, or for 0")
      ->option_text("N");
  test.add_option("--shard", arguments.shard,
                  "Only part i of n of the campaign; else as test runners' variables say")
      ->option_text("i/n");
  repeated(
      test.add_option("--with", arguments.with, "Draw from this feature, and from others only if named too")
          ->option_text("FEATURE"));
  repeated(test.add_option("--without", arguments.without, "Leave this feature out")->option_text("FEATURE"));
  test.add_option("--objects", arguments.objects,
                  "At most so many objects a case; growing unless told, or for 0")
      ->option_text("N");
  test.add_option("--collections", arguments.collections,
                  "At most so many collections a case; growing unless told, or for 0")
      ->option_text("N");
  test.add_option("--heaps", arguments.heaps,
                  "Server GC with so many heaps in every case; drawn unless told, or for 0")
      ->option_text("N");
  test.add_flag("--free-running", arguments.free_running,
                "Threads of several heaps run as the machine lets them, for a profiler built with the thread "
                "sanitizer");
  test.add_option("--stop-after", arguments.most_faults,
                  "Findings with different causes after which no case begins")
      ->check(CLI::PositiveNumber)
      ->option_text("N (20)");
  test.add_option("--timeout", arguments.timeout_seconds,
                  "Seconds without progress that count as hung; 0 for ever")
      ->option_text("S (10)");
  add_selection(test, arguments.selection);
  test.add_flag("--strict", arguments.strict, "Advice counts too");
  test.add_flag("--allow-unchecked", arguments.allow_unchecked,
                "Pass with status 0 where no case notified the profiler of anything; status 2 otherwise");
  test.add_flag("--in-process", arguments.in_process,
                "Many cases a process: faster, but what a profiler keeps in static variables lives on");
  test.add_option(
          "--observe", arguments.observe,
          "Tell each program plainly too, and compare: stdout, stderr, calls, file:NAME, command:TEXT")
      ->option_text("WHAT");
  test.add_option("--shrink-time", arguments.shrink_seconds,
                  "For making all findings small together; as --time unless told, 0 for no limit")
      ->option_text("S");
  test.add_flag("--no-shrink", arguments.no_shrink, "Keep the first program that shows a fault as it is");
  test.add_option("--suppress", arguments.suppressions,
                  "Findings to live with, each with the reason: a YAML file")
      ->option_text("FILE");
  CLI::Option* const findings =
      test.add_option("--findings", arguments.folder, "Where the smallest scenarios are kept")
          ->option_text("FOLDER (gcrucible-findings)");
  test.add_flag("--forget", arguments.forget, "Keep no scenarios, and try none that were kept before")
      ->excludes(findings);
  test.add_flag("-q,--quiet", arguments.quiet, "Only what was found");
  add_reports(test, arguments.reports, "json=FILE, junit=FILE or html=FILE; may be repeated");
  add_color(test, arguments.color);
}

void add_merge_options(CLI::App& merge, MergeArguments& arguments) {
  merge.footer(
      "Exit status: as gcrucible test would have ended; 2 for parts that do not belong together, and if\n"
      "parts are missing and the others have found nothing.");
  merge.add_option("part", arguments.parts, "Results of gcrucible test --report json=FILE")
      ->required()
      ->option_text("PART");
  add_reports(merge, arguments.reports, "json=FILE, junit=FILE or html=FILE; may be repeated");
  merge.add_flag("--partial", arguments.partial, "Parts may be missing");
  merge.add_flag("-q,--quiet", arguments.quiet, "Only what was found");
  add_color(merge, arguments.color);
}

}  // namespace gcrucible::cli
