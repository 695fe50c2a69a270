#include "harness/cli/options/explore_options.h"

#include <string>

#include "harness/cli/options/common_options.h"
#include "harness/cli/options/known_runtime.h"

namespace gcrucible::cli {

void add_explore_options(CLI::App& explore, ExploreArguments& arguments) {
  explore.footer(
      "Exit status: 0 no schedule shows anything, 1 a rule was broken, 2 bad input, or no threads take "
      "turns, 3 the profiler crashed, exited or threw, 4 it hung, 130, 143 or 129 stopped by SIGINT, SIGTERM "
      "or SIGHUP\n"
      "before anything was found.");
  explore
      .add_option("scenario", arguments.scenario,
                  "A scenario with `heap: {server: 2}` or more, or with a `together` step")
      ->required()
      ->option_text("SCENARIO");
  explore.add_option("--switches", arguments.switches, "Most thread switches in a schedule")
      ->option_text("N (2)");
  using Turns = program::Schedule::Turns;
  CLI::Option* const between = explore.add_flag_callback(
      "--between", [&arguments] { arguments.turns = Turns::kBetween; },
      "Switch threads between callbacks only, not at Info calls and locks inside them");
  explore
      .add_flag_callback(
          "--whole", [&arguments] { arguments.turns = Turns::kWhole; },
          "Switch threads before callbacks only: each callback is one step")
      ->excludes(between);
  add_profiler(explore, arguments.profiler, arguments.clsid, arguments.environment, kProfilerOfScenario);
  explore
      .add_option("--runtime", arguments.runtime,
                  "Runtime to use instead of the scenario's: " + known_runtimes() + ", or a *.yaml file")
      ->option_text("NAME");
  explore.add_option("--time", arguments.seconds, "Start no schedule after this many seconds; 0: no limit")
      ->option_text("S");
  explore
      .add_option("-j,--jobs", arguments.jobs,
                  "Schedules to run in parallel; default or 0: one for each processor")
      ->option_text("N");
  explore
      .add_option("--timeout", arguments.timeout_seconds,
                  "Seconds without progress after which a run counts as hung; 0: no limit")
      ->option_text("S (10)");
  add_selection(explore, arguments.selection);
  explore.add_flag("--strict", arguments.strict, "Count advice as a failure");
  explore.add_option("--findings", arguments.folder, "Folder for the first scenario of each finding")
      ->option_text(std::string("FOLDER (") + kUsualFindings + ")");
  explore.add_flag("-q,--quiet", arguments.quiet, "Print findings only");
  add_color(explore, arguments.color);
}

}  // namespace gcrucible::cli
