// The command line of gcrucible. Each command has its own file.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/cli/commands/check_command.h"
#include "harness/cli/commands/compare_command.h"
#include "harness/cli/commands/merge_command.h"
#include "harness/cli/commands/record_command.h"
#include "harness/cli/commands/refusal.h"
#include "harness/cli/commands/rules_command.h"
#include "harness/cli/commands/run/run_command.h"
#include "harness/cli/commands/test_command.h"
#include "harness/cli/files/account_file.h"
#include "harness/cli/files/report_word.h"
#include "harness/cli/options/argument_error.h"
#include "harness/cli/options/campaign_options.h"
#include "harness/cli/options/common_options.h"
#include "harness/cli/options/explore_options.h"
#include "harness/cli/options/help.h"
#include "harness/cli/options/known_runtime.h"
#include "harness/cli/options/option_facts.h"
#include "harness/cli/options/option_text.h"
#include "harness/cli/options/shell_files.h"
#include "harness/cli/version.h"
#include "harness/platform/files/failed_writes.h"
#include "harness/platform/memory/stack_limit.h"
#include "harness/platform/process/interruption.h"
#include "harness/platform/process/left_processes.h"
#include "harness/scenario/language/language.h"
#include "harness/yaml/nearest.h"
#include "sim/fault.h"

namespace gcrucible::cli {
namespace {

std::vector<std::string> fault_names() {
  std::vector<std::string> names;
  for (const gcrucible::sim::FaultName& each : gcrucible::sim::kFaultNames) {
    if (each.fault != gcrucible::sim::Fault::kNone) names.emplace_back(each.name);
  }
  return names;
}

// Limit of kept findings for one rule in `check`: more than a person reads, at little memory.
constexpr std::size_t kMostFindings = 1000;

const char* const kExitStatuses =
    "Exit status: 0 pass, 1 a rule was broken or an expectation failed (with --strict also: nothing "
    "was checked, or there is advice), 2 bad arguments or scenario, the profiler refused to start, or "
    "nothing was checked, 3 the profiler crashed, exited or threw, 4 it hung.\n"
    "With several scenarios: the first of 3, 4, 1, 2 that occurs.\n"
    "130, 143 or 129: stopped by SIGINT, SIGTERM or SIGHUP before anything was found.";

void add_run_options(CLI::App& run, RunOptions& options) {
  run.footer(kExitStatuses);
  run.add_option("scenario", options.scenarios,
                 "Scenario files, folders to search for *.yaml, or - for standard input")
      ->option_text("SCENARIO");
  run.add_option("--builtin", options.builtin,
                 "Run the scenarios that come with gcrucible: all, or those that match a glob such as "
                 "broken/bracket/*, a folder or a name; may be repeated")
      ->expected(0, 1)
      ->take_all()
      ->option_text("[GLOB]");
  add_profiler(run, options.profiler, options.clsid, options.environment, kProfilerOfScenario);
  run.add_option("--runtime", options.runtime,
                 "Runtime to use instead of the scenario's: " + known_runtimes() + ", or a *.yaml file")
      ->option_text("NAME");
  run.add_option("--on", options.on,
                 "simulated, or coreclr: the real .NET on this machine, with the recorder")
      ->check(CLI::IsMember({"simulated", "coreclr"}))
      ->option_text("WHERE");
  run.add_option("--seed", options.seed_text, "Seed to use instead of the scenario's")->option_text("N");
  run.add_option("--trace", options.trace,
                 "Write the trace to this file; a folder if there are several scenarios")
      ->option_text("FILE");
  run.add_option("--timeout", options.timeout_seconds,
                 "Seconds without progress after which a run counts as hung; with --on coreclr, wall-clock "
                 "seconds for the whole run; 0: no limit")
      ->option_text("S (30)");
  run.add_option("-j,--jobs", options.jobs, "Scenarios to play in parallel; 0: one for each processor")
      ->option_text("N (1)");
  run.add_flag("--fail-fast", options.fail_fast, "Run no scenario after the first that fails");
  add_selection(run, options.selection);
  run.add_option("--plant", options.plant,
                 "Plant a fault in the collector, to see which checks notice it: " +
                     fmt::format("{}", fmt::join(fault_names(), ", ")))
      ->type_name(one_of(fault_names()))
      ->option_text("FAULT");
  repeated(
      run.add_option("--account", options.accounts,
                     "Print how many objects and bytes were allocated and reclaimed, by type and generation; "
                     "or write them: json=FILE, csv=FILE; may be repeated")
          ->option_text("[json=FILE|csv=FILE]"));
  run.add_flag(
      "--exact-generics", options.exact_generics,
      "In the account: a row for each instantiation of a generic method, not for each piece of code");
  add_debugger(run, options.debugger);
  run.add_flag("--strict", options.strict,
               "Fail with status 1 if nothing was checked, if there is advice, or if the scenario states "
               "expectations and none was compared");
  run.add_flag("--allow-unchecked", options.allow_unchecked,
               "Exit with status 0 instead of 2 if nothing was checked");
  run.add_flag("-q,--quiet", options.quiet, "Print failures only, without pictures");
  run.add_flag("-v,--verbose", options.verbose,
               "Print every callback and range, and why rules were not judged");
  add_reports(run, options.reports, kRunReports);
  add_color(run, options.color);
}

void add_record_options(CLI::App& record, RecordArguments& arguments) {
  record.footer(
      "Exit status: the program's own, or 128 plus the signal's number if a signal ended it.\n"
      "2 for bad arguments, if the program cannot be started, or if it succeeds and leaves no trace or "
      "the recorder refused to start.");
  record.add_option("-o,--trace", arguments.trace, "File to write the trace to")
      ->option_text("FILE (gcrucible-trace.jsonl)");
  record
      .add_option("--mask", arguments.mask,
                  "Event mask: LOW, LOW,HIGH or names such as MONITOR_GC|MONITOR_THREADS")
      ->check([](const std::string& mask) {
        return mask.empty() ? std::string("no mask; write 0 for one without flags, or leave it out")
                            : std::string();
      })
      ->option_text("MASK");
  record
      .add_option("--profiler", arguments.profiler,
                  "lifetime: no trace, but tables of what was allocated, by type and function, and where it "
                  "was reclaimed")
      ->option_text("lifetime");
  record.add_flag("--server", arguments.server, "Server GC: DOTNET_gcServer=1");
  record.add_option("--heap-count", arguments.heap_count, "Heaps of server GC: DOTNET_GCHeapCount")
      ->option_text("N");
  record.add_flag("--no-concurrent", arguments.no_concurrent, "No background GC: DOTNET_gcConcurrent=0");
  record.add_option("--conserve-memory", arguments.conserve_memory, "0 to 9: DOTNET_GCConserveMemory")
      ->option_text("N");
  record.add_option("--hard-limit", arguments.hard_limit, "Bytes for the heap: DOTNET_GCHeapHardLimit")
      ->option_text("BYTES");
  repeated(record.add_option("--env", arguments.environment, "Variable for the program; may be repeated")
               ->option_text("NAME=VALUE"));
  record.add_flag("--force", arguments.force, "Overwrite a file that is not a trace");
  record.add_flag("-q,--quiet", arguments.quiet, "Print failures only");
  record.add_flag("-v,--verbose", arguments.verbose, "Print all rows of the tables of --profiler");
  record.add_option("command", arguments.command, "The program and its arguments, after --")
      ->option_text("COMMAND…");
}

void add_check_options(CLI::App& check, CheckArguments& arguments) {
  check.footer(
      "Exit status: 0 no rule was broken, 1 a rule was broken, 2 bad arguments, or a file that is not "
      "a trace, is damaged or has no end.\n"
      "130, 143 or 129: stopped by SIGINT, SIGTERM or SIGHUP before anything was found.");
  check
      .add_option(
          "trace", arguments.traces,
          "Traces, simulated or recorded, folders to search for *.jsonl, *.jsonl.gz and *.jsonl.zst, or - "
          "for standard input")
      ->required()
      ->option_text("TRACE");
  check
      .add_option("--runtime", arguments.selection.runtime,
                  "Judge by the rules of this runtime instead of the trace's: " + known_runtimes())
      ->option_text("NAME");
  add_selection(check, arguments.selection);
  check
      .add_option("--findings", arguments.selection.most_findings,
                  "Findings to keep for each rule; all are counted")
      ->check(CLI::NonNegativeNumber)
      ->option_text("N (1000)");
  check.add_flag("--partial", arguments.partial,
                 "Accept a trace without an end, or of a program that died: judge the part that is there, "
                 "and exit with status 0 if no rule is broken in it");
  check.add_flag("-q,--quiet", arguments.quiet, "Print failures only");
  check.add_flag("-v,--verbose", arguments.verbose, "Print why rules were not judged");
  add_reports(check, arguments.reports, kRunReports);
  add_color(check, arguments.color);
}

struct Commands {
  CLI::App app{
      "A simulated .NET garbage collector that tests profilers and checks the callbacks delivered to them."};
  RunOptions run_options;
  RecordArguments record_arguments;
  CheckArguments check_arguments;
  TestArguments test_arguments;
  ExploreArguments explore_arguments;
  MergeArguments merge_arguments;
  std::string trace_a;
  std::string trace_b;
  bool quiet = false;
  std::vector<std::string> globs;
  std::string markdown;
  ColorChoice color = ColorChoice::kAuto;
  CLI::App* run = nullptr;
  CLI::App* record = nullptr;
  CLI::App* check = nullptr;
  CLI::App* test = nullptr;
  CLI::App* explore = nullptr;
  CLI::App* merge = nullptr;
  CLI::App* compare = nullptr;
  CLI::App* rules = nullptr;
  CLI::App* explain = nullptr;
  CLI::App* schema = nullptr;
  CLI::App* help = nullptr;
  std::string helped;

  Commands() {
    app.name("gcrucible");
    constexpr std::size_t kWidest = 110;
    set_help_width(app, std::min(kWidest, style_of_output(ColorChoice::kNever).width));
    app.footer("-q, -v and --color may also stand before the command.");
    app.set_version_flag("--version", version_text(), "Print version, commit and build");
    app.require_subcommand(1);
    run = app.add_subcommand("run", "Run scenarios against a profiler");
    add_run_options(*run, run_options);
    record = app.add_subcommand("record", "Run a real .NET program under the recorder");
    add_record_options(*record, record_arguments);
    test = app.add_subcommand("test", "Test a profiler with generated programs");
    add_test_options(*test, test_arguments);
    explore = app.add_subcommand("explore", "Run a scenario under every schedule of its threads");
    add_explore_options(*explore, explore_arguments);
    merge = app.add_subcommand("merge", "Join the results of a campaign's parts");
    add_merge_options(*merge, merge_arguments);
    check = app.add_subcommand("check", "Judge traces, simulated or recorded");
    check_arguments.selection.most_findings = kMostFindings;
    add_check_options(*check, check_arguments);
    compare = app.add_subcommand("compare", "Compare the histories of two runs of a scenario");
    compare->footer("Exit status: 0 the same except for addresses, 1 different, 2 bad input.");
    compare->add_option("a", trace_a, "A trace of a scenario, simulated or real")
        ->required()
        ->option_text("A");
    compare->add_option("b", trace_b, "Another")->required()->option_text("B");
    compare->add_flag("-q,--quiet", quiet, "Only the verdict");
    rules = app.add_subcommand("rules", "List the rules");
    rules
        ->add_option("glob", globs,
                     "Rules to list: a glob such as moved/*, or profiler or runtime for the rules that one "
                     "can break; default: all")
        ->option_text("GLOB");
    rules->add_option("--markdown", markdown, "Write the pages of docs/rules into this folder instead")
        ->option_text("FOLDER");
    add_color(*rules, color);
    explain = app.add_subcommand(
        "explain",
        "Explain a rule, a word, a callback, an option, an HRESULT or a number of the documentation");
    explain
        ->add_option(
            "rule", globs,
            "Rule ids, globs such as moved/*, numbers from the documentation (GC-MOVE-008, Q-01), a "
            "callback, an Info method, an interface, an HRESULT, a flag of the event mask, a word of the "
            "output (kept), an option (--timeout), or another finding (crash)")
        ->required()
        ->option_text("RULE");
    add_color(*explain, color);
    schema = app.add_subcommand("schema", "Print the JSON Schema of scenario files");
    help = app.add_subcommand("help", "Show the help of a command");
    help->add_option("command", helped, "Name of the command; default: all commands in short")
        ->option_text("COMMAND");
    for (CLI::App* const command : app.get_subcommands({})) command->group("Commands");
    add_examples(app);
  }

  // Catches `--profiler "$UNSET"`: an empty value would silently select another profiler.
  Expected<void> check_values() const {
    for (const char* const name :
         {"--profiler", "--clsid", "--runtime", "--trace", "--findings", "--time", "--jobs", "--timeout",
          "--shrink-time", "--objects", "--collections", "--heaps", "--shard", "--observe", "--suppress",
          "--switches", "--heap-count", "--conserve-memory", "--hard-limit"}) {
      for (const CLI::App* const command : {run, record, test, explore, check}) {
        const CLI::Option* const option = command->get_option_no_throw(name);
        if (option == nullptr || option->count() == 0) continue;
        const std::vector<std::string>& given = option->results();
        if (std::all_of(given.begin(), given.end(), [](const std::string& word) { return word.empty(); })) {
          return failure("gcrucible " + command->get_name() + ": " + name +
                         " is empty; give it a value, or remove it (is a shell variable not set?)\n"
                         "Try gcrucible " +
                         command->get_name() + " --help.\n");
        }
      }
    }
    return {};
  }

  int parse_error(const CLI::ParseError& error) const {
    std::ostringstream out, complaint;
    const int code = app.exit(error, out, complaint);
    say(out.str());
    if (code == 0) return 0;
    complain(argument_error(app, error));
    return kBadArguments;
  }

  // Null if there is none.
  const CLI::App* command_named(const std::string& name) const {
    const std::vector<const CLI::App*> all = commands_of(app);
    const auto found = std::ranges::find(all, name, &CLI::App::get_name);
    return found == all.end() ? nullptr : *found;
  }

  int no_command(const std::string& name) const {
    std::vector<std::string> names;
    for (const CLI::App* const command : commands_of(app)) names.push_back(command->get_name());
    complain("gcrucible: there is no command '" + name + "'; " + yaml::suggestion(name, names) +
             "\nTry gcrucible --help.\n");
    return kBadArguments;
  }

  // Not after parsing, when CLI11 shows the help of the command that was parsed.
  int say_help(const std::string& name) const {
    const CLI::App* const command = command_named(name);
    if (!name.empty() && command == nullptr) return no_command(name);
    say(command == nullptr ? app.help() : command->help("gcrucible"));
    return 0;
  }

  int say_meanings() const {
    return explain_command(
        globs,
        {.names = option_names(app),
         .text_of = [this](std::string_view name,
                           const report::Style& style) { return option_text(app, name, style); }},
        color);
  }

  // The words of the command line as CLI11 can parse them.
  std::vector<std::string> in_order(std::vector<std::string> words) const {
    if (words.front() == "explain") return with_options_explained(*explain, words);
    return with_account_values(with_command_first(std::move(words)));
  }

  int main(int argc, char** argv) {
    if (argc == 1) {
      complain(app.help());
      return kBadArguments;
    }
    std::vector<std::string> own_words = in_order({argv + 1, argv + argc});
    const std::string first = own_words.front();
    if (first == kShellFiles && own_words.size() == 2) {
      const auto written = write_shell_files(app, own_words.back(), kVersion);
      if (!written) complain("gcrucible: " + written.error() + "\n");
      return written ? 0 : kBadArguments;
    }
    if (!first.starts_with("-") && command_named(first) == nullptr) return no_command(first);
    if (first == "help" && own_words.size() == 1) return say_help({});
    if (first == "help" && own_words.size() == 2 && !own_words.back().starts_with("-"))
      return say_help(own_words.back());
    // Arguments after "--" belong to the recorded program and are not parsed.
    const auto dashes = std::find(own_words.begin(), own_words.end(), "--");
    std::vector<std::string> recorded_command;
    if (first == "record" && dashes != own_words.end()) {
      recorded_command.assign(dashes + 1, own_words.end());
      own_words.erase(dashes, own_words.end());
    }
    if (const CLI::App* const command = first.starts_with("-") ? nullptr : command_named(first)) {
      if (const std::string problem = missing_value(*command, own_words); !problem.empty()) {
        complain(problem);
        return kBadArguments;
      }
    }
    try {
      std::reverse(own_words.begin(), own_words.end());
      app.parse(own_words);
    } catch (const CLI::ParseError& error) {
      return parse_error(error);
    }
    if (const auto given = check_values(); !given) {
      complain(given.error());
      return kBadArguments;
    }
    // Processes started by a case end with the case. Processes of a recorded program are not gcrucible's.
    if (run->parsed() || test->parsed() || explore->parsed()) platform::adopt_orphans();
    if (run->parsed()) return run_command(run_options);
    if (record->parsed()) {
      record_arguments.command.insert(record_arguments.command.end(), recorded_command.begin(),
                                      recorded_command.end());
      return record_command(record_arguments);
    }
    if (test->parsed()) return test_command(test_arguments);
    if (explore->parsed()) return explore_command(explore_arguments);
    if (merge->parsed()) return merge_command(merge_arguments);
    if (check->parsed()) return check_command(check_arguments);
    if (compare->parsed()) return compare_command(trace_a, trace_b, quiet);
    if (rules->parsed()) return rules_command(globs, markdown, color);
    if (explain->parsed()) return say_meanings();
    if (help->parsed()) return say_help(helped);
    say(scenario::json_schema());
    return 0;
  }
};

}  // namespace
}  // namespace gcrucible::cli

int main(int argc, char** argv) {
  gcrucible::platform::outlive_closed_pipes();
  gcrucible::platform::outlive_file_limit();
  if (const auto enough = gcrucible::platform::check_stack(); !enough) {
    gcrucible::cli::complain("gcrucible: " + enough.error() + "\n");
    return gcrucible::cli::kBadArguments;
  }
  // For every command: removes half-written files after an interruption.
  const gcrucible::platform::Interruption interruption;
  try {
    gcrucible::cli::Commands commands;
    const int status = commands.main(argc, argv);
    if (!gcrucible::cli::output_was_lost()) return status;
    gcrucible::cli::complain(
        "gcrucible: standard output could not be written, and the output is incomplete; is the disk full?\n");
    return status == 0 ? gcrucible::cli::kBadArguments : status;
  } catch (const std::exception& error) {
    gcrucible::cli::complain(std::string("gcrucible: ") + error.what() + "\n");
    return gcrucible::cli::kBadArguments;
  }
}
